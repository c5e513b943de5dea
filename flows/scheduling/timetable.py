"""When a schedule is due, as typed: a cron expression and a timezone, checked before Prefect is imported."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

from storage.core.errors import InputError

_PARTS = (("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7))
_NAMES = {
    "month": ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
    "weekday": ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
}
_ALIASES = {"@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually"}
_ITEM = re.compile(r"(?:\*|(?P<low>\w+?)(?:-(?P<high>\w+))?)(?:/[1-9]\d*)?")
_LAST = re.compile(r"l|[0-7]l|\w+#[1-5]")  # the last day, the last Friday, the second Monday


def check_cron(cron: str) -> str:
    """Return a cron expression (five parts, or one like @weekly), its white space trimmed.

    Raises:
        InputError: it is not valid; the sentence names the part that is wrong.
    """
    parts = cron.lower().split()
    if len(parts) == 1 and parts[0] in _ALIASES:
        return parts[0]
    if len(parts) != len(_PARTS):
        raise InputError(
            f"'{cron}' is not a cron schedule; give --cron minute, hour, day, month and weekday, as in '0 6 * * 1'"
        )
    for part, (noun, low, high) in zip(parts, _PARTS, strict=True):
        for item in part.split(","):
            if not _fits(item, noun, low, high):
                raise InputError(
                    f"'{item}' in '{cron}' cannot be the {noun}; give --cron minute, hour, day, month and weekday, "
                    "as in '0 6 * * 1'"
                )
    return " ".join(cron.split())


def _fits(item: str, noun: str, low: int, high: int) -> bool:
    if noun in {"day", "weekday"} and _LAST.fullmatch(item):
        return True
    found = _ITEM.fullmatch(item)
    names = _NAMES.get(noun, ())
    ends = [end for end in found.groups() if end is not None] if found else ["no item"]
    return all(end in names or (end.isdecimal() and low <= int(end) <= high) for end in ends)


def check_timezone(name: str) -> str:
    """Return the name of a timezone.

    Raises:
        InputError: the tz database has no timezone of that name.
    """
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise InputError(f"'{name}' is not a timezone; give --timezone one like Europe/Berlin or UTC") from error
    return name
