"""Real works of four fields from `../shared/data`, chosen by the hash of their ids, and the full texts there are.

Nothing of them is kept in the repository; the same data give the same works.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import orjson

from storage.reading.reading import FULL_TEXT
from storage.records.search import Work
from storage.records.writing import Page
from tasks.catalogues.work_record import parse_work
from tasks.parsing.dispatch import parse_file
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS, read_world

DATA = DEFAULT_WORLDS.parent
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_HOW_MANY = {"medicine": 20, "ecology": 20, "computer science": 20, "economics": 10, "philosophy": 10}
EXTRACTED = {"medicine": 20, "ecology": 16, "computer science": 16, "economics": 10}
"""The first works of each field of which a truth of what is to be extracted was made by hand."""

_MEDICAL_WORLDS = ("chou_2004", "donners_2021", "oud_2018", "van_der_valk_2021")
_OF_A_WORLD = 5
_WITH_INTERVALS = {"chou_2004": 9, "donners_2021": 3, "oud_2018": 11, "van_der_valk_2021": 11, "ipbes": 6}
_LONGEST = 3_000  # characters; what is longer is several abstracts, or has tables run into it
# A number, a label of an interval and two numbers: what chooses works is no rule of the product.
_INTERVAL = re.compile(
    r"\d[^.;]{0,20}?(?:9\d(?:[.,]\d)?\s?%?[\s-]?(?:C\.?I|CrI)|(?:confidence|credib\w+) (?:interval|limit))s?\b"
    r"\D{0,15}?[\d.\u00b7]+\s?%?\s?(?:to|and|[-\u2013,;])\s?\D{0,2}[\d.\u00b7]+",
    re.IGNORECASE,
)
_VOLUME = re.compile(r"\b(?:abstracts|posters?|presentations)\b", re.IGNORECASE)
_LEAST_WORDS = 40  # what is shorter is a note on an abstract
# Documents whose licence, CC BY or CC BY-SA, stands in them: the field each is of, its title and year.
FULL_TEXTS = {
    "acl-N18-3011.pdf": ("computer science", "Construction of the Literature Graph in Semantic Scholar", 2018),
    "deep-review.pdf": ("biology", "Opportunities and obstacles for deep learning in biology and medicine", 2018),
    "fulltext-example1.pdf": (
        "medicine",
        "Suffering and mental health among older people living in nursing homes—a mixed-methods study",
        2015,
    ),
    "fulltext-example2.pdf": (
        "ecology",
        "Great Spotted Cuckoo Fledglings Often Receive Feedings from Other Magpie Adults than Their Foster Parents",
        2014,
    ),
    "phillit-cognitive-offloading-review.pdf": (
        "philosophy",
        "The Extended Mind Thesis and Cognitive Offloading",
        2026,
    ),
}


def choose_abstracts(how_many: Mapping[str, int] = _HOW_MANY) -> list[tuple[str, Work, list[Page]]]:
    """Return (field, work, its abstract as a page) of 80 works, or as many as are asked for, field by field."""
    return [
        (name, work, [Page(work.work_id, 0, work.abstract or "", work.abstract_source or "")])
        for name, most in how_many.items()
        for work in _choose(name, most)
    ]


@cache
def choose_coded() -> list[tuple[str, Work, list[Page]]]:
    """Return (field, work, its abstract as a page) of all works of which a truth was made by hand."""
    return choose_abstracts(EXTRACTED) + choose_intervals()


def find_works(work_ids: Iterable[str]) -> dict[str, tuple[Work, list[Page]]]:
    """Return works of the worlds by id, each with its abstract as a page."""
    wanted = set(work_ids)
    return {
        work.work_id: (work, [Page(work.work_id, 0, work.abstract or "", work.abstract_source or "")])
        for name in (*_MEDICAL_WORLDS, "ipbes")
        for work in _read(name)
        if work.work_id in wanted
    }


def choose_intervals() -> list[tuple[str, Work, list[Page]]]:
    """Return (field, work, its abstract as a page) of 40 other works whose abstract prints an effect with interval."""
    known = {work.work_id for _, work, _ in choose_abstracts(EXTRACTED)}
    chosen: list[tuple[str, Work, list[Page]]] = []
    for name, most in _WITH_INTERVALS.items():
        works = _take((work for work in _read(name) if work.work_id not in known and _prints_interval(work)), most)
        known |= {work.work_id for work in works}
        field = "environment" if name == "ipbes" else "medicine"
        chosen += [
            (field, each, [Page(each.work_id, 0, each.abstract or "", each.abstract_source or "")]) for each in works
        ]
    return chosen


def _prints_interval(work: Work) -> bool:
    text = work.abstract or ""
    return len(text) <= _LONGEST and bool(_INTERVAL.search(text)) and not _VOLUME.search(work.title)


@cache
def _choose(field: str, most: int) -> list[Work]:
    return _take(_POOLS[field](), most)


def list_reviewed() -> list[tuple[str, Work, list[Page]]]:
    """Return (field, work, its abstract as a page) of all works from which a whole review was written by others."""
    return [
        ("psychotherapy", work, [Page(work.work_id, 0, work.abstract, work.abstract_source or "")])
        for work in _read("oud_2018")
        if work.abstract
    ]


def read_full_texts(names: Iterable[str] = FULL_TEXTS) -> list[tuple[str, Work, list[Page]]]:
    """Return (field, work, the pages of its full text) of the documents that there are, or those of these names."""
    read = []
    for place, (name, (field, title, year)) in enumerate(FULL_TEXTS.items(), 1):
        if name not in names:
            continue
        work = Work(f"W{place}", title, year=year, type="article")
        document = parse_file(DATA / "pdfs" / name)
        read.append((field, work, [Page(work.work_id, page.number, page.text, FULL_TEXT) for page in document.pages]))
    return read


def write_world(field: str, folder: Path) -> Path:
    """Return a file of a field's works as a catalogue in files, for a field that has none in the data."""
    file = folder / WORKS
    with gzip.open(file, "wb") as stream:
        stream.writelines(orjson.dumps(record) + b"\n" for record in _RECORDS[field]())
    return file


