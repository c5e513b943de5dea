"""What a study will do is no finding, nor is what its plan says of others."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from tasks.analysts.extractive.plans import tells_plan
from tests.tasks.analysts.conftest import read_abstract

_WILL = "Roofs leak in a third of barns. Forty will be randomized to straw or tiles. Leaks will be assessed each year."


@pytest.mark.parametrize(
    ("title", "text", "plan"),
    [
        ("Straw or tiles on barns", _WILL, True),
        ("Straw or tiles: study protocol", "Roofs leak in a third of barns.", True),
        ("Straw or tiles: protocol for a randomised trial", "Roofs leak in a third of barns.", True),
        ("A trial of straw and tiles - rationale, methods and first barns", "Roofs leak in a third of barns.", True),
        ("Straw or tiles on barns", f"{_WILL} Results: Straw leaked less in forty barns.", False),
        ("Straw or tiles on barns", "More barns will leak. Straw leaked less than tiles.", False),
        ("The protocols of roofers", "We asked roofers. Barns with protocols leaked less than others.", False),
    ],
)
def test_a_plan_is_told_by_its_title_or_by_what_will_be_done(title, text, plan):
    """Once is not enough, and a work with results is no plan."""
    assert tells_plan(title, text) is plan
    findings = read_abstract(Work("W1", title), text).summary.findings
    assert any(one.kind == "finding" for one in findings) is not plan
