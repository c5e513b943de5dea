"""How things are before a work says what it did is no finding of it."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.opening_scene import find_scene
from tasks.analysts.extractive.summary import summarise_work

SCENE = "Rust is a harmful disease that is different from mildew but is associated with increased risk of smut."
OWN = (
    "Some effective sprays exist, but access is limited by price. Growers in remote places play a vital part in "
    "the control of rust. This article summarizes current knowledge of the spread of rust, risk factors, and control."
)
RESULT = "Growers can improve the control of rust through close watch, early sprays and sale of healthy seed."


def _list_findings(abstract: str) -> list[str]:
    summary = summarise_work(
        Work("W1", "Rust of wheat: a review of current research for growers", abstract=abstract),
        [Page("W1", 0, abstract, "abstract")],
    )
    return [each.text for each in summary.findings if each.kind == "finding"]


def test_what_opens_an_abstract_is_background():
    """A relation that the first sentence states was found by others."""
    findings = _list_findings(f"{SCENE} {OWN} {RESULT}")
    assert RESULT in findings
    assert SCENE not in findings


@pytest.mark.parametrize(
    "abstract",
    [
        f"{SCENE} Hedges were cheap. They were old. They were dense.",
        f"We found that losses were lower with hedges. {OWN} {RESULT}",
        f"{SCENE} {RESULT}",
        "",
    ],
    ids=["nothing of its own", "its own first", "short", "none"],
)
def test_other_openings_are_no_scene(abstract):
    """Where no sentence speaks of the work itself, where the first does, and where there are few."""
    assert not find_scene(abstract)
