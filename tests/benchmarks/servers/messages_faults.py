"""What a loopback Anthropic can answer instead of an answer, as the real API words it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from tests.benchmarks.servers import delivery, messages_answers, messages_batches

_SPENT = "You have reached your specified API usage limits. You will regain access on 2027-01-01 at 00:00 UTC."
_POOR = "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to purchase credits."
_RATE = "This request would exceed your organization's rate limit of 50,000 input tokens per minute."

# status, headers, message, error_code
REFUSALS: dict[str, tuple[int, dict[str, str], str, str]] = {
    "429": (429, {"retry-after": "0"}, _RATE, ""),
    "429 in a second": (429, {"retry-after": "1"}, _RATE, ""),
    "429 in an hour": (429, {"retry-after": "3600"}, _RATE, ""),
    "ramp": (429, {"retry-after": "0"}, "The request would exceed a ramp limit.", "ramp_limit_exceeded"),
    "500": (500, {"retry-after-ms": "10"}, "Internal server error", ""),
    "503": (503, {"retry-after-ms": "10"}, "Service unavailable", ""),
    "529": (529, {"retry-after-ms": "10"}, "Overloaded", ""),
    "500 for good": (500, {"x-should-retry": "false"}, "Internal server error", ""),
    "spend": (429, {"retry-after": "0"}, "The monthly usage threshold is crossed.", "enforced_spend_limit_reached"),
    "spend of contract": (429, {}, "The spend limit of the contract is reached.", "contract_spend_limit_reached"),
    "spend of link": (402, {}, "The linked organization cannot pay.", "linked_organization_spend_limit_reached"),
    "spend by month": (400, {}, _SPENT, ""),
    "credit": (400, {}, _POOR, ""),
    "401": (401, {}, "invalid x-api-key", ""),
    "403": (403, {}, "Your API key does not have permission to use the specified resource.", ""),
    "413": (413, {}, "Request exceeds the maximum allowed number of bytes.", ""),
}
BROKEN = {"garbage", "elsewhere", "disconnect", "lost", *delivery.BROKEN}
"""No error of the API: a page of something else, a redirect, a connection that breaks before or after the work, and
what can happen to an answer on its way."""


@dataclass
class Faults:
    """Faults in the order in which they are to happen; each waits for a request that it can happen to."""

    waiting: deque[str] = field(default_factory=deque)

    def add(self, *names: str) -> None:
        """Append faults; "" stands for a request, or an item of a batch, that goes well.

        Raises:
            ValueError: there is no such fault.
        """
        known = {"", *REFUSALS, *BROKEN, *messages_answers.FAULTS, *messages_batches.FAULTS}
        if unknown := set(names) - known:
            raise ValueError(f"there is no fault '{min(unknown)}'")
        self.waiting.extend(names)

    def take(self, kinds: set[str]) -> str:
        """Return the next fault and forget it if it is of these kinds, else ""."""
        if self.waiting and self.waiting[0] in kinds:
            return self.waiting.popleft()
        return ""
