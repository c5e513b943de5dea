"""Comparisons that findings make: what is set against what, on which outcome, and which way it turned out."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from tasks.analysts.extractive.discourse_cues import split_clauses
from tasks.text.words import content_stems

Scale = Literal["merit", "amount"]

_BE = r"(?:is|are|was|were|be|been|being|proved|proves|seem(?:s|ed)?|appear(?:s|ed)?|remain(?:s|ed)?|found|shown)"
_ADVERB = r"(?:\s(?:to be|significantly|statistically|clearly|markedly|much|also|both|all|generally|slightly|consistently|far|substantially|considerably|about|roughly|almost|nearly|overall|as|equally|clinically|no|not|neither|either|at least))*"
_WORTH = r"(?:effective|efficacious|beneficial|successful|efficient|accurate|reliable|favou?rable|useful|powerful|tolerable|safe|potent|helpful|productive|profitable)"
_THAN = r"(?:than|over|(?:as )?compared (?:with|to)|(?:when|in) compari(?:ng|son) (?:with|to)|versus|vs\.?|relative to)"
_AND = r"(?:and|versus|vs\.?)"
_UP, _DOWN = (
    r"(?:higher|greater|larger|more|increased|longer|elevated)",
    r"(?:lower|smaller|fewer|less|reduced|shorter|decreased)",
)


def _read(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# The parts of a clause: "one" is set against "other"; "rest" names the outcome.
_BETTER = _read(
    rf"^(?P<one>.*?)\b(?:superior to|better (?:[\w-]+ ){{0,3}}?{_THAN}|more {_WORTH} (?:[\w-]+ ){{0,3}}?{_THAN}|outperform(?:s|ed)?)\s(?P<other>.+)$"
)
_WORSE = _read(
    rf"^(?P<one>.*?)\b(?:inferior to|worse (?:[\w-]+ ){{0,3}}?{_THAN}|less {_WORTH} (?:[\w-]+ ){{0,3}}?{_THAN})\s(?P<other>.+)$"
)
# "Farms had higher yields than …", "Yields were higher on farms than …".
_WITH_NOUN = rf"(?P<one>.+?)\b%s (?P<rest>[\w-]+\b.*?)\s{_THAN}\s(?P<other>.+)$"
_WITH_VERB = rf"(?P<rest>.+?)\s(?:is|are|was|were)(?: \w+ly| not)* %s(?: (?:in|among|for|on|with|under|after|at) (?P<one>.+?))\s{_THAN}\s(?P<other>.+)$"
_AMOUNTS = tuple(
    (_read(rf"^{form % word}"), way) for form in (_WITH_VERB, _WITH_NOUN) for word, way in ((_UP, 1), (_DOWN, -1))
)
_SAME = (
    _read(
        rf"^(?P<one>.*?)\b{_BE}{_ADVERB}\s(?:as {_WORTH} as|comparable (?:to|with)|similar to|equivalent to|equal to|indistinguishable from|not (?:\w+ )?different from)\s(?P<other>.+)$"
    ),
    _read(r"^(?P<one>.*?)\b(?:did|does|do) not (?:\w+ )?differ(?: \w+)? from\s(?P<other>.+)$"),
    _read(
        rf"^(?P<one>.*?)\b(?:had|has|have|showed?|produce[sd]?|achieved?|gave|yielded|with)\b (?:an? )?(?:\w+ )?(?:comparable|similar|equivalent|equal|the same)\b(?P<rest>[^,;]*?)\s(?:to|as|with|{_THAN})\s(?:that of |those of |those with )?(?P<other>.+)$"
    ),
    _read(rf"\bno (?:\w+ ){{0,4}}differences?\b(?P<rest>.*?)\bbetween\s(?P<one>.+?)\s{_AND}\s(?P<other>.+)$"),
    _read(
        rf"^(?P<rest>.*?)\b(?:did|does|do) not (?:\w+ )?differ(?: \w+)? between\s(?P<one>.+?)\s{_AND}\s(?P<other>.+)$"
    ),
    _read(
        rf"^(?P<rest>.*?)\b(?:was|were|is|are) (?:\w+ ){{0,2}}?(?:similar|comparable|equivalent|equal|the same) (?:\w+ )?(?:between|in|for|among|with)\s(?P<one>.+?)\s{_AND}\s(?P<other>.+)$"
    ),
    _read(
        rf"^(?P<one>.+?)\s{_AND}\s(?P<other>[^,;]+?)\s(?:(?:{_BE}{_ADVERB}\s(?:equally {_WORTH}|equivalent|comparable|similar(?:ly {_WORTH})?|not (?:significantly |statistically )?different))|(?:did|does|do) not (?:\w+ )?differ)\b(?P<rest>.*)$"
    ),
)
_DENIED = _read(r"\b(?:(?:not|no|neither|nor|never|n't|failed to|cannot)\b(?:\W+\w+){0,4}|without(?: \w+)?)\W*$")
_OPEN = _read(r"\b(?:whether|if|may|might|could|would|expected|hypothesi[sz]\w+|predicted that|aim\w*)\b")
_MERIT = _read(
    rf"\b(?:superior\w*|inferior\w*|better|worse|{_WORTH}|efficacy|effectiveness|outperform\w*|equivalen\w+)\b"
)
# Less of a reduction is more of what was reduced, and "reduced pain more than" is neither.
_REDUCTION = _read(r"\b(?:reductions?|decreases?|declines?|decrements?|losse?s?|fall|drop)\b")
_CHANGED = _read(r"\b(?:reduc|decreas|improv|increas|lower|rais|enhanc|declin)\w+\b[^,;]*$")
_PART_ENDS = _read(r";|, and\b|, with\b|\band (?=(?:is|are|was|were|has|had|have|produce|show|yield|achieve|did)\w*\b)")
_SIDE_ENDS = _read(
    r"[,;:()]|\b(?:in terms of|with respect to|with regard to|regarding|concerning|at|during|after|when|while|because|suggesting|indicating|p)\b"
)
_OUTCOME_BEGINS = _read(r"\b(?:in|for|on|in terms of|with respect to|with regard to|regarding|concerning)\b")
# Who was compared and how it was measured do not tell which things are set against each other.
_SPELT_OUT = re.compile(r"(?P<words>(?:[\w'\u2019-]+\s){1,6})\((?P<short>[A-Z][A-Za-z-]{1,7})\)")
_COMMON = frozenset(
    """patient participant subject adult person woman man male female child adolescent treatment therapy intervention drug score
    rate mean significantly statistically baseline end point week month day efficacy effective effectiveness superior inferior
    better worse comparable similar equally equivalent significant reported outcome receiving received treated condition
    higher lower greater reduction reduced improvement improved randomized trial clinical arm dose daily respectively
    those both either neither each other differ ci total additional additionally overall found observed than alone plus
    only minute hour mg ml kg ng pg normal course fewer more vs disorder syndrome disease symptom index model
    approach concentration people number long short term""".split(),  # noqa: SIM905 -- a word list reads best as text
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing set against another: `way` is 1 if the first is better or more, -1 if worse or less, 0 if no different.

    Sides and outcome are stems; an outcome named within the first side's words is not separated from it.
    """

    way: int
    scale: Scale
    one: frozenset[str]
    other: frozenset[str]
    outcome: frozenset[str]


