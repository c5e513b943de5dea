"""What is typed works on a real server: deployments are registered and started, automations catch our events."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
import yaml
from prefect import flow, task
from prefect.client.orchestration import get_client
from prefect.flow_engine import run_flow
from prefect.flows import load_flow_from_entrypoint
from prefect.testing.cli import CycloptsCliRunner
from prefect.utilities.callables import parameter_schema

from flows.orchestration.artifacts import show_markdown, show_text
from flows.orchestration.driver import Driver
from flows.orchestration.events import events_announced
from storage.core.errors import BudgetExhausted
from storage.core.ledger import Ledger
from storage.records.search import Plan, Work
from storage.runs.reviews import add_problem, settle_plan
from storage.searching.works import add_works
from tests.fakes.prefect_server import serve_prefect
from tests.new_ledger import open_new_ledger

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
SHEET = REPOSITORY / "deployments" / "prefect.yaml"
AUTOMATIONS = REPOSITORY / "deployments" / "automations.yaml"
DEPLOYMENTS = yaml.safe_load(SHEET.read_text("utf-8"))["deployments"]
EXAMPLES = {each["name"] for each in yaml.safe_load(AUTOMATIONS.read_text("utf-8"))["automations"]}
LIVING = "update/living-review"
ASKED = {"topic": "bees", "catalogue": "demo"}
ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")
TYPED = [
    *(
        (f"review/{tier}", {"topic": "business, finance and {biodiversity}", "catalogue": "works.jsonl.gz"})
        for tier in ("quick", "standard", "comprehensive", "high-quality")
    ),
    (LIVING, {"name": "bees"}),
    ("verify/nightly", {}),
    ("export/on-demand", {"name": "bees", "to": "docx"}),
]


def type_in(*words: str) -> str:
    """Return what the Prefect command line prints, without its colours and line ends."""
    ended = CycloptsCliRunner().invoke(list(words))
    assert ended.exit_code == 0, ended.output
    return " ".join(re.sub(r"\x1b\[[0-9;]*m", "", ended.output).split())


def wait_for(condition: Callable[[], Any], seconds: float = 60) -> Any:
    """Return what a condition gives once it is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} seconds"
        time.sleep(0.2)
    return found


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Serve Prefect, register the deployments as deployments/README.md types it, and yield a client of the API."""
    with (
        pytest.MonkeyPatch.context() as patch,
        serve_prefect(tmp_path_factory.mktemp("registering")) as address,
        httpx.Client(base_url=address, timeout=30) as client,
    ):
        patch.chdir(REPOSITORY)
        type_in("work-pool", "create", "litreview", "--type", "process")
        type_in("--no-prompt", "deploy", "--all", "--prefect-file", "deployments/prefect.yaml")
        yield client


def read_deployment(api: httpx.Client, name: str) -> dict[str, Any]:
    deployment: dict[str, Any] = api.get(f"/deployments/name/{name}").json()
    return deployment


def runs_of(api: httpx.Client, name: str) -> list[dict[str, Any]]:
    asked = {"deployments": {"id": {"any_": [read_deployment(api, name)["id"]]}}, "limit": 50}
    runs: list[dict[str, Any]] = api.post("/flow_runs/filter", json=asked).json()
    # Runs that a schedule made are not those that were asked for.
    return [run for run in runs if not run["auto_scheduled"]]


def test_every_deployment_is_registered_with_the_form_of_its_flow(api: httpx.Client) -> None:
    """The server holds as many deployments as the sheet, each with its flow's own parameters, tags and schedules."""
    assert api.post("/deployments/count", json={}).json() == len(DEPLOYMENTS) == len(TYPED)
    for (name, _), entry in zip(TYPED, DEPLOYMENTS, strict=True):
        held = read_deployment(api, name)
        form = parameter_schema(load_flow_from_entrypoint(entry["entrypoint"])).model_dump_for_openapi()
        assert {"definitions": {}} | held["parameter_openapi_schema"] == form
        assert held["parameters"] == entry.get("parameters", {})
        assert (held["work_pool_name"], held["tags"]) == ("litreview", entry["tags"])
        schedules = [(one["schedule"]["cron"], one["schedule"]["timezone"], one["active"]) for one in held["schedules"]]
        assert schedules == [(one["cron"], one["timezone"], one["active"]) for one in entry.get("schedules", ())]


