"""The batches of a loopback Anthropic: made, listed and read as the API does it, newest first, a page at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.benchmarks.servers.refused import Refused

FAULTS = {"expired", "errored"}
"""What can become of a third of a batch's requests, the first among them."""

_CUSTOM_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_MOST_REQUESTS, _MOST_ROWS, _ROWS = 100_000, 1_000, 20


@dataclass
class Batch:
    """One batch: the result of each request by custom id, and how often it is looked at before it has ended."""

    batch_id: str
    created_at: datetime
    results: dict[str, dict[str, Any]]
    looks: int

    def describe(self, url: str, *, new: bool = False) -> dict[str, Any]:
        """Return the batch as the API shows it; a new one has never ended."""
        ended = self.looks <= 0 and not new
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        for result in self.results.values():
            counts[result["type"] if ended else "processing"] += 1
        return {
            "id": self.batch_id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts,
            "created_at": self.created_at.isoformat(),
            "expires_at": (self.created_at + timedelta(hours=24)).isoformat(),
            "ended_at": self.created_at.isoformat() if ended else None,
            "cancel_initiated_at": None,
            "archived_at": None,
            "results_url": f"{url}/v1/messages/batches/{self.batch_id}/results" if ended else None,
        }


@dataclass
class BatchStore:
    """All batches, oldest first."""

    batches: dict[str, Batch] = field(default_factory=dict)

    def add(self, results: dict[str, dict[str, Any]], looks: int) -> Batch:
        """Return a new batch of results."""
        batch = Batch(f"msgbatch_{len(self.batches) + 1:024d}", datetime.now(UTC), results, looks)
        self.batches[batch.batch_id] = batch
        return batch

    def find(self, batch_id: str) -> Batch:
        """Return a batch by its id.

        Raises:
            Refused: there is none of this id.
        """
        if batch_id not in self.batches:
            raise Refused(404, f"Message batch {batch_id} not found.")
        return self.batches[batch_id]

    def show_page(self, query: dict[str, str], url: str) -> dict[str, Any]:
        """Return a page of batches, newest first: `limit` of them, older than `after_id`.

        Raises:
            Refused: a parameter is unknown or out of range.
        """
        if unknown := sorted(set(query) - {"limit", "after_id", "beta"}):
            raise Refused(400, f"{unknown[0]}: Extra inputs are not permitted")
        limit = int(query.get("limit", _ROWS))
        if not 1 <= limit <= _MOST_ROWS:
            raise Refused(400, f"limit: Input should be between 1 and {_MOST_ROWS}")
        rows = [*self.batches.values()][::-1]
        if "after_id" in query:
            rows = rows[rows.index(self.find(query["after_id"])) + 1 :]
        data = [batch.describe(url) for batch in rows[:limit]]
        return {
            "data": data,
            "has_more": len(rows) > limit,
            "first_id": data[0]["id"] if data else None,
            "last_id": data[-1]["id"] if data else None,
        }


def read_items(body: Any) -> list[tuple[str, Any]]:
    """Return (custom id, request) of each item of a new batch.

    Raises:
        Refused: there is none, too many, or a custom id is wrong or used twice.
    """
    requests = body.get("requests") if isinstance(body, dict) else None
    if not isinstance(requests, list) or not requests or set(body) != {"requests"}:
        raise Refused(400, "requests: List should have at least 1 item")
    if len(requests) > _MOST_REQUESTS:
        raise Refused(400, f"requests: List should have at most {_MOST_REQUESTS} items")
    items = []
    for place, request in enumerate(requests):
        if not isinstance(request, dict) or set(request) != {"custom_id", "params"}:
            raise Refused(400, f"requests.{place}: custom_id and params are required, and nothing else")
        if not _CUSTOM_ID.fullmatch(str(request["custom_id"])):
            raise Refused(400, f"requests.{place}.custom_id: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'")
        items.append((str(request["custom_id"]), request["params"]))
    if len({custom_id for custom_id, _ in items}) < len(items):
        raise Refused(400, "requests: custom_id values must be unique")
    return items