@dataclass(frozen=True, slots=True)
class Shared:
    """What two comparisons have in common: the stems of each side, and those of the outcome."""

    one: frozenset[str]
    other: frozenset[str]
    outcome: frozenset[str]


def read_comparisons(text: str) -> list[Comparison]:
    """Return the comparisons a finding makes, part by part; none if it only asks a question or states expectations."""
    if _OPEN.search(text):
        return []
    return [
        found
        for clause in split_clauses(_SPELT_OUT.sub(_abbreviate, text))
        for part in _PART_ENDS.split(clause)
        for found in _read_part(part.strip(" ."))
    ]


def find_shared(first: Comparison, second: Comparison) -> Shared | None:
    """Return what two comparisons share if they set the same things against each other and differ in the result.

    The sides share at least half of their words, the outcomes at least one; if both speak of merit, one may lack an
    outcome. Better and worse differ from each other and from no difference; so do more and less. None for any other
    pair.
    """
    for turned in (False, True):
        one, other = (second.other, second.one) if turned else (second.one, second.other)
        way = -second.way if turned else second.way
        if way == first.way or (way and first.way and first.scale != second.scale):
            continue
        if not (_agree(first.one, one) and _agree(first.other, other)):
            continue
        outcome = (first.outcome & second.outcome) - first.other - other
        named = first.outcome - first.one, second.outcome - second.one - second.other
        if outcome or (first.scale == second.scale == "merit" and not all(named)):
            return Shared(first.one & one, first.other & other, outcome)
    return None


def share_outcome(text: str, other: str) -> bool:
    """Return whether two texts set the same things against each other on one outcome that both name."""
    pairs = product(read_comparisons(text), read_comparisons(other))
    return any(shared.outcome for one, two in pairs if (shared := find_shared(one, two)))


def _agree(side: frozenset[str], other: frozenset[str]) -> bool:
    return 2 * len(side & other) >= max(1, min(len(side), len(other)))


def _read_part(part: str) -> Iterator[Comparison]:
    for same in _SAME:
        if match := same.search(part):
            yield from _build(match, 0, "merit" if _MERIT.search(part) else "amount")
            return
    for merit, way in ((_BETTER, 1), (_WORSE, -1)):
        if match := merit.match(part):
            yield from _build(match, 0 if _DENIED.search(match["one"]) else way, "merit")
            return
    for amount, way in _AMOUNTS:
        match = amount.match(part)
        if match and not _CHANGED.search(match["one"]):
            before = part[: match.end("rest") if match.start("rest") < match.start("one") else match.end("one")]
            turn = -1 if _REDUCTION.search(match["rest"]) else 1
            yield from _build(match, 0 if _DENIED.search(before) else turn * way, "amount")
            return


def _build(match: re.Match[str], way: int, scale: Scale) -> Iterator[Comparison]:
    groups = match.groupdict()
    other, after = _cut(groups["other"], _SIDE_ENDS)
    other, named = _cut(other, _OUTCOME_BEGINS)
    # "In farms with trees than in farms without": the preposition that opens a side does not open an outcome.
    other, named = (named, "") if not other.strip() else (other, named)
    one, against = _stems(groups["one"]), _stems(other)
    outcome = _stems(f"{groups.get('rest') or ''} {named} {after}")
    if not way and not outcome:
        scale = "merit"
    if one - against and against - one:
        yield Comparison(way, scale, one - against, against - one, outcome - one - against)


def _abbreviate(match: re.Match[str]) -> str:
    """Return the abbreviation alone if its letters are the initials of the words before it."""
    letters = match["short"].replace("-", "").lower().removesuffix("s")
    words = list(re.finditer(r"[^\W_]+", match["words"]))
    initials = "".join(word[0][0] for word in words).lower()
    if not initials.endswith(letters):
        return match[0]
    return match["words"][: words[-len(letters)].start()] + match["short"].removesuffix("s")


def _cut(text: str, end: re.Pattern[str]) -> tuple[str, str]:
    found = end.search(text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem for stem in content_stems(text) if stem not in _COMMON)
