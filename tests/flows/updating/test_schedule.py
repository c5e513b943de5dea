"""The living review as its schedule runs it: a real server, `litreview serve`, and `litreview schedule` typed once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from flows.review import review
from storage.publication.published import select_published
from tests.fakes.prefect_server import serve_prefect
from tests.flows.updating.living_world import PUBLISHED, RELEVANT, TOPIC, write_first, write_grown

REPOSITORY = Path(__file__).resolve().parents[3]
_NAME = "cortisol"
_SECONDS = 400

pytestmark = pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="two minutes long: make living")


@dataclass(frozen=True)
class Ran:
    """The folder of the review, the flow runs that the schedule began, earliest first, and artifacts of the first."""

    folder: Path
    flow_runs: list[dict[str, Any]]
    artifacts: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ran]:
    """Write a review, let its world grow, and wait until a schedule of every minute has updated it twice."""
    home = tmp_path_factory.mktemp("schedule")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITREVIEW_CACHE", str(home / "cache"))
        patch.setenv("LITREVIEW_REVIEWS", str(home / "reviews"))
        patch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        patch.setenv("PYTHONPATH", str(REPOSITORY), prepend=os.pathsep)
        patch.chdir(home)
        write_first(home / "works.jsonl")
        order = {"quality": "quick", "analyst": "extractive", "grey": True, "supervision": "none", "quiet": True}
        review.fn(TOPIC, name=_NAME, catalogue=str(home / "works.jsonl"), **order)
        write_grown(home / "works.jsonl")
        with serve_prefect(home / "prefect") as address, httpx.Client(base_url=address, timeout=30) as api:
            command = [sys.executable, "-m", "flows.cli.main"]
            with subprocess.Popen([*command, "serve"], start_new_session=True) as serving:
                try:
                    _wait(lambda: api.get("/deployments/name/update/living-review").is_success)
                    typed = [*command, "schedule", "--name", _NAME, "--cron", "* * * * *"]
                    subprocess.run(typed, check=True, timeout=_SECONDS)
                    flow_runs = _wait(lambda: _read_ended(api))
                finally:
                    serving.send_signal(signal.SIGINT)
            of_run = {"artifacts": {"flow_run_id": {"any_": [flow_runs[0]["id"]]}}, "limit": 100}
            artifacts = {found["key"]: found for found in api.post("/artifacts/filter", json=of_run).json()}
        yield Ran(home / "reviews" / _NAME, flow_runs, artifacts)


def _read_ended(api: httpx.Client) -> list[dict[str, Any]]:
    """Return the first two flow runs of the deployment that have ended, none before there are two."""
    ended = {"state": {"type": {"any_": ["COMPLETED", "FAILED", "CRASHED"]}}}
    asked = {"deployments": {"name": {"any_": ["living-review"]}}, "flow_runs": ended, "sort": "START_TIME_ASC"}
    found: list[dict[str, Any]] = api.post("/flow_runs/filter", json=asked).raise_for_status().json()
    return found if len(found) > 1 else []


def _wait(condition: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + _SECONDS
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {_SECONDS} seconds"
        time.sleep(2)
    return found


def test_the_schedule_updates_the_review(ran: Ran) -> None:
    """Each run is one of the deployment's, begun by its schedule, named after the review, and ends well."""
    for run in ran.flow_runs:
        assert (run["state_type"], run["name"]) == ("COMPLETED", f"update: {_NAME}")
        assert run["auto_scheduled"]
    joined = select_published(ran.folder, "SELECT work_id FROM corpus WHERE stage = 101")
    assert set(joined["work_id"]) == {*RELEVANT, PUBLISHED}
    assert select_published(ran.folder, "SELECT count(*) FROM living_section WHERE action = 'carried'").item() > 0


def test_only_the_first_has_news(ran: Ran) -> None:
    """The second finds nothing and makes no call to any service; what the first changed is an artifact of its run."""
    told = select_published(ran.folder, "SELECT news, api_calls, llm_calls FROM living_result ORDER BY number")
    assert told.rows()[:2] == [(True, 0, 0), (False, 0, 0)]
    assert ran.artifacts["changes"]["data"] == (ran.folder / "changes.md").read_text(encoding="utf-8")
