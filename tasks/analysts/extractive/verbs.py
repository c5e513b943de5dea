"""The verbs with which authors speak of their own work, and their third person."""

from __future__ import annotations

import re

_REPORTING = frozenset(
    """show find suggest argue conclude indicate demonstrate reveal report propose highlight note observe
    illustrate confirm contend claim hypothesize hypothesise posit caution emphasize emphasise stress recommend
    infer imply estimate predict discover establish document hold state maintain assert underline underscore
    acknowledge believe assume warn speculate expect advise affirm""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_ACTING = _REPORTING | frozenset(
    """examine explore investigate analyse analyze assess review present develop study compare discuss describe
    introduce use test apply evaluate identify provide offer build draw consider focus address outline survey
    measure quantify model synthesize synthesise map conduct employ combine collect aim seek ask adopt call
    characterize characterise distinguish determine extend integrate trace track define conceptualize
    conceptualise derive discern simulate calculate compute construct contribute critique debate detail design
    elaborate examine formulate investigate question reconsider reflect revisit sketch summarize summarise
    critically undertake unpack advance add look take give make set bring begin start turn perform follow raise
    carry point""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_PAST = {
    "found": "find", "showed": "show", "shown": "show", "held": "hold", "drew": "draw", "built": "build",
    "sought": "seek", "took": "take", "gave": "give", "made": "make", "undertook": "undertake", "chose": "choose",
    "set": "set", "began": "begin", "brought": "bring", "put": "put", "ran": "run", "saw": "see", "had": "have",
}  # fmt: skip
# A participle of "it is shown that" and its past tense.
_FINITE = {"shown": "showed"}


def is_reporting(verb: str) -> bool:
    """Return whether a verb, in any form, can introduce a that-clause of the authors'."""
    return _base(verb) in _REPORTING


def is_acting(verb: str) -> bool:
    """Return whether a verb, in any form, can say what authors did in a work."""
    return _base(verb) in _ACTING or verb in _PAST or bool(re.fullmatch(r"[a-z]{3,}ed", verb))


def is_past(verb: str) -> bool:
    """Return whether a verb has the same form for one author and for several."""
    return verb in _PAST or verb.endswith("ed")


def agree(verb: str, *, plural: bool) -> str:
    """Return the verb as it stands after one author or after several; past forms stay as they are."""
    if is_past(verb):
        return _FINITE.get(verb, verb)
    base = _base(verb) or verb
    return base if plural else _third_person(base)


def _third_person(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _base(verb: str) -> str:
    """Return the dictionary form where it is one of the known verbs, else an empty string."""
    endings = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("d", ""), ("ied", "y"))
    for ending, replacement in endings:
        base = verb[: len(verb) - len(ending)] + replacement if verb.endswith(ending) else ""
        if base in _ACTING:
            return base
    return _PAST.get(verb, "")
