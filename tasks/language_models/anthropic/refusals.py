"""What it means when the language model service does not answer: ask again, pay, or ask something else.

Too busy or rate limited (429, 5xx, 529): asked again after the time the service states. Out of money (402, a spend
limit, no credit): never asked again, as every further request is refused too. See
https://platform.claude.com/docs/en/api/errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from storage.core.errors import InputError, LitreviewError, ServiceUnavailable, SpendLimitReached
from tasks.metadata.fields import entry, number
from tasks.services.tries import NoAnswerError, read_wait
from tasks.text.cleaning import clean_text

if TYPE_CHECKING:  # two seconds that only a review by language models has to pay
    import anthropic

_PAYMENT_REQUIRED, _UNAUTHORIZED, _FORBIDDEN, _NOT_FOUND = 402, 401, 403, 404
_TOO_LARGE = {400, 413}
_ASK_AGAIN = {408, 409, 425, 429, 500, 502, 503, 504, 529}
_NOT_BEGUN = {429, 503, 529}
_MAY_BE_MONEY = {400, 403, 429}
_SPENT = {
    "enforced_spend_limit_reached",
    "contract_spend_limit_reached",
    "linked_organization_spend_limit_reached",
    "linked_organization_billing_unavailable",
}
_ABOUT_MONEY = re.compile(r"\bcredit balance is too low\b|\b(spend(ing)?|API usage) limits?\b", re.IGNORECASE)
_TOO_LONG = re.compile(r"prompt is too long|context (?:size|length|window)|maximum context", re.IGNORECASE)
_LONGEST_WAIT = 600.0  # seconds; if the service asks for a longer wait, the run ends and can be resumed
_LONGEST_MESSAGE = 300  # characters


class NotThere(InputError):
    """The service does not know a batch, or has deleted its results."""


class PromptTooLong(LitreviewError):
    """A prompt is longer than the model has room for: not the service's fault, and not worth another try."""


def read_refusal(
    error: anthropic.APIStatusError, model: str, secret: str, setting: str
) -> LitreviewError | NoAnswerError:
    """Return the error to raise for an error status.

    `model` is the one that was asked, "" if none is concerned; `secret` is kept out of the message, in which `setting`
    stands for where the address comes from.
    """
    status, headers = error.status_code, error.response.headers
    fault = entry(entry(error.body).get("error"))
    said = clean_text(str(fault.get("message") or "").replace(secret, "…"), _LONGEST_MESSAGE)
    message = f" ({said.rstrip('.')})" if said else ""
    if _is_spent(status, fault, said):
        return SpendLimitReached(
            f"the language model's service refuses for lack of credit{message}; raise the spend limit or add credit at "
            f"the provider, then run 'litreview resume'"
        )
    if status in _TOO_LARGE and _TOO_LONG.search(said):
        return PromptTooLong(f"the prompt is too long for the model '{model}'{message}")
    if status in _ASK_AGAIN or headers.get("x-should-retry") == "true":
        # A message that ends in an error is not charged; a batch may have been made all the same.
        return _read_busy(status, headers, message, begun=not model and status not in _NOT_BEGUN)
    if status in (_UNAUTHORIZED, _FORBIDDEN):
        return InputError(f"the language model's service refuses the key in ANTHROPIC_API_KEY{message}; correct it")
    if status == _NOT_FOUND:
        return _miss(model, message)
    return LitreviewError(
        f"the language model's service refuses a request to '{model or 'its batches'}' with status {status}{message}; "
        f"check {setting} and, for a model of your own, its row in the table LITREVIEW_MODEL_TABLE names"
    )


def _miss(model: str, message: str) -> InputError:
    if model:
        return InputError(
            f"the language model's service does not know the model '{model}'{message}; set LITREVIEW_MODEL_OPUS, "
            f"LITREVIEW_MODEL_SONNET or LITREVIEW_MODEL_HAIKU, whichever it answers for, to one that it knows"
        )
    return NotThere(
        f"the language model's service does not know a batch{message}; resume with the ANTHROPIC_API_KEY and "
        f"ANTHROPIC_BASE_URL it was made with, or with --no-batch where the service has none"
    )


def _is_spent(status: int, fault: Mapping[str, object], said: str) -> bool:
    if status == _PAYMENT_REQUIRED or fault.get("type") == "billing_error":
        return True
    stated = entry(fault.get("details")).get("error_code") in _SPENT
    return stated or (status in _MAY_BE_MONEY and bool(_ABOUT_MONEY.search(said)))


def _read_busy(
    status: int, headers: Mapping[str, str], message: str, *, begun: bool
) -> ServiceUnavailable | NoAnswerError:
    wait = _read_wait(headers)
    if headers.get("x-should-retry") == "false":
        asks = "asks not to be asked again"
    elif wait is not None and wait > _LONGEST_WAIT:
        asks = f"asks for a pause of {wait / 60:.0f} minutes"
    else:
        return NoAnswerError(f"answered with status {status}{message}", again=True, wait=wait, begun=begun)
    return ServiceUnavailable(
        f"the language model's service answered with status {status}{message} and {asks}; run 'litreview resume' later"
    )


def _read_wait(headers: Mapping[str, str]) -> float | None:
    milliseconds = headers.get("retry-after-ms")
    return number(milliseconds) / 1000 if milliseconds else read_wait(headers.get("retry-after"))
