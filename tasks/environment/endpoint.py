"""A service as the settings know it: what is registered with one is examined by `litreview doctor`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What people call a service, and which settings hold its address and its key (or e-mail address).

    `without_key` says what holds where there is no key. An address that is not set is `usually` this one.
    Where texts call it otherwise than by its title, `spoken` matches what they say, in lower case.
    """

    title: str
    address: str
    key: str = ""
    without_key: str = ""
    usually: str = ""
    spoken: str = ""