def _take(works: Iterable[Work], most: int) -> list[Work]:
    told = [work for work in works if len((work.abstract or "").split()) >= _LEAST_WORDS]
    return sorted(told, key=lambda work: hashlib.sha256(work.work_id.encode()).digest())[:most]


def _medical() -> Iterator[Work]:
    """Yield works that published reviews included, as many of each."""
    for name in _MEDICAL_WORLDS:
        gold = read_world(DEFAULT_WORLDS / name).gold
        yield from _take((work for work in _read(name) if work.work_id in gold), _OF_A_WORLD)


def _read(world: str, main_concept: str = "") -> Iterator[Work]:
    for record in _read_records(DEFAULT_WORLDS / world / WORKS):
        if not main_concept or _find_main_concept(record) == main_concept:
            yield parse_work(record)


def _read_records(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rb") as stream:
        yield from map(orjson.loads, stream)


def _find_main_concept(record: dict[str, Any]) -> str:
    concepts = [each for each in record.get("concepts") or [] if isinstance(each, dict) and each.get("level") == 0]
    return max(concepts, key=lambda each: each["score"] or 0)["display_name"] if concepts else ""


def _record_arxiv() -> Iterator[dict[str, Any]]:
    """Yield the works of computer science among what arXiv found for "testing", as OpenAlex would state them."""
    for file in sorted((DATA / "recordings" / "arxiv").glob("q_testing_s0_m100_*.json")):
        feed = ET.fromstring(orjson.loads(file.read_bytes())["body"])  # noqa: S314 - a recording
        for found in feed.iter(f"{_ATOM}entry"):
            category = found.find(f"{_ARXIV}primary_category")
            if category is not None and category.get("term", "").startswith("cs."):
                key = re.sub(r"v\d+$|\D", "", (found.findtext(f"{_ATOM}id") or "").rpartition("/")[2])
                year = (found.findtext(f"{_ATOM}published") or "")[:4]
                texts = [" ".join((found.findtext(_ATOM + name) or "").split()) for name in ("title", "summary")]
                yield _state(f"W{key}", *texts, year=int(year), kind="preprint", venue="arXiv")


def _record_philosophy(topic: str = "") -> Iterator[dict[str, Any]]:
    """Yield what OpenAlex found for a review of the extended mind, each work once, those with a topic where told."""
    seen = set()
    folder = DATA / "provenance" / "extended-mind-cognitive-offloading" / "json"
    for file in sorted(folder.glob("openalex_*.json")):
        for found in orjson.loads(file.read_bytes())["results"]:
            is_of_topic = any(topic in each for each in found["topics"]) or not topic
            if found["openalex_id"] not in seen and found["title"] and is_of_topic:
                seen.add(found["openalex_id"])
                venue = (found["source"] or {}).get("name") or ""
                year, kind = found["publication_year"], found["type"]
                texts = found["title"], found["abstract"] or ""
                yield _state(found["openalex_id"], *texts, year=year, kind=kind, venue=venue)


def _state(key: str, title: str, abstract: str, *, year: int | None, kind: str, venue: str) -> dict[str, Any]:
    words: dict[str, list[int]] = {}
    for place, word in enumerate(abstract.split()):
        words.setdefault(word, []).append(place)
    return {
        "id": f"https://openalex.org/{key}",
        "title": title,
        "publication_year": year,
        "type": kind,
        "language": "en",
        "primary_location": {"source": {"display_name": venue}},
        "abstract_inverted_index": words,
    }


_RECORDS = {"computer science": _record_arxiv, "philosophy": _record_philosophy}
_POOLS: dict[str, Callable[[], Iterable[Work]]] = {
    "medicine": _medical,
    "ecology": lambda: _read("ipbes", "Biology"),
    "economics": lambda: _read("ipbes", "Economics"),
    "computer science": lambda: map(parse_work, _record_arxiv()),
    "philosophy": lambda: map(parse_work, _record_philosophy("Extended Cognition")),
}
