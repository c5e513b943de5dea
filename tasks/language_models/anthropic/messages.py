"""Sending requests to Anthropic's API, or to a service compatible with it: time-outs, retries, errors in one sentence.

The key is sent only in a header, so that no address, log or record can hold it; redirects are not followed, as they
would take it elsewhere. Answers are kept as the JSON received, including fields unknown here.

Batches of requests at half price: create, inspect, list, read. Results come in any order, matched by custom id.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

import httpx2
from pydantic import SecretStr
from tenacity import AsyncRetrying

from storage.core.errors import AnswerLost, InputError, ServiceUnavailable
from tasks.language_models.anthropic.refusals import NotThere, PromptTooLong, read_refusal
from tasks.language_models.anthropic.wire import TOO_LONG
from tasks.metadata.fields import decode_json, entries, entry
from tasks.services.tries import NoAnswerError, explain, patience
from tasks.text.cleaning import clean_text

_ADDRESS = "https://api.anthropic.com"
_CONNECT = 10.0  # seconds
_TRIES = 6
_LONGEST = 1200.0  # seconds, after which nothing is tried again


@dataclass(frozen=True, slots=True)
class LanguageService:
    """The service that runs language models, and the key to it. Can be pickled; the key is never shown.

    `setting` names the variable that its address comes from. A long answer arrives at once, when it is complete, for
    which so many `seconds` are waited. One that is `near` is never asked through a proxy.

    Raises:
        InputError: `base_url` is not a plain web address, or the key is not a valid key.
    """

    base_url: str | None
    api_key: SecretStr
    setting: str = "ANTHROPIC_BASE_URL"
    seconds: float = 900.0
    near: bool = False

    def __post_init__(self) -> None:
        """Check both; nothing is sent yet."""
        try:
            url = httpx2.URL(self.base_url or _ADDRESS)
        except httpx2.InvalidURL:
            url = httpx2.URL()
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise InputError(
                f"the setting {self.setting} is not a plain web address; give one like {_ADDRESS}, without user "
                "name, password and query, or unset it"
            )
        key = self.api_key.get_secret_value()
        if not key or not key.isascii() or not key.isprintable() or " " in key:
            raise InputError("ANTHROPIC_API_KEY is empty or contains characters that no key has; copy the key again")

    @property
    def address(self) -> str:
        """Return the base address, without a slash at its end."""
        return (self.base_url or _ADDRESS).rstrip("/")

    async def send(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the message that answers a request; see `send_message`."""
        return await send_message(self, body)


async def send_message(service: LanguageService, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the message that answers a request (see `anthropic.wire.build_request`), as the service's JSON.

    A prompt that the model has no room for is answered by nothing, with the stop reason TOO_LONG. Tried up to six times
    within twenty minutes if the service is busy, fails or cannot be reached.

    Raises:
        AnswerLost: the answer was lost on its way and may have been charged; whoever pays must decide whether to ask
        again. SpendLimitReached: the service refuses because of money; it was asked once. ServiceUnavailable: no answer
        at any try, or the service asks to wait longer than ten minutes. InputError: the service refuses the key or does
        not know the model. LitreviewError: the service refuses the request.
    """
    try:
        answer: dict[str, Any] = await call_service(service, "POST", "/v1/messages", _is_message, body=body)
    except PromptTooLong:
        return {"model": body["model"], "content": [], "stop_reason": TOO_LONG, "usage": {}}
    return answer


def _is_message(answer: Any) -> bool:
    return isinstance(answer, dict) and isinstance(answer.get("content"), list) and "stop_reason" in answer


async def call_service(
    service: LanguageService,
    method: str,
    path: str,
    is_whole: Callable[[Any], bool],
    *,
    body: Mapping[str, Any] | None = None,
    lines: bool = False,
) -> Any:
    """Return the JSON value (with `lines`, the list of values, one per line) that the service answers.

    Anything that is not JSON, or not `is_whole`, does not count as an answer. A POST that may have been carried out is
    not repeated. Raises as `send_message` does.
    """
    once = method == "POST"
    asked = AsyncRetrying(**patience(_TRIES, longest=_LONGEST, may_help=lambda error: not (once and error.begun)))
    try:
        return await asked(_ask, service, method, path, is_whole, body, lines=lines)
    except NoAnswerError as last:
        times = asked.statistics.get("attempt_number", 1)
        kind = AnswerLost if once and last.begun else ServiceUnavailable
        raise kind(
            f"the language model's service at {service.address} {last}, {'once' if times == 1 else f'{times} times'}; "
            f"check the network and {service.setting}, then run 'litreview resume'"
        ) from last


async def _ask(
    service: LanguageService,
    method: str,
    path: str,
    is_whole: Callable[[Any], bool],
    body: Mapping[str, Any] | None,
    *,
    lines: bool,
) -> Any:
    import anthropic  # noqa: PLC0415 - two seconds that only a review by language models has to pay

    secret = service.api_key.get_secret_value()
    timeout = httpx2.Timeout(service.seconds, connect=_CONNECT)
    # The client of their own takes proxies from the environment, also where it is told to trust none of it.
    make = httpx2.AsyncClient if service.near else anthropic.DefaultAsyncHttpxClient
    http = make(follow_redirects=False, timeout=timeout, verify=_trust(), trust_env=not service.near)
    try:
        async with anthropic.AsyncAnthropic(
            api_key=secret, base_url=service.address, max_retries=0, open_telemetry=False, http_client=http
        ) as client:
            if method == "POST":
                answer = await client.post(path, body=body, cast_to=httpx2.Response)
            else:
                answer = await client.get(path, cast_to=httpx2.Response)
    except anthropic.APIStatusError as error:
        # Its message is the service's own and may repeat the key: no traceback may show it.
        raise read_refusal(error, str((body or {}).get("model", "")), secret, service.setting) from None
    except anthropic.APIConnectionError as error:
        raise explain(error.__cause__ if isinstance(error.__cause__, Exception) else error) from error
    except httpx2.HTTPError as error:
        raise explain(error) from error
    try:
        texts = [line for line in answer.content.splitlines() if line.strip()] if lines else [answer.content]
        values = [decode_json(text.decode("utf-8", "replace")) for text in texts]
    except ValueError as error:
        raise NoAnswerError("answered with something that is not JSON", again=True, begun=True) from error
    value = values if lines else values[0]
    if not is_whole(value):
        raise NoAnswerError("answered with something other than what was asked for", again=True, begun=True)
    return value


@cache
def _trust() -> ssl.SSLContext:
    """Return the certificates to trust, read once: they take longer to read than a request to send."""
    return httpx2.create_ssl_context()


_PATH = "/v1/messages/batches"
_PAGE = 100  # batches
_LONGEST_REASON = 300  # characters


async def create_batch(service: LanguageService, items: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Return the batch made of requests by custom id, as the service's JSON.

    If the service may have made it although no answer came (AnswerLost), `list_batches` shows whether it did; raises as
    `anthropic_messages.send_message` does.
    """
    requests = [{"custom_id": custom_id, "params": body} for custom_id, body in items]
    batch: dict[str, Any] = await call_service(service, "POST", _PATH, _is_batch, body={"requests": requests})
    return batch


async def read_batch(service: LanguageService, batch_id: str) -> dict[str, Any]:
    """Return the current state of a batch; its `processing_status` is "ended" once there are results.

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

    With fewer than `least` of them the answer was cut off and is requested again.

    The content is the message if the outcome is "succeeded", else why there is none ("errored", "expired", "canceled").
    The service deletes results after about a month.
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
