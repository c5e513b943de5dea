"""A run that pauses in Prefect: answered through the API, killed while it waits, gone on with, and out of time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import polars as pl
import pytest
from prefect import flow
from prefect.context import FlowRunContext

from flows.human.pause import pause_for
from flows.review import review
from storage.core.errors import StoppedByPerson
from storage.publication.published import read_published_order, select_published
from tasks.human.forms import Field, Form
from tests.fakes.prefect_server import serve_prefect
from tests.faults.world import TOPIC, write_world

REPOSITORY = Path(__file__).resolve().parents[3]
_SECONDS = 200

pytestmark = pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="a minute long: make living")


@dataclass
class Person:
    """Somebody who answers through the API: what was shown at each point, and what came of each answer."""

    api: httpx.Client
    forms: dict[str, dict[str, Any]] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    runs: dict[str, str] = field(default_factory=dict)

    def wait(self, point: str) -> str:
        """Return the flow run that pauses at a point, once its form is there."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            paused = {"flow_runs": {"state": {"type": {"any_": ["PAUSED"]}}}}
            for run in self.api.post("/flow_runs/filter", json=paused).json():
                keys = run["state"]["state_details"]["run_input_keyset"]
                answers = [self.api.get(f"/flow_runs/{run['id']}/input/{keys[key]}") for key in keys]
                if f"-{point}-" in keys["schema"] and sum(answer.is_success for answer in answers) == 2:
                    shown = dict(zip(keys, answers, strict=True))
                    self.forms[point], self.told[point] = shown["schema"].json(), shown["description"].json()
                    self.runs[point] = run["id"]
                    return str(run["id"])
            time.sleep(0.2)
        raise AssertionError(f"no run paused for {point}")

    def asked(self, point: str) -> list[str]:
        """Return the fields of a form but the two that every form has."""
        return [name for name in self.forms[point]["properties"] if name not in {"decision", "answered_by"}]

    def resume(self, flow_run_id: str, **answer: Any) -> str:
        """Return what the server says to an answer: ACCEPT or REJECT."""
        address = f"/flow_runs/{flow_run_id}/resume"
        return str(self.api.post(address, json={"run_input": answer}).json()["status"])

    def state(self, point: str) -> str:
        """Return the state that the flow run which paused at a point is in."""
        return str(self.api.get(f"/flow_runs/{self.runs[point]}").json()["state_name"])


