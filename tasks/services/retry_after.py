"""How long a service asks to be left alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def read_wait(header: str | None) -> float | None:
    """Return the seconds of a Retry-After header (a number or an HTTP date, RFC 9110 section 10.2.3), None for none."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", header.strip()):
        return float(header)
    try:
        moment = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max((moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds(), 0.0)
