"""A review through the OpenAlex API, as far as it asks anything, in a process of its own that can be killed.

``python -m tests.storms.openalex_run HOME`` runs it, or goes on with it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.snowballing import snowballing
from storage.core.canonical import canonical_hash
from storage.core.errors import QuotaExhausted
from storage.core.ledger import Ledger
from tasks.environment.settings import read_settings
from tests.faults.world import TOPIC

_AS_OF = 2023


@dataclass(frozen=True)
class End:
    """What the search of a review came to: its hash, the works of its corpus, and what it knows to have spent."""

    canonical_hash: str
    corpus: tuple[str, ...]
    usd: float


def run_review(home: Path, url: str) -> None:
    """Run a review in a folder as far as it asks the API at an address, or go on with it."""
    settings = read_settings().model_copy(update={"openalex_url": url, "open_library_url": ""})
    order = ReviewOrder(
        topic=TOPIC, quality="quick", name="r", catalogue="openalex", analyst="instant", as_of=_AS_OF, reviews=home
    )
    with open_context(order, settings, Progress(quiet=True)) as bench:
        discovery.fn(bench)
        snowballing.fn(bench)


def look_at(home: Path) -> End:
    """Return what the review in a folder came to."""
    with Ledger(home / "r") as ledger:
        corpus = ledger.select("SELECT work_id FROM corpus ORDER BY work_id")["work_id"]
        usd = ledger.select("SELECT coalesce(sum(usd), 0) FROM api_call").item()
        return End(canonical_hash(ledger), tuple(corpus), float(usd))


def answers_on_record(home: Path) -> set[str]:
    """Return the paths and queries to which the review in a folder has an answer."""
    with Ledger(home / "r") as ledger:
        return set(ledger.select("SELECT path FROM catalogue_answer")["path"])


if __name__ == "__main__":
    try:
        run_review(Path(sys.argv[1]), sys.argv[2])
    except QuotaExhausted as pause:
        sys.exit(str(pause))
