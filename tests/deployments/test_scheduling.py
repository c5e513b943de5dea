"""Reviews are scheduled by one command on a real server: what they need is with them, and stays when served again."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.objects import State
from prefect.exceptions import Pause
from prefect.flow_engine import run_flow
from prefect.states import Scheduled

from flows.cli.deployments import OUR_SHEET, read_deployments
from flows.cli.main import main
from flows.orchestration.server import STARTERS, put_starter_limits
from flows.review import review
from flows.scheduling.schedules import keep_schedules
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.publication.published import select_published
from tests.deployments.test_registering import type_in
from tests.fakes.prefect_server import serve_prefect
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow

TASKS = list((Path(__file__).resolve().parents[2] / "tasks").rglob("*.py"))
WEEKLY = "0 6 * * 1"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Serve Prefect with our deployments registered, in a folder with a catalogue where reviews go to."""
    folder = tmp_path_factory.mktemp("scheduling")
    write_world(folder / "works.jsonl")
    with pytest.MonkeyPatch.context() as patch, serve_prefect(folder / "prefect"):
        patch.setenv("LITREVIEW_CACHE", str(folder / "cache"))
        patch.setenv("LITREVIEW_REVIEWS", str(folder / "reviews"))
        patch.setenv("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
        patch.delenv("LITREVIEW_CATALOGUE", raising=False)
        patch.chdir(folder)
        register()
        yield folder


def register() -> None:
    """Register the deployments as `litreview serve` does."""
    deployments = read_deployments(OUR_SHEET)
    keep_schedules(deployments)
    for deployment in deployments:
        deployment.apply()


@pytest.fixture
def client(home: Path) -> Iterator[SyncPrefectClient]:
    """Yield a client of the server; afterwards nothing is scheduled but what the sheet schedules."""
    assert home
    with get_client(sync_client=True) as client:
        yield client
        for name in ("review/quick", "review/standard", "update/living-review"):
            type_in("deployment", "schedule", "clear", name, "-y")


@pytest.fixture
def litreview(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Return a function that types `litreview …` and returns the exit code and what was printed."""
    assert home

    def call(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["litreview", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        return int(ended.value.code or 0), (shown.out + shown.err).strip()

    return call


def read_schedules(client: SyncPrefectClient, deployment: str) -> dict[str | None, Any]:
    """Return the schedules of a deployment by slug."""
    return {each.slug: each for each in client.read_deployment_by_name(deployment).schedules}


def test_a_schedule_has_with_it_what_its_runs_need(
    home: Path, client: SyncPrefectClient, litreview: Callable[..., tuple[int, str]]
) -> None:
    """Topic, name, and catalogue and folder as whole paths, whatever the folder that runs are begun in."""
    typed = ("schedule", TOPIC, "--catalogue", "works.jsonl", "--cron", WEEKLY, "--timezone", "Europe/Berlin")
    code, said = litreview(*typed, "--focus", "shade", "--supervision", "structure,facts")
    assert (code, "is scheduled at '0 6 * * 1' (Europe/Berlin) on review/standard" in said) == (0, True)
    (schedule,) = read_schedules(client, "review/standard").values()
    assert schedule.slug == "street-trees-and-summer-heat-in-cities"
    assert (schedule.schedule.cron, schedule.schedule.timezone, schedule.active) == (WEEKLY, "Europe/Berlin", True)
    assert schedule.parameters == {
        "topic": TOPIC,
        "name": schedule.slug,
        "catalogue": str(home / "works.jsonl"),
        "analyst": "extractive",
        "focus_areas": ["shade"],
        "supervision": ["structure", "facts"],
        "reviews": str(home / "reviews"),
    }
    code, said = litreview("schedule")
    assert f"{schedule.slug}  review/standard" in said
    assert f"{WEEKLY} (Europe/Berlin)" in said
    assert said.splitlines()[0].endswith(TOPIC)


def test_scheduling_again_replaces_and_removing_removes(
    client: SyncPrefectClient, litreview: Callable[..., tuple[int, str]]
) -> None:
    """A review has one schedule, whatever its tier."""
    typed = ("schedule", TOPIC, "--name", "trees", "--catalogue", "works.jsonl")
    assert litreview(*typed, "--cron", WEEKLY)[0] == 0
    first = read_schedules(client, "review/standard")["trees"].id
    assert litreview(*typed, "--cron", "@daily", "--exclude", "mice")[0] == 0
    again = read_schedules(client, "review/standard")["trees"]
    assert (again.id, again.schedule.cron, again.parameters["exclude_terms"]) == (first, "@daily", ["mice"])
    assert litreview(*typed, "--cron", WEEKLY, "--quality", "quick")[0] == 0
    assert read_schedules(client, "review/standard") == {}
    assert "quality" not in read_schedules(client, "review/quick")["trees"].parameters
    assert litreview("schedule", "--remove", "trees") == (0, "'trees' is no longer scheduled")
    assert read_schedules(client, "review/quick") == {}
    code, said = litreview("schedule", "--remove", "trees")
    assert (code, said) == (2, "litreview: there is no schedule 'trees'; 'litreview schedule' lists those there are")


WRONG = [
    ((TOPIC, "--catalogue", "works.jsonl"), "no time is given; give --cron"),
    ((TOPIC, "--cron", WEEKLY), "no catalogue is named"),
    ((TOPIC, "--cron", WEEKLY, "--catalogue", "/nowhere"), "no catalogue at /nowhere"),
    (("  ", "--cron", WEEKLY, "--catalogue", "works.jsonl"), "the topic is empty"),
    (("--name", "nobody", "--cron", WEEKLY), "there is no review in"),
    (("--name", "nobody", "--cron", WEEKLY, "--quality", "quick"), "the quality belongs to a new review"),
    (("--cron", WEEKLY), "'' cannot name a review's folder"),
    ((TOPIC, "--cron", "61 6 * * 1", "--catalogue", "works.jsonl"), "'61' in '61 6 * * 1' cannot be the minute"),
    ((TOPIC, "--cron", "every week", "--catalogue", "works.jsonl"), "'every week' is not a cron schedule"),
    ((TOPIC, "--cron", WEEKLY, "--catalogue", "works.jsonl", "--timezone", "Berlin"), "'Berlin' is not a timezone"),
    ((TOPIC, "--cron", WEEKLY, "--catalogue", "works.jsonl", "--quality", "superb"), "'superb' is not a quality tier"),
    ((TOPIC, "--cron", WEEKLY, "--catalogue", "demo", "--analyst", "anthropic"), "give --budget"),
    (("--remove", "trees", "--cron", WEEKLY), "--remove NAME takes no other options"),
]


@pytest.mark.parametrize(("typed", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_a_schedule_without_what_it_needs_is_refused_when_it_is_made(
    client: SyncPrefectClient, litreview: Callable[..., tuple[int, str]], typed: tuple[str, ...], sentence: str
) -> None:
    """One sentence, exit 2, and nothing new on the server."""
    code, said = litreview("schedule", *typed)
    assert (code, said.count("\n")) == (2, 0)
    assert sentence in said
    assert not any(read_schedules(client, name) for name in ("review/standard", "review/quick", "update/living-review"))


def begin_next(client: SyncPrefectClient, deployment: str, place: int = 0) -> State[Any]:
    """Have the server plan the next runs of a deployment's schedules, run one in this process, and return its end."""
    held = client.read_deployment_by_name(deployment)
    client._client.post(f"/deployments/{held.id}/schedule", json={"min_runs": 3, "max_runs": 3}).raise_for_status()
    asked = {"deployments": {"id": {"any_": [str(held.id)]}}, "sort": "EXPECTED_START_TIME_ASC"}
    found = client._client.post("/flow_runs/filter", json=asked).json()
    planned = [UUID(run["id"]) for run in found if run["state_type"] == "SCHEDULED" and run["auto_scheduled"]]
    client.set_flow_run_state(planned[place], Scheduled(), force=True)  # now, without waiting for Monday
    chosen = client.read_flow_run(planned[place])
    with suppress(InputError, Pause):
        run_flow(review, flow_run=chosen)
    ended = client.read_flow_run(chosen.id).state
    assert ended is not None
    return ended


@pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="two reviews long: make living")
def test_the_first_run_writes_the_review_and_the_next_brings_it_up_to_date(
    home: Path, client: SyncPrefectClient, litreview: Callable[..., tuple[int, str]]
) -> None:
    """As planned by the server; while somebody is at work on the review a run is skipped, which is no failure."""
    typed = ("schedule", TOPIC, "--catalogue", "works.jsonl", "--cron", WEEKLY, "--name", "kept", "--as-of", "2024")
    code, said = litreview(*typed, "--quality", "quick", "--supervision", "none")
    assert (code, "the first run writes it, later ones bring it up to date" in said) == (0, True)
    made = read_schedules(client, "review/quick")["kept"]
    instant = made.parameters | {"analyst": "instant"}  # which no form offers: it decides without reading
    client.update_deployment_schedule(made.deployment_id, made.id, parameters=instant)
    first = begin_next(client, "review/quick")
    assert (first.name, first.message) == ("Completed", None)
    folder = home / "reviews" / "kept"
    assert select_published(folder, "SELECT count(*) FROM living_update").item() == 0
    with Ledger(folder):
        skipped = begin_next(client, "review/quick")
    assert (skipped.name, skipped.type.value) == ("Skipped", "CANCELLED")
    assert "review 'kept' is already in use" in str(skipped.message)
    assert begin_next(client, "review/quick").name == "Completed"
    assert select_published(folder, "SELECT count(*) FROM living_result").item() == 1
    assert (folder / "changes.md").is_file()


def test_a_run_without_a_topic_fails_in_one_sentence(home: Path, client: SyncPrefectClient) -> None:
    """Scheduled by Prefect's own command: the server takes it, and the run says what is missing and leaves nothing."""
    before = sorted((home / "reviews").iterdir()) if (home / "reviews").is_dir() else []
    type_in("deployment", "schedule", "create", "review/standard", "--cron", WEEKLY)
    ended = begin_next(client, "review/standard")
    assert ended.name == "Failed"
    assert "InputError: the topic is empty; say in a few words" in str(ended.message)
    assert (sorted((home / "reviews").iterdir()) if (home / "reviews").is_dir() else []) == before


def test_schedules_stay_when_the_deployments_are_served_again(
    client: SyncPrefectClient, litreview: Callable[..., tuple[int, str]]
) -> None:
    """Those of the command, and those without a slug, as the UI and Prefect's own command make them."""
    assert litreview("schedule", TOPIC, "--name", "trees", "--catalogue", "demo", "--cron", WEEKLY)[0] == 0
    for name in ("review/standard", "verify/nightly"):
        type_in("deployment", "schedule", "create", name, "--cron", "0 7 * * *")
    before = {name: read_schedules(client, name) for name in ("review/standard", "verify/nightly")}
    assert [len(schedules) for schedules in before.values()] == [2, 2]
    register()
    for name, schedules in before.items():
        ids = {each.id for each in read_schedules(client, name).values()}
        assert ids == {each.id for each in schedules.values()}, name
    for each in before["verify/nightly"].values():
        if each.slug is None:
            client.delete_deployment_schedule(each.deployment_id, each.id)


def test_serve_says_which_schedules_will_fail(client: SyncPrefectClient) -> None:
    """Made by others, without a topic or a catalogue: one line each, with what to do."""
    type_in("deployment", "schedule", "create", "review/quick", "--cron", WEEKLY)
    (warning,) = keep_schedules(read_deployments(OUR_SHEET))
    (made,) = read_schedules(client, "review/quick").values()
    assert warning.startswith(f"the schedule '{made.id}' of review/quick gives no topic and no catalogue")


def test_limits_to_begin_with_are_put_once_and_left_to_whoever_changes_them(client: SyncPrefectClient) -> None:
    """Each tag of a task that asks a service has one, of which Prefect's own command shows and changes the number."""
    asking = {tag for module in TASKS for tag in re.findall(r'@task\(tags=\["(\w+)"\]', module.read_text("utf-8"))}
    assert put_starter_limits() == STARTERS
    assert STARTERS.keys() == asking
    type_in("concurrency-limit", "create", "anthropic", "3")
    assert put_starter_limits() == {}
    assert client.read_concurrency_limit_by_tag("anthropic").concurrency_limit == 3
    for tag in STARTERS:
        client.delete_concurrency_limit_by_tag(tag)


def test_without_a_server_the_command_says_how_to_have_one(
    litreview: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing takes calls at the address: one sentence."""
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    code, said = litreview("schedule")
    assert (code, said.startswith("litreview: there is no Prefect server to keep schedules; start")) == (2, True)
