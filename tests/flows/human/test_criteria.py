"""Criteria of a review: ordered or proposed once before anything is screened, changed by people, told, and followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from flows.context.context import ReviewContext
from flows.discovery import discovery
from flows.human.questions import UNREAD_CRITERIA, agree_on_plan
from flows.supervision.expansion import aim
from storage.core.canonical import canonical_hash
from storage.core.errors import PlanMismatch
from storage.publication.published import read_published_order
from storage.reading.procedure import read_procedure
from storage.records.search import Plan
from storage.runs.reviews import count_works, review_numbers
from storage.screening.criteria import read_criteria, state_criteria
from storage.writing.versions import appendix_frames
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_limits
from tasks.procedure.selection import tell_criteria
from tasks.revision.gaps import Gap
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.flows.human.reviews import open_review
from tests.flows.human.terminals import sit_at_terminal

pytestmark = pytest.mark.slow

OUTCOME, MICE = "include outcome: Street trees and summer heat in cities", "exclude population: mice or rats"
CANOPY, STEEL = "include setting: canopies or crowns", "exclude design: steel"
Open = Callable[..., AbstractContextManager[ReviewContext]]


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that answers by script."""
    with serve_anthropic(SCRIPTS) as loopback:
        yield loopback


@pytest.fixture
def reopen(home: Path, tmp_path: Path, server: LoopbackAnthropic, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Return what opens one review by a language model, anew each time."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)

    def reopen(ask: str = "", **changes: object) -> AbstractContextManager[ReviewContext]:
        return open_review(home, tmp_path.name, ask, **({"analyst": "anthropic", "batch": False} | changes))

    return reopen


def told(bench: ReviewContext) -> str:
    facts = Facts(review_numbers(bench.ledger), read_procedure(bench.ledger), by_model=bench.analyst.reads)
    return " ".join(facts.tell(tell_criteria(facts)))


def test_they_are_proposed_once_before_anything_is_screened(reopen: Open, server: LoopbackAnthropic) -> None:
    """They are on record with who proposed them, in force at once, and the same when the review is gone on with."""
    with reopen() as bench:
        agreed = agree_on_plan(bench)
        assert agreed.plan.criteria == (OUTCOME, MICE)
        rows = bench.ledger.select(
            "SELECT kind, proposed_by FROM criterion WHERE proposed_by IS NOT NULL ORDER BY kind"
        )
        assert rows.rows() == [("exclude", "anthropic"), ("include", "anthropic")]
        assert "stated by the language model before anything was screened" in told(bench)
    asked = len(server.requests)
    with reopen() as bench:
        assert agree_on_plan(bench).plan == agreed.plan
    assert len(server.requests) == asked


def test_nothing_is_proposed_for_a_review_that_was_screened_without(reopen: Open, server: LoopbackAnthropic) -> None:
    """A review of before goes on as it was begun."""
    with reopen() as bench:
        discovery.fn(bench)
        asked = len(server.requests)
        assert agree_on_plan(bench).plan.criteria == ()
        assert len(server.requests) == asked
        assert told(bench) == ""


def test_those_ordered_decide_and_are_told(reopen: Open) -> None:
    """None are proposed; each exclusion names its criterion, which selection, appendix and PRISMA counts tell."""
    with reopen(criteria=["Include  SETTING :canopies or crowns", STEEL]) as bench:
        agreed = agree_on_plan(bench)
        assert agreed.plan.criteria == (CANOPY, STEEL)
        discovery.fn(agreed)
        decided = bench.ledger.select(
            "SELECT d.work_id, c.kind || ' ' || c.text AS criterion, d.reason, d.features FROM decision AS d "
            "JOIN criterion AS c USING (criterion_id) WHERE d.phase = 'screening' AND d.verdict = 'exclude'"
        )
        by = decided["criterion"].value_counts()
        n = len(decided.filter(decided["criterion"] == CANOPY))
        assert set(by["criterion"]) == {CANOPY}
        assert all("it does not meet the criterion “setting: canopies or crowns”" in said for said in decided["reason"])
        assert all(f'"{CANOPY}":0.0' in features for features in decided["features"])
        assert (
            count_works(bench.ledger)[f"excluded_by {CANOPY}"] == review_numbers(bench.ledger)["excluded_by_criteria"]
        )
        assert review_numbers(bench.ledger)["excluded_by_criteria"] == n > 1
        assert "“setting: canopies or crowns”. Works were not to meet “design: steel”. " in told(bench)
        assert "stated by a person" in told(bench)
        assert "By these criteria" in told(bench)
        judged = appendix_frames(bench.ledger)["criteria"].drop_nulls("proposed_by").rows()
        assert judged == [
            (None, "include", "setting: canopies or crowns", "person", n),
            (None, "exclude", "design: steel", "person", 0),
        ]
    assert read_published_order(bench.ledger.folder)["criteria"] == [CANOPY, STEEL]
    with pytest.raises(PlanMismatch, match="has the criteria 'include setting"), reopen():
        pass
    with reopen(criteria=[CANOPY, STEEL]) as bench:
        assert agree_on_plan(bench).plan == agreed.plan


def test_a_person_drops_and_adds_at_the_plan(reopen: Open) -> None:
    """They are shown as options; what is no criterion is asked for again; works are judged by what was left."""
    # Decision; questions, focus areas and terms added; criteria dropped (the second) and added; queries; by whom.
    typed = f"yes\n\n\n\n2\n\nno case reports\n{STEEL}\n\n\n\n\n"
    with reopen("plan") as bench, sit_at_terminal(typed):
        agreed = agree_on_plan(bench)
        assert agreed.plan.criteria == (STEEL, OUTCOME)[::-1]
        assert "stated by a person and the language model" in told(bench)
        discovery.fn(agreed)
        features = bench.ledger.select("SELECT features FROM decision WHERE phase = 'screening'")["features"]
        assert all(STEEL in judged and OUTCOME in judged and MICE not in judged for judged in features)
    with reopen() as bench:
        assert agree_on_plan(bench).plan == agreed.plan


def test_an_analyst_that_only_scores_says_that_it_cannot_apply_them(home: Path, tmp_path: Path) -> None:
    """They stay on record for the reader, the review and its problems say that they were not applied."""
    with open_review(home, tmp_path.name, criteria=[CANOPY]) as bench:
        agreed = agree_on_plan(bench)
        discovery.fn(agreed)
        assert bench.ledger.select("SELECT kind, message FROM problem").rows() == [
            ("criteria not applied", UNREAD_CRITERIA)
        ]
        assert bench.ledger.select("SELECT count(criterion_id) FROM decision WHERE phase = 'screening'").item() == 0
        facts = Facts(review_numbers(bench.ledger), read_procedure(bench.ledger))
        (sentence,) = facts.tell(tell_criteria(facts))
        assert "were not applied" in sentence
        assert sentence in facts.tell(tell_limits(facts))


def test_the_hash_is_that_of_before_where_there_are_none(home: Path, tmp_path: Path) -> None:
    """Columns that say nothing leave it as it was without them, and a criterion or who stated it changes it."""
    with open_review(home, tmp_path.name) as bench:
        agree_on_plan(bench)
        ledger = bench.ledger
        none = canonical_hash(ledger)
        hashes = {none}
        for by in ("person", "anthropic"):
            ledger.change("DELETE FROM criterion WHERE proposed_by IS NOT NULL")
            with ledger.transaction():
                state_criteria(ledger, [MICE], by)
            assert read_criteria(ledger) == (MICE,)
            hashes.add(canonical_hash(ledger))
        assert len(hashes) == 3
        ledger.change("DELETE FROM criterion WHERE proposed_by IS NOT NULL")
        assert canonical_hash(ledger) == none
        ledger.change("DROP VIEW criterion_exclusion; ALTER TABLE review DROP criteria")
        assert canonical_hash(ledger) == none


def test_a_gap_is_judged_by_what_the_review_excludes_alone() -> None:
    """What it includes narrows its own topic, which the gap replaces, unless the gap names works of the topic."""
    plan = Plan("trees", criteria=(CANOPY, STEEL))
    gap = Gap("soil", "theory", "Nothing is said of it.", ("soil water",), "Say it.")
    assert aim(plan, gap).criteria == (STEEL,)
    assert aim(plan, replace(gap, work_ids=("W1",))).criteria == plan.criteria
