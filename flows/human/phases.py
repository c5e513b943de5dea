"""Which question to people comes before which phase of a review."""

from __future__ import annotations

from flows.context.context import ReviewContext
from flows.human.questions import ask_about_screening
from flows.human.themes import ask_about_themes

_QUESTIONS = {"records": ask_about_screening, "organization": ask_about_themes}


def ask_before(phase: str, review: ReviewContext) -> None:
    """Ask people what is theirs to judge before a phase, if they are to be asked; before most there is nothing.

    Raises:
        StoppedByPerson: a person stopped the run, or nobody answered and the run is to stop then.
    """
    if question := _QUESTIONS.get(phase):
        question(review)
