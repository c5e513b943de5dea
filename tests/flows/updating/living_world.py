"""A world that grows: half of the demo corpus on hair cortisol, and thirty works that appear after the first run.

Five of them are relevant, one is the published version of a preprint of the corpus, and one the notice that retracts
another work of the corpus; the rest are about wheat and mention words of the topic in passing.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

TOPIC = "hair cortisol as a measure of long-term stress and its relation to obesity"

RELEVANT = ("W2104616693", "W2949828305", "W2333571237", "W2521757803", "W2591819122")
# Both in one theme, so that another theme stays as it is.
RETRACTED = "W2885055395"
PREPRINT = "W1749313036"
PUBLISHED = "W9000000001"
NOTICE = "W9000000002"
NOTICE_DOI = "10.9999/notice"
NEWEST = 2022

_ALSO_KNOWN = "W2512922965"

_FRESH = 30
_WHEAT = "Winter wheat was grown under drip irrigation in a hair-thin layer of soil; yield was weighed at harvest."


def write_first(path: Path) -> None:
    """Write the catalogue as the first run finds it."""
    _write(path, _first())


def write_grown(path: Path, *, flagged: str = "") -> None:
    """Write the catalogue with thirty works more; the record of the work `flagged` says by now that it is retracted."""
    sample = _read_sample()
    published = sample[PREPRINT] | {"id": f"https://openalex.org/{PUBLISHED}", "doi": "10.9999/published"}
    notice = _make(NOTICE, f"Retraction: {sample[RETRACTED]['title']}", "The authors retract it.", NOTICE_DOI)
    fresh = [*(sample[key] | _out_in(NEWEST) for key in RELEVANT), published | _out_in(NEWEST), notice]
    fresh += [
        _make(f"W91{number:08}", f"Yield of winter wheat under drip irrigation, trial {number}", _WHEAT)
        for number in range(_FRESH - len(fresh))
    ]
    known = [record | {"is_retracted": record["id"].endswith(f"/{flagged}")} for record in _first()]
    _write(path, [*known, *fresh])


def _first() -> list[dict[str, Any]]:
    sample = _read_sample()
    named = {RETRACTED, PREPRINT, _ALSO_KNOWN, *RELEVANT}
    on_topic = [key for key, record in sample.items() if key in named or "hair" in record["title"].lower()]
    kept = [sample[key] for place, key in enumerate(on_topic) if key not in RELEVANT and (place % 2 or key in named)]
    preprint = {"type": "preprint", "doi": None, **_out_in(NEWEST - 1)}
    return [record | preprint if record["id"].endswith(f"/{PREPRINT}") else record for record in kept]


def _read_sample() -> dict[str, dict[str, Any]]:
    lines = files("storage.sample").joinpath("works.jsonl").read_text(encoding="utf-8").splitlines()
    return {record["id"].rpartition("/")[2]: record for record in map(json.loads, lines)}


def _out_in(year: int) -> dict[str, Any]:
    return {"publication_year": year, "publication_date": f"{year}-03-01"}


def _make(key: str, title: str, abstract: str, doi: str | None = None) -> dict[str, Any]:
    return {
        "id": f"https://openalex.org/{key}",
        "doi": doi,
        "title": title,
        "type": "article",
        "language": "en",
        "cited_by_count": 0,
        "authorships": [{"author": {"id": "https://openalex.org/A1", "display_name": "Ada Field"}}],
        "abstract_inverted_index": {word: [place] for place, word in enumerate(abstract.split())},
        **_out_in(NEWEST),
    }


def _write(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
