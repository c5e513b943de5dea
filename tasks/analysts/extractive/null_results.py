"""Results that are none: words that say that nothing differs, changes or goes together, and how far they reach."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.discourse_cues import find_relation
from tasks.evidence.harm_bounds import likens_harms

Span = tuple[int, int]

_BE = r"(?:is|are|was|were|be|been|being|remained|remains|seemed|appeared|proved)"
_HOW = r"(?:\w+ly |also |very |about |otherwise ){0,2}"
_ALIKE = r"(?:similar|comparable|equivalent|identical|equal|the same|alike)"
_SEEN = r"(?:(?:was|were) (?:\w+ly )?(?:found|observed|seen|noted|detected|achieved|reported|obtained|recorded) )?"
_SIDES = r"(?:between|among|across|(?:in|for|with|at|under|on|by|within) (?:both|all|either|the (?:two|three|four|five|different|other)))"
_CHANGE = r"(?:differences?|increases?|decreases?|reductions?|declines?|rises?|effects?|associations?|correlations?|relations?|relationships?|changes?|improvements?|worsening|gains?|trends?|impacts?|influences?)"
_WORTH = r"(?:effective|efficacious|safe|accurate|reliable|potent|tolerable|well tolerated|beneficial|good)"
_CHANGED = r"(?:reduc|decreas|improv|increas|lower|rais|enhanc|declin|alter|affect|influenc|chang|differ|predict|prevent|worsen|associat|correlat|relat|link)(?:e?d)\b"
_AMOUNT = r"(?:better|worse|higher|lower|greater|smaller|larger|fewer|longer|shorter|superior|more (?!than)\w+|less (?!than)\w+)"
_NULL = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # The same on either side.
        rf"\b{_BE} {_HOW}{_ALIKE}(?: \w+ly)? {_SIDES}\b",
        rf"\b{_BE} {_HOW}{_ALIKE} (?:to|with) (?:that|those|placebo|controls?|the (?:control|placebo|comparison|comparator|reference)|usual care|standard)\b",
        rf"\b(?:similar|comparable|equivalent|equal|identical) (?!(?:relation|association|correlation|link|pattern|trend|interaction|result|finding|difference|balance|comparison)\w*\b)(?:(?!(?:than|but|and|who|that|to|as)\b)[\w-]+ ){{1,4}}?{_SEEN}{_SIDES}\b",
        rf"\b(?:equally {_WORTH}|as {_WORTH} as)\b",
        # Neither more nor less.
        rf"\b(?:not (?:\w+ly )?(?:any )?|no ){_AMOUNT}(?= (?:than (?!\d)|to|in|between|for|with|among|after|on)\b)",
        rf"\bno (?:(?!longer\b)[\w-]+ ){{0,3}}?(?:{_CHANGE}|benefit|advantage|superiority|deterioration) (?:was |were |is )?(?:in|of|on|for|over|between|with|from|found|observed|seen|noted|detected|reported)\b",
        rf"\bneither\b[^.;]{{1,80}}\bnor\b[^.;,]{{1,60}}?\b{_CHANGED}",
        r"\b(?:did|does|do|could|can) ?not (?:\w+ly )?(?:benefit|worsen|rise|fall|decline|decrease|enhance|prevent|impair|raise|lower|modify|correlate|associate|differ|change)\b",
        rf"\b(?:did|does|do) ?not (?:\w+ly )?(?:result in|lead to|cause|produce|have|show) (?:an? |any )?(?:[\w-]+ ){{0,2}}?{_CHANGE}\b",
        rf"\b{_BE} {_HOW}(?:unchanged|unaltered|unaffected|uncorrelated|unassociated)\b",
        r"\bremained (?:stable|constant)\b",
        # Not significant.
        rf"\b(?:insignificant|non-?significant)(?:ly)? (?:[\w-]+ ){{0,3}}?(?:{_CHANGE}|higher|lower|greater|fewer|smaller|larger)\b",
        rf"\b{_CHANGE}\b[^.,;]{{0,80}}? (?:(?:was|were|is|are|remained) (?:\w+ly )?(?:insignificant|non-?significant|not (?:\w+ly )?significant)|(?:did|does|do) not (?:reach|attain|achieve) (?:\w+ )?significance)\b",
    )
)
# What is "failed" to be met, or said "not" of something else than a result.
_NO_DENIAL = re.compile(
    r"failed to (?!show|find|demonstrate|reveal|detect|produce|improve|reduce|affect|predict|increase)|unrelated (?!to)|not related to|\bindependent of|\bthan \d",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"\b(?:results|findings|observations|conclusions|data)\s.{0,30}$", re.IGNORECASE)
_USE = r"(?:use|usage|efficacy|effectiveness|usefulness|utility|recommend\w*|prescri\w+|practice|superiority|claims?)"
# What somebody judged of events one by one, results said to be like others, and what nobody has shown: nothing was
# compared.
_NO_RESULT = re.compile(
    r"\b(?:events?|effects?|AEs|deaths?|reactions?|complications?)\b[^.;]{0,60}?\b(?:unrelated|not (?:\w+ly )?(?:related|attribut\w+)) to (?:the )?(?:(?:study|trial|investigational) )?(?:drugs?|medications?|medicines?|treatments?|therapy|interventions?|devices?|products?)\b"
    r"|^\W*(?:the |these |our |other |further )*(?:results|findings|observations|conclusions)\b[^.;]{0,30}? (?:were|was|are|is|remained) (?:\w+ly )?(?:similar|comparable|consistent|identical|the same)\b"
    rf"|\b(?:no|little|insufficient|limited|scarce|lack of|absence of) (?:\w+ ){{0,2}}?(?:evidence|data|stud(?:y|ies)|trials?|research)\b (?:\w+ ){{0,2}}?(?:support\w*|for|on|favou?r\w*|justif\w+) (?:[\w-]+ ){{0,4}}?{_USE}\b"
    rf"|\b(?:evidence|data|literature|stud(?:y|ies)|trials?) (?:[\w-]+ ){{0,4}}?(?:does|do|did) not (?:\w+ ){{0,2}}?support (?:[\w-]+ ){{0,4}}?{_USE}\b"
    r"|\bno (?:\w+ ){0,2}?(?:evidence|data|stud(?:y|ies)|trials?) (?:\w+ )?(?:exists?|(?:is|are|was|were) (?:available|identified|found|located|eligible))\b",
    re.IGNORECASE,
)
_RATED = r"(?:(?:more|less) (?:\w+ly )?\w+ than|(?:better|worse|greater|higher|lower) than|(?:superior|inferior) to)\b"
_RATED_ALIKE = re.compile(rf"\b(?:no|not) (?:\w+ly )?(?:any )?{_RATED}", re.IGNORECASE)
_RATED_APART = re.compile(rf"\b{_RATED}", re.IGNORECASE)
_NO_MORE = 12  # characters after the cue, for the verb of "failed to find"
_REACH_ENDS = re.compile(
    r"[;:]\s|,?\s(?:and|or|but|so)\s(?=(?:(?!and\b|or\b)[\w'\u2019-]+\s){1,6}?(?:was|were|is|are|had|has|have|did|rose|fell|\w{3,}ed)\b)|,?\s(?:but|whereas|while|although|except)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not (?!\w+ing\b)|neither|nor|never|cannot|none of|no (?:[\w-]+ ){1,3}?(?:was|were|had|has|showed|reported|experienced))\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:]\s")


def find_null(text: str) -> Span | None:
    """Return the place of the words by which a sentence says that there is no difference, change or relation."""
    found = [
        match.span()
        for pattern in _NULL
        if (match := pattern.search(text)) and not _OF_OTHERS.search(text, 0, match.start() + 1)
    ]
    place = find_relation(text, -1)
    if place and not _NO_DENIAL.search(text[place[0] : place[1] + _NO_MORE]):
        found.append(place)
    return min(found, default=None)


def cut_null(text: str, place: Span) -> str:
    """Return a sentence without the words of a null result and what they deny, up to the end of their clause."""
    end = _REACH_ENDS.search(text, place[1])
    return f"{text[: place[0]]} {text[end.start() :] if end else ''}"


def tells_no_result(text: str) -> bool:
    """Return whether a sentence compares nothing: it judges events, likens results to others or finds no evidence."""
    return bool(_NO_RESULT.search(text)) or likens_harms(text)


def is_mixed(text: str) -> bool:
    """Return whether a sentence says of one thing that it is no more so than another, and of one that it is more so."""
    rest, alike = _RATED_ALIKE.subn(" ", text)
    return bool(alike and _RATED_APART.search(rest))


def is_negated(text: str, start: int) -> bool:
    """Return whether a denial stands before a place in its clause."""
    begin = max((mark.end() for mark in _CLAUSE.finditer(text, 0, start)), default=0)
    return bool(_NEGATED.search(text, begin, start))
