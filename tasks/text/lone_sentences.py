"""Sentences that cannot be told alone: parts of a list not quoted, likenesses to what is not told, lists only announced.

So are sentences that lost letters, signs or blanks in scanning.
"""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.text.link_words import drop_links
from tasks.text.undefined import names_no_things

_RESULT = r"(?:improvements?|results?|findings?|effects?|trends?|patterns?|changes?|differences?|associations?|reductions?|increases?|decreases?|relationships?|benefits?|gains?|responses?|outcomes)"
_MEMBER = r"(?:findings?|domains?|themes?|categor(?:y|ies)|factors?|dimensions?|clusters?|points?|reasons?|hypothes[ei]s|aspects?|lessons?|messages?|premises?|conclusions?|components?|conditions?|principles?|issues?|arguments?|scenarios?|ways?|elements?|objectives?)"
_PART = re.compile(
    # "The fourth finding", "A particular form of treatment", "An obvious example is": of what was named before.
    rf"^(?:The|Our|A) (?:first|second|third|fourth|fifth|sixth|seventh|last|final|next|other|remaining) {_MEMBER}\b"
    r"|^(?:A|One) (?:particular|certain) (?:form|type|kind|sort|version|variant|method|way|class|group)\b"
    r"|^(?:An|One|Another|A) (?:[\w-]+ )?example (?:is|was)\b"
    rf"|^Only (?:the |this |an? )?{_RESULT} (?:with|in|of|for)\b"
    r"|^(?:The (?:authors|researchers|results|findings)|It|They) (?:therefore|thus|hence)\b"
    # "actions 2 and 3", "the two sectors under review", "this research question".
    r"|(?-i:\b(?:actions?|steps|questions?|hypothes[ei]s|objectives?|propositions?|options|principles?|recommendations?) H?\d\b)"
    # "We call instead for", "Savings must be considered as well": of what was named before.
    r"|^(?!.*\b(?:not|no|rather|than|instead of|without|unlike)\b).*(?:^Instead,?|\b(?:call|argue|propose|advocate|suggest|plead|opt)(?:s|ed)? instead|,? instead(?=\.$)|, instead,)\b"
    # "We illustrate its application": of what was named before.
    r"|^(?:We|I) (?:(?:\w+ly|also|then) )?[a-z]+ (?:its|their) (?!own\b)[a-z]+\b"
    r"|^(?:[\w'\u2019-]+ ){1,7}as well\.?$"
    r"|\ball (?:of )?(?:the |these )?(?:decreases|increases|differences|changes|improvements|reductions|gains|declines|associations|correlations|comparisons) (?:were|are|was|remained|reached)\b"
    r"|\bthe (?:two|three|four|five|\d+) (?:[\w-]+ ){1,2}under (?:review|consideration|scrutiny|discussion)\b|\b(?:this|these) research questions?\b",
    re.IGNORECASE,
)
# Like what is not told: "Similar improvement occurred", "results in boys were consistent with findings in girls".
_LIKE = re.compile(
    rf"^(?:Similar|Comparable|Analogous|Equivalent)(?:,? but [\w-]+,?)? (?:[\w-]+ )?{_RESULT} (?:were|was|occurred|emerged|held|appeared|is|are)\b(?!.*\b(?:both|between|either)\b)"
    r"|\b(?:results|findings|estimates|conclusions)\b[^.;,]{0,60} (?:was|were|is|are) (?:\w+ly )?(?:consistent with|similar to|comparable (?:to|with)|in (?:line|agreement|accordance) with) (?:the |those |our |earlier |previous |other )*(?:findings|results|those|that|reports|studies|ones)\b",
    re.IGNORECASE,
)
_SUCH = re.compile(r"\bsuch (?!as\b|that\b|an?\b)(?:[\w-]+ )?[a-z]{3,}s\b")
_FEWEST_BEFORE = 10  # words in which what "such" means could be named
# "52% and 29% respectively" needs two names.
_PAIRED = re.compile(r"\d[^a-zA-Z]*(?:[a-zA-Z/%]{1,6}[\s\d]*)?(?:,|\band\b|\bor\b|\bvs?\b|\bversus\b)[^a-zA-Z]*\d")
_TWO = re.compile(
    r"\b(?:and|or|versus|vs|than|without|compared|before|after|both|between|from|either)\b|(?<=[a-z)]), ",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\b(?:and|or|versus|vs)\b", re.IGNORECASE)
_MANY = r"(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|an? (?:number|variety|range|set|series) of|several|various|many)"
_KINDS = r"(?:premises|conditions|ways|uses|features|themes|reasons|lessons|principles|challenges|barriers|domains|categories|mechanisms|strategies|dimensions|steps|elements|criteria|questions|issues|aspects|factors|types|pathways|applications|recommendations)"
_ANNOUNCED = re.compile(
    rf"\b(?:rests? on|reveal(?:s|ed)?|identif(?:y|ies|ied)|highlight(?:s|ed)?|outlines?|proposes?|presents?|discuss(?:es)?|there are|(?:is|are) based on|depends? on|emphasi[sz]es?|describes?|suggests?) (?P<many>{_MANY}) (?:[\w-]+ ){{0,3}}?{_KINDS}\b"
    rf"|\b(?P<most>{_MANY}) (?:[\w-]+ ){{0,3}}?{_KINDS} (?:must be met|emerged|were identified|are identified|were found|are proposed|exist|can be distinguished|were distinguished|are discussed)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"[:,\u2013\u2014;]|\bnamely\b|\binclud|\bsuch as\b|\bi\.e|\be\.g|\bfirst\b|\b\(?[1a]\)|\b(?:how|why|that|which|whether|in which|to \w+)\b",
    re.IGNORECASE,
)
_AND = re.compile(r"\band\b")
# "andthephysical", "P50.001" for "P<0.001", "r(2)( )= 0.07", numbers of notes that stood above the line.
_LOST_SIGN = re.compile(r"\b[pP] ?[54] ?0?\.\d|\b\w\(\d\)\(|\(\s*\)\s?[=<>]|\d v\. \d+\.\d+ kg")
_GLUED = re.compile(r"\b[a-z]*(?:andthe|ofthe|withthe|forthe|fromthe|thatthe)[a-z]*\b")
_LABELLED = r"(?:weeks?|months?|days?|years?|hours?|grades?|stages?|phases?|types?|groups?|aged?|ages|than|from|with|were|between|stud(?:y|ies)|levels?|scores?|items?|tables?|figures?|factors?|trials?|over|only|about|visits?|class|sites?|times?|session|domain|cluster|model|step|least|most|nearly|approximately|approach|median|mean|grade|until|after|before|under|above|below|to|of|for|by|experiments?|goals?|targets?|articles?|chapters?|appendix|annex|version|part|cases?|wave|cohorts?|arm|dose|scale|covid|omega|interleukin|receptors?|through|during|within|by)"
_NOTE = re.compile(rf"(?<![-\d.])\b(?!{_LABELLED}\b)[a-z]{{4,}} \d{{1,2}}(?=[,.;]\s|\.?$| and [a-z])")
_NOTES = re.compile(rf"\b(?!{_LABELLED}\b)[a-z]{{5,}} \d{{1,2}}(?:,\d{{1,2}})+(?!\d|\.\d|%)(?=[\s.;,]|$)")
_LAST_NOTE = re.compile(rf"(?<![-\d.])\b(?!{_LABELLED}\b)(?P<word>[a-z]{{4,}}) \d{{1,2}}(?=\.?$)")
# "InCognitive Integration": a title in italics that lost the blank before it.
_RUN_IN = re.compile(r"^(?:In|Of|By|The|From|With|And)[A-Z][a-z]{3,}\b(?= [A-Z:])")
# The mark of one thing of a list, where the next does not follow, with its heading: "(2) Herd Data In total, 9".
_MARK = re.compile(
    r"^\(?(?:\d{1,2}|[a-h]|[ivx]{1,4})\)\s+(?=[A-Z])(?:(?:[A-Z][a-z]+ ){1,3}(?=(?:In total|A total of|There (?:was|were)|We|The)\b))?"
)
_NEXT_MARK = re.compile(r"[;,.:] (?:and |or )?\(?(?:\d{1,2}|[a-h]|[ivx]{1,4})\) ")
# "For nearly 6 months9 of care": a note that stood above the line. "(Table 2)": what is not shown.
_GLUED_NOTE = re.compile(
    r"\b(?P<word>(?:days?|weeks?|months?|years?|patients?|participants|people|studies|trials|treatments?|therapy|outcomes?|results|services|species))\d{1,2}(?=[\s.,;])"
)
_TABLE = re.compile(r"\s*\((?:see )?(?:[Ss]uppl\w* |e|I)?[Tt]ables?(?: ?[A-Z]?\d{0,2}[A-Za-z]?)?\)")
_SAID_BEFORE = re.compile(r"(?<=\bthe )mentioned (?=[A-Z])")
_SEVERAL = 2


def needs_neighbours(text: str) -> bool:
    """Return whether a sentence is a part of, or like, what other sentences tell, or announces a list it has not.

    So it is where it speaks of "both" or of "group B" and does not say what they are (`undefined`).
    """
    part = bool(_PART.search(text) or _LIKE.search(text))
    return part or names_no_things(text) or _lacks_sides(text) or _only_announces(text)


def is_garbled(text: str) -> bool:
    """Return whether a sentence lost signs, blanks or the height of its note numbers on the way to its page."""
    notes = len(_NOTE.findall(text)) >= _SEVERAL or bool(_NOTES.search(text))
    return notes or loses_signs(text) or bool(_GLUED.search(text) or _RUN_IN.match(text))


def drop_marks(text: str) -> str:
    """Return a sentence without what only its page asks for.

    That is the mark of a list of which it is one thing, the number of a note at its end that stood above the line
    ("than ever 4."), one glued to a word ("months9"), a table that is not shown, "mentioned" before a name, which says itself what is meant, and words that only link it to what
    stands before it (`link_words`).
    """
    bare = text if _NEXT_MARK.search(text) else _MARK.sub("", text)
    bare = _TABLE.sub("", _GLUED_NOTE.sub(lambda found: found["word"], bare))
    return drop_links(_LAST_NOTE.sub(lambda found: found["word"], _SAID_BEFORE.sub("", bare)))


def loses_signs(text: str) -> bool:
    """Return whether a sentence holds statistics whose signs were lost: "P50.001" for "P<0.001"."""
    return bool(_LOST_SIGN.search(text))


def _lacks_sides(text: str) -> bool:
    such = _SUCH.search(text)
    if such and len(text[: such.start()].split()) < _FEWEST_BEFORE and not re.search("[,;]", text[: such.start()]):
        return True
    before, found, after = text.partition("respectively")
    named = _TWO.search(_PAIRED.sub("", before)) or _EITHER.search(_PAIRED.sub("", after))
    return bool(found and _PAIRED.search(text) and not named)


def _only_announces(text: str) -> bool:
    found = _ANNOUNCED.search(text)
    if not found or _LISTED.search(text, found.end()):
        return False
    pair = (found["many"] or found["most"]).lower() in {"two", "2"}
    named_before = found["most"] and "," in text[: found.start()] and _AND.search(text, 0, found.start())
    return not named_before and not (pair and _AND.search(text, found.end()))
