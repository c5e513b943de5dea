"""Sentences that a reader understands where nothing else of their text is told."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.discourse_cues import needs_context
from tasks.text.antecedents import lacks_antecedent

# "(Fig 1E)", "(ITable 11)", "(see Table 2)", "(supplementary figure 3)".
_EXHIBIT = re.compile(r"[(\[](?:\w+ )?(?:[a-z]?fig(?:ure|s)?\b|[a-z]?tables?\b|appendi|suppl)", re.IGNORECASE)
_DEFINITE = re.compile(
    r"\b(?:the|both|each|either|neither|all)\s(?:(?:two|three|four|five|\d+|same|other|new|present|study|latter)\s)*"
    r"(?:criteri(?:a|on)|groups?|arms?|conditions?|measures?|tests?|items?|cohorts?|samples?|doses?|methods?|models?|"
    r"treatments?|medications?|interventions?|drugs?|agents?|products?|devices?|programmes?|programs?|subjects?|series|"
    r"samplings?|sites?|cases?|periods?|hypothes[ie]s|questions?|participants?|respondents?)\b"
    r"(?!\s(?:of|for|with|without|in which|that|which|who|whose|to|between|on|using|receiving|given|treated)\b)",
    re.IGNORECASE,
)


def is_clear(text: str) -> bool:
    """Return whether a sentence points at no exhibit and has no definite word that only its own text explains."""
    return not (_EXHIBIT.search(text) or _DEFINITE.search(text) or lacks_antecedent(text) or needs_context(text))


_PURPOSE = re.compile(
    r"^\W*(?:in order )?to (?:\w+ly )?[a-z]+\b[^,]{0,120},|^\W*(?:with|for) (?:this|that) (?:aim|purpose|end)\b",
    re.IGNORECASE,
)
# How much was given, for how long works looked on, what they had to take on: no result.
_CONDUCT = re.compile(
    r"\b(?:(?:mean|median|average|maximum|starting|initial|daily|total) )?(?:doses?|dosages?|dosing (?:interval|schedule)s?) (?:of [\w-]+ )?(?:was|were|is|are|ranged)\b"
    r"|\bfollow[- ]?ups? (?:\w+ ){0,3}(?:was|were|took place|lasted|ranged|is)\b|\bfollowed(?: up)? for (?:a |an )?(?:\w+ ){0,3}\d"
    r"|\b(?:is|are|was|were) (?:given|administered|prescribed|dosed) (?:\w+ ){0,3}(?:with|at|in|by|every|once|twice|\d)"
    r"|\b(?:implementation|recruitment|enrol?ment) (?:\w+ )?(?:problems?|rates?) (?:did|was|were)\b",
    re.IGNORECASE,
)
# A state of one group, set against nothing and followed over nothing.
_WITHIN = re.compile(r"\b(?:was|were|had)\b", re.IGNORECASE)
_RELATES = re.compile(
    r"\b(?:than|compared|versus|vs|associat\w+|correlat\w+|related|relationship|predict\w*|differ\w*|between|from|"
    r"increas\w+|decreas\w+|reduc\w+|improv\w+|lower\w*|higher|greater|fewer|less|more|better|worse\w*|declin\w+|"
    r"effective\w*|superior|inferior|benefi\w+|led|caus\w+|chang\w+|no|not|similar|equal|sustained|maintained|"
    r"prevent\w*|eliminat\w+|respon\w+|remission|recover\w+|surviv\w+|due|because|found|shown|demonstrated|affect\w*|"
    r"influenc\w+|enhanc\w+|diminish\w+|elevated|vari\w+|depend\w+|important|necessary|feasible|safe|tolerated)\b",
    re.IGNORECASE,
)


def is_result(text: str) -> bool:
    """Return whether a sentence says what came out, and not what for, how much, how long, or how one group was."""
    if _PURPOSE.search(text) or _CONDUCT.search(text):
        return False
    return bool(_RELATES.search(text)) or not _WITHIN.search(text)


_SETS_APART = re.compile(
    r"\b(?:than|compared|versus|vs|associat\w+|correlat\w+|relationships?|predict(?:s|ed|ors?)|differ(?:s|ed)?|"
    r"differences?|increased|decreased|reduced|improved|lower|higher|greater|fewer|longer|shorter|superior|inferior|"
    r"doubled|halved|fell|rose)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"(?<![\w-])\d[\d.,\u00b7]*\s?(?:%|[a-z\u00b5]|[-\u2010-\u2013]fold)")


def states_size(text: str) -> bool:
    """Return whether a result sets groups apart, relates two things or has a figure with its unit."""
    return is_result(text) and bool(_SETS_APART.search(text) or _FIGURE.search(text))


# How well a model fits, what only tended, how one patient was, what was before: none stands for a field.
_SLIGHT = re.compile(
    r"\b(?:trends?|tend(?:s|ed|ency)|exploratory|natural (?:course|history))\b"
    r"|\bmodels? (?:\w+ ){0,3}?(?:predict|fit|describ|reproduc|captur|simulat)\w*"
    r"|\b(?:was|were) (?:\w+ )?(?:described|predicted|fitted|captured|explained) (?:\w+ )?by (?:an? |the )?(?:[\w-]+ ){0,5}?models?\b"
    r"|\bin (?:the|our) (?:first|second|third|other|index) (?:patient|case)\b"
    r"|\b(?:reflects? a|comprises?|is characteri[sz]ed by)\b"
    r"|\b(?:at baseline|before (?:treatment|therapy|surgery|the intervention))\b",
    re.IGNORECASE,
)


def is_weighty(text: str) -> bool:
    """Return whether a sentence may stand for a field: no mere trend, fit of a model, single case or course by nature."""
    return is_result(text) and not _SLIGHT.search(text)


def sets_apart(text: str) -> bool:
    """Return whether a sentence sets groups or times apart, or relates two things."""
    return bool(_SETS_APART.search(text))


def has_figure(text: str) -> bool:
    """Return whether a sentence has a figure with its unit that no bracket holds."""
    return bool(_FIGURE.search(re.sub(r"\([^()]*\)", "", text)))
