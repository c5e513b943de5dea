"""ASReview's own simulation, run by an interpreter that has ASReview installed: JSON in on stdin, JSON out on stdout.

In: `texts`, `labels` (0 or 1), `needed` (how many included works to have labelled), `priors` (a list of places for each
run), `timed` (whether to time instead of to simulate). Out: `orders` (the places each run labelled after its priors),
or seconds of a processor: `prepared` (to extract features) and `seconds` (to fit on each run's priors and rank all).

It stands alone: nothing of litreview can be imported here, since ASReview and litreview need different dependencies.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped,import-not-found,unused-ignore]  # only beside ASReview
from asreview import ActiveLearningCycle  # type: ignore[import-not-found]  # only in an environment of its own
from asreview.models.models import get_ai_config  # type: ignore[import-not-found]  # as above
from asreview.simulation.simulate import Simulate  # type: ignore[import-not-found]  # as above

_MODEL = "elas_u4"


class _Enough:
    """A stopper as ASReview wants it: stop once so many included works are labelled."""

    def __init__(self, needed: int) -> None:
        self._needed = needed

    def stop(self, results: Any, data: Any) -> bool:
        return int(results["label"].sum()) >= self._needed or len(results) >= len(data)


def _simulate(frame: Any, labels: Any, needed: int, priors: list[int]) -> list[int]:
    cycle = ActiveLearningCycle.from_meta(get_ai_config(_MODEL)["value"])
    simulation = Simulate(frame, labels, cycle, stopper=_Enough(needed), print_progress=False)
    simulation.label(priors)
    simulation.review()
    results = simulation._results
    return [int(place) for place in results["record_id"]][len(priors) :]


def _time(frame: Any, labels: Any, runs: list[list[int]]) -> dict[str, Any]:
    cycle = ActiveLearningCycle.from_meta(get_ai_config(_MODEL)["value"])
    start = time.process_time()
    features = cycle.transform(frame)
    prepared = time.process_time() - start
    seconds = []
    for priors in runs:
        start = time.process_time()
        cycle.fit(features[priors], labels[priors])
        cycle.rank(features)
        seconds.append(time.process_time() - start)
    return {"prepared": prepared, "seconds": seconds}


def main() -> None:
    """Read the request, simulate or time every run, write the answer."""
    request = json.load(sys.stdin)
    frame = pd.DataFrame({"title": request["texts"], "abstract": ""})
    labels = np.array(request["labels"])
    if request["timed"]:
        json.dump(_time(frame, labels, request["priors"]), sys.stdout)
    else:
        orders = [_simulate(frame, labels, request["needed"], priors) for priors in request["priors"]]
        json.dump({"orders": orders}, sys.stdout)


if __name__ == "__main__":
    main()
