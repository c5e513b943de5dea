"""Asking a language model: one request, or many in a batch, as Prefect tasks; the client does its own retries."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.language_models.anthropic import messages
from tasks.language_models.anthropic.messages import LanguageService
from tasks.metadata.fields import entry

_FIRST_WAIT, _LONGEST_WAIT = 0.2, 60.0  # seconds between two checks of a batch
_PAUSE, _LONGEST_PAUSE = 0.5, 30.0  # seconds after an answer was lost


class MessageService(Protocol):
    """Answers requests one by one."""

    async def send(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the message that answers a request, in Anthropic's form; raises as `send_message` does."""
        ...


@task(tags=["anthropic"], cache_policy=NO_CACHE, persist_result=False)
def ask_model(service: MessageService, body: dict[str, Any], lost: int = 0) -> dict[str, Any]:
    """Return the message that answers a request, as the service's JSON; after answers were lost, it waits first."""
    if lost:
        time.sleep(min(_PAUSE * 2**lost, _LONGEST_PAUSE))
    return asyncio.run(service.send(body))


@task(tags=["anthropic"], cache_policy=NO_CACHE, persist_result=False)
def create_batch(service: LanguageService, items: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Return the batch made of requests by custom id."""
    return asyncio.run(messages.create_batch(service, items))


@task(cache_policy=NO_CACHE, persist_result=False)
def find_batches(
    service: LanguageService, since: datetime, wanted: frozenset[str], known: frozenset[str]
) -> list[dict[str, Any]]:
    """Return the batches created since (UTC) that are made of the wanted requests, each with its `custom_ids`.

    Only results tell what a batch was made of, so one of the right size, known to nobody, is awaited.
    """
    return asyncio.run(_find_batches(service, since, wanted, known))


async def _find_batches(
    service: LanguageService, since: datetime, wanted: frozenset[str], known: frozenset[str]
) -> list[dict[str, Any]]:
    found = []
    for batch in await messages.list_batches(service, since):
        if batch["id"] in known or sum(batch["request_counts"].values()) != len(wanted):
            continue
        custom_ids = [custom_id for custom_id, _, _ in await _await_results(service, str(batch["id"]))]
        if wanted.intersection(custom_ids):
            found.append(batch | {"custom_ids": custom_ids})
    return found


@task(cache_policy=NO_CACHE, persist_result=False)
def await_batch(service: LanguageService, batch_id: str) -> list[tuple[str, str, Any]]:
    """Return the results of a batch once it has ended: (custom id, succeeded / errored / expired, message or error)."""
    return asyncio.run(_await_results(service, batch_id))


async def _await_results(service: LanguageService, batch_id: str) -> list[tuple[str, str, Any]]:
    pause = _FIRST_WAIT
    while (batch := await messages.read_batch(service, batch_id))["processing_status"] != "ended":
        await asyncio.sleep(pause)
        pause = min(pause * 2, _LONGEST_WAIT)
    return await messages.read_results(service, batch_id, sum(entry(batch.get("request_counts")).values()))
