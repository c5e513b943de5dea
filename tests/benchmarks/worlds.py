"""Worlds: works of one field in a folder, with the works a published systematic review of it included."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from storage.core.errors import InputError
from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_work_id, parse_work
from tasks.metadata.fields import decode_json, entry, openalex_key

WORKS, LABELS, REVIEW = "works.jsonl.gz", "labels.csv", "review.json"
DEFAULT_WORLDS = Path("..") / "shared" / "data" / "worlds"


@dataclass(frozen=True)
class World:
    """A field in a folder: the review's title, all works with their references, and the works it included (gold)."""

    name: str
    works_file: Path
    title: str
    references: dict[str, tuple[str, ...]]
    gold: frozenset[str]

    @property
    def works(self) -> int:
        """Return how many works the world has."""
        return len(self.references)

    @property
    def prevalence(self) -> float:
        """Return the share of the world's works that the review included."""
        return len(self.gold) / self.works


def find_worlds(folders: Sequence[Path]) -> list[World]:
    """Return the worlds of the folders; of none, those with labels in `../shared/data/worlds`, by name.

    Raises:
        InputError: there is no world, or one is malformed.
    """
    chosen = list(folders) or sorted(path.parent for path in DEFAULT_WORLDS.glob(f"*/{LABELS}"))
    if not chosen:
        raise InputError(
            f"there is no world with labels in {DEFAULT_WORLDS}; give --world a folder that holds {WORKS}, {LABELS} "
            f"and {REVIEW}"
        )
    return [read_world(folder) for folder in chosen]


def read_world(folder: Path) -> World:
    """Return the world in a folder.

    Raises:
        InputError: a file is missing or malformed, or a label is of a work the world does not have.
    """
    for name in (WORKS, LABELS, REVIEW):
        if not (folder / name).is_file():
            raise InputError(f"the world '{folder}' has no {name}; a world holds {WORKS}, {LABELS} and {REVIEW}")
    references = _read_references(folder / WORKS)
    labels = _read_labels(folder / LABELS)
    if strange := sorted(labels.keys() - references.keys()):
        raise InputError(f"{folder / LABELS} labels {strange[0]}, which {WORKS} lacks; remove it or add the work")
    gold = frozenset(work_id for work_id, included in labels.items() if included)
    if not gold:
        raise InputError(f"{folder / LABELS} includes no work, so there is nothing to measure; label some with 1")
    return World(folder.resolve().name, folder / WORKS, _read_title(folder / REVIEW), references, gold)


def _read_references(path: Path) -> dict[str, tuple[str, ...]]:
    references: dict[str, tuple[str, ...]] = {}
    for record in read_records(path):
        try:
            raw = entry(decode_json(record.text))
        except ValueError as error:
            raise InputError(f"{record.place} in '{path.parent}' is not JSON; correct or remove the line") from error
        if (work_id := find_work_id(raw)) is None:
            raise InputError(f"{record.place} in '{path.parent}' is no OpenAlex work; correct or remove the line")
        references.setdefault(work_id, parse_work(raw).references)
    return references


def _read_labels(path: Path) -> dict[str, bool]:
    labels: dict[str, bool] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            for line, row in enumerate(csv.DictReader(stream), start=2):
                work_id = openalex_key(row.get("openalex_id"), "W")
                included = (row.get("included") or "").strip()
                if work_id is None or included not in {"0", "1"}:
                    raise InputError(
                        f"{path}, line {line}, is no label; give an OpenAlex work in openalex_id and 0 or 1 in included"
                    )
                labels[work_id] = included == "1"
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} is not CSV in UTF-8; save it as such") from error
    return labels


def _read_title(path: Path) -> str:
    try:
        title = entry(json.loads(path.read_text(encoding="utf-8"))).get("review_title")
    except ValueError as error:
        raise InputError(f"{path} is not JSON; correct it") from error
    if not isinstance(title, str) or not title.strip():
        raise InputError(f"{path} states no review_title; add the title of the published review")
    return title
