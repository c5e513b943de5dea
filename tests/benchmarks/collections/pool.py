"""A pool of works and the reviews that judged them, written as folders of worlds."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slugify import slugify

from storage.core.errors import InputError
from tests.benchmarks.worlds import LABELS, REVIEW, WORKS


@dataclass(frozen=True, slots=True)
class Judged:
    """A review or query: its title, and by key the works judged for it, True for those it includes."""

    name: str
    title: str
    verdicts: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Written:
    """A world that was written, its works, those included, and how many included works no record was there of."""

    folder: Path
    works: int
    included: int
    missing: int


def make_record(
    key: str,
    title: str,
    abstract: str = "",
    *,
    year: int | None = None,
    doi: str | None = None,
    cited: Iterable[str] = (),
) -> dict[str, Any]:
    """Return a work as a record in OpenAlex's form; its id is made from `key`, those cited are named by their keys."""
    return {
        "id": f"https://openalex.org/{make_id(key)}",
        "doi": doi,
        "title": " ".join(title.split()),
        "type": "article",
        "publication_year": year,
        "cited_by_count": 0,
        "abstract_inverted_index": invert(abstract),
        "referenced_works": [f"https://openalex.org/{make_id(each)}" for each in dict.fromkeys(cited)],
    }


def make_id(key: str) -> str:
    """Return an OpenAlex id that stands for a key of another collection."""
    return f"W{int(hashlib.sha256(key.encode()).hexdigest()[:12], 16)}"


def invert(text: str) -> dict[str, list[int]] | None:
    """Return a text as OpenAlex has abstracts, each word with its places; None for none."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        places.setdefault(word, []).append(place)
    return places or None


def write_own(
    to: Path, works: Mapping[str, Mapping[str, Any]], reviews: Iterable[Judged], fewest: int
) -> list[Written]:
    """Write a world of each review with the works judged for it; see `write_shared`."""
    written = []
    for review in reviews:
        pool = {key: works[key] for key in review.verdicts if key in works}
        written += write_shared(to, pool, [review], fewest)
    return written


def write_shared(
    to: Path, works: Mapping[str, Mapping[str, Any]], reviews: Iterable[Judged], fewest: int
) -> list[Written]:
    """Write a world of each review, all with the same works; return those that include `fewest` works and more.

    Raises:
        InputError: a folder is there already, or cannot be written.
    """
    written, first = list[Written](), None
    for review in reviews:
        gold = [key for key, included in review.verdicts.items() if included]
        known = [key for key in gold if key in works]
        if len(known) < max(1, fewest):
            continue
        folder = to / (slugify(review.name, max_length=60) or "review")
        first = _write_world(folder, works, review, first)
        written.append(Written(folder, len(works), len(known), len(gold) - len(known)))
    return written


def _write_world(folder: Path, works: Mapping[str, Mapping[str, Any]], review: Judged, first: Path | None) -> Path:
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise InputError(f"'{folder}' is there already; remove it, or give another folder to write to") from None
    path = folder / WORKS
    if first is None:
        # Without the time in the head of the file the same collection gives the same bytes, and one index.
        with path.open("wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as stream:
            for raw in works.values():
                stream.write(json.dumps(raw, ensure_ascii=False).encode() + b"\n")
    else:
        _link(first, path)
    with (folder / LABELS).open("w", encoding="utf-8", newline="") as table:
        rows = csv.writer(table)
        rows.writerow(["openalex_id", "included"])
        rows.writerows([raw["id"], int(review.verdicts.get(key, False))] for key, raw in works.items())
    title = {"review_title": review.title}
    (folder / REVIEW).write_text(json.dumps(title, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def _link(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except OSError:  # another file system, or one without links
        shutil.copyfile(path, other)


def name_missing(written: Sequence[Written]) -> str:
    """Return in a sentence what was written, and how many included works are lacking for want of records."""
    included, missing = sum(each.included for each in written), sum(each.missing for each in written)
    lacking = f"; of {missing:,} works included more there is no record" if missing else ""
    return f"{len(written):,} worlds with {included:,} included works{lacking}"
