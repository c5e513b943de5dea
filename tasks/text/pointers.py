"""Words that mean what another sentence tells: "such diversity", "that critique", "the second question", "he argues".

A word that means what stands before it in its own sentence means nothing outside: "tools ... such tools".
"""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.text.words import find_stems

_OWN = r"(?:study|paper|article|chapter|review|meta-analysis|analysis|report|essay|survey|book|work|research|trial|thesis|editorial|volume|time|end|way|regard|respect|point)"
_THING = r"(?:levers?|flows|barriers|concepts|questions?|stages|criteri(?:on|a)|frameworks?|approach(?:es)?|principles?|views?|dimensions?|objections?|arguments?|claims?|positions?|perspectives?|strateg(?:y|ies)|themes?|topics?|issues?|problems?|challenges?|conditions?|factors|elements?|steps?|phases?|waves?|mechanisms?|pathways?|propert(?:y|ies)|premises?|theses|thesis|theor(?:y|ies)|accounts?|hypothes[ei]s|models?|proposals?|scenarios?|workshops?|cases|examples?)"
_OPENS = re.compile(
    # "Drawing on this,", "Added to this,", "Building on such principles is", "Moving beyond critique,", "In parallel,".
    rf"(?:[A-Z][a-z]+(?:ing|ed) )(?:up)?(?:on|to|from|beyond|with|upon) (?:(?:this|that|these|those|such)\b(?! {_OWN}\b)|critique\b)|In parallel,|In the workshops?,"
    rf"|(?:With|By|Of|From|In) (?:the )?(?:latter|former|mentioned|said)\b"
    rf"|The (?:first|second|third|fourth|fifth|last|final|next|latter|former|other) {_THING} (?:is|are|was|were|has|have|can|concerns?|asks?|holds?|relates?|involves?|says|states)\b",
)
_MENTIONED = re.compile(
    r"\bthe (?:afore(?:said|mentioned)|(?:above-?)?mentioned|above|foregoing) (?-i:[a-z])|^The [a-z]+ (?:themselves|itself)\b",
    re.IGNORECASE,
)
_SUCH = re.compile(
    r"\b(?P<any>any |all |every )?(?<!no )(?<!No )such (?!as\b|that\b|an?\b|is\b|was\b|are\b|(?:[\w-]+ ){1,3}as\b)(?P<what>(?:[\w-]+ ){0,3}[\w-]+)",
    re.IGNORECASE,
)
_THAT = re.compile(
    rf"\b(?:in|of|to|from|on|for|with|by|within|against|about) that (?!{_OWN}\b|(?:of|at|is|it|we|they|there|the|an?|this|these|he|she|i|one|some|both|in|on|for|all|no|not|from|which|are|were|was|has|have|many|most|any|such|each)\b)(?P<what>[a-z]{{4,}})(?=[,.;:]| (?:is|are|was|were|has|have|can|may|and|or)\b)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"\bthe (?:two|three|four|five|six|seven|eight|nine|ten) (?:[\w-]+ ){{0,2}}?(?P<what>{_THING})\b(?! (?:of|in|that|which|who|between|for|to|from|named|called|mentioned above)\b|\s?[:(\u2013\u2014]|, (?:namely|i\.e))",
    re.IGNORECASE,
)
_FURTHER = re.compile(r"\bgo(?:es)? further\b(?!.{0,120}\bthan\b)(?! (?:in|to)\b)", re.IGNORECASE)
_PERSON = re.compile(r"(?<!\bor )(?<!/)\b(?:[Hh]e|[Ss]he)\b(?!/| or she\b)")
_SOMEBODY = re.compile(
    r"\b(?:someone|somebody|anyone|one|everyone|who|whoever|person|patient|subject|agent|individual|child|man|woman|boy|girl|mother|father|author|user|learner|student|teacher|participant|player|clinician|physician|doctor|nurse|worker|farmer|observer|reader|thinker|[a-z]{3,}(?:er|or|ist|ian))s?\b|(?<=[a-z,;(\u2018\u201c] )(?-i:[A-Z][a-z]{2,})|^(?-i:[A-Z][a-z]+(?:['\u2019]s)? (?:[A-Z][a-z]+|argues?|claims?|holds?|says|thinks))",
    re.IGNORECASE,
)
# "No difference between them", without anything before that is more than one.
_THEM = re.compile(r"\b(?:between|among|amongst|of|to|with|in|on|for) them\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?:and|or|both|two|three|four|five|several|many|people|children|men|women)\b|\b\w{2,}[^sui\W]s\b", re.IGNORECASE
)
_ENOUGH = {"such": 12, "that": 9, "counted": 12}  # words before it in which what it means could be named
_LISTS = re.compile(r"[;:]|, [^,]{2,60}(?:,| and| or)\b")


def points_outside(text: str) -> bool:
    """Return whether a sentence holds a word that means something, or somebody, it does not itself name."""
    if _OPENS.match(text) or _MENTIONED.search(text) or _FURTHER.search(text):
        return True
    if (who := _PERSON.search(text)) and not _SOMEBODY.search(text, 0, who.start()):
        return True
    if (them := _THEM.search(text)) and not _SEVERAL.search(text, 0, them.start()):
        return True
    pointing = [("such", _SUCH), ("that", _THAT), ("counted", _COUNTED)]
    return any(_lacks(text, found, _ENOUGH[kind]) for kind, cue in pointing for found in cue.finditer(text))


def _lacks(text: str, found: re.Match[str], enough: int) -> bool:
    """Return whether nothing before a pointing word says what it points at: its noun, a list, or many words."""
    before = text[: found.start()]
    if find_stems(found["what"]) & find_stems(before):
        return False
    if found.groupdict().get("any"):
        return True
    return not _LISTS.search(before) and len(before.split()) < enough


_BARE = re.compile(
    r"\bthe (?P<what>[a-z]{4,})\b(?=[.,;)]| (?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|does|did|do|and|or|as|but)\b)",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"\bthe (?P<what>[a-z]{4,})\b(?=[.;)]|, (?:but|while|whereas|which|who|this)\b| (?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|does|did|do|as|but|also|currently|now|from|at|by|appears?|seems?|rests?|shows?|reveals?|allows?|includes?|provides?|offers?|draws?|agreed|revealed|showed|found)\b)",
    re.IGNORECASE,
)
# What every reader knows, or what the section names before a sentence is told.
_KNOWN = frozenset(
    """study paper article review authors author results findings patients patient participants subjects group groups
    population sample samples world environment literature brain mind body future past present field level levels time
    times year years months weeks others other data treatment treatments intervention interventions latter former same
    most least first second third last case cases whole country countries state states market markets public people
    community communities conclusions researchers general rest planet globe economy society analysis majority evidence
    methods children adults women mother mothers child intellect head skull individual individuals biosphere media
    government control controls placebo capacity clinical drug region need extent goal cost costs effect effects pain
    visit decade hair offspring organism organisms ecosystem ecosystems services studies action
    actions""".split()  # noqa: SIM905 -- a word list reads best as text
)
_EARLY, _LATE = 9, 15  # words
# What ends the phrase that a noun is the head of.
_ENDS = r"(?=[.,;:()]|\s(?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|that|which|who|and|or|of|for|with|in|on|to|by|from|as|at|where|through|[\w]+ed)\b|$)"


def means_told_before(text: str, before: str) -> bool:
    """Return whether a sentence has, early on, "the strategy" for what the text `before` it introduces.

    That is "a strategy" there; where no word follows it that it could belong to, it may be any phrase of which it is
    the head, in the same number: "Northern Hay Strategy".
    """
    return any(
        re.search(introduces.format(re.escape(noun), re.escape(noun.removesuffix("s"))), before, re.IGNORECASE)
        for cue, introduces, most in ((_BARE, _WITH_ARTICLE, _EARLY), (_ALONE, _AS_HEAD, _LATE))
        for noun in _find_nouns(text, cue, most)
    )


_WITH_ARTICLE = r"\b(?:an?|one|our|two|three|four|five|several) (?:(?!(?:the|that|is|are|was|were|has|have|and|or|of|for|with|in|on|to|by|from|as)\b)[\w\u2010\u2019'-]+ ){{0,4}}?{1}s?\b"
_AS_HEAD = rf"[\w\u2010\u2019'-]+ {{0}}{_ENDS}"


def _find_nouns(text: str, cue: re.Pattern[str], most: int) -> list[str]:
    """Return the nouns of "the strategy" that stand behind at most so many words, none of which names them."""
    return [
        noun
        for found in cue.finditer(text)
        if (noun := found["what"].lower()) not in _KNOWN
        and len((head := text[: found.start()]).split()) <= most
        and not re.search(noun[:6], head, re.IGNORECASE)
    ]
