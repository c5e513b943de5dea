"""Eligibility: works that cannot be in the review are left out by stated rules, before anybody judges them."""

from __future__ import annotations

from flows.context.context import ReviewContext
from storage.screening.languages import add_detections, texts_without_language
from storage.screening.screening import (
    exclude_ineligible,
    exclude_repeats,
    like_titled_works,
    undecided_records,
    works_of_one_doi,
)
from tasks.metadata.paratext import name_paratext
from tasks.metadata.same_work import pair_versions
from tasks.metadata.shared_dois import find_shared_dois
from tasks.screening.languages import detect_languages
from tasks.text.languages import CODES, LATIN


def settle_eligibility(review: ReviewContext, stage: int) -> None:
    """Decide against repeats and ineligible works found so far; languages that no record states are detected first."""
    shared, twins = find_shared_dois(works_of_one_doi(review.ledger))
    exclude_repeats(review.ledger, stage, [*twins, *pair_versions(like_titled_works(review.ledger))], shared)
    if pending := texts_without_language(review.ledger, CODES, LATIN):
        detected = review.driver.run(detect_languages, f"detect the language of {len(pending)} works", pending)
        add_detections(review.ledger, detected)
    told = {work.work_id: reason for work in undecided_records(review.ledger) if (reason := name_paratext(work))}
    exclude_ineligible(review.ledger, stage, grey=review.plan.grey, paratext=told)
