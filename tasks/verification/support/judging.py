"""Whether works support a sentence that cites them: one score of few weights, and in one sentence why it is doubted."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tasks.verification.support.asking import AskModel, write_question
from tasks.verification.support.features import FEATURES, measure_features
from tasks.verification.support.reading import Weights, read_text

_ASKED = "the language model asked holds it unsupported"


@dataclass(frozen=True, slots=True)
class Weight:
    """Of a measure: its mean and standard deviation where it was fitted, and what a deviation adds in log-odds."""

    mean: float
    deviation: float
    weight: float

    def add(self, value: float) -> float:
        """Return what a value adds to the doubt."""
        return (value - self.mean) / self.deviation * self.weight


@dataclass(frozen=True, slots=True)
class Model:
    """The weights by measure and of a model asked; the doubt from which on a reader is warned, without and with it."""

    weights: Mapping[str, Weight]
    asked: float
    alarm: float
    alarm_asked: float


@dataclass(frozen=True, slots=True)
class Support:
    """How doubtful it is that the works support a sentence, in log-odds, whether to warn, and why."""

    doubt: float
    is_doubtful: bool
    reason: str


@cache
def read_model() -> Model:
    """Return the weights that were fitted."""
    told = tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
    weights = {name: Weight(**told[name]) for name in FEATURES}
    return Model(weights, float(told["asked"]), float(told["alarm"]), float(told["alarm_asked"]))


def weigh_terms(texts: Iterable[str]) -> Weights:
    """Return what terms weigh among texts, one of each work: inverse document frequency, as `EvidenceIndex` has it."""
    read = [read_text(text).terms for text in texts]
    counts = Counter(term for terms in read for term in terms)
    known = {term: math.log1p((len(read) - count + 0.5) / (count + 0.5)) for term, count in counts.items()}
    return Weights(known, math.log1p((len(read) + 0.5) / 0.5))


def judge_support(
    sentence: str, passages: Sequence[str], weights: Weights, beside: str = "", ask: AskModel | None = None
) -> Support:
    """Return whether the passages of the works that a sentence cites support it; see `measure_features`.

    A number that they do not state is doubtful however much else they share with the sentence. Where a language model
    is asked, its log-odds are weighed and added to those of the rules.
    """
    model = read_model()
    measured = measure_features(sentence, passages, weights, beside)
    added = {name: model.weights[name].add(value) for name, value in measured.values.items()}
    doubt = math.fsum(added.values())
    said = ask(write_question(sentence, passages, weights)) if ask else None
    both = doubt + model.asked * (said or 0.0)
    if "numbers" in measured.reasons:
        least = model.alarm if said is None else model.alarm_asked
        return Support(max(both, least), is_doubtful=True, reason=measured.reasons["numbers"])
    why = measured.reasons.get(max(measured.reasons, key=lambda name: added[name], default=""), "")
    if said is None:
        return Support(doubt, bool(why) and doubt >= model.alarm, why)
    why = why if doubt >= model.alarm else _ASKED
    return Support(both, both >= model.alarm_asked, why)
