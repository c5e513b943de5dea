"""What is ranked, and what the ranking learns from."""

from __future__ import annotations

import polars as pl

from flows.context.context import ReviewContext
from storage.screening.ranking import screening_verdicts
from storage.screening.synonyms import read_synonyms
from tasks.screening.other_names import unfold_works
from tasks.screening.proposals import Pool
from tasks.screening.tasks import (
    prepare_pool,
    ranking_texts,
)

# A minute's embedding. Larger pools are ranked by words, links and citations alone.
_MOST_EMBEDDED = 2_000


def prepare(review: ReviewContext, works: pl.DataFrame) -> Pool:
    """Return works (see `storage.screening.ranking.ranking_pool`) ready to be ranked.

    An analyst that scores needs the vectors of the works it judges anyway: there meaning counts in the ranking too.
    Other names that works use for what the topic names are read as the topic's own.
    """
    works = unfold_works(works, read_synonyms(review.ledger))
    vectors = None
    if not review.analyst.reads and works.height <= _MOST_EMBEDDED:
        vectors = review.vectors_of(ranking_texts(works))
    embed = None if vectors is None else review.embed
    return review.driver.run(prepare_pool, f"features of {works.height} works", works, review.plan, embed, vectors)


def taught(review: ReviewContext) -> dict[str, bool]:
    """Return the verdicts that the ranking learns from: all of them, or people's where the analyst only scores.

    A ranker trained on an analyst that only scores would repeat that analyst's mistakes.
    """
    return screening_verdicts(review.ledger, by_analyst=review.analyst.reads)
