"""The running text of a full text as a model is shown it: pieces of pages, each under its heading."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.quotes import ShownPage
from tasks.language_models.dialogue import Dialogue
from tasks.parsing.running_text import Passage

LONGEST_TEXT = 100_000  # characters in one question
_LONGEST_HEADING = 80


def show_passages(passages: Sequence[Passage], work_id: str) -> Dialogue[tuple[list[ShownPage], list[dict[str, Any]]]]:
    """Return passages as a model is shown them, as pages that can be quoted from and as records for a data block.

    Neighbouring passages of one page under one heading are one piece.
    """
    shown: list[ShownPage] = []
    told: list[dict[str, Any]] = []
    for (number, heading), group in groupby(passages, key=lambda passage: (passage.page.page, passage.heading)):
        piece = list(group)
        text = yield from admit_text("\n\n".join(passage.text for passage in piece), LONGEST_TEXT, work_id)
        if not text:
            continue
        name = yield from admit_text(heading, _LONGEST_HEADING, work_id)
        shown.append(ShownPage(piece[0].page, text))
        told.append({"page": number, "heading": name, "text": text} if name else {"page": number, "text": text})
    return shown, told


def divide_passages(passages: Sequence[Passage]) -> list[list[Passage]]:
    """Return passages in as few parts of about 100,000 characters as possible, of nearly equal length, in order."""
    lengths = [passage.end - passage.start for passage in passages]
    count = -(-sum(lengths) // LONGEST_TEXT)
    parts: list[list[Passage]] = [[] for _ in range(count)]
    before = 0
    for passage, length in zip(passages, lengths, strict=True):
        parts[min(count - 1, (before + length // 2) * count // sum(lengths))].append(passage)
        before += length
    return [part for part in parts if part]
