"""Definite words whose antecedent stands in a sentence that is not quoted: "the combination", "both groups".

A word that its own sentence explains is no such word: "the combination of tea and milk", "tea and milk ... both drinks".
"""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

_THING = r"(?:combinations?|interventions?|program(?:me)?s?|procedures?|regimens?|techniques?|devices?|drugs?|agents?|compounds?|formulations?|preparations?|products?|treatments?|therap(?:y|ies)|medications?|operations?|instruments?|questionnaires?|scales?|algorithms?)"
_SIDE = r"(?:groups?|arms?|conditions|cohorts|subgroups|sides|sexes|samples|doses|methods|strategies|models|periods|time points?|interventions|treatments|drugs|agents|products|procedures|techniques)"
# What explains a word stands behind it, or it is a part of another: "the drug level", "the treatment of pain".
_EXPLAINED = r"(?![-\u2010-\u2013]|\s(?:of|for|with|in which|that|which|who|whose|to|between|called|known|consisting|comprising|containing|based|group|arms?|level|levels|effects?|dose|period|phase|itself|were as follows|on|using|concentrations?|monitoring|resistance|use|users|market|industry|plans?)\b)"
_DANGLING = re.compile(
    rf"\b(?:the|that)\s(?:(?:same|new|experimental|active|combined|former|other|study|present)\s)?{_THING}\b{_EXPLAINED}"
    rf"|(?<!between )(?<!among )(?<!across )\b(?:both|the (?:two|three|four|five)|all (?:the )?(?:two|three|four|five)|either of the|each of the|the other(?: two| three)?)\s(?:\w+\s)?{_SIDE}\b(?!\s(?:of|for|with|in which|that|who|receiving)\b)"
    r"|\bthe (?:reduction|increase|decrease|difference|association|relationship|correlation|change|improvement|effect|finding|result) (?:was|were|is|are|did|remained|disappeared|persisted)\b",
    re.IGNORECASE,
)
# Two things set side by side before the word are what it means.
_NAMED = re.compile(r"\b(?:and|or|versus|vs\.?|than|compared|with|whether)\b|,", re.IGNORECASE)
_ENOUGH = 3  # words before it that could name something


def lacks_antecedent(text: str) -> bool:
    """Return whether a sentence holds a definite word that nothing before it in the sentence explains."""
    for match in _DANGLING.finditer(text):
        before = text[: match.start()]
        if not (_NAMED.search(before) and len(before.split()) > _ENOUGH):
            return True
    return False
