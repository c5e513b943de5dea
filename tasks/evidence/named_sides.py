"""Whether a result names what it relates: no "the other group", "respectively", "the drug" or "changes" alone."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.text.words import FUNCTION_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019]s)?")
# Words that point to a side of a study without saying what it is.
_POINTERS = re.compile(
    r"\b(?:respectively|superiority|inferiority|each other|one another|the (?:other|former|latter|same)|(?:both|either|neither|all(?: the)?(?: \w+)?) (?:groups?|arms?|drugs?|treatments?|therapies|conditions?|interventions?|agents?))\b",
    re.IGNORECASE,
)
_UNNAMED = frozenset(
    """drug drugs medication medications medicine agent agents compound treatment treatments therapy therapies intervention
    interventions programme program programmes programs procedure procedures approach approaches method methods technique
    techniques strategy strategies measure measures group groups arm arms condition conditions cohort sample samples
    combination administration simultaneous concomitant combined concurrent use dose doses regimen regimens active
    experimental test study studies trial first second third other others another latter former same new novel different
    various several two three one ones both either each all patients patient participants participant subjects people
    change changes difference differences effect effects impact impacts outcome outcomes result results response responses
    improvement improvements superiority inferiority efficacy effectiveness benefit benefits respectively it they them this
    these those that his her their its factor factors variable variables parameter parameters finding findings
    data value values level levels score scores number rate time
    any examined measured tested assessed investigated studied""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_CONTROL = re.compile(
    r"(?:the )?(?:placebo|(?:healthy |matched |untreated )?controls?(?: (?:group|subjects|condition|arm))?|sham|usual care|treatment as usual|no (?:treatment|therapy|intervention|drug))",
    re.IGNORECASE,
)
# What has kinds and no amount: more of an outcome with "gender" does not say with which.
_KINDS = re.compile(
    r"(?:[\w\u2019'-]+ ){0,2}?(?:gender|sex|ethnicity|race|nationality|religion|genotypes?|polymorphisms?|season|country|region|marital status|smoking status|employment status|\w+ (?:colou?r|type|status|group|category))",
    re.IGNORECASE,
)
_POLE = re.compile(
    r"\b(?:male|female|high|higher|low|lower|older|younger|darker|lighter|black|white|single|married|poor|good|better|worse)\b",
    re.IGNORECASE,
)


def names_sides(exposure: str, comparator: str, outcome: str, direction: str) -> bool:
    """Return whether a result says what goes with what: each side that there is has a name of its own.

    A control alone is no exposure, and what has kinds but no amount ("gender") cannot have more or less go with it.
    """
    if _CONTROL.fullmatch(exposure.strip()) or not is_named(exposure) or not is_named(outcome):
        return False
    if comparator and not is_named(comparator) and not _CONTROL.fullmatch(comparator.strip()):
        return False
    return direction not in {"+", "-"} or bool(comparator) or not _is_kind(exposure)


def _is_kind(term: str) -> bool:
    return bool(_KINDS.fullmatch(term.strip())) and not _POLE.search(term) and "socio" not in term.casefold()


def is_named(term: str) -> bool:
    """Return whether a term says what it is: not "the other group", "outcome" or "changes" alone."""
    words = [word for word in _WORD.findall(term.casefold()) if word not in FUNCTION_WORDS]
    return bool(words) and not _POINTERS.search(term) and not all(word in _UNNAMED for word in words)
