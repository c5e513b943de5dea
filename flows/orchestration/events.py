"""What automations may wait for: the search is saturated, the budget runs out, a work of the review was retracted.

Each is a Prefect event about the resource ``litreview.review.NAME``, emitted once, when it occurs:

========================  ===================================================================================
``litreview.saturated``   snowballing ran dry, and was not cut off by the tier's size or the share that may be
                          screened; payload: stop_reason, stage, coverage_delta, recall_estimate, recall_low,
                          relevant
``litreview.budget``      an economy began, or the run stopped before the budget was passed; payload: economy
                          (supervision, analyses, opus; or exhausted), message
``litreview.retraction``  a work of the review is retracted; payload: work_id, doi, citekey, title, date,
                          sources, sentences (how many cite it)
========================  ===================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from prefect.context import FlowRunContext
from prefect.events import emit_event

from storage.core.errors import BudgetExhausted
from storage.core.ledger import Ledger


@contextmanager
def events_announced(ledger: Ledger) -> Iterator[None]:
    """Emit, when the block ends, the events that occurred within it; a budget used up is one of them."""
    known = set(_read_events(ledger))
    try:
        yield
    except BudgetExhausted as end:
        _tell(ledger, "budget", {"economy": "exhausted", "message": str(end)})
        raise
    finally:
        for (event, subject), payload in _read_events(ledger).items():
            if (event, subject) not in known:
                _tell(ledger, event, payload)


def _read_events(ledger: Ledger) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the events that have occurred in a review so far, by event and what identifies its occurrence."""
    rows = ledger.frame("review_events").iter_rows()
    return {(event, subject): orjson.loads(payload) for event, subject, payload in rows}


def _tell(ledger: Ledger, event: str, payload: dict[str, Any]) -> None:
    """Emit an event of a review; without a flow run there is no server to receive it."""
    if FlowRunContext.get() is None:
        return
    name = ledger.folder.name
    resource = {"prefect.resource.id": f"litreview.review.{name}", "prefect.resource.name": name}
    emit_event(f"litreview.{event}", resource=resource, payload=payload)
