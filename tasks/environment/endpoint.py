"""A service as the settings know it: `litreview doctor` checks everything registered with an endpoint."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What people call a service, and which settings hold its address and its key (or e-mail address).

    `without_key` says what applies without a key. `usually` is the address if none is set. If texts use another name
    than its title, `spoken` matches that, in lower case.
    """

    title: str
    address: str
    key: str = ""
    without_key: str = ""
    usually: str = ""
    spoken: str = ""
