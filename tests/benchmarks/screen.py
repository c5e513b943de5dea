"""How many works must be screened to find 95% of what a published review included, beside ASReview."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median

import numpy as np

from tasks.screening.features import RankingPool, build_features
from tasks.screening.learner import rank_by_decisions
from tests.benchmarks.asreview_peer import ASREVIEW, simulate_asreview, time_asreview
from tests.benchmarks.rows import MEAN, Row, average, share
from tests.benchmarks.screen_simulation import (
    Labelled,
    draw_priors,
    join_half,
    label_pool,
    simulate_screening,
    simulate_with_title,
)
from tests.benchmarks.worlds import World

_RECORDS = "records to 95% recall"
_SHARE = "share of the pool to 95% recall"
_RATIO = "ratio to ASReview"
_TITLED = "with the title as a prior"
_HALF = "records to 95% recall of half"
_BEFORE, _AFTER = "before the other half's labels are imported", "after it"
_LEAST_TO_SPLIT = 4
_TIMED_WORKS = 1_000
_TIMED_INCLUDED, _TIMED_DECISIONS, _TIMED_RUNS = 10, 100, 25


def measure_screen(worlds: Sequence[World], seeds: int, interpreter: Path = ASREVIEW) -> list[Row]:
    """Return records to 95% recall for each world and seed, their means, and the ratios to ASReview (the peer).

    One included and one excluded work are given, the same to both; recall is of the other included works, and the two
    are not counted as screened. ASReview cannot use the review's title, so what the title adds stands in rows apart.
    Rows of half a world are the records of one half until 95% of its included works are found: before and after the
    labels of the other half, drawn at random, are imported.
    Without ASReview at the interpreter, peers and ratios are left out and the row "ASReview is there" has 0.

    Raises:
        InputError: ASReview is there but cannot be run.
    """
    peer = interpreter if interpreter.is_file() else None
    labelled = [(world, label_pool(world)) for world in worlds]
    rows: list[Row] = []
    for world, works in labelled:
        rows += _measure_world(world, works, range(seeds), peer)
    rows += average(rows, [_SHARE, _RATIO, f"{_RATIO}, {_TITLED}"])
    for measure in (_RATIO, f"{_RATIO}, {_TITLED}"):
        ratios = [row.value for row in rows if row.measure == measure and row.world != MEAN and row.value is not None]
        if ratios:
            rows.append(Row(MEAN, f"worst {measure}", max(ratios)))
    return [*rows, *_time_both([works for _, works in labelled], peer), Row(MEAN, "ASReview is there", int(bool(peer)))]


def _measure_world(world: World, works: Labelled, seeds: Sequence[int], peer: Path | None) -> list[Row]:
    features = build_features(works.pool)
    priors = [draw_priors(works.included, seed) for seed in seeds]
    ours = [len(simulate_screening(works, features, places)) for places in priors]
    titled = [len(order) for order in simulate_with_title(works, world.title, seeds)]
    theirs: list[int] | None = None
    if peer:
        orders = simulate_asreview(peer, works.pool.texts, works.included.tolist(), works.needed, priors)
        theirs = [len(order) for order in orders]
    rows = [
        Row(world.name, _RECORDS, count, bound=works.needed - 1, peer=theirs[run] if theirs else None, seed=seeds[run])
        for run, count in enumerate(ours)
    ]
    undecided = world.works - len(priors[0])
    mean_peer = fmean(theirs) if theirs else None
    rows += [
        Row(world.name, f"{_RECORDS}, mean", round(fmean(ours), 1), bound=works.needed - 1, peer=mean_peer),
        Row(world.name, f"{_RECORDS}, mean, {_TITLED}", round(fmean(titled), 1), peer=mean_peer),
        Row(world.name, _SHARE, share(fmean(ours), undecided), peer=share(mean_peer, undecided) if mean_peer else None),
    ]
    if mean_peer:
        rows += [
            Row(world.name, _RATIO, share(fmean(ours), mean_peer)),
            Row(world.name, f"{_RATIO}, {_TITLED}", share(fmean(titled), mean_peer)),
        ]
    return rows + _measure_imports(world, works, seeds, peer)


def _measure_imports(world: World, works: Labelled, seeds: Sequence[int], peer: Path | None) -> list[Row]:
    if works.included.sum() < _LEAST_TO_SPLIT or (~works.included).sum() < _LEAST_TO_SPLIT:
        return []
    rows = []
    for when, imports in ((_BEFORE, False), (_AFTER, True)):
        halves = [join_half(works, seed, imports=imports) for seed in seeds]
        ours = [len(simulate_screening(half, build_features(half.pool), priors)) for half, priors in halves]
        theirs = None
        if peer:
            orders = [
                simulate_asreview(peer, half.pool.texts, half.included.tolist(), half.needed, [priors])[0]
                for half, priors in halves
            ]
            theirs = round(fmean(len(order) for order in orders), 1)
        rows.append(Row(world.name, f"{_HALF}, mean, {when}", round(fmean(ours), 1), peer=theirs))
    return rows


def _time_both(labelled: Sequence[Labelled], peer: Path | None) -> list[Row]:
    """Return the seconds of a processor to prepare the first 1,000 works of the worlds, and to fit and rank them.

    A fit is on 100 decisions; the median of 25 fits counts, as the ratio to ASReview's. What is prepared once for all
    fits, the features and how alike works are, stands in a row of its own.
    """
    works = dict.fromkeys(work_id for part in labelled for work_id in part.pool.work_ids)
    chosen = list(works)[:_TIMED_WORKS]
    known = {
        work_id: (text, references, bool(included))
        for part in reversed(labelled)
        for work_id, text, references, included in zip(
            part.pool.work_ids, part.pool.texts, part.pool.references, part.included, strict=True
        )
    }
    texts, references, verdicts = zip(*(known[work_id] for work_id in chosen), strict=True)
    included = np.array(verdicts)
    positives = np.flatnonzero(included)[:_TIMED_INCLUDED]
    negatives = np.flatnonzero(~included)[: _TIMED_DECISIONS - len(positives)]
    places = [*positives.tolist(), *negatives.tolist()]
    labels = {place: bool(included[place]) for place in places}
    start = time.process_time()
    features = build_features(RankingPool(tuple(chosen), texts, references))
    prepared = time.process_time() - start
    seconds = []
    for _ in range(_TIMED_RUNS):
        start = time.process_time()
        rank_by_decisions(features, labels)
        seconds.append(time.process_time() - start)
    ours = median(seconds)
    theirs_prepared, theirs = None, None
    if peer:
        theirs_prepared, their_seconds = time_asreview(peer, texts, verdicts, [places] * _TIMED_RUNS)
        theirs = median(their_seconds)
    measure = f"seconds to fit and rank {len(chosen)} works"
    rows = [
        Row(MEAN, f"seconds to prepare {len(chosen)} works", round(prepared, 2), peer=theirs_prepared),
        Row(MEAN, measure, round(ours, 5), peer=round(theirs, 5) if theirs else None),
    ]
    return rows + ([Row(MEAN, f"{measure}, ratio to ASReview", share(ours, theirs))] if theirs else [])