@dataclass(frozen=True)
class Asked:
    """A review whose three questions were answered, the second while no process was there to hear it."""

    person: Person
    folder: Path
    statuses: list[str]
    rejected: str
    verdicts: dict[str, str]

    def select(self, sql: str) -> pl.DataFrame:
        """Return the rows of a SELECT over what was published."""
        return select_published(self.folder, sql)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Run a review in a process that is killed while it waits for the screening, then in this one, to its end."""
    home = tmp_path_factory.mktemp("pausing")
    world = write_world(home / "works.jsonl")
    order: dict[str, Any] = {"topic": TOPIC, "quality": "quick", "analyst": "instant", "as_of": 2024}
    order |= {"name": "asked", "catalogue": str(world), "reviews": str(home), "ask": "plan,screening,themes"}
    order |= {"ask_timeout": 0.06, "on_timeout": "stop"}  # so that a failure ends
    options = [f"--{name.replace('_', '-')}={value}" for name, value in order.items() if name != "topic"]
    with pytest.MonkeyPatch.context() as patch, serve_prefect(home / "prefect") as api, ThreadPoolExecutor(1) as thread:
        patch.setenv("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
        patch.setenv("LITREVIEW_CACHE", str(home / "cache"))
        person = Person(httpx.Client(base_url=api, timeout=30))
        with subprocess.Popen(
            [sys.executable, "-m", "flows.cli.main", "run", TOPIC, *options],
            cwd=home,
            env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                statuses = [_answer_plan(person, home / "asked")]
                killed = person.wait("screening")
                statuses.append(select_published(home / "asked", "SELECT status FROM run").item())
            finally:
                process.kill()
        first, second = person.asked("screening")[:2]
        rejected = person.resume(killed, **{first: "perhaps"})
        verdicts = {first: "exclude", second: "include"}
        assert person.resume(killed, **verdicts, answered_by="Ann ann@example.org") == "ACCEPT"
        answering = thread.submit(_answer_themes, person)
        review(**read_published_order(home / "asked"), name="asked", reviews=str(home), quiet=True)
        answering.result()
        yield Asked(person, home / "asked", statuses, rejected, verdicts)


def _answer_plan(person: Person, folder: Path) -> str:
    flow_run_id = person.wait("plan")
    status = str(select_published(folder, "SELECT status || ': ' || message FROM run").item())
    topic = person.forms["plan"]["properties"]["drop_queries"]["items"]["enum"][0]
    assert person.resume(flow_run_id, drop_queries=[topic], add_queries=["courtyard canopies"]) == "ACCEPT"
    return status


def _answer_themes(person: Person) -> None:
    flow_run_id = person.wait("themes")
    first, *others = person.asked("themes")
    assert person.resume(flow_run_id, **{first: "Shade and Water"}, **dict.fromkeys(others, "")) == "ACCEPT"


def test_the_run_says_that_it_waits(asked: Asked) -> None:
    """In Prefect by its state, in the published corpus by its status; what does not fit the form is refused."""
    assert asked.statuses == ["paused: waits for a person: plan", "paused"]
    assert asked.rejected == "REJECT"


def test_forms_explain_themselves(asked: Asked) -> None:
    """Each field has a title, every choice is listed, every default changes nothing, and abstracts are shown."""
    for form in asked.person.forms.values():
        assert all(shown["title"] and "default" in shown for shown in form["properties"].values())
        assert "required" not in form
    fields = asked.person.forms["screening"]["properties"]
    told = asked.person.told["screening"]
    for name in asked.person.asked("screening"):
        title, abstract = asked.select(f"SELECT title, abstract FROM work WHERE work_id = '{name}'").row(0)
        assert title in fields[name]["title"]
        assert fields[name]["enum"] == ["include", "exclude", "unsure", "leave"]
        assert abstract.split(".")[0] in told
    assert told.count("Analyst: ") == len(asked.person.asked("screening"))
    assert "Estimated cost" in asked.person.told["plan"]


def test_the_plan_was_carried_out(asked: Asked) -> None:
    """The query dropped was never asked, the one added was."""
    framings = asked.select("SELECT framing FROM search_query WHERE strategy = 'keyword'")["framing"].to_list()
    assert "topic" not in framings
    assert "added by a person" in framings


def test_an_answer_to_a_killed_run_is_not_asked_for_again(asked: Asked) -> None:
    """The next run takes it over: each question was put once, and the verdicts are a person's, without an address."""
    questions = asked.select("SELECT question, count(*) AS n FROM human_question GROUP BY question ORDER BY question")
    assert questions.rows() == [("plan", 1), ("screening", 1), ("themes", 1)]
    said = asked.select("SELECT work_id, verdict, decided_by FROM decision WHERE method = 'human' ORDER BY work_id")
    assert said.rows() == [(name, verdict, "person: Ann") for name, verdict in sorted(asked.verdicts.items())]
    named = "SELECT count(*) FROM decision JOIN human_question AS q USING (subject, round) WHERE q.question = phase"
    assert asked.select(named).item() == said.height
    corpus = set(asked.select("SELECT work_id FROM corpus")["work_id"])
    assert corpus & set(asked.verdicts) == {name for name, verdict in asked.verdicts.items() if verdict == "include"}
    assert asked.select("SELECT status FROM run ORDER BY started_at")["status"].to_list() == ["stopped", "finished"]
    assert asked.person.state("themes") == "Completed"


def test_themes_as_a_person_left_them_are_written(asked: Asked) -> None:
    """One theme of that name with all works, in new rows beside the old ones, and a section about it."""
    assert asked.select("SELECT label FROM current_theme").rows() == [("Shade and Water",)]
    works = "SELECT count(*) FROM theme_work JOIN current_edition USING (edition)"
    assert asked.select(works).item() == asked.select("SELECT count(*) FROM corpus").item()
    assert asked.select("SELECT count(*) > 1 FROM theme WHERE edition NOT IN (FROM current_edition)").item()
    text = (asked.folder / "review.md").read_text(encoding="utf-8")
    assert "# Shade and Water" in text
    assert "### Verdicts of people" in (asked.folder / "appendix.md").read_text(encoding="utf-8")


def test_a_person_may_stop_the_run(asked: Asked) -> None:
    """Its flow run ends as Stopped, which is no failure, before anything is searched."""
    order = read_published_order(asked.folder) | {"ask": "plan", "reviews": str(asked.folder.parent), "quiet": True}
    with ThreadPoolExecutor(1) as thread:
        answering = thread.submit(lambda: asked.person.resume(asked.person.wait("plan"), decision="stop"))
        with pytest.raises(StoppedByPerson, match="plan: a person stopped the run; run 'litreview resume stopped'"):
            review(**order, name="stopped")
        assert answering.result() == "ACCEPT"
    assert asked.person.state("plan") == "Stopped"
    stopped = asked.folder.with_name("stopped")
    assert select_published(stopped, "SELECT status FROM run").item() == "stopped"
    assert select_published(stopped, "SELECT count(*) FROM search_query").item() == 0


def test_a_run_whose_time_is_over_can_still_go_on(asked: Asked) -> None:
    """Prefect would let it do nothing but fail."""
    form = Form("themes", "edition", "Nobody is there.", (Field("a1", "Theme", "Stress"),))

    @flow(name="waiting")
    def waiting() -> list[Any]:
        context = FlowRunContext.get()
        assert context is not None
        assert context.flow_run is not None
        return [pause_for(form, 0.5, context.flow_run), str(context.flow_run.id)]

    answer, asked.person.runs["waiting"] = waiting()
    assert answer is None
    assert asked.person.state("waiting") == "Completed"