@pytest.mark.parametrize(("name", "parameters"), TYPED)
def test_a_run_is_started_as_typed(api: httpx.Client, name: str, parameters: dict[str, str]) -> None:
    """`prefect deployment run` takes the parameters, and the run waits for a worker with them and the sheet's own."""
    told = type_in(
        "deployment", "run", name, *(part for key, value in parameters.items() for part in ("-p", f"{key}={value}"))
    )
    started = re.search(r"UUID: (\S+)", told)
    assert started
    run = api.get(f"/flow_runs/{started[1]}").json()
    assert run["parameters"] == read_deployment(api, name)["parameters"] | parameters
    assert (run["state_name"], run["work_pool_name"]) == ("Scheduled", "litreview")


def start_run(api: httpx.Client, name: str, work: Callable[[], None]) -> None:
    """Do some work in a new flow run of a deployment."""

    @flow(name=name.split("/", maxsplit=1)[0], validate_parameters=False)
    def stand_in(topic: str, quality: str, catalogue: str) -> None:
        assert {"topic": topic, "catalogue": catalogue} == ASKED, quality
        work()

    with get_client(sync_client=True) as client:
        started = client.create_flow_run_from_deployment(read_deployment(api, name)["id"], parameters=ASKED)
    run_flow(stand_in, flow_run=started)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Yield a ledger with a review of one work."""
    with open_new_ledger(tmp_path / "bees") as made:
        settle_plan(made, Plan("bees", quality="quick", as_of=2024))
        with made.transaction():
            add_works(made, [Work("W1", 'Bees {{ event.id }} "and" <b>', doi="10.1/bee", family_id="W1")], 0)
        yield made


def test_long_texts_are_cut_and_plain_ones_stay_plain(api: httpx.Client) -> None:
    """A text too long for an artifact says that it was cut; a report with Markdown in it cannot leave its fence."""
    report = "```\n# not a heading"

    def show() -> None:
        show_markdown("long", "bees " * 100_000, "a text")
        show_text("plain", report, "a report")

    start_run(api, "review/quick", show)
    asked = {"artifacts": {"key": {"any_": ["long", "plain"]}}}
    made = {one["key"]: one["data"] for one in api.post("/artifacts/filter", json=asked).json()}
    assert len(made["long"]) == 400_000
    assert made["long"].startswith("bees bees")
    assert "Cut here" in made["long"][-60:]
    assert made["plain"] == f"````\n{report}\n````\n"


def test_a_title_is_no_template(api: httpx.Client) -> None:
    """A task run is named by the work's title, in which braces would be placeholders to Prefect, and ends completed."""

    @task
    def read(title: str) -> str:
        return title

    title = "{Bees} and {0.__class__} " * 5
    start_run(api, "review/quick", lambda: Driver().run(read, f"read: {title}", title))
    asked = {"task_runs": {"name": {"like_": "read: (Bees) and (0.__class__)"}}}
    (run,) = wait_for(lambda: api.post("/task_runs/filter", json=asked).json())
    assert (run["state_type"], len(run["name"])) == ("COMPLETED", 80)


def append(ledger: Ledger, table: str, *rows: dict[str, Any]) -> None:
    with ledger.transaction():
        ledger.append(table, list(rows))


def run_dry(ledger: Ledger) -> None:
    facts = {"seeds": 1, "api_calls": 0, "api_usd": 0.0}
    with events_announced(ledger):
        append(ledger, "diffusion_stage", facts | {"stage": 0, "candidates": 30, "relevant": 1, "coverage_delta": 0.03})
        append(ledger, "diffusion_stage", facts | {"stage": 1, "candidates": 0, "relevant": 0, "coverage_delta": 0.0})


def be_retracted(ledger: Ledger) -> None:
    notice = {"kind": "retraction", "date": "2026-01-01", "source": "crossref", "notice_doi": "10.1/no"}
    with events_announced(ledger):
        append(ledger, "retraction", {"work_id": "W1"} | notice)


