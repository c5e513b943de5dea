"""Worlds made at run time from `../shared/data`: other fields and other shapes than those of the labelled worlds.

Settings chosen on a few worlds fit those worlds. Worlds that were made from one source are one family: a family is left
out of a choice as a whole. Nothing made here is kept.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_work_id
from tasks.metadata.fields import decode_json, entries, entry, normalise_doi, plain
from tasks.metadata.titles import normalise_title
from tasks.provenance.bibliography import decode_latex, read_bibliography
from tests.benchmarks.collections.pool import invert, make_id, make_record
from tests.benchmarks.worlds import LABELS, REVIEW, WORKS, World, find_worlds, read_world

_DATA = Path("..") / "shared" / "data"
_FEWEST_GOLD = 3
_SMALL_POOL = 120

# What the chapters are about whose authors chose the key papers of a snowball, in words of the chapters' titles.
_SNOWBALLS = {
    "tca_ch3": "Transformative change for biodiversity and sustainability",
    "bba_ch2": "How business depends on biodiversity and ecosystem services",
    "bba_ch4_pilot1": "Measuring and accounting for biodiversity in business",
    "bba_ch4_pilot2": "Natural capital accounting and assessment of ecosystem services for business",
    "bba_ch5_mcro": "Businesses as actors of change for biodiversity",
    "bba_ch5_rr": "Roles and responsibilities of business for biodiversity",
    "bba_ch6_iplc": "Indigenous peoples and local communities, business and biodiversity",
    "bba_ch6_fin": "Financial regulation, central banks and biodiversity",
    "bba_ch6_critfin": "Critical studies of finance: central banks, risk and performativity",
    "tfc_ch5": "Water, food and biodiversity: sustainable use of water and nutrients",
}
_SNOWBALL_WORKS = 900


@dataclass(frozen=True)
class Made:
    """A world, and the family of worlds that one source gave."""

    family: str
    world: World


@dataclass(frozen=True)
class Records:
    """Raw OpenAlex works by id, those included, and the review's title."""

    works: Mapping[str, Mapping[str, Any]]
    gold: frozenset[str]
    title: str


def make_worlds(folder: Path) -> Iterator[Made]:
    """Yield the labelled worlds, their other shapes, and worlds of other labels, written below a folder.

    Of each labelled world: without citations, titles only, both; 1% and 30% included; a pool of 120. Of a review whose
    searches are kept: the works its bibliography has among all that its searches found, of which no citations are
    known, and the same as titles only. Of the union of snowballs: the key papers of each among all key papers and 900
    other works. What is drawn is drawn by the hash of ids. Worlds with fewer than three included works are left out,
    and sources that are absent.
    """
    for world in find_worlds([]):
        yield Made(world.name, world)
        for shape, records in _reshape(read_labelled(world)):
            yield from _write(folder, world.name, f"{world.name}, {shape}", records)
    for bibliography in sorted((_DATA / "provenance").glob("*/*.bib")):
        name = bibliography.parent.name
        for part, records in _read_bibliography(bibliography):
            yield from _write(folder, name, part, records)
    for part, records in _read_snowballs(_DATA / "worlds" / "ipbes" / WORKS):
        yield from _write(folder, "ipbes", part, records)


def read_labelled(world: World) -> Records:
    """Return the raw records of a world with its labels."""
    return Records(_read_works(world.works_file), world.gold, world.title)


def _read_works(path: Path) -> dict[str, Mapping[str, Any]]:
    works: dict[str, Mapping[str, Any]] = {}
    for record in read_records(path):
        raw = entry(decode_json(record.text))
        if work_id := find_work_id(raw):
            works.setdefault(work_id, raw)
    return works


