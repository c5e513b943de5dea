"""Sending requests to Anthropic's API, or to a service compatible with it: time-outs, retries, errors in one sentence.

The key travels in a header alone, so that no address, log or record can hold it; redirects are not followed, as they
would take it elsewhere. Answers are kept as the JSON that came, with fields that nobody here knows.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx2
from pydantic import SecretStr
from tenacity import AsyncRetrying

from storage.core.errors import AnswerLost, InputError, ServiceUnavailable
from tasks.language_models.anthropic.refusals import read_refusal
from tasks.metadata.json_fields import decode_json
from tasks.services.tries import NoAnswerError, explain, patience

_ADDRESS = "https://api.anthropic.com"
_TIMEOUT = httpx2.Timeout(900.0, connect=10.0)  # seconds; a long answer comes at once, after all of it is written
_TRIES = 6
_LONGEST = 1200.0  # seconds, after which nothing is tried again


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
    """Return the message that answers a request (see `anthropic.wire.build_request`), as the service's JSON.

    Asked up to six times within twenty minutes where the service is busy, fails or cannot be reached.

    Raises:
        AnswerLost: the answer was lost on its way, and may have been charged; whether to ask again is for who pays.
        SpendLimitReached: the service refuses for money; it was asked once.
        ServiceUnavailable: no answer at any try, or one is to be waited for longer than ten minutes.
        InputError: the service refuses the key or does not know the model.
        LitreviewError: the service refuses the request.
    """
    answer: dict[str, Any] = await call_service(service, "POST", "/v1/messages", _is_message, body=body)
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
    """Return the JSON value (with `lines`, the list of values, one a line) that the service answers.

    What is no JSON, or not `is_whole`, is no answer. A POST that may have been carried out is not repeated. Raises as
    `send_message` does.
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
            f"check the network and ANTHROPIC_BASE_URL, then run 'litreview resume'"
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
    except anthropic.APIConnectionError as error:
        raise explain(error.__cause__ if isinstance(error.__cause__, Exception) else error) from error
    except httpx2.HTTPError as error:
        raise explain(error) from error
    try:
        texts = [line for line in answer.content.splitlines() if line.strip()] if lines else [answer.content]
        values = [decode_json(text.decode("utf-8", "replace")) for text in texts]
    except ValueError as error:
        raise NoAnswerError("answered with something that is no JSON", again=True, begun=True) from error
    value = values if lines else values[0]
    if not is_whole(value):
        raise NoAnswerError("answered with something else than was asked for", again=True, begun=True)
    return value


@cache
def _trust() -> ssl.SSLContext:
    """Return the certificates to trust, read once: they take longer to read than a request to send."""
    return httpx2.create_ssl_context()
