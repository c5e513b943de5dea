"""Words that stand for things their own sentence does not name: "both", "all three regimens", "group B", "the park".

A pair, a list or a name in the sentence is what such a word means: "hay and straw ... both", "group B (limed)".
"""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

_PAIR = re.compile(
    r"\b(?:both|neither|(?<!whether )either)\b(?! (?:genders?|sexes|hands?|eyes|ears|sides?|parents|ways?|cases?|directions|ends?|worlds|extremes|time points?)\b)(?P<after>[^;.]*)",
    re.IGNORECASE,
)
_NAMES_TWO = re.compile(
    r"^[^,;]{1,110}?(?:\b(?:and|or|nor|plus|as well as)\b|[/+&])|^,[^,;]{2,60}\band\b|\bbut also\b", re.IGNORECASE
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_TWO_BEFORE = re.compile(r"\b(?:and|or|nor|versus|vs|than|two|2|between|plus)\b|[a-z\d][/+&][A-Za-z]", re.IGNORECASE)
_NUMBER = r"(?:two|three|four|five|six|seven|eight|[2-8])"
_ALL = re.compile(
    rf"\ball (?:the |these )?{_NUMBER} (?:[\w-]+ ){{0,2}}?[a-z]{{2,}}s\b(?! (?:of|in|from|\())", re.IGNORECASE
)
_LISTED = re.compile(r",|\band\b|\bvs\b|\bversus\b", re.IGNORECASE)
_LABEL = re.compile(
    r"\b(?:[Gg]roups?|[Aa]rms?|[Cc]ohorts?|[Nn]arratives?|[Rr]egimens?|[Ss]cenarios?) (?P<label>[A-E](?:-?\d)?|[1-6])(?![\w%.-])(?!\s?\((?!n\b|\d)|:| (?:received|was given|were given|consisted|had received))"
)
_EXPLAINS = r"[(\[][^()]{{0,60}}?\b{label}\b[^()]{{0,60}}[)\]]|\b{label} ?\((?!n\b|\d)"
_CONCERNED = re.compile(r"\bthe (?:concerned|said) (?!to\b|that\b)[A-Za-z]", re.IGNORECASE)
_REST = re.compile(
    r"^[^,;:]*?(?:\bthe (?:other|remaining) (?:comparisons?|patients|participants|subjects|cases)\b(?! (?:of|in|that|than|with|who)\b)|\b(?:articles|studies|papers|works?|research|literature) on the (?:topic|subject|matter|issue)\b(?! of\b))",
    re.IGNORECASE,
)
# "Science denies their share": the word before is no noun, and none before that is of several.
_THEIR = re.compile(
    r"^(?P<head>[A-Z][^,;:]*?) (?!(?:of|in|on|for|with|by|at|from|despite|given|to)\b)\S+ (?:their|they|them)\b"
)
_SEVERAL = re.compile(
    r"\b(?:of|in|on|for|with|by|at|from|despite|given|to|and|or|people|folk|children|men|women|police|who|each|every\w*|some\w*|any\w*|one|many|most|few|both|all|two|three|four|five|six|seven|eight|nine|ten|half|others|staff|public|youth|community|government|organi[sz]ation|company|industry|team|family|group|population|audience|person|child|patient|individual|agent|user|subject|participant|reader|learner|student|mice|cattle|sheep|fish|data|media|\w{2,}s)\b|\d",
    re.IGNORECASE,
)
# "Some support it", "Fourteen (33%) had a bleed", "38% were cured": of whom, another sentence tells.
_HOW_MANY = r"(?:some|others|many|most|several|few|none|all|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|half|(?:about |around |nearly |almost |over )?\d[\d.]*(?: ?%| per ?cent)?)"
_ONLY_COUNTED = re.compile(
    rf"(?:(?:overall|in total|of these|finally|however), )?{_HOW_MANY}(?: (?:\([^()]*\)|\[[^\[\]]*\]))? (?:also |then |of them )?(?:are|were|had|have|did|can|could|may|died|said|felt|experienced|showed|reported|received|developed|improved|supports?|supported|rejects?|rejected|agreed|responded|required|completed|remained|discontinued|withdrew|relapsed|achieved|reached|met|underwent|preferred)\b(?! of\b)",
    re.IGNORECASE,
)


def names_no_things(text: str) -> bool:
    """Return whether a sentence speaks of a pair, a number or a labelled part of things or people without naming them."""
    unnamed = bool(_CONCERNED.search(text) or _ONLY_COUNTED.match(text) or _REST.match(text))
    whose = _THEIR.match(text)
    unnamed = unnamed or bool(whose and not _SEVERAL.search(whose["head"]))
    return unnamed or _lacks_pair(text) or _lacks_list(text) or _lacks_label(text)


def _lacks_pair(text: str) -> bool:
    return any(
        not (_NAMES_TWO.search(found["after"]) or _either_or(found) or _TWO_BEFORE.search(text, 0, found.start()))
        for found in _PAIR.finditer(text)
    )


def _either_or(found: re.Match[str]) -> bool:
    return found[0][0] in "eE" and bool(_OR.search(found["after"]))


def _lacks_list(text: str) -> bool:
    found = _ALL.search(text)
    if found is None or _LISTED.search(text, 0, found.start()):
        return False
    return not re.match(r"\W*[:(]", text[found.end() :])


def _lacks_label(text: str) -> bool:
    return any(
        not re.search(_EXPLAINS.format(label=re.escape(found["label"])), text) for found in _LABEL.finditer(text)
    )
