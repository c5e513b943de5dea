"""Which side of an association is the outcome: what people are or receive is not, though it stands last.

"Bleeding was associated with age" and "age was associated with bleeding" are of one exposure and one outcome. Where
neither side shows what it is, what stands first is taken for the exposure.
"""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

_ASSOCIATED = re.compile(r"associat|correlat|relat|link|connect", re.IGNORECASE)
# What no other thing of a study brings about: who somebody is, when and where something was.
_GIVEN = re.compile(
    r"(?:(?:older|younger|increasing|advancing|advanced|higher|lower|maternal|paternal|parental|patients?[\u2019']?|participants?[\u2019']?|mothers?[\u2019']?|gestational|chronological|male|female|own|household|family|low|high|recipient|donor)\s)*"
    r"(?:age|sex|gender|ethnicity|race|ethnic origin|education(?:al (?:level|attainment|status))?|level of education|years of education|income|socio-?economic (?:status|position)|marital status|parity|season(?: of \w+)?|birth order|employment status|occupation|genotypes?|ancestry|year of \w+|latitude|altitude|elevation|distance (?:to|from) .+|proximity to .+|age at .+)",
    re.IGNORECASE,
)
# What is done or happens to people: an exposure beside what is counted or scored.
_RECEIVED = re.compile(
    r"(?:.*\b(?:use|intake|consumption|exposure|treatment|therapy|prophylaxis|supplementation|administration|vaccination|smoking|dosage|doses?)"
    r"|(?:(?:longer|higher|greater|shorter|lower|cumulative|total|daily|increased)\s)*(?:(?:use|intake|consumption|administration|receipt|exposure|treatment|therapy|dose|duration|length|time) (?:of|to|with|on|since) (?!stay|hospital|surviv|symptom|sleep|life|remission|response).+))",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:risks?|odds|rates?|incidences?|prevalences?|mortality|deaths?|survival|recurrences?|relapses?|remission|responses?|outcomes?|events?|complications?|infections?|bleed(?:ing|s)?|symptoms?|severity|scores?|quality of life|length of (?:hospital )?stay|concentrations?|levels?|yields?|abundance|richness|performance|admissions?|falls|fractures?)(?=$|\s(?:of|in|for|from|to|after|at|due)\b)",
    re.IGNORECASE,
)

# What is striven for: "an association between success and size" is one of success on size.
_SUCCESS = re.compile(
    r"(?:\b(?:success(?: rates?)?|survival(?: rates?)?|income|well-?being|mortality|performance|yields?)|^(?:local )?support for [\w -]+)$",
    re.IGNORECASE,
)
# Who acts rather than what acts on the outcome; bodies that everybody knows by their initials among them.
_ACTOR = re.compile(
    r"(?:(?:the|these|many|some|several|most|all|various|large|big|private|public|international|national|local|multinational|governmental|non-?governmental)\s)*"
    r"(?:compan(?:y|ies)|firms?|corporations?|enterprises|business(?:es)|organi[sz]ations?|institutions?|agenc(?:y|ies)|governments?|authorit(?:y|ies)|ministr(?:y|ies)|NGOs?|committees?|(?-i:UN|EU|WHO|FAO|UNEP|UNDP|UNESCO|UNICEF|UNFCCC|OECD|IMF|WTO|IUCN|IPBES|IPCC|NATO|FDA|EMA|EPA|CDC|NIH|NHS|USDA))",
    re.IGNORECASE,
)

_SOME = re.compile(
    r"(?:(?:different|some|most|several|many|certain|various|other|a few) (?:of (?:the|these) )?[\w-]+(?: [\w-]+)?)",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"(?:(?:age|weight|income|ethnic|racial|blood|social|BMI|diagnostic) (?:groups?|class(?:es)?|categor(?:y|ies))|gender|ethnicity|race|nationality)",
    re.IGNORECASE,
)


def is_unfit(term: str) -> bool:
    """Return whether a term is no exposure: who acts, such as firms or a public body, or some of a kind ("some species").

    Nor is what has kinds and no amount, such as an age group: more of an outcome does not go with more of it.
    """
    words = term.strip()
    return any(unfit.fullmatch(words) for unfit in (_ACTOR, _SOME, _KIND))


def is_turned(cue: str, first: str, last: str) -> bool:
    """Return whether of two sides of an association the first is the outcome and the last the exposure."""
    if not _ASSOCIATED.search(cue):
        return False
    if _GIVEN.fullmatch(first) or _GIVEN.fullmatch(last):
        return bool(_GIVEN.fullmatch(last)) and not _GIVEN.fullmatch(first)
    if cue.rstrip().endswith("between") and _SUCCESS.search(first) and not _SUCCESS.search(last):
        return True
    is_received = _RECEIVED.fullmatch(last) and not _RECEIVED.fullmatch(first)
    return bool(is_received and _COUNTED.search(first) and not _COUNTED.search(last))
