"""A "yes, but" is one unit: sentences that turn, limit or take back the one before them, and how both are told.

Where a sentence does so is read from how it begins: with a contrast, an adjustment, a later time or a group in which
nothing was found, or with a word for the result before it whose end, loss or bounds it tells.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from storage.records.writing import Finding
from tasks.analysts.extractive.bonds import FOLLOWS, adds, bounds_all, goes_on, hangs_on, is_of_all
from tasks.analysts.extractive.discourse_cues import polarity
from tasks.analysts.extractive.sentences import clean, split_sentences
from tasks.analysts.extractive.statements import Statement, agree, read_statement
from tasks.evidence.harms import states_harm
from tasks.text.words import FUNCTION_WORDS, find_stems

MOST_SENTENCES, MOST_IN_CHAIN = 3, 4
_OTHERS = r"(?:\w+ ){0,3}?(?:previous|earlier|prior|past|other (?:studies|reports|findings|authors)|the literature|expect\w+|hypothes\w+|popular|common|conventional|most)\b"
_LINK = re.compile(
    r"\W*(?P<link>however|but|nevertheless|nonetheless|yet|still(?=,)|in contrast(?=,)|by contrast(?=,)|conversely|on the other hand|on the contrary|even so|that said|unfortunately|at the same time|in (?:practice|reality)(?=,)|notwithstanding(?=,))\b,?\s+",
    re.IGNORECASE,
)
# What sets one group or outcome beside another is set against the sentence before it, not against several.
_PARALLEL = re.compile(r"\W*(?:(?:in|by) contrast|conversely|on the other hand|at the same time)\b", re.IGNORECASE)
_RESULT = r"(?:effects?|associations?|relations?(?:hips?)?|correlations?|differences?|links?|improvements?|reductions?|increases?|decreases?|declines?|changes?|gains?|benefits?|findings?|results?|patterns?|trends?|interactions?|superiority|advantages?|elevations?)"
_CONTRAST = re.compile(
    rf"\W*(?:(?:likewise|similarly|finally|lastly), (?=although\b|though\b|even though\b|despite\b))?(?:in contrast (?:to|with) (?!{_OTHERS})|only (?!recently)|except\b|although\b|though\b|even though\b|despite (?:this|these|that|(?:the|its|their|such) (?:[\w-]+ ){{0,2}}?(?:{_RESULT}|effectiveness|efficacy))\b)"
    r"|[^,;.]{2,60}, (?:however|nevertheless|nonetheless|by contrast|in contrast|on the other hand|conversely|though),"
    r"|(?:(?!\b(?:is|are|has|have|can|may)\b)[^;.]){2,110}?(?:, (?:however|nevertheless|nonetheless),| (?:nevertheless|nonetheless) (?!and\b|or\b)[a-z])"
    r"|(?:while|whereas)\b[^.;]*\bstill (?:low|small|limited|poor|lack|below|far|not)",
    re.IGNORECASE,
)
_ADJUSTED = re.compile(
    r"\W*(?:(?:after|when|once|upon|following|with|on|in|by) (?:[\w-]+ ){0,4}?(?:adjust\w*|controlling|controlled|correct(?:ion|ing)|multivaria\w+)|adjust(?:ing|ment|ed)|controlling|correct(?:ion|ing)|exclu(?:sion|ding))\b",
    re.IGNORECASE,
)
_MODELLED = re.compile("multivaria", re.IGNORECASE)
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
_HOLDS = re.compile(
    r"\b(?:remain(?:ed|s)?|persist(?:ed|s)?|still|unchanged|did not (?:change|alter|affect)|held|robust|unaffected)\b",
    re.IGNORECASE,
)
# "The effect was", not "the effect of X was", which names it anew; "these results suggest that" goes on to something else.
_MEANT = re.compile(
    rf"\W*(?:(?:this|these|those|that|such|both|all|neither of (?:these|the)|none of (?:these|the)) (?:[\w-]+ ){{0,3}}?{_RESULT}\b"
    rf"|the (?:[\w-]+ ){{0,2}}?{_RESULT}\b(?! (?:of|between|for|on|with)\b)|(?:they|this|these|those)\b"
    r"|it\b(?! (?:is|was|has been|seems|remains|should|must|may)(?: \w+)? (?:that|likely|possible|clear|important|noted|to|be)\b))"
    r"(?! (?:\w+ ){0,2}?(?:suggest|indicat|show|demonstrat|reveal|confirm|impl|highlight)\w*\b)",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"^[^;.]{0,120}?\b(?:disappear\w*|vanish\w*|attenuat\w*|diminish\w*|weaken\w*|no longer|not|lost|only|limited to|confined to|restricted to|except|non-?significant|insignificant|neither|none|absent|transient|temporary|short-lived|small|modest|weaker|smaller|less (?:pronounced|clear|marked|evident)|explained by|accounted for|mediated|moderated by|depend(?:s|ed|ent)? on|driven by|marginal\w*)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
# Nothing was found, without a word of what: the result before it says what.
_NOTHING = re.compile(
    rf"\bno (?:such |significant |other |similar |further |clear |overall |statistically )*{_RESULT} (?:was|were|is|are|could be) (?:\w+ )?(?:found|observed|seen|detected|noted|evident|apparent|present|reported)\b(?![^.;,]*\b(?:between|with|on|for|of)\b)",
    re.IGNORECASE,
)
# What a harm came of, with what alone it came, and how it ended.
_OF_THESE = re.compile(
    r"\W*(?:none|neither|both|all|most|each|no|these|those|the|they)(?: of (?:these|those|them|the))?(?: (?!most\b|common\b|frequent\b)[\w-]+){0,3}? (?:was|were|is|are|had|ha(?:s|ve) been|resolved|occurred|subsided|recovered|required)\b",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"\b(?:(?:un)?related to|(?:drug|treatment|device|procedure)[- ]related|related\b(?=\W*$)|attribut\w+|due to|caused by|only|resolved|subsided|recovered|reversible|transient|self-limit\w+|mild|had (?:also )?(?:received|taken)|in (?:conjunction|combination|association) with|concomitant\w*)\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\W*(?:at|by|after|from|beyond|during|within|over) (?:[\w-]+ ){0,5}?(?:follow-?ups?|months?|weeks?|years?|days?|end-?point|end|post-?test|discharge)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\W*(?:among|in|for|within) (?!(?:line|addition|conclusion|summary|total|general|fact|accordance|agreement|keeping|sum|short|particular|turn|all|this|our)\b)(?:[\w-]+ ){0,4}?[\w-]+,",
    re.IGNORECASE,
)
_SAME = 0.4  # of a sentence's stems, shared with the one before it: what it denies in others is what was said


def opens_turn(sentence: str) -> bool:
    """Return whether a sentence begins with a word that sets it against the one before it on its page."""
    return bool(_LINK.match(sentence) or _CONTRAST.match(sentence))


def measure_link(text: str) -> int:
    """Return how many characters a text begins with that only bind it to what stands before ("However, ")."""
    link = _LINK.match(text) or FOLLOWS.match(text)
    return link.end() if link else 0


def turns(sentence: str, before: str) -> bool:
    """Return whether a sentence turns, limits or takes back the result before it on its page, or hangs on it."""
    back = takes_back(sentence, before) or judges_harm(sentence, before)
    return opens_turn(sentence) or back or hangs_on(sentence, before)


def is_chain(sentences: Sequence[str]) -> bool:
    """Return whether the last of some sentences turns the first over those between, which go on from it."""
    *between, last = sentences[1:]
    if not between or not all(map(adds, between)):
        return False
    link = None if _PARALLEL.match(last) else _LINK.match(last)
    if all(map(goes_on, between)) and (link or bounds_all(last)):
        return True
    return bool(link and is_of_all(last[link.end() :]))


def judges_harm(sentence: str, before: str) -> bool:
    """Return whether a sentence says of the harms before it what they came of or with, or how they ended."""
    return bool(_OF_THESE.match(sentence) and _JUDGED.search(sentence)) and states_harm(before)


def takes_back(sentence: str, before: str) -> bool:
    """Return whether a sentence says of the result before it that it is not so always, everywhere, or all things told.

    That is said of "this effect", by "no difference was found", after an adjustment, at a later time or in others. What
    is denied of the main outcome takes back nothing: it is a result of its own, and the first to be told.
    """
    if adjusted := _ADJUSTED.match(sentence):
        most = -1 if _MODELLED.search(adjusted[0]) else 0
        return bool(_ONLY.search(sentence)) or (polarity(sentence) <= most and not _HOLDS.search(sentence))
    if bounds_all(sentence) or (_MEANT.match(sentence) and _LIMITS.search(sentence)):
        return True
    if polarity(before) < 0:
        return False
    if _NOTHING.search(sentence):
        return True
    if polarity(sentence) >= 0:
        return False
    own = find_stems(sentence)
    others = _ELSEWHERE.match(sentence) and len(own & find_stems(before)) >= _SAME * len(own)
    return bool(others or _LATER.match(sentence))


@lru_cache(maxsize=4096)
def _split(words: str) -> tuple[str, ...]:
    """Return the sentences of quoted words where each turns the one before, or the last the first; else the words."""
    parts = tuple(sentence.text for sentence in split_sentences(words))
    if len(parts) > 1 and (all(turns(later, earlier) for earlier, later in pairwise(parts)) or is_chain(parts)):
        return parts
    return (clean(words),)


def read_unit(finding: Finding) -> tuple[str, ...]:
    """Return the sentences a finding rests on, cleaned: a result and those that turn it, or the whole quote as one."""
    return _split(finding.quote.text)


def head_of(finding: Finding) -> str:
    """Return what a finding says before it turns: all of it where it does not turn.

    Words of a turn that point back mean the head, so that only the head is asked whether it stands alone.
    """
    first, *turning = read_unit(finding)
    text = read_statement(first).text
    return text if turning and finding.text.startswith(text.removesuffix(".")) else finding.text


@dataclass(frozen=True, slots=True)
class Turn:
    """The second half of a "yes, but": its `link` ("however,") in lower case, empty where none opens it.

    `is_lower` says that the first word after the link is no name.
    """

    link: str
    statement: Statement
    is_lower: bool

    @property
    def text(self) -> str:
        """Return the words that follow "X;" in the words of the source: "however, Y"."""
        body = self.statement.text.removesuffix(".")
        keeps = _lower_ordinary if self.statement.kind == "reported" or not self.is_lower else _lower
        return f"{self.link}{keeps(body)}"

    def say(self, lower_first: Callable[[str], str], authors: str, *, plural: bool) -> str:
        """Return the same as told of authors ("the authors"): the first person becomes them, or is quoted."""
        body = self.statement.text.removesuffix(".")
        keeps = lower_first if self.statement.kind == "reported" or not self.is_lower else _lower
        before = keeps(self.statement.before) if self.statement.before else ""
        match self.statement.kind:
            case "quoted":
                said = "“{}”".format(keeps(body).replace("“", "\u2018").replace("”", "\u2019"))
            case "acted":
                verb = agree(self.statement.verb, plural=plural)
                said = f"{before}{authors} {verb}{self.statement.after.removesuffix('.')}"
            case "study":
                said = f"{before}the {_lower(self.statement.noun)}{self.statement.after.removesuffix('.')}"
            case _:
                said = keeps(body)
        return f"{self.link}{said}"


def read_turn(sentence: str) -> Turn:
    """Return a turning sentence as it is told after the one it turns."""
    match = _LINK.match(sentence) or FOLLOWS.match(sentence)
    rest = sentence[match.end() :] if match else sentence
    link = match["link"].lower() if match else ""
    link += "" if not link else " " if link in {"but", "yet"} else ", "
    is_lower = rest[:1].islower() or _begins_ordinary(rest)
    return Turn(link, read_statement(rest[:1].upper() + rest[1:]), is_lower)


def state_unit(statement: Statement, turning: Sequence[str]) -> str:
    """Return what a result and the sentences that turn it say as one sentence: "X; however, Y."."""
    said = "".join(f"; {read_turn(sentence).text}" for sentence in turning)
    return f"{statement.text.removesuffix('.')}{said}." if said else statement.text


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _lower_ordinary(text: str) -> str:
    return _lower(text) if _begins_ordinary(text) else text


_ORDINARY = FUNCTION_WORDS - {"i"} | {"except", "controlling", "adjusting", "adjustment", "correcting", "excluding"}

# "Heightened exposure", "Improvements were": by its ending no name, and followed by none.
_NO_NAME = re.compile(
    r"[A-Z][a-z]{3,}(?:ed|tions?|ments?|ness(?:es)?|it(?:y|ies)|[ae]nces?|hoods?|isms?|ive|ous|ical|ful|ships?) (?=[a-z])"
)


def _begins_ordinary(text: str) -> bool:
    first = re.match(r"[^\W\d_]+", text)
    if first is None or first[0][1:] != first[0][1:].lower():
        return False
    return first[0].lower() in _ORDINARY or bool(_NO_NAME.match(text))
