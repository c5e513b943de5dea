"""Eligibility: works that cannot be in the review are left out by stated rules, before anybody judges them."""

from __future__ import annotations

from flows.context.context import ReviewContext
from storage.screening.languages import add_detections, texts_without_language
from storage.screening.screening import exclude_ineligible, exclude_repeats
from tasks.screening.languages import detect_languages
from tasks.text.languages import CODES, LATIN


def settle_eligibility(review: ReviewContext, stage: int) -> None:
    """Decide against repeats and ineligible works found so far; languages that no record states are detected first."""
    exclude_repeats(review.ledger, stage)
    if pending := texts_without_language(review.ledger, CODES, LATIN):
        detected = review.driver.run(detect_languages, f"detect the language of {len(pending)} works", pending)
        add_detections(review.ledger, detected)
    exclude_ineligible(review.ledger, stage, grey=review.plan.grey)
