"""Claims held against abstracts of works: how far one score tells those that the abstract supports from the others.

`tests/benchmarks/truth/claims.jsonl` has claims that people wrote about real abstracts without seeing the rules: right
ones, and ones made wrong in one way. The weights were fitted on the works of the half `development`; `report` is the
half of which no rule has seen anything.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler

from storage.core.errors import InputError
from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_work_id, parse_work
from tasks.citations.evidence import describe_work
from tasks.metadata.fields import decode_json, entry
from tasks.text.words import join_phrases
from tasks.verification.support.asking import AskModel
from tasks.verification.support.features import FEATURES, measure_features
from tasks.verification.support.judging import Support, judge_support, weigh_terms
from tasks.verification.support.reading import Weights
from tests.benchmarks.rows import Row, share
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS

CLAIMS = Path(__file__).parent / "truth" / "claims.jsonl"
KINDS = ("number changed", "direction turned", "too strong", "other population", "other work")
RIGHT = "right"
_FIELDS = ("world", "work_id", "half", "kind", "claim")
_PENALTY = 0.1  # C of the logistic regression: the measures are few, the claims too


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the work it is held against: title first, then the sentences of the abstract."""

    world: str
    half: str
    kind: str
    claim: str
    passages: tuple[str, ...]


def measure_words(claims: Path, ask: AskModel | None = None, half: str = "") -> list[Row]:
    """Return AUC (right against all wrong kinds, and each), the share of each kind warned of, and false alarms.

    With `ask` a language model is asked about each claim too. Of one `half` only where one is given.

    Raises:
        InputError: a claim is malformed, or the works it is about are not there.
    """
    pairs = read_pairs(claims)
    weights = _weigh(pairs)
    own = [pair for pair in pairs if half in ("", pair.half)]
    judged = [(pair, judge_support(pair.claim, pair.passages, weights[pair.world], ask=ask)) for pair in own]
    bound = 0.9 if ask else 0.85
    rows = [row for each in sorted({pair.half for pair in own}) for row in _report(each, judged, bound)]
    return [*rows, *_leave_worlds_out([pair for pair in own if pair.half == "development"], weights)]


def read_pairs(claims: Path) -> list[Pair]:
    """Return the claims of a file, a JSON object a line, with what the works say that they are held against.

    Raises:
        InputError: a line lacks a field or names a work or kind there is not.
    """
    told = []
    for number, line in enumerate(claims.read_text("utf-8").splitlines(), start=1):
        try:
            claim = {field: str(json.loads(line)[field]) for field in _FIELDS}
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{claims}, line {number}, is no claim; give {join_phrases(_FIELDS)} in JSON") from error
        if claim["kind"] not in (RIGHT, *KINDS):
            raise InputError(f"{claims}, line {number}, is of no known kind; give {join_phrases((RIGHT, *KINDS))}")
        told.append(claim)
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for claim in told:
        asked[claim["world"]].add(claim["work_id"])
    said = {world: _read_works(world, ids) for world, ids in asked.items()}
    lacking = [claim["work_id"] for claim in told if claim["work_id"] not in said[claim["world"]]]
    if lacking:
        raise InputError(f"the world lacks the work {lacking[0]} that {claims} names; remove its claims")
    return [
        Pair(each["world"], each["half"], each["kind"], each["claim"], said[each["world"]][each["work_id"]])
        for each in told
    ]


def _read_works(world: str, ids: set[str]) -> dict[str, tuple[str, ...]]:
    path = DEFAULT_WORLDS / world / WORKS
    if not path.is_file():
        raise InputError(f"there is no '{path}', whose works the claims are about; get it, or give other --claims")
    said = {}
    for record in read_records(path):
        raw = entry(decode_json(record.text))
        if (work_id := find_work_id(raw)) in ids:
            work = parse_work(raw)
            said[str(work_id)] = describe_work(str(work_id), [work.abstract or ""], work.title).passages
    return said


def _weigh(pairs: Sequence[Pair]) -> dict[str, Weights]:
    texts: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for pair in pairs:
        texts[pair.world][". ".join(pair.passages)] = None
    return {world: weigh_terms(told) for world, told in texts.items()}


def _report(half: str, judged: Sequence[tuple[Pair, Support]], bound: float) -> Iterator[Row]:
    own = [(pair.kind, support) for pair, support in judged if pair.half == half]
    sizes = Counter(kind for kind, _ in own)
    yield Row(half, f"AUC, right ({sizes[RIGHT]}) against all wrong", _tell_apart(own, KINDS), bound=bound)
    for kind in KINDS:
        yield Row(half, f"AUC, {kind} ({sizes[kind]})", _tell_apart(own, [kind]))
    for kind in KINDS:
        yield Row(half, f"{kind}: warned of", share(sum(one.is_doubtful for of, one in own if of == kind), sizes[kind]))
    alarms = sum(one.is_doubtful for of, one in own if of == RIGHT)
    yield Row(half, "false alarms on right claims, share", share(alarms, sizes[RIGHT]), bound=0.02)


def _tell_apart(own: Sequence[tuple[str, Support]], kinds: Sequence[str]) -> float | None:
    chosen = [(kind != RIGHT, support.doubt) for kind, support in own if kind == RIGHT or kind in kinds]
    return _auc([wrong for wrong, _ in chosen], [doubt for _, doubt in chosen])


def _auc(wrong: ArrayLike, doubts: ArrayLike) -> float | None:
    return round(float(roc_auc_score(wrong, doubts)), 4) if len(np.unique(wrong)) > 1 else None


def _leave_worlds_out(pairs: Sequence[Pair], weights: dict[str, Weights]) -> Iterator[Row]:
    """Yield the AUC of each world under weights fitted on the others, and the weights fitted on all."""
    if len({pair.world for pair in pairs}) <= 1:
        return
    measured = [measure_features(pair.claim, pair.passages, weights[pair.world]).values for pair in pairs]
    values = np.array([[one[name] for name in FEATURES] for one in measured])
    wrong = np.array([pair.kind != RIGHT for pair in pairs])
    worlds = np.array([pair.world for pair in pairs])
    doubts = np.zeros(len(pairs))
    for world in sorted(set(worlds)):
        scale, model = _fit(values[worlds != world], wrong[worlds != world])
        doubts[worlds == world] = scale.transform(values[worlds == world]) @ model.coef_[0]
        name = f"AUC, {world} left out of the fit"
        yield Row("development, refitted", name, _auc(wrong[worlds == world], doubts[worlds == world]))
    yield Row("development, refitted", "AUC, each world left out in turn", _auc(wrong, doubts), bound=0.85)
    scale, model = _fit(values, wrong)
    for place, name in enumerate(FEATURES):
        yield Row("weights fitted on development", f"{name}: mean", round(float(scale.mean_[place]), 3))
        yield Row("weights fitted on development", f"{name}: deviation", round(float(scale.scale_[place]), 3))
        yield Row("weights fitted on development", f"{name}: weight", round(float(model.coef_[0][place]), 3))


def _fit(values: np.ndarray, wrong: np.ndarray) -> tuple[StandardScaler, LogisticRegression]:
    scale = StandardScaler().fit(values)
    return scale, LogisticRegression(C=_PENALTY, max_iter=1000).fit(scale.transform(values), wrong)
