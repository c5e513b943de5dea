"""A review updated after a person decided otherwise than its analyst."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from flows.update import update
from storage.core.ledger import Ledger
from storage.records.screening import Verdict
from storage.screening.human import PERSON, screening_queue
from storage.screening.screening import add_decisions
from tasks.human.screening import decide_by_person
from tasks.screening.tasks import THRESHOLD
from tests.flows.updating.living_world import RELEVANT


@dataclass(frozen=True)
class Judged:
    """A review updated after a person decided otherwise than the analyst: its folder, and works taken in and out."""

    folder: Path
    included: str
    excluded: tuple[str, ...]


def judge_otherwise(review: Path) -> Judged:
    """Update a copy of a review after a person took a work in, and left out two that an update had added."""
    folder = shutil.copytree(review, review.with_name("judged"))
    with Ledger(folder) as ledger:
        works = {work["work_id"]: work for work in screening_queue(ledger, THRESHOLD, 1.0, 1000)}
        wanted = next(work_id for work_id, work in works.items() if work["verdict"] == "exclude")
        verdicts: dict[str, Verdict] = {wanted: "include"} | dict.fromkeys(RELEVANT[:2], "exclude")
        with ledger.transaction():
            for name, verdict in verdicts.items():
                by_person = decide_by_person(works[name], verdict, PERSON, works[name]["decisions"], seen=True)
                add_decisions(ledger, [by_person])
    update.fn("judged", reviews=str(folder.parent), batch=False, quiet=True)
    return Judged(folder, wanted, RELEVANT[:2])
