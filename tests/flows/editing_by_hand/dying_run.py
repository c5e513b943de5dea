"""A resume that is killed: ``python -m tests.flows.editing_by_hand.dying_run HOME WHERE``, in a process of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import flows.export.hand_edits
import flows.review
from tests.flows.editing_by_hand.edited_review import EditedReview

KILLED = 137


def _die(*_: object, **__: object) -> None:
    os._exit(KILLED)


if __name__ == "__main__":
    home, where = sys.argv[1:]
    if where == "after reading":
        flows.review.begin_phase = _die  # type: ignore[attr-defined]
    else:
        flows.export.hand_edits.write_files = _die  # type: ignore[assignment]
    EditedReview(Path(home)).resume()
