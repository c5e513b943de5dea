"""Pairs of records of several indexes: which are one work, said by the code, held against a reading of each.

`tests/benchmarks/truth/matching.jsonl` has pairs of real records with the verdict of who read them: "same" (one
publication), "version" (preprint and article, paper and article, edition), "notice" (a corrigendum, reply, review or
supplement and what it is about) or "other". Rules were made on the part `development`, mended once after a look at
`check`, and once after a look at `report`; the README beside says what each part gave before. `unseen` and `unseen
again` were judged and committed before the rules were run on them, and come from several draws. In part of the pairs
the DOI of one record is withheld, as many indexes state none. Parts of `STRANGERS` are of sets whose duplicates other
people marked by hand, judged once more by reading; they are measured as they are, and with the numbers of one record
withheld.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from storage.core.errors import InputError
from storage.records.search import Author, Identifier, Work
from tasks.metadata.fields import normalise_doi, read_type, read_year
from tasks.metadata.same_work import is_same_work
from tasks.text.cleaning import clean_text
from tests.benchmarks.rows import Row, share

PAIRS = Path(__file__).parent / "truth" / "matching.jsonl"
STRANGERS = ("strangers", "strangers again", "strangers a third time")
PARTS = ("development", "check", "report", "unseen", "unseen again", *STRANGERS)
VERDICTS = ("same", "version", "notice", "other")
_TYPES = {"JournalArticle": "article", "Review": "review", "Book": "book", "Conference": "article"}
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class Pair:
    """Two records and what they were read to be; `draw` says how a fresh pair was found ("" for others)."""

    number: int
    part: str
    draw: str
    verdict: str
    one: Work
    other: Work


def measure_matching(pairs: Path = PAIRS) -> list[Row]:
    """Return precision and recall of "one work" beside matching by DOI alone, and what is told apart.

    Part by part and draw by draw, those of strangers also without the numbers of one record; then of all together.

    Raises:
        InputError: a pair is malformed.
    """
    read = read_pairs(pairs)
    parts: dict[str, list[Pair]] = {}
    for pair in sorted(read, key=lambda pair: PARTS.index(pair.part)):
        for name in (pair.part, f"{pair.part}: {pair.draw}") if pair.draw else (pair.part,):
            parts.setdefault(name, []).append(pair)
    for name in STRANGERS:
        parts[f"{name}, numbers of one withheld"] = [_withhold(pair) for pair in parts.get(name, ())]
    return [row for part, some in (*parts.items(), ("all pairs", read)) for row in _measure_part(part, some)]


def _withhold(pair: Pair) -> Pair:
    return replace(pair, other=replace(pair.other, doi=None, identifiers=()))


def _measure_part(part: str, pairs: Sequence[Pair]) -> list[Row]:
    ours = Counter((pair.verdict, is_same_work(pair.one, pair.other)) for pair in pairs)
    peer = Counter((pair.verdict, pair.one.doi is not None and pair.one.doi == pair.other.doi) for pair in pairs)
    rows = [
        Row(part, "precision", _precise(ours), peer=_precise(peer)),
        Row(part, "recall", _recall(ours), peer=_recall(peer)),
    ]
    for verdict in VERDICTS:
        total = ours[verdict, True] + ours[verdict, False]
        rows.append(Row(part, f"pairs: {verdict}", total))
        if verdict != "same":
            kept, beside = ours[verdict, False], peer[verdict, False]
            rows.append(Row(part, f"kept apart: {verdict}", share(kept, total), peer=share(beside, total)))
    return rows


def _precise(counts: Mapping[tuple[str, bool], int]) -> float | None:
    return share(counts["same", True], sum(counts[verdict, True] for verdict in VERDICTS))


def _recall(counts: Mapping[tuple[str, bool], int]) -> float | None:
    return share(counts["same", True], counts["same", True] + counts["same", False])


def read_pairs(path: Path) -> list[Pair]:
    """Return the pairs of a file.

    Raises:
        InputError: one is malformed.
    """
    pairs = []
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            stated = json.loads(line)
            one, other = (_read_work(stated[name], f"{name}-{place}") for name in ("one", "other"))
            pair = Pair(int(stated["pair"]), stated["part"], stated.get("draw", ""), stated["verdict"], one, other)
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"line {place} of '{path}' is no pair of records; correct it") from error
        if pair.part not in PARTS or pair.verdict not in VERDICTS:
            raise InputError(f"line {place} of '{path}' names no part or verdict; correct it")
        pairs.append(pair)
    return pairs


def _read_work(stated: Mapping[str, Any], work_id: str) -> Work:
    kind = stated.get("type")
    numbers = {scheme: stated.get(scheme) for scheme in ("pmid", "pmcid", "arxiv")}
    return Work(
        work_id=work_id,
        title=clean_text(stated["title"], _LONGEST),
        doi=normalise_doi(stated.get("doi")),
        year=read_year(stated.get("year")),
        type=read_type(_TYPES.get(str(kind), kind)),
        authors=tuple(Author(name) for name in stated.get("authors", ())),
        identifiers=tuple(
            Identifier(scheme, str(value), str(stated["source"])) for scheme, value in numbers.items() if value
        ),
        venue=stated.get("venue"),
        volume=stated.get("volume"),
        pages=stated.get("pages"),
    )
