"""A review whose daily allowance is used up: scheduled again by its deployment, left to the user in the terminal."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId, LogFilter, LogFilterFlowRunId
from prefect.client.schemas.objects import FlowRun
from prefect.flow_engine import run_flow
from prefect.states import Scheduled

from flows.cli.main import main
from flows.orchestration.rescheduling import schedule_again
from flows.review import review
from storage.publication.published import select_published
from tests.benchmarks.servers.server import Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.fakes.prefect_server import serve_prefect
from tests.faults.world import NAMED_WORK, TOPIC, write_world

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
ASKED = {
    "topic": TOPIC,
    "quality": "quick",
    "analyst": "instant",
    "supervision": "none",
    "catalogue": "openalex",
    "seeds": [NAMED_WORK],
    "as_of": 2024,
}
TOO_LITTLE, ENOUGH = 0.0065, 1.0


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Loopback]]:
    """Serve Prefect and OpenAlex to this process and those it starts; yield the folder of reviews and the OpenAlex."""
    home = tmp_path_factory.mktemp("rescheduling")
    with pytest.MonkeyPatch.context() as patch, serve_openalex(World(write_world(home / "works.jsonl"))) as loopback:
        patch.setenv("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
        patch.setenv("PYTHONPATH", str(REPOSITORY))
        patch.setenv("LITREVIEW_CACHE", str(home / "cache"))
        patch.setenv("LITREVIEW_REVIEWS", str(home / "reviews"))
        patch.setenv("LITREVIEW_OPENALEX_URL", loopback.url)
        with serve_prefect(home / "prefect"):
            yield home / "reviews", loopback


@pytest.fixture(scope="module")
def client(environment: tuple[Path, Loopback]) -> Iterator[SyncPrefectClient]:
    """Yield a client of the server."""
    assert environment
    with get_client(sync_client=True) as client:
        yield client


@dataclass(frozen=True)
class PausedRun:
    """A deployment's flow run after its process ended: the process, the flow run, and the deployment's other runs."""

    process: subprocess.CompletedProcess[str]
    flow_run: FlowRun
    others: list[FlowRun]


def runs_of_deployment(client: SyncPrefectClient, deployment_id: UUID) -> list[FlowRun]:
    return [run for run in client.read_flow_runs() if run.deployment_id == deployment_id]


@pytest.fixture(scope="module")
def paused(environment: tuple[Path, Loopback], client: SyncPrefectClient) -> PausedRun:
    """Run a deployment as a worker would, in a process of its own, with an allowance that is too small."""
    environment[1].allowance = TOO_LITTLE
    deployment_id = client.create_deployment(
        client.create_flow(review), "quick", entrypoint="flows.review:review", parameters={"quality": "quick"}
    )
    started = client.create_flow_run_from_deployment(
        deployment_id, parameters=ASKED | {"name": "deployed"}, tags=["trees"]
    )
    command = [sys.executable, "-m", "prefect", "flow-run", "execute", str(started.id)]
    # What has no code to pull Prefect runs in a copy of the present folder: not of the repository with its .venv.
    folder = environment[0].parent
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    others = [run for run in runs_of_deployment(client, deployment_id) if run.id != started.id]
    return PausedRun(process, client.read_flow_run(started.id), others)


def test_the_deployment_has_one_more_run_when_the_allowance_is_renewed(paused: PausedRun) -> None:
    """Exactly one, of the same parameters and tags, at the time the service told: a day later."""
    assert len(paused.others) == 1
    follower = paused.others[0]
    assert follower.state is not None
    assert follower.state.name == "Scheduled"
    assert follower.parameters == paused.flow_run.parameters == ASKED | {"name": "deployed"}
    assert follower.tags == ["trees"]
    assert {"trees", "litreview", "deployed", "quick"} <= set(paused.flow_run.tags)
    due = follower.state.state_details.scheduled_time
    assert due is not None
    assert abs(due.timestamp() - datetime.now(UTC).timestamp() - 86_400) < 180


def test_the_flow_run_ends_as_paused(paused: PausedRun, client: SyncPrefectClient) -> None:
    """It and its phases are Paused, of the type Cancelled, and say why and where it goes on; nothing crashed."""
    assert paused.process.returncode == 0, paused.process.stderr
    state = paused.flow_run.state
    assert state is not None
    assert (state.type.value, state.name) == ("CANCELLED", "Paused")
    assert state.message is not None
    assert "daily allowance of OpenAlex is used up" in state.message
    assert str(paused.others[0].id) in state.message
    phases = [run for run in client.read_flow_runs() if run.parent_task_run_id is not None]
    assert {run.state.name for run in phases if run.state} <= {"Completed", "Paused"}
    assert "Paused" in {run.state.name for run in phases if run.state}
    logs = client.read_logs(LogFilter(flow_run_id=LogFilterFlowRunId(any_=[paused.flow_run.id])))
    assert any(str(paused.others[0].id) in log.message for log in logs)
    assert not [log.message for log in logs if "Traceback" in log.message]


def test_the_allowance_is_asked_for_once(paused: PausedRun, client: SyncPrefectClient) -> None:
    """A task run that met the used-up allowance is not retried, which would only wait."""
    asked = {"task_runs": {"state": {"type": {"any_": ["FAILED"]}}}}
    failed: list[dict[str, Any]] = []
    # The server writes task runs down behind the run that told them, on a busy machine after it has ended.
    deadline = time.monotonic() + 120
    while not failed and time.monotonic() < deadline:
        time.sleep(0.5)
        failed = [run for run in client._client.post("/task_runs/filter", json=asked).json() if run["flow_run_id"]]
    assert failed
    assert {run["run_count"] for run in failed} == {1}
    assert paused.flow_run.run_count == 1


def test_scheduling_twice_makes_no_second_run(paused: PausedRun, client: SyncPrefectClient) -> None:
    """Asked again, a second later as a repeated answer of the service would have it, the same flow run is named."""
    follower = paused.others[0]
    assert follower.state is not None
    due = follower.state.state_details.scheduled_time
    assert due is not None
    assert paused.flow_run.deployment_id is not None
    assert str(follower.id) in schedule_again(paused.flow_run, due + timedelta(seconds=1))
    assert len(runs_of_deployment(client, paused.flow_run.deployment_id)) == 2


def test_the_next_run_finishes_the_review(
    paused: PausedRun, environment: tuple[Path, Loopback], client: SyncPrefectClient
) -> None:
    """Started when the allowance is there again, it goes on in the same ledger, which names both flow runs."""
    reviews, loopback = environment
    follower = paused.others[0]
    loopback.allowance = ENOUGH
    client.set_flow_run_state(follower.id, Scheduled(), force=True)
    run_flow(review, flow_run=client.read_flow_run(follower.id), parameters=follower.parameters)
    runs = select_published(reviews / "deployed", "SELECT * FROM run ORDER BY started_at")
    assert runs["status"].to_list() == ["paused", "finished"]
    assert runs["flow_run_id"].to_list() == [str(paused.flow_run.id), str(follower.id)]
    assert f"scheduled again for {runs['resume_after'][0]:%Y-%m-%d %H:%M} UTC" in runs["message"][0]
    assert str(follower.id) in runs["message"][0]
    found = client.read_flow_runs(flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[follower.id])))
    assert [run.state_name for run in found] == ["Completed"]


def test_in_the_terminal_nothing_is_scheduled(
    environment: tuple[Path, Loopback],
    client: SyncPrefectClient,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit 1 and one sentence with the command that goes on; no flow run is left waiting."""
    environment[1].allowance = environment[1].spent + TOO_LITTLE
    before = {run.id for run in client.read_flow_runs()}
    command = ["run", TOPIC, "--quality", "quick", "--analyst", "instant", "--catalogue", "openalex", "--name", "typed"]
    monkeypatch.setattr(sys, "argv", ["litreview", *command])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("litreview: the daily allowance of OpenAlex is used up; run 'litreview resume' after ")
    assert "scheduled again" not in last
    made = [run for run in client.read_flow_runs() if run.id not in before]
    assert {run.state_name for run in made} <= {"Completed", "Paused"}
    assert [run.name for run in made if run.parent_task_run_id is None] == [f"quick: {TOPIC}"]
