"""Which way a sentence points (more, less, no difference) and about what, compared with what a work says about it.

Literal directions: fewer deaths are less. Contexts are the words around a cue, so that of a sentence with several
directions each is compared with the one about the same thing.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tasks.verification.support.reading import Reading, Weights

_UP = (
    "increas higher greater rais rise rising rose risen elevat enhanc improv better more larger longer gain grow grew "
    "strengthen stronger accelerat faster promot upregulat above exceed superior outperform positiv benefi favo[u]?r "
    "doubl tripl boost expand heighten augment amplif intensif widen easier safer earlier best highest greatest largest "
    "success effective facilitat stimulat extend prolong "
    "swell swoll enlarg climb surge lengthen multipl escalat intensif worthwhile thrive outpac stiffen harden"
)
_DOWN = (
    "decreas lower fewer less(?:er|en)? reduc fall fell fallen declin drop diminish impair worse smaller shorter weaken weaker "
    "slow inhibit suppress downregulat below inferior negativ invers harm loss lost poor detriment attenuat shrink "
    "halv deteriorat hinder prevent deplet narrow harder later lowest least fewest smallest worst fail ineffect unsuccess "
    "hamper undermin underperform disadvantag adverse minimi[sz] alleviat relie[fv] mitigat "
    "eased? easing blunt dull shrank shrunk dampen curtail curb shorten dwindl lessen wane waning abat subsid cuts? cutting "
    "rarer milder abolish vanish disappear ceas weak sank erod"
)
_SAME = (
    "similar comparable unchanged equivalent unrelated unaffected identical indistinguishable nonsignificant same "
    "stable constant regardless equal negligible insignificant uncorrelat"
)
_LINKED = "associat correlat predict affect influenc differ significant link depend mediat moderat support confirm effect relat"
_NEGATORS = frozenset(
    """
    no not never neither nor without cannot none nobody nothing lack lacked lacks lacking absence absent hardly scarcely
    barely unlikely failed fails fail non unable
    """.split()  # noqa: SIM905 - a paragraph can be proof-read, 30 quoted words cannot
)
_REACH = 4  # words between a negation and what it denies
_WINDOW = 8  # words around a cue that say what it is about
_OPPOSED = {"+": "-0", "-": "+0", "0": "+-=", "=": "0"}


def _starts(words: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{word}\\w*)" if len(word) > _REACH else f"(?:{word})" for word in words.split()))


_SIGNS = (("+", _starts(_UP)), ("-", _starts(_DOWN)), ("0", _starts(_SAME)), ("=", _starts(_LINKED)))


@dataclass(frozen=True, slots=True)
class Cue:
    """A direction: "+", "-", "0" for none, "=" for a link of unknown direction; its word, place and context."""

    sign: str
    word: str
    place: int
    context: frozenset[str]


@lru_cache(maxsize=100_000)
def sign_of(word: str) -> str:
    """Return the direction that a word alone says, "" for none."""
    return next((sign for sign, cue in _SIGNS if cue.fullmatch(word)), "")


@lru_cache(maxsize=4096)
def find_cues(reading: Reading) -> tuple[Cue, ...]:
    """Return the directions of a sentence in order; what is denied is no direction but none ("0")."""
    return tuple(_find_cues(reading))


def _find_cues(reading: Reading) -> Iterator[Cue]:
    denied = 0
    for place, word in enumerate(reading.words):
        if word in _NEGATORS:
            denied = place + _REACH + 1
            yield Cue("0", word, place, _around(reading, place))
        elif (sign := sign_of(word)) and place >= denied:
            yield Cue(sign, word, place, _around(reading, place))


def _around(reading: Reading, place: int) -> frozenset[str]:
    near = range(max(0, place - _WINDOW), min(len(reading.words), place + _WINDOW + 1))
    return frozenset(reading.stems[at] for at in near if reading.stems[at] and not sign_of(reading.words[at]))


@dataclass(frozen=True, slots=True)
class Turned:
    """How much more a work says the opposite of a direction than the direction, in [-1, 1], and the work's cue."""

    margin: float
    said: Cue
    opposed: Cue | None
    passage: str


def compare_directions(
    claim: Reading, passages: Sequence[Reading], near: Sequence[float], weights: Weights
) -> Turned | None:
    """Return the direction of a sentence that a work most turns around; None where the sentence has none.

    `near` says of each passage how near it is to the sentence as a whole, in [0, 1].
    """
    told = [(cue, place) for place, passage in enumerate(passages) for cue in find_cues(passage)]
    worst: Turned | None = None
    for cue in find_cues(claim):
        whole = weights.sum(cue.context)
        if not whole:
            continue
        same, other, best = 0.0, 0.0, None
        for one, place in told:
            shared = weights.sum(cue.context & one.context) / whole * (0.5 + near[place] / 2)
            if one.sign == cue.sign and shared > same:
                same = shared
            elif one.sign in _OPPOSED[cue.sign] and shared > other:
                other, best = shared, (one, passages[place].text)
        if worst is None or other - same > worst.margin:
            worst = Turned(other - same, cue, best[0] if best else None, best[1] if best else "")
    return worst


_COMPARED = re.compile(r"than|versus|vs")
_COMPARED_TO = ("compared", "relative", "comparison")


def compare_sides(claim: Reading, passages: Iterable[Reading], weights: Weights) -> float:
    """Return how far a work names the sides of a comparison in the other order, in [-1, 1]; 0 where it has none."""
    worst = 0.0
    for sign, left, right in _read_sides(claim):
        for passage in passages:
            for other, first, second in _read_sides(passage):
                straight = weights.sum(left & first - right) + weights.sum(right & second - left)
                crossed = weights.sum(left & second - right) + weights.sum(right & first - left)
                whole = weights.sum(left ^ right)
                turned = (crossed - straight) / whole if whole else 0.0
                turned = turned if sign == other else -turned
                worst = turned if abs(turned) > abs(worst) else worst
    return worst


@lru_cache(maxsize=4096)
def _read_sides(reading: Reading) -> tuple[tuple[str, frozenset[str], frozenset[str]], ...]:
    found = []
    for place, word in enumerate(reading.words):
        if not (_COMPARED.fullmatch(word) or word in _COMPARED_TO):
            continue
        signs = [sign_of(before) for before in reading.words[max(0, place - _WINDOW) : place]]
        sign = next((sign for sign in reversed(signs) if sign in "+-" and sign), "")
        left = frozenset(stem for stem in reading.stems[:place] if stem)
        right = frozenset(stem for stem in reading.stems[place + 1 : place + 1 + _WINDOW] if stem)
        if sign and left and right:
            found.append((sign, left, right))
    return tuple(found)
