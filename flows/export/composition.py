"""What stands around the sections of a review, read from its ledger: for its files, and for its exports later on."""

from __future__ import annotations

from flows.export.pictures import draw_pictures
from storage.core.ledger import Ledger
from storage.reading.procedure import read_procedure
from storage.references.references import read_references
from storage.runs.language_models import count_shortfalls
from storage.runs.reviews import count_works, read_plan, review_numbers
from storage.writing.appendices import appendix_frames
from storage.writing.themes import read_themes
from tasks.analysts.registry import asks_models
from tasks.procedure.facts import STOP_CLAUSES, Facts
from tasks.reporting.appendix import render_appendix
from tasks.reporting.files import read_title, state_notices
from tasks.reporting.markdown import ReviewMeta


def read_facts(ledger: Ledger) -> Facts:
    """Return how a planned review was made, as its text tells it."""
    made = read_procedure(ledger)
    return Facts(review_numbers(ledger), made, by_model="llm" in made.judged_by or asks_models(made.analyst))


def compose_review(ledger: Ledger) -> tuple[str, ReviewMeta, dict[str, int]]:
    """Return the title of a planned review, what frames its sections, and its PRISMA counts.

    Raises:
        ValueError: the review was never planned.
    """
    plan = read_plan(ledger)
    if plan is None:
        raise ValueError("no review was planned in this ledger")
    numbers = review_numbers(ledger)
    pictures = draw_pictures(ledger)
    reason = str(numbers.get("stop_reason", ""))
    meta = ReviewMeta(
        as_of=int(numbers["as_of"]),
        works=read_references(ledger),
        keywords=tuple(theme.label for theme in read_themes(ledger)),
        notices=state_notices(numbers, plan.analyst, count_shortfalls(ledger)),
        appendix=render_appendix(
            stop_reason=STOP_CLAUSES.get(reason, reason), pictures=pictures, **appendix_frames(ledger)
        ),
        pictures=pictures,
    )
    return read_title(plan.topic), meta, count_works(ledger)
