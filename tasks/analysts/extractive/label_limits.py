"""What makes a poor label though its words hold: what nearly all works name, and what a trial compares with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from tasks.analysts.extractive.title_phrases import content_of

_NEARLY_ALL = 0.6  # of all works: what holds for more of them sets no theme apart
_COMPARATOR = re.compile(
    r"\b(?:usual|standard|routine|conventional|customary) (?:care|treatments?|therap(?:y|ies)|practices?|services?|"
    r"management)\b|\b(?:care|treatments?|therap(?:y|ies)|business|practice) as usual\b|\b(?:sham|placebos?|"
    r"comparators?|comparison groups?|control (?:groups?|arms?|conditions?|interventions?|subjects?)|controls?|"
    r"wait(?:ing)?[ -]?lists?)\b"
    # What any study reports of itself.
    r"|\b(?:inclusion|exclusion|eligibility) criteri(?:a|on)\b|\b(?:adverse|side) (?:events?|effects?|reactions?)\b"
    r"|\b(?:treatment|study|experimental) (?:conditions?|groups?|arms?)\b",
    re.IGNORECASE,
)


# One of these alone is the name of no theme, in whatever field; with another word beside it, it may be.
_TOO_WIDE = frozenset(
    stem
    for word in """drug medication agent compound substance product exposure disease disorder syndrome symptom illness
    condition person system model tool technique process activity group time life base mark resource
    benefit dose economics economy ecology biology psychology psychiatry sociology medicine politics policy science law
    history philosophy management society nature environment""".split()  # noqa: SIM905 -- as text
    for stem in content_of(word)
)


def is_too_wide(phrase: str) -> bool:
    """Return whether a phrase is one word that says nothing of its own: "Drug", "Exposure", a discipline."""
    stems = content_of(phrase)
    return len(stems) == 1 and set(stems) <= _TOO_WIDE


def names_comparator(phrase: str) -> bool:
    """Return whether a phrase names what a study sets its subject against, of whatever field."""
    return bool(_COMPARATOR.search(phrase))


def put_rarer_first(
    ranked: Sequence[str], here: Sequence[AbstractSet[str]], rest: Sequence[AbstractSet[str]]
) -> list[str]:
    """Return phrases in order, but those that hold for over 60% of all works behind what is rarer outside the theme.

    `here` and `rest` are the terms of the works of the theme and of the others.
    """
    outside = {phrase: _count(phrase, rest) for phrase in ranked}
    common = {one for one in ranked if is_everywhere(one, (here, rest))}
    least = min((outside[one] for one in common), default=0)
    return sorted(ranked, key=lambda one: bool(common) and (one in common or outside[one] >= least))


def is_everywhere(phrase: str, themes: Sequence[Sequence[AbstractSet[str]]]) -> bool:
    """Return whether a phrase holds for over 60% of the works of all themes, if there are several."""
    held = sum(_count(phrase, works) for works in themes)
    return sum(map(bool, themes)) > 1 and held > _NEARLY_ALL * sum(map(len, themes))


def _count(phrase: str, works: Sequence[AbstractSet[str]]) -> int:
    stems = frozenset(content_of(phrase))
    return sum(stems <= work for work in works)
