"""How certain an answer is, said with its reasons in the same words whoever judged."""

from __future__ import annotations

from storage.records.writing import ResearchAnswer
from tasks.analysts.passages import Line, state

HEADING = "Answers in brief"
"""The section that answers the research questions."""

NOT_JUDGED = "not judged"
CERTAINTIES = ("high", "moderate", "low", "very low")
"""The words of GRADE (Guyatt et al. 2008, doi:10.1136/bmj.39489.470347.AD); a grade is for people to give."""

_REASONS = ("consistency", "designs", "size", "directness")


def tell_certainty(answer: ResearchAnswer) -> list[Line]:
    """Return how certain an answer is and why, a sentence each; reasons that nobody gave are left out."""
    judged = " (judged by a language model)" if answer.certainty in CERTAINTIES else ""
    told = [f"Certainty{judged}: {answer.certainty}."]
    for name in _REASONS:
        reason = str(getattr(answer, name)).strip().rstrip(".")
        if reason:
            told.append(f"{name.capitalize()}: {reason}.")
    return [state(sentence) for sentence in told]
