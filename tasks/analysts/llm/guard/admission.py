"""Texts of others on their way into a data block: what addresses a program stays out, the rest is bounded."""

from __future__ import annotations

from tasks.analysts.llm.guard.prompt_injection import withhold_steering
from tasks.language_models.dialogue import Dialogue, Remark


def admit_text(text: str, most: int, work_id: str) -> Dialogue[str]:
    """Return the text without sentences that address a program, cut at a word so that it has at most `most` characters.

    A remark about the work tells how much was withheld, not in its words: remarks stand in the review's appendix.
    """
    admitted, withheld = withhold_steering(text)
    if withheld:
        yield Remark("text addressing a program", f"{len(withheld)} sentences withheld from the model", work_id)
    if len(admitted) <= most:
        return admitted
    cut = admitted[:most]
    return cut.rsplit(maxsplit=1)[0] if " " in cut else cut
