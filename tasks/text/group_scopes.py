"""Sentences that go on about the group, case or arm that an earlier one named: "In group A, … . Rates fell by 97%."."""

from __future__ import annotations

import re

_NAMED = re.compile(
    r"^(?:In|As for|For|Among|Within|With regard to) (?:the )?(?:\w+ )?(?:[Gg]roup|[Cc]ase|[Pp]atient|[Cc]ohort|[Aa]rm)"
    r" (?:[A-H]|\d{1,2}|[IV]{1,3})\b"
)
# What speaks of all again, of another group, or of the study.
_ANEW = re.compile(
    r"^(?:In|As for|For|Among|Within|With|Across|Overall|All|Both|Altogether|Taken|Together|At|After|During|No|None|The"
    r"|These|This|We|Our|Conclusions?|Results?|Methods?|Background|Discussion|Patients|Participants|Compared|Between)\b"
    r"|\b(?:[Gg]roups?|[Cc]ases?|[Cc]ohorts?|[Aa]rms?) (?:[A-H]|\d{1,2}|[IV]{1,3})\b"
)
_STOP = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def goes_on_about_group(text: str, before: str) -> bool:
    """Return whether a sentence is of a lettered or numbered group that a sentence `before` it opened with.

    Sentences that speak of all, of another group or of the study end what was said of it.
    """
    if _ANEW.search(text):
        return False
    for sentence in reversed(_STOP.split(before.strip())):
        if _NAMED.match(sentence):
            return True
        if _ANEW.search(sentence):
            return False
    return False