def _reshape(records: Records) -> Iterator[tuple[str, Records]]:
    bare: dict[str, Any] = {"referenced_works": []}
    short: dict[str, Any] = {"abstract_inverted_index": None}
    yield "no citations", _change(records, bare)
    yield "titles only", _change(records, short)
    yield "titles only, no citations", _change(records, bare | short)
    others = [work_id for work_id in draw(records.works) if work_id not in records.gold]
    gold = [work_id for work_id in draw(records.works) if work_id in records.gold]
    few = max(_FEWEST_GOLD, len(others) // 99)
    if few < len(gold):
        yield "1% included", _keep(records, gold[:few], others)
    yield "30% included", _keep(records, gold, others[: len(gold) * 7 // 3])
    few = max(5, round(_SMALL_POOL * len(gold) / len(records.works)))
    yield f"{_SMALL_POOL} works", _keep(records, gold[:few], others[: _SMALL_POOL - few])


def _change(records: Records, fields: Mapping[str, Any]) -> Records:
    return replace(records, works={work_id: {**raw, **fields} for work_id, raw in records.works.items()})


def _keep(records: Records, gold: Sequence[str], others: Sequence[str]) -> Records:
    kept = {*gold, *others}
    return Records(
        {work_id: raw for work_id, raw in records.works.items() if work_id in kept}, frozenset(gold), records.title
    )


def draw(names: Mapping[str, object]) -> list[str]:
    """Return names in an order that is as good as random and the same everywhere: by their hashes."""
    return sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())


_HEADING = re.compile(r"^title: (.+)$", re.MULTILINE)


def _read_bibliography(path: Path) -> Iterator[tuple[str, Records]]:
    """Yield the works a bibliography has among those its searches found, with abstracts and without."""
    heading = next((_HEADING.search(each.read_text("utf-8")) for each in sorted(path.parent.glob("*.md"))), None)
    if not heading:
        return
    works = _read_searches(path.parent / "json")
    by_doi = {raw["doi"]: work_id for work_id, raw in works.items() if raw["doi"]}
    by_title = {normalise_title(raw["title"]): work_id for work_id, raw in works.items()}
    gold = set()
    for one in read_bibliography(path):
        title = normalise_title(decode_latex(one.value("title")))
        if found := by_doi.get(normalise_doi(one.value("doi"))) or by_title.get(title):
            gold.add(found)
    whole = Records(works, frozenset(gold), heading.group(1).strip())
    yield path.parent.name, whole
    yield f"{path.parent.name}, titles only", _change(whole, {"abstract_inverted_index": None})


def _read_searches(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what cached answers of several services found as OpenAlex records without references, one per work.

    A work met again is known by its DOI or title; the first abstract met is kept.
    """
    works: dict[str, dict[str, Any]] = {}
    known: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        for result in entries(entry(json.loads(path.read_text("utf-8"))).get("results")):
            title = plain(result.get("title"))
            if not title:
                continue
            doi, name = normalise_doi(result.get("doi")), normalise_title(title)
            work_id = known.get(doi or "") or known.get(name) or make_id(name)
            known |= dict.fromkeys([key for key in (doi, name) if key], work_id)
            raw = works.setdefault(work_id, _make_record(name, title, result))
            raw["doi"] = raw["doi"] or doi
            raw["abstract_inverted_index"] = raw["abstract_inverted_index"] or invert(
                plain(result.get("abstract")) or ""
            )
    return works


def _make_record(key: str, title: str, result: Mapping[str, Any]) -> dict[str, Any]:
    year = plain(result.get("publication_year")) or plain(result.get("year")) or (plain(result.get("published")) or "")
    cited = plain(result.get("cited_by_count")) or plain(result.get("citationCount")) or "0"
    record = make_record(key, title, year=int(year[:4]) if year[:4].isdigit() else None)
    return record | {"cited_by_count": int(cited) if cited.isdigit() else 0}


def _read_snowballs(path: Path) -> Iterator[tuple[str, Records]]:
    if not path.is_file():
        return
    works = _read_works(path)
    keys = {work_id: set(raw.get("_key_in") or ()) for work_id, raw in works.items()}
    drawn = [work_id for work_id in draw(works) if not keys[work_id]][:_SNOWBALL_WORKS]
    kept = {work_id: works[work_id] for work_id in works if keys[work_id] or work_id in set(drawn)}
    for name, title in _SNOWBALLS.items():
        yield f"ipbes {name}", Records(kept, frozenset(w for w in kept if name in keys[w]), title)


def _write(folder: Path, family: str, name: str, records: Records) -> Iterator[Made]:
    if len(records.gold) < _FEWEST_GOLD:
        return
    place = folder / re.sub(r"[^\w%,.-]+", " ", name)
    place.mkdir(parents=True)
    with gzip.open(place / WORKS, "wt", encoding="utf-8", compresslevel=1) as stream:
        stream.writelines(json.dumps(raw) + "\n" for raw in records.works.values())
    with (place / LABELS).open("w", encoding="utf-8", newline="") as stream:
        labels = csv.writer(stream)
        labels.writerow(["openalex_id", "included"])
        labels.writerows([f"https://openalex.org/{work_id}", int(work_id in records.gold)] for work_id in records.works)
    (place / REVIEW).write_text(json.dumps({"review_title": records.title}), "utf-8")
    yield Made(family, read_world(place))
