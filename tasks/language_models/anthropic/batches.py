"""Batches of requests at half price: create, look at, list, read. Results come in any order, matched by custom id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode

from tasks.language_models.anthropic.messages import LanguageService, call_service
from tasks.language_models.anthropic.refusals import NotThere
from tasks.metadata.json_fields import entries, entry
from tasks.text.cleaning import clean_text

_PATH = "/v1/messages/batches"
_PAGE = 100  # batches
_LONGEST_REASON = 300  # characters


async def create_batch(service: LanguageService, items: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Return the batch made of requests by custom id, as the service's JSON.

    Where the service may have made it although no answer came (AnswerLost), `list_batches` tells; raises as
    `anthropic_messages.send_message` does.
    """
    requests = [{"custom_id": custom_id, "params": body} for custom_id, body in items]
    batch: dict[str, Any] = await call_service(service, "POST", _PATH, _is_batch, body={"requests": requests})
    return batch


async def read_batch(service: LanguageService, batch_id: str) -> dict[str, Any]:
    """Return a batch as it is now; its `processing_status` is "ended" once there are results.

    Raises:
        InputError: the service does not know it.
    """
    batch: dict[str, Any] = await call_service(service, "GET", f"{_PATH}/{quote(batch_id, safe='')}", _is_batch)
    return batch


async def list_batches(service: LanguageService, since: datetime) -> list[dict[str, Any]]:
    """Return the batches created at `since` or later (UTC, with or without zone), newest first."""
    oldest = since.replace(tzinfo=since.tzinfo or UTC)
    found: list[dict[str, Any]] = []
    query: dict[str, str | int] = {"limit": _PAGE}
    while True:
        page = await call_service(service, "GET", f"{_PATH}?{urlencode(query)}", _is_list)
        batches = [dict(batch) for batch in entries(page.get("data"))]
        recent = [batch for batch in batches if _read_time(batch) >= oldest]
        found += recent
        if not page.get("has_more") or len(recent) < len(batches) or not batches:
            return found
        query["after_id"] = str(batches[-1]["id"])


async def read_results(
    service: LanguageService, batch_id: str, least: int = 0
) -> list[tuple[str, str, dict[str, Any] | str]]:
    """Return (custom id, outcome, content) of each request of an ended batch, sorted by custom id.

    With fewer than `least` of them the answer was cut off, and is asked for again.

    The content is the message where the outcome is "succeeded", else why there is none ("errored", "expired",
    "canceled"). There are no results any more once the service has thrown them away, after about a month.
    """
    path = f"{_PATH}/{quote(batch_id, safe='')}/results"
    try:
        lines = await call_service(service, "GET", path, lambda found: len(found) >= least, lines=True)
    except NotThere:
        return []
    results = [_read_result(entry(line)) for line in lines]
    return sorted(results, key=lambda result: result[0])


def _read_result(line: Mapping[str, Any]) -> tuple[str, str, dict[str, Any] | str]:
    result = entry(line.get("result"))
    custom_id, outcome = str(line.get("custom_id")), str(result.get("type"))
    if outcome == "succeeded":
        return custom_id, outcome, dict(entry(result.get("message")))
    error = entry(result.get("error"))
    fault = entry(error.get("error")) or error
    return custom_id, outcome, clean_text(fault.get("message"), _LONGEST_REASON) or outcome


def _read_time(batch: Mapping[str, Any]) -> datetime:
    created = datetime.fromisoformat(str(batch["created_at"]))
    return created.replace(tzinfo=created.tzinfo or UTC)


def _is_batch(answer: Any) -> bool:
    return isinstance(answer, dict) and {"id", "processing_status"} <= answer.keys()


def _is_list(answer: Any) -> bool:
    return isinstance(answer, dict) and isinstance(answer.get("data"), list)
