"""What automations may wait for is told once, when it comes about, and the examples are such as Prefect takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
import yaml
from prefect.context import FlowRunContext
from prefect.events.schemas.automations import AutomationCore, EventTrigger

from flows.orchestration import events
from flows.orchestration.events import events_announced
from storage.core.errors import BudgetExhausted
from storage.core.ledger import Ledger
from storage.records.search import Plan, Work
from storage.runs.reviews import add_problem, settle_plan
from storage.searching.works import add_works
from tests.new_ledger import open_new_ledger

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parents[2] / "deployments" / "automations.yaml"


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """Return a ledger with a review and one work."""
    made = open_new_ledger(tmp_path / "bees")
    settle_plan(made, Plan("bees", quality="quick", as_of=2024))
    with made.transaction():
        add_works(made, [Work("W1", "Bees", doi="10.1/bee", family_id="W1")], 0)
    return made


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, dict[str, object]]]]:
    """Yield what Prefect is given to tell, within a flow run; a real server has its own test (test_registering)."""
    heard: list[tuple[str, dict[str, object]]] = []

    def emit(event: str, resource: dict[str, str], payload: dict[str, object]) -> None:
        assert resource == {"prefect.resource.id": "litreview.review.bees", "prefect.resource.name": "bees"}
        heard.append((event, payload))

    monkeypatch.setattr(events, "emit_event", emit)
    with FlowRunContext.model_construct():
        yield heard


def end_stage(ledger: Ledger, number: int, candidates: int, relevant: int) -> None:
    facts = {"seeds": 1, "coverage_delta": relevant / max(candidates, 1), "api_calls": 0, "api_usd": 0.0}
    with ledger.transaction():
        ledger.append("diffusion_stage", [{"stage": number, "candidates": candidates, "relevant": relevant} | facts])


def test_a_search_that_ran_dry_is_told_once(ledger: Ledger, told: list[tuple[str, dict[str, object]]]) -> None:
    """Not while it goes on, not again when the review is taken up again."""
    with events_announced(ledger):
        end_stage(ledger, 0, 30, 1)
    assert told == []
    with events_announced(ledger):
        end_stage(ledger, 1, 0, 0)
    with events_announced(ledger):
        pass
    assert [(event, payload["stop_reason"], payload["stage"]) for event, payload in told] == [
        ("litreview.saturated", "dry_round", 1)
    ]


def test_a_search_that_was_cut_off_is_not_saturated(ledger: Ledger, told: list[tuple[str, dict[str, object]]]) -> None:
    """The last stage of the tier ends the search, and nobody is told that it ran dry."""
    with events_announced(ledger):
        for number in range(3):
            end_stage(ledger, number, 90, 60)
    assert ledger.select("SELECT stop_reason FROM saturation ORDER BY stage DESC LIMIT 1").item() in ("stages", "works")
    assert told == []


def test_a_retraction_is_told_with_the_work(ledger: Ledger, told: list[tuple[str, dict[str, object]]]) -> None:
    """Each retracted work once, with what names it."""
    notice = {
        "work_id": "W1",
        "kind": "retraction",
        "date": "2026-01-01",
        "source": "crossref",
        "notice_doi": "10.1/no",
    }
    with events_announced(ledger), ledger.transaction():
        ledger.append("retraction", [notice])
    with events_announced(ledger), ledger.transaction():
        ledger.append("retraction", [notice | {"source": "retraction watch"}])
    assert [event for event, _ in told] == ["litreview.retraction"]
    assert {"work_id": "W1", "doi": "10.1/bee", "title": "Bees", "sentences": 0}.items() <= told[0][1].items()


def test_a_budget_is_told_when_it_runs_short_and_when_it_is_used_up(
    ledger: Ledger, told: list[tuple[str, dict[str, object]]]
) -> None:
    """An economy that began, and the stop; what came about before the stop is told as well."""

    def spend() -> None:
        with events_announced(ledger):
            add_problem(ledger, "budget", "supervision", "80% of the budget may be used up")
            raise BudgetExhausted("nothing is left")

    with pytest.raises(BudgetExhausted):
        spend()
    assert sorted((event, str(payload["economy"])) for event, payload in told) == [
        ("litreview.budget", "exhausted"),
        ("litreview.budget", "supervision"),
    ]


def test_without_a_flow_run_nobody_is_told(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review made by plain calls has no server: nothing is given to Prefect."""
    monkeypatch.setattr(events, "emit_event", lambda *_, **__: pytest.fail("an event was sent"))
    with events_announced(ledger):
        end_stage(ledger, 0, 30, 1)
        end_stage(ledger, 1, 0, 0)
    assert ledger.frame("review_events").height == 1


def test_the_examples_are_automations_about_our_events() -> None:
    """Prefect takes each of them, and each waits for an event that is emitted."""
    examples = [
        AutomationCore.model_validate(each) for each in yaml.safe_load(EXAMPLES.read_text("utf-8"))["automations"]
    ]
    awaited = set()
    for each in examples:
        assert isinstance(each.trigger, EventTrigger)
        awaited |= each.trigger.expect
    ours = {name for name in awaited if name.startswith("litreview.")}
    assert ours == set(re.findall(r"``(litreview\.[a-z]+)``", events.__doc__ or ""))
    assert awaited - ours == {"prefect.flow-run.Failed", "prefect.flow-run.Crashed"}


def test_an_example_is_off_as_long_as_it_names_no_block_or_deployment() -> None:
    """Switched on with an id that nothing has, it would fail whenever its event comes."""
    examples = yaml.safe_load(EXAMPLES.read_text("utf-8"))["automations"]
    needy = {each["name"] for each in examples if str(UUID(int=0)) in str(each["actions"])}
    assert needy == {each["name"] for each in examples if not each["enabled"]}
    assert {"litreview-retraction", "litreview-saturated", "litreview-failed"} == needy
