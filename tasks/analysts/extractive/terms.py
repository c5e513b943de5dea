"""A term cut out of the words around it; what may be none, or holds a verb, is not one."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.keyphrases import ends_in_noun

Span = tuple[int, int]

MORE = r"(?:higher|greater|increas(?:ed|ing)|elevated|larger|raised|enhanced|heightened|more|longer|stronger)"
LESS = r"(?:lower(?:ed)?|fewer|less|decreas(?:ed|ing)|reduced|smaller|shorter|diminished|weaker)"
_LONGEST, _MOST_WORDS = 90, 11
_OPENING = re.compile(
    r"(?:an?|the|both|either|neither|any|all|their|its|his|her|our|also|only|mean|median|average|overall|significant(?:ly)?|with|to|in|among|at|for|on|by|under|of|of having|having|having an?)\s",
    re.IGNORECASE,
)
_OFTEN = r"(?:(?:frequent|severe|common|pronounced|abundant|numerous)\s)?"
_MORE_FIRST = re.compile(rf"(?:\w+ly |much |slightly )?{MORE}\s(?!than\b){_OFTEN}", re.IGNORECASE)
_LESS_FIRST = re.compile(rf"(?:\w+ly |much |slightly )?{LESS}\s(?!than\b){_OFTEN}", re.IGNORECASE)
# What follows a term and does not belong to it.
_ADJUNCT = re.compile(
    r"\s(?:(?:after|during|over|regardless|independent(?:ly)?|even|when|while|as|because|by|per|across|throughout|until|before|but|through|via|which|where|despite|since|following|adjust\w+|(?:controlling|accounting) for|suggesting|indicating|compared|relative|versus|vs|rather|irrespective|beyond|upon|particularly|especially)\b|at (?:\d|an?\b|the\b|follow|baseline|age)|on an?\b|to (?:almost|about|nearly|approximately|zero|normal|below|less|within)\b|(?:from|to) baseline\b|from (?:an?|the first)\b|between the\b|for the (?:past|last)\b|on (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|(?:from|to|for) \d|(?:in|among) (?:all|both|any|either)\b)",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\s(?:in|among|within)\s", re.IGNORECASE)
# Change, difference, interest in: what stands in it is what the term is of.
_OF_WHAT = re.compile(
    r"(?:changes?|differences?|increases?|decreases?|reductions?|declines?|gains?|rises?|loss(?:es)?|improvements?|impairments?|problems?|difficult(?:y|ies)|aspects?|roles?|shifts?|elevations?|alterations?|fluctuations?|trends?|variations?|variability|variance|participation|participating|engagement|involvement|investments?|interest|trust|belief|confidence|diversity|deficits?|\w+ing|growing up)$",
    re.IGNORECASE,
)
# In what a thing was measured tells which thing it is: "cortisol in urine".
_MATTER = re.compile(
    r"(?:the )?(?:[\w-]+ )?(?:urine|saliva|serum|plasma|blood|hair|milk|tissues?|soils?|water|leaves|sediments?|bed|air)\b",
    re.IGNORECASE,
)
_LAST = re.compile(
    r",?\s(?:(?:on|at|in|by|for) (?:day|week|month|year|time|wk|mo|visit)s?|\d[\d.]*-?fold|p|alike|too|as well|together|alone|only|also|respectively|overall|again|either|(?!family|supply|assembly|anomaly|butterfly|elderly)\w{4,}ly)$",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<!\btype)(?<!\bstage)(?<!\bphase)(?<!\bgrade)(?<!\bclass)(?<!\bomega)(?<!\bvitamin)\s[<>=≤≥~±]?\s?\d[\d.,]*(?=\s|%|$)",
    re.IGNORECASE,
)
_OF_TIME = re.compile(
    r"\s?(?:%|$|(?:hours?|days?|weeks?|months?|years?|h|min|times|points|mg|g|kg|\W|to|vs|or|and)\b)", re.IGNORECASE
)
_HYPHENS = ("-", "\u2010", "\u2011", "\u2013")
_NO_TERM = re.compile(
    r"\b(?:was|were|is|are|be|been|has|have|had|do|does|did|can|cannot|will|may|might|should|would|could|shows?|showed|shown|found|suggests?|suggested|reveals?|revealed|indicates?|indicated|we|it|they|them|there|this|these|those|such|he|she|i|us|what|how|why|whether|whose|than|not|no|nor|neither|compared|one|ones|another|each|other|others|former|latter|same|themselves|itself|via|but|also|because|either|both|respectively|up|so|then|thus|here|result(?:s|ed)|led|leads?|increases?d?|decreased|rose|fell|remained|became|predict(?:s|ed)?|correlated?s?|associated|related|significant(?:ly)?|returned|underwent|received|completed|achieved|reached|began|started|continued|occurred|exhibited|displayed|demonstrated|experienced|evidenced|provided|included|appeared|emerged|unlikely|approached|includes?|induces?d?|well|with and without|worse|poorer|better)\b|[=<>≥≤±:;]|\d\.\d"
    rf"|\b{MORE}\b|\b{LESS}\b",
    re.IGNORECASE,
)
_BAD_END = re.compile(
    r"\b(?:of|in|on|at|to|for|with|by|from|and|or|the|an?|as|that|who|which|among|between|within|below|above|under|per|experience|report|develop|face|cause|lead|use|show|exhibit|display|include|likely|able|groups|being|allowing|causing|showing|indicating|suggesting|including|having|producing|creating|leading|revealing)$",
    re.IGNORECASE,
)
_BAD_START = re.compile(
    r"(?:worse|better|poorer|impaired|improved)\s|(?!early|daily|family|elderly|weekly|monthly|yearly|hourly|only|italy|july)\w+ly\s|[^\w\u0370-\u03ff]|\w+ed$|\d[\d.,]*\s|(?:one|two|three|four|five|six|seven|eight|nine|ten|several|\w+teen|last|past|first) (?:subjects|participants|people|men|women|children|individuals|hours?|days?|weeks?|months?|years?|decades?|times?|patients?|cases?|groups?|studies)\b|(?:and|or|unlike|rather|notwithstanding|besides|of|by|from|as|that|who|which|between|than|per|when|while|after|before|during|if|but|suggesting|indicating|including|adjusting|controlling|using|based|regardless|independent\w*|even|even|although|despite|because|since|through|i\.e|e\.g|namely|such|particularly|especially|most|some|many|several|few|half|about|approximately|nearly|whereby|where)\b",
    re.IGNORECASE,
)
_PAST = re.compile(r"(?!need|seed|weed|feed|breed|speed|hundred|shed|bed)[a-z]{2,}ed", re.IGNORECASE)
_DETERMINER = re.compile(r"an?|the|that|its|their|his|her|all|both|no", re.IGNORECASE)
_VERBS = frozenset(
    """provide provides maintain maintains contribute contributes require requires involve involves constitute
    constitutes allow allows enable enables affect affects improves reduces decreases become becomes remain remains
    illustrate illustrates examine examines investigate investigates participate continue continues tend tends seem
    seems appear appears occur occurs exist exists represent represents consist consists contain contains determine
    determines identify identifies explain explains help helps make makes take takes give gives play plays confirm
    confirms differ differs depend depends achieve achieves promote promotes prevent prevents produce produces generate
    generates undergo caught brought made took gave kept held lost won drew grew came went began saw met entails entail affected influenced impacted attained felt argue argues believe believes document documents saves offers offer undergoes""".split()  # noqa: SIM905 -- a word list reads best as text
)
_ADJECTIVES = frozenset(
    """first second last immediate direct indirect common unique upper lower left right inner outer front rear major minor main several severe fast slow
    dry wet top bottom concomitant recent subsequent concurrent consistent different significant apparent independent
    dependent frequent constant relevant important dominant abundant present current ancient low-cost long-term short-term
    large-scale small-scale high-speed""".split()  # noqa: SIM905 -- a word list reads best as text
)
_DOINGS = frozenset(
    """smoking drinking training aging ageing exercising sleeping eating bullying breastfeeding parenting learning teaching
    grazing farming fishing hunting logging mining mowing weeding flooding burning warming thinning planting napping
    screening counselling counseling coaching housing funding crowding shading gambling walking running cycling reading
    snoring vaping cooking driving commuting gardening singing suffering bleeding swelling vomiting functioning coping""".split()  # noqa: SIM905 -- a word list reads best as text
)
_WHO = re.compile(r"\s(?:who|that)\s", re.IGNORECASE)
PREPOSITION = re.compile(r"\s*(?:in|at|on|with|within|by|for|from|of|to|under|among|during|after|as)\s", re.IGNORECASE)
_ADJECTIVAL = re.compile(
    r"^(?!memory|arousal|dispersal|retrieval|referral|disposal|mineral|antibiotic|arsenic|plastic).*(?:al|ic|ive|ous|ary|ory|able|ible|ful)$",
    re.IGNORECASE,
)


def trim_term(text: str, start: int, end: int, *, is_group: bool = False, is_outcome: bool = False) -> Span | None:
    """Return the place of a term without articles, marks and what does not belong to it; None where it may be none.

    In whom something was measured is left out unless the term is of a group (`is_group`), and so is "higher", and of
    an outcome "lower".
    """
    start, end = _open(text, start, end)
    match = _MORE_FIRST.match(text, start, end) or (is_outcome and _LESS_FIRST.match(text, start, end))
    if match:
        start = _open(text, match.end(), end)[0]
    who = _WHO.search(text, start, end)
    if (match := _ADJUNCT.search(text, start, end)) and not (who and who.start() < match.start()):
        end = match.start()
    if match := _NUMBER.search(text, start, end):
        if not _OF_TIME.match(text, match.end(), end):
            return None  # a part of a name, as in "CO 2 emissions"
        end = match.start()
    if not is_group and (match := _WHERE.search(text, start, end)) and not is_of_what(text[start:end]):
        end = match.start()
    start, end = strip_marks(text, start, end)
    while not who and (match := _LAST.search(text[start:end])):
        start, end = strip_marks(text, start, start + match.start())
    hangs = text[end : end + 1] in _HYPHENS  # "right- and left-sided"
    return (start, end) if not hangs and _is_term(text[start:end], is_group=is_group) else None


def is_of_what(term: str) -> bool:
    """Return whether what stands "in" something belongs to a term: a change, a difference, an interest."""
    where = _WHERE.search(term)
    return where is not None and bool(_OF_WHAT.search(term, 0, where.start()) or _MATTER.match(term, where.end()))


def may_begin(text: str, start: int, end: int) -> bool:
    """Return whether a term may begin here."""
    return not _BAD_START.match(text, start, end)


def leads_with(text: str, start: int, end: int) -> int:
    """Return 1 where a term begins with a word for more, -1 with one for less, else 0."""
    start, end = _open(text, start, end)
    if _MORE_FIRST.match(text, start, end):
        return 1
    return -1 if _LESS_FIRST.match(text, start, end) else 0


def strip_marks(text: str, start: int, end: int) -> Span:
    """Return a place without the blanks and marks around its words."""
    part = text[start:end]
    return start + len(part) - len(part.lstrip(" ,;:.-\u2013\u2014'\"\u201c\u2018")), start + len(
        part.rstrip(" ,;:.-\u2013\u2014'\"\u201d\u2019")
    )


def is_noun(piece: str) -> bool:
    """Return whether the last word of a phrase can be a noun, a gerund or an acronym."""
    last = piece.rsplit(maxsplit=1)[-1]
    can_be = ends_in_noun(piece) or last.endswith(("ing", "ment")) or last.isupper()
    return can_be and not last.endswith("-") and last.lower() not in _ADJECTIVES


def _open(text: str, start: int, end: int) -> Span:
    start, end = strip_marks(text, start, end)
    while match := _OPENING.match(text, start, end):
        start = match.end()
    return start, end


def _is_term(term: str, *, is_group: bool) -> bool:
    who = _WHO.search(term)
    head = term[: who.start()] if who and is_group else term
    less = _LESS_FIRST.match(head)
    words = head.split()
    if (words and words[-1].lower() in _ADJECTIVES) or (
        not is_group and words and _ADJECTIVAL.search(words[-1]) and not is_noun(head)
    ):
        return False
    return (
        bool(re.search(r"[^\W\d_]{2}", head))
        and not _MATTER.fullmatch(head)
        and not re.search(r"\w{2,}ly \w+ed$", head)
        and len(words) <= _MOST_WORDS
        and len(term) <= _LONGEST
        and not _NO_TERM.search((head[less.end() :] if less else head).removeprefix("no " if is_group else ""))
        and not _BAD_END.search(term)
        and not _BAD_START.match(head)
        and not _holds_verb(words)
        and not (len(words) == 1 and words[0].endswith("ing") and words[0].lower() not in _DOINGS)
    )


def _holds_verb(words: list[str]) -> bool:
    """Return whether a word of a phrase may be its verb: a known one, or a past tense between two nouns."""
    if any(word.lower() in _VERBS for word in words):
        return True
    return any(
        _PAST.fullmatch(word)
        and (_DETERMINER.fullmatch(after) or (_may_be_noun(before) and not PREPOSITION.match(f"{after} ")))
        for before, word, after in zip(words, words[1:], words[2:], strict=False)
    )


def _may_be_noun(word: str) -> bool:
    stands_before = PREPOSITION.match(f"{word} ") or _DETERMINER.fullmatch(word)
    return is_noun(word) and not re.search(r"(?:ly|ed|ing|['\u2019]s?)$", word) and not stands_before
