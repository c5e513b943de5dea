"""Texts of others on their way into a data block: what addresses a program stays out, the rest is bounded."""

from __future__ import annotations

from tasks.analysts.anthropic.steering import withhold_steering
from tasks.analysts.dialogue import Dialogue, Remark

_LONGEST_REMARK = 120


def admit_text(text: str, most: int, work_id: str) -> Dialogue[str]:
    """Return the text without sentences that address a program, cut at a word so that it has at most `most` characters.

    A remark about the work tells what was withheld.
    """
    admitted, withheld = withhold_steering(text)
    if withheld:
        yield Remark("text addressing a program", f"…{withheld[0][:_LONGEST_REMARK]}", work_id)
    if len(admitted) <= most:
        return admitted
    cut = admitted[:most]
    return cut.rsplit(maxsplit=1)[0] if " " in cut else cut
