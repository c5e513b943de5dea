"""Sending requests to Anthropic's API, or to a service compatible with it: time-outs, retries, errors in one sentence.

The key travels in a header alone, so that no address, log or record can hold it; redirects are not followed, as they
would take it elsewhere. Answers are kept as the JSON that came, with fields that nobody here knows.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx2
from pydantic import SecretStr
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_any,
    stop_before_delay,
    wait_exponential_jitter,
)

from storage.errors import InputError, ServiceUnavailable
from tasks.catalogues.fields import decode_json
from tasks.clients.anthropic_refusals import AskAgain, read_refusal

_ADDRESS = "https://api.anthropic.com"
_TIMEOUT = httpx2.Timeout(900.0, connect=10.0)  # seconds; a long answer comes at once, after all of it is written
_TRIES = 6
_LONGEST = 1200.0  # seconds, after which nothing is tried again
_BACKOFF = wait_exponential_jitter(initial=1, max=30)
_NEVER_CONNECTED = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


@dataclass(frozen=True, slots=True)
class LanguageService:
    """Where language models are asked, and the key to it. Can be pickled; the key is never shown.

    Raises:
        InputError: `base_url` is no plain web address, or the key is none.
    """

    base_url: str | None
    api_key: SecretStr

    def __post_init__(self) -> None:
        """Check both; nothing is sent yet."""
        try:
            url = httpx2.URL(self.base_url or _ADDRESS)
        except httpx2.InvalidURL:
            url = httpx2.URL()
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise InputError(
                f"the setting ANTHROPIC_BASE_URL is no plain web address; give one like {_ADDRESS}, without user name, "
                f"password and query, or unset it"
            )
        key = self.api_key.get_secret_value()
        if not key or not key.isascii() or not key.isprintable() or " " in key:
            raise InputError("ANTHROPIC_API_KEY is empty or holds characters no key has; copy the key again")

    @property
    def address(self) -> str:
        """Return the base address, without a slash at its end."""
        return (self.base_url or _ADDRESS).rstrip("/")


async def send_message(service: LanguageService, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the message that answers a request (`tasks.language_models.wire.build_request`), as the service's JSON.

    Asked up to six times within twenty minutes where the service is busy, fails or cannot be reached; an answer lost on
    its way may then have been paid for twice.

    Raises:
        SpendLimitReached: the service refuses for money; it was asked once.
        ServiceUnavailable: no answer at any try, or one is to be waited for longer than ten minutes.
        InputError: the service refuses the key or does not know the model.
        LitreviewError: the service refuses the request.
    """
    answer = decode_answer(await call_service(service, "POST", "/v1/messages", body=body))
    if not (isinstance(answer, dict) and isinstance(answer.get("content"), list) and "stop_reason" in answer):
        raise ServiceUnavailable(
            f"{service.address} answered with something that is no message; check the setting ANTHROPIC_BASE_URL, then "
            f"run 'litreview resume'"
        )
    return answer


def decode_answer(body: bytes) -> Any:
    """Return the JSON value of an answer that was checked to be JSON."""
    return decode_json(body.decode("utf-8", "replace"))


async def call_service(
    service: LanguageService,
    method: str,
    path: str,
    *,
    body: Mapping[str, Any] | None = None,
    lines: bool = False,
    once: bool = False,
) -> bytes:
    """Return the JSON (with `lines`, the JSON lines) that the service answers; raises as `send_message` does.

    With `once`, a request that may have been taken up is not sent again.
    """
    asked = AsyncRetrying(
        stop=stop_any(stop_after_attempt(_TRIES), stop_before_delay(_LONGEST)),
        wait=_choose_wait,
        retry=retry_if_exception(lambda error: isinstance(error, AskAgain) and not (once and error.begun)),
        reraise=True,
    )
    try:
        return await asked(_ask, service, method, path, body, lines=lines)
    except AskAgain as last:
        times = asked.statistics.get("attempt_number", 1)
        raise ServiceUnavailable(
            f"the language model's service at {service.address} {last}, {'once' if times == 1 else f'{times} times'}; "
            f"check the network and ANTHROPIC_BASE_URL, then run 'litreview resume'"
        ) from last


async def _ask(
    service: LanguageService, method: str, path: str, body: Mapping[str, Any] | None, *, lines: bool
) -> bytes:
    import anthropic  # noqa: PLC0415 - two seconds that only a review by language models has to pay

    secret = service.api_key.get_secret_value()
    http = anthropic.DefaultAsyncHttpxClient(follow_redirects=False, timeout=_TIMEOUT, verify=_trust())
    try:
        async with anthropic.AsyncAnthropic(
            api_key=secret, base_url=service.address, max_retries=0, open_telemetry=False, http_client=http
        ) as client:
            if method == "POST":
                answer = await client.post(path, body=body, cast_to=httpx2.Response)
            else:
                answer = await client.get(path, cast_to=httpx2.Response)
    except anthropic.APIStatusError as error:
        # Its message is the service's own, which may repeat the key: no traceback is to show it.
        raise read_refusal(error, str((body or {}).get("model", "")), secret) from None
    except anthropic.APITimeoutError as error:
        raise AskAgain("took too long to answer", begun=not isinstance(error.__cause__, _NEVER_CONNECTED)) from error
    except anthropic.APIConnectionError as error:
        begun = not isinstance(error.__cause__, _NEVER_CONNECTED)
        raise AskAgain("broke off" if begun else "cannot be reached", begun=begun) from error
    for text in filter(bytes.strip, answer.content.splitlines()) if lines else [answer.content]:
        try:
            decode_answer(text)
        except ValueError as error:
            raise AskAgain("answered with something that is no JSON") from error
    return answer.content


@cache
def _trust() -> ssl.SSLContext:
    """Return the certificates to trust, read once: they take longer to read than a request to send."""
    return httpx2.create_ssl_context()


def _choose_wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    asked = error.wait if isinstance(error, AskAgain) else None
    return _BACKOFF(state) if asked is None else asked
