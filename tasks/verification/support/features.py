"""What speaks against a sentence being supported by a work: seven measures, each with the words that show it.

All compare the sentence with the work; none looks at the sentence alone, as its length or style prove nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.verification.support.directions import compare_directions, compare_sides
from tasks.verification.support.names import find_strange_names
from tasks.verification.support.numbers import find_unstated
from tasks.verification.support.populations import compare_populations
from tasks.verification.support.reading import Weights, read_text, weigh_nearness
from tasks.verification.support.strength import compare_strength

FEATURES = ("wording", "numbers", "strength", "populations", "names", "directions", "sides")
_NEAREST = 2  # passages of a work in which hedges and causes are looked for
_MOST_COUNTED, _MOST_STRONG = 2, 3
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of a sentence by name, and in words what those found that found something."""

    values: Mapping[str, float]
    reasons: Mapping[str, str]


def measure_features(sentence: str, passages: Sequence[str], weights: Weights, beside: str = "") -> Measured:
    """Return the measures of a sentence against the passages of the works it cites, title first.

    `beside` is what else they may be named by (authors, year, venue); numbers and names may stand there.
    """
    claim = read_text(sentence)
    read = [read_text(passage) for passage in passages]
    work = ". ".join(passages)
    named = f"{work}\n{beside}"
    known = frozenset[str]().union(*(passage.terms for passage in read), read_text(beside).terms)
    whole = weights.sum(claim.terms)
    near = weigh_nearness(claim, read, weights)
    nearest = sorted(range(len(read)), key=lambda place: -near[place])[:_NEAREST]
    lacking = weights.sum(claim.terms - known) / whole if whole else 0.0
    unstated = find_unstated(sentence, named)
    strength = compare_strength(sentence, " ".join(passages[place] for place in nearest))
    groups = compare_populations(sentence, work)
    names = find_strange_names(sentence, named)
    turned = compare_directions(claim, read, near, weights)
    sides = compare_sides(claim, read, weights)
    values = {
        "wording": lacking,
        "numbers": float(min(_MOST_COUNTED, len(unstated))),
        "strength": float(min(_MOST_STRONG, len(strength))),
        "populations": float(min(_MOST_COUNTED, len(groups))),
        "names": float(min(_MOST_COUNTED, len(names))),
        "directions": turned.margin if turned else 0.0,
        "sides": sides,
    }
    strange = [
        word for word, stem in zip(claim.words, claim.stems, strict=True) if stem and stem not in known
    ]  # in order of the sentence, as a reader finds them
    strange.sort(key=lambda word: -weights.of(next(iter(read_text(word).terms), "")))
    reasons = {
        "wording": _say(strange, "the work says nothing of {}", quoted=True),
        "numbers": _say(unstated, "the work does not state {}"),
        "strength": _say(strength, "the sentence says {}, which the work does not", quoted=True),
        "populations": _say(groups, "the work does not speak of {}"),
        "names": _say(names, "the work does not name {}"),
    }
    if turned and turned.opposed and turned.margin > 0:
        reasons["directions"] = f"the sentence says '{turned.said.word}', where the work says '{turned.opposed.word}'"
    if sides > 0:
        reasons["sides"] = "the work compares the two the other way round"
    return Measured(values, {name: reason for name, reason in reasons.items() if reason})


def _say(words: Sequence[str], template: str, *, quoted: bool = False) -> str:
    told = [f"'{word}'" if quoted else word for word in words[:_MOST_TOLD]]
    return template.format(" or ".join(told)) if told else ""
