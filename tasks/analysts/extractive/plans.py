"""Works that tell how a study will be done: nothing has come of it yet."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

_TITLE = re.compile(
    r"\b(?:(?:study|trial|review) )?protocol (?:for|of) (?:an?|the)\b|[:.\u2013\u2014-] (?:an? |the )?(?:[\w-]+ ){0,4}?(?:protocol|rationale(?:,| and| for))",
    re.IGNORECASE,
)
_WILL = re.compile(
    r"\b(?:will|shall) (?:also |then |first )?(?:be (?:\w+ly )?(?:randomi[sz]ed|recruited|enrolled|assessed|evaluated|collected|measured|followed|included|compared|analy[sz]ed|interviewed|allocated|invited|assigned|offered|registered|obtained|treated|performed|conducted|done|extracted|pooled|searched)|recruit|enrol|receive|undergo|randomi[sz]e|compare|assess|include|follow|participate|take part|complete)\b",
    re.IGNORECASE,
)
_CAME_OUT = re.compile(r"\bresults?:|\b(?:we|study|trial) (?:found|showed)\b|\bp ?[<=] ?0?\.\d", re.IGNORECASE)
_LEAST = 2


def tells_plan(title: str, text: str) -> bool:
    """Return whether a work is the plan of a study: so its title says, or its text that twice or more something will be done.

    What gives results as well is none.
    """
    planned = bool(_TITLE.search(title)) or len(_WILL.findall(text)) >= _LEAST
    return planned and not _CAME_OUT.search(text)