def spend_all(ledger: Ledger) -> None:
    with events_announced(ledger):
        add_problem(ledger, "budget", "supervision", "80% of the budget may be used up")
        raise BudgetExhausted("nothing is left")


@pytest.mark.skipif("LITREVIEW_OPERATED" not in os.environ, reason="half a minute more: make operated")
def test_a_worker_runs_what_was_asked(api: httpx.Client, tmp_path: Path) -> None:
    """A process worker, started as typed, takes the nightly check, finds its code without pulling any, and ends it."""
    waiting = {"flow_runs": {"state": {"type": {"any_": ["SCHEDULED"]}}}, "limit": 100}
    for run in api.post("/flow_runs/filter", json=waiting).json():
        api.delete(f"/flow_runs/{run['id']}")
    told = type_in("deployment", "run", "verify/nightly", "-p", f"reviews={tmp_path}")
    started = re.search(r"UUID: (\S+)", told)
    assert started
    typed = [sys.executable, "-m", "prefect", "worker", "start", "--pool", "litreview", "--limit", "2"]
    worker = subprocess.Popen(typed, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(REPOSITORY)})
    try:
        wait_for(lambda: api.get(f"/flow_runs/{started[1]}").json()["state_type"] in ENDED, 240)
    finally:
        worker.send_signal(signal.SIGINT)
        worker.wait(60)
    run = api.get(f"/flow_runs/{started[1]}").json()
    assert run["state_type"] == "COMPLETED", run["state"]["message"]
    made = api.post("/artifacts/filter", json={"artifacts": {"flow_run_id": {"any_": [run["id"]]}}}).json()
    assert [artifact["key"] for artifact in made] == ["verify"]


def triggered(api: httpx.Client) -> set[str]:
    """Return the names of the automations that have been triggered."""
    asked = {"filter": {"event": {"name": ["prefect.automation.triggered"]}}}
    found = api.post("/events/filter", json=asked).json()["events"]
    return {event["resource"]["prefect.resource.name"] for event in found}


def test_automations_catch_what_comes_about(api: httpx.Client, ledger: Ledger, tmp_path: Path) -> None:
    """The examples, taken as typed once ids stand in them, do what they say when a run tells that something came about.

    A retraction starts the update of that review, a budget used up pauses the deployment that spent it and no other; a
    search that ran dry and a run that failed are caught, which with a notification block tells somebody.
    """
    assert triggered(api) == set()
    update = read_deployment(api, LIVING)["id"]
    text = AUTOMATIONS.read_text("utf-8").replace(f"deployment_id: {UUID(int=0)}", f"deployment_id: {update}")
    text = re.sub(r"enabled: false\b", "enabled: true", text)  # as whoever fills in a block does
    mine = tmp_path / "automations.yaml"
    mine.write_text(text, encoding="utf-8")
    assert type_in("automation", "create", "--from-file", str(mine)).count("litreview-") == len(EXAMPLES)
    before = {run["id"] for run in runs_of(api, LIVING)}

    start_run(api, "review/quick", lambda: run_dry(ledger))
    start_run(api, "review/quick", lambda: be_retracted(ledger))
    with pytest.raises(BudgetExhausted):
        start_run(api, "review/comprehensive", lambda: spend_all(ledger))

    wait_for(lambda: triggered(api) == EXAMPLES, 300)
    wait_for(lambda: read_deployment(api, "review/comprehensive")["paused"])
    assert not read_deployment(api, "review/quick")["paused"]
    (started,) = wait_for(lambda: [run for run in runs_of(api, LIVING) if run["id"] not in before])
    assert started["parameters"] == {"name": "bees"}
    told = api.post("/events/filter", json={"filter": {"event": {"prefix": ["litreview."]}}}).json()["events"]
    named = ["litreview.budget", "litreview.budget", "litreview.retraction", "litreview.saturated"]
    assert sorted(event["event"] for event in told) == named


def test_the_examples_are_taken_as_they_stand(api: httpx.Client) -> None:
    """A real server takes the file before anybody has put an id into it."""
    assert api.post("/deployments/count", json={}).json() == len(DEPLOYMENTS)
    told = type_in("automation", "create", "--from-file", "deployments/automations.yaml")
    assert all(name in told for name in EXAMPLES)
