"""Integration: transitions are added section by section, once, whenever it is interrupted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from flows.synthesis import integrate
from storage.records.screening import Method
from storage.records.search import Plan
from storage.records.writing import Draft, Transition, WrittenSection
from storage.runs.reviews import read_tier, settle_plan
from storage.writing.sections import add_section, integrate_section, written_sections
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.synthesis import SectionPlan
from tests.new_ledger import open_new_ledger

PLANS = {
    name: SectionPlan(name, place, name.title(), 20)
    for place, name in enumerate(("abstract", "introduction", "discussion"))
}


@dataclass(frozen=True)
class Connector(ExtractiveAnalyst):
    """Opens every section but the abstract with its heading, and keeps what it was shown."""

    method: Method = "llm"
    reads: bool = True

    shown: list[Sequence[WrittenSection]] = field(default_factory=list)

    def connect_sections(self, plan: Plan, sections: Sequence[WrittenSection]) -> tuple[Transition, ...]:
        """Return openings made of the topic and the headings."""
        self.shown.append(sections)
        return tuple(
            Transition(s.section_id, "" if s.section_id == "abstract" else f"On {s.heading} and {plan.topic}.", "")
            for s in sections
        )


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[ReviewContext]:
    """Return the workbench of a review whose sections are written; what integration does not use is missing."""
    unused: Any = None
    with open_new_ledger(tmp_path) as ledger:
        plan = settle_plan(ledger, Plan("hair", quality="quick", as_of=2020, catalogue="none"))
        for section in PLANS.values():
            text = "### Why\n\nSo it is.\n\nIt is so.\n"
            add_section(ledger, section.section_id, section.position, section.heading, Draft(text))
        yield ReviewContext(
            plan=plan,
            tier=read_tier(ledger, "quick"),
            ledger=ledger,
            catalogue=unused,
            analyst=Connector(),
            embed=unused,
            embedding_model="",
            catalogue_location="",
            structural_rule="",
            driver=Driver(),
            progress=Progress(quiet=True),
        )


def _count(bench: ReviewContext) -> tuple[int, int]:
    return tuple(bench.ledger.select(f"SELECT count(*) FROM {table}").item() for table in ("section", "edit"))


def test_every_section_goes_through_integration_once(bench: ReviewContext):
    """Openings stand after the leading heading; a second time nobody is asked and nothing is added."""
    integrate(bench, PLANS)
    texts = {name: text for name, (_, text) in written_sections(bench.ledger).items()}
    assert texts["introduction"] == "### Why\n\nOn Introduction and hair.\n\nSo it is.\n\nIt is so.\n"
    assert texts["abstract"] == "### Why\n\nSo it is.\n\nIt is so.\n"
    assert _count(bench) == (5, 3)
    integrate(bench, PLANS)
    assert _count(bench) == (5, 3)
    assert len(bench.analyst.shown) == 1


def test_an_interrupted_integration_shows_the_same_and_adds_what_is_missing(bench: ReviewContext):
    """After a kill behind the first section the analyst is shown the texts as they stood, so its answer is known."""
    before = tuple(
        WrittenSection(name, heading, text) for name, (heading, text) in written_sections(bench.ledger).items()
    )
    done = "### Why\n\nOn Introduction and hair.\n\nSo it is.\n\nIt is so.\n"
    integrate_section(bench.ledger, "introduction", done, [1])
    integrate(bench, PLANS)
    assert bench.analyst.shown == [before]
    assert _count(bench) == (5, 3)
    assert written_sections(bench.ledger)["introduction"][1] == done


def test_an_analyst_that_connects_nothing_leaves_no_trace(bench: ReviewContext):
    """With the extractive analyst there is no new version and no edit."""
    integrate(replace(bench, analyst=ExtractiveAnalyst()), PLANS)
    assert _count(bench) == (3, 0)
