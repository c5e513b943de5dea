"""Words of more, less or none that say of no outcome which way it went: what was not shown, not stopped, or only placed."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

_RELATION = r"(?:differences?|effects?|effective\w*|efficacy|associations?|influences?|relations?(?:hips?)?|changes?|benefits?|impacts?|correlations?|interactions?|increases?|decreases?|reductions?|improvements?|superior\w*|moderat\w+|link|harm)"
_IDLE = (
    # "No evidence for the aim being met": it was not shown, which is not that nothing differs.
    re.compile(rf"\bno (?:\w+ ){{0,2}}?(?:evidence|indication|sign) (?:for|of)\b(?!(?: [\w'\u2019/-]+){{0,6}}? {_RELATION}\b)", re.IGNORECASE),
    # "Different species helped in different years": no more of one thing than of others.
    re.compile(r"^(?:different|various|certain) [\w-]+", re.IGNORECASE),
    # "Fails to slow declines": less decline is what did not come.
    re.compile(r"\b(?:fail(?:s|ed|ing|ure)?|unable|insufficient|not (?:enough|able)) to (?:slow|halt|stop|reverse|prevent|curb|stem)\b", re.IGNORECASE),
    # "Experiments are done at smaller scales": where it was, and not how much.
    re.compile(r"\b(?:occur|happen|operate|take place|(?:is|are|was|were) (?:done|conducted|made|carried out|held))\w*(?: \w+)? at (?:an? )?(?:smaller|larger|lower|higher|shorter|longer|finer|greater)\b", re.IGNORECASE),
    # "The reduction of impacts rather than their avoidance": one measure and not another.
    re.compile(r"\b(?:the )?(?:reduction|increase|decrease|loss|decline) (?:of|in)\b[^.;,]{0,40}? rather than\b", re.IGNORECASE),
)  # fmt: skip


def is_idle(sentence: str) -> bool:
    """Return whether words of a sentence that sound like a direction say none."""
    return any(cue.search(sentence) for cue in _IDLE)
