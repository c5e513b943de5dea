"""The theory loop: what the argument rests on and does not name is searched for, read, and worked into the sections."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.supervision.expansion import Room
from flows.supervision.integration import extend_sections
from flows.supervision.rounds import close_gaps

# Rounds at most, by tier.
ROUNDS = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 5}
_ROOM = Room(works=10, seeds=5)


@flow(name="theory", flow_run_name="theory", validate_parameters=False)
def theory(review: ReviewContext) -> None:
    """Close one gap of theory a round, as many as the tier allows."""
    close_gaps(review, "theory", ROUNDS[review.plan.quality], _ROOM, extend_sections)
