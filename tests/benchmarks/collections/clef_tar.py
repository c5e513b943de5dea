"""CLEF TAR 2017-2019 (Kanoulas et al.): topics with the PubMed ids that a Boolean query found, and judgements (qrels).

A topic is a text file with `Topic:`, `Title:`, `Query:` and `Pids:`; a line of a qrels file is the topic, an iteration,
a PubMed id and a relevance above 0 for what the review included. The files hold no records: these come from OpenAlex
works that state PubMed ids (with citations), or from any export of PubMed that `run --import` reads (without).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from storage.core.errors import InputError
from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_work_id
from tasks.imports.reading import read_import
from tasks.metadata.fields import decode_json, entry, plain, read_year
from tests.benchmarks.collections.pool import Judged, Written, make_record, write_own

_WORKS = (".jsonl", ".gz", ".parquet")
_TITLE = re.compile(r"^Title:[ \t]*(?P<title>[^\n]+(?:\n(?!\s*\n|[A-Z]\w+:)[^\n]+)*)", re.MULTILINE)
_TOPIC = re.compile(r"^Topic:[ \t]*(?P<topic>\S+)", re.MULTILINE)
_PIDS = re.compile(r"^Pids:\s*(?P<pids>(?:\s*\d+)*)", re.MULTILINE)
_QREL = re.compile(r"(?P<topic>\S+)\s+\S+\s+(?P<pmid>\d+)\s+(?P<relevance>-?\d+)")
_PMID = re.compile(r"(\d{1,8})/?$")


def convert(source: Path, to: Path, records: Sequence[Path], fewest: int) -> list[Written]:
    """Write a world of each topic in a folder that its qrels judge.

    Raises:
        InputError: there are no topics, no qrels or no records, or one is malformed.
    """
    if not records:
        raise InputError(
            "CLEF TAR names works by PubMed ids alone; give their records with --records FILE (OpenAlex works, or an "
            "export of PubMed)"
        )
    reviews = list(read_reviews(source))
    works = read_works(records)
    return write_own(to, works, reviews, fewest)


def read_reviews(source: Path) -> Iterator[Judged]:
    """Yield the topics below a folder by name: what the query found and what was judged, whichever is more.

    Raises:
        InputError: there are none, a qrels file is malformed, or a topic has no title.
    """
    judged = _read_qrels(sorted(source.rglob("*.qrels")) or sorted(source.rglob("*qrels*.txt")))
    found = False
    for path in sorted(each for each in source.rglob("*") if each.is_file() and each.parent.name == "topics"):
        text = path.read_text("utf-8", errors="replace").replace("\r\n", "\n")
        topic, title, pids = _TOPIC.search(text), _TITLE.search(text), _PIDS.search(text)
        if not topic:
            continue
        if not title:
            raise InputError(f"{path} states no title; a topic has a line that begins with 'Title:'")
        found = True
        verdicts = dict.fromkeys(pids["pids"].split() if pids else (), False) | judged[topic["topic"]]
        yield Judged(topic["topic"], " ".join(title["title"].split()), verdicts)
    if not found:
        raise InputError(f"there is no topic in a folder 'topics' below '{source}'; give the folder of one year")


def _read_qrels(paths: Iterable[Path]) -> Mapping[str, dict[str, bool]]:
    judged: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    for path in paths:
        if "content" in path.name:  # full texts are judged apart; worlds are screened on title and abstract
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            if not (told := _QREL.fullmatch(line.strip())):
                raise InputError(f"{path}, line {number}, is no judgement; give topic, iteration, PubMed id, relevance")
            judged[told["topic"]][told["pmid"]] = int(told["relevance"]) > 0
    if not judged:
        raise InputError("there are no judgements (*.qrels); give the folder of one year of CLEF TAR")
    return judged


def read_works(paths: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """Return records by PubMed id, those met first.

    Raises:
        InputError: a file cannot be read or is of no known format.
    """
    works: dict[str, dict[str, Any]] = {}
    for path in paths:
        read = _read_openalex(path) if path.is_dir() or path.suffix in _WORKS else _read_export(path)
        for pmid, raw in read:
            works.setdefault(pmid, raw)
    return works


def _read_openalex(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for record in read_records(path):
        raw = entry(decode_json(record.text))
        pmid = _PMID.search(plain(entry(raw.get("ids")).get("pmid")) or "")
        if pmid and find_work_id(raw):
            yield pmid[1], dict(raw)


def _read_export(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for record in read_import(path).records:
        stated = entry(orjson.loads(record.response.body))
        pmid, title = plain(stated.get("pmid")), plain(stated.get("title"))
        if pmid and title:
            yield (
                pmid,
                make_record(
                    f"pmid:{pmid}",
                    title,
                    plain(stated.get("abstract")) or "",
                    year=read_year(stated.get("year")),
                    doi=plain(stated.get("doi")),
                ),
            )
