"""How a review's flow run is identified in the Prefect UI: by tier and topic, and by tags to filter by."""

from __future__ import annotations

from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import FlowRun
from prefect.runtime import flow_run

from flows.context.context import ReviewRecord

_LONGEST = 120


def name_review() -> str:
    """Return the name of the current flow run of a review: tier and topic, on one line, of limited length."""
    asked = flow_run.parameters
    topic = " ".join("".join(char if char.isprintable() else " " for char in str(asked["topic"])).split())
    name = f"{asked['quality']}: {topic}"
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def tag_review(run: FlowRun, review: ReviewRecord) -> None:
    """Add tags to a flow run: litreview, the review's name, its tier and its analyst.

    Its tasks get none: before Prefect runs a tagged task, it asks the server for a concurrency slot for each tag.
    """
    tags = {"litreview", review.ledger.folder.name, review.plan.quality, review.plan.analyst}
    with get_client(sync_client=True) as client:
        client.update_flow_run(run.id, tags=sorted({*run.tags, *tags}))
