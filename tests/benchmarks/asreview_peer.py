"""The peer of screening: ASReview from its own package, in an environment of its own, as an external command."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from storage.core.errors import InputError

ASREVIEW = Path(".asreview") / "bin" / "python"
_WORKER = Path(__file__).resolve().with_name("asreview_worker.py")
_LONGEST_SECONDS = 3 * 3600


def simulate_asreview(
    interpreter: Path, texts: Sequence[str], labels: Sequence[bool], needed: int, priors: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Return for each run the places labelled after its priors, until `needed` included works are labelled in all.

    ASReview's default model (ELAS u4), re-fitted after every record.

    Raises:
        InputError: ASReview cannot be run.
    """
    answer = _ask(interpreter, texts, labels, priors, needed=needed, timed=False)
    return [[int(place) for place in order] for order in answer["orders"]]


def time_asreview(
    interpreter: Path, texts: Sequence[str], labels: Sequence[bool], priors: Sequence[Sequence[int]]
) -> tuple[float, list[float]]:
    """Return the seconds of a processor ASReview takes to extract features, then for each run to fit and rank all.

    Raises:
        InputError: ASReview cannot be run.
    """
    answer = _ask(interpreter, texts, labels, priors, needed=0, timed=True)
    return float(answer["prepared"]), [float(seconds) for seconds in answer["seconds"]]


def _ask(
    interpreter: Path,
    texts: Sequence[str],
    labels: Sequence[bool],
    priors: Sequence[Sequence[int]],
    *,
    needed: int,
    timed: bool,
) -> dict[str, Any]:
    request = {
        "texts": list(texts),
        "labels": [int(label) for label in labels],
        "needed": needed,
        "priors": [[int(place) for place in run] for run in priors],
        "timed": timed,
    }
    try:
        with TemporaryDirectory() as folder:  # ASReview leaves a cache where it is started
            done = subprocess.run(
                [str(interpreter.absolute()), "-P", str(_WORKER)],
                input=json.dumps(request),
                capture_output=True,
                text=True,
                check=True,
                timeout=_LONGEST_SECONDS,
                cwd=folder,
            )
        answer: dict[str, Any] = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        reason = said[-1] if said else type(error).__name__
        raise InputError(f"ASReview of {interpreter} cannot be run ({reason}); run `make asreview` again") from error
    return answer
