"""Issues of structure: what is none is refused with its reason, and no two that are treated get in each other's way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tasks.revision.issues import MOST_ISSUES, MOST_PARAGRAPHS, Issue, examine_issues
from tasks.revision.paragraphs import StandingSection, number_paragraphs

SECTIONS = (
    StandingSection("abstract", 1, "Abstract", "In short."),
    StandingSection("methodology", 1, "Methodology", "### Search\n\nWe searched.\n\nWe read."),
    StandingSection("theme:a", 1, "A", "### Head\n\nOne [@a].\n\nTwo.\n\n- a list\n\nThree.\n\nFour."),
    StandingSection("theme:b", 1, "B", "Five.\n\nSix."),
)
PARAGRAPHS = {one.number: one for one in number_paragraphs(SECTIONS)}
# 1 abstract; 2 heading, 3, 4 methodology; 5 heading, 6 (cites), 7, 8 list, 9, 10 theme A; 11, 12 theme B.
GAP = Issue("logical_gap", (9,), "medium", "A step is missing.", "Add it.")
MOVE = Issue("orphaned_content", (7,), "medium", "It is of B.", "Move it.", 12)


def _refuse(issue: Issue) -> str:
    return examine_issues([issue], PARAGRAPHS)[0].refusal


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"paragraphs": ()}, "that there are not"),
        ({"paragraphs": (99,)}, "that there are not"),
        ({"paragraphs": (9, 9)}, "one twice"),
        ({"paragraphs": (5,)}, "a heading"),
        ({"paragraphs": (8,)}, "list"),
        ({"kind": "bad style"}, "no issue that is treated"),
        ({"severity": "fatal"}, "no issue that is treated"),
        ({"move_after": 3}, "only a move"),
        ({"kind": "consolidate"}, "which other paragraph"),
        ({"paragraphs": (3, 4, 6, 7, 9, 10, 11)}, "at most"),
    ],
)
def test_what_does_not_hold_is_refused(changes: dict[str, Any], reason: str) -> None:
    """Unknown paragraphs, fixed blocks, unknown kinds, too many at once, a repetition of one."""
    assert _refuse(GAP) == ""
    assert MOST_PARAGRAPHS == 6
    assert reason in _refuse(replace(GAP, **changes))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"move_after": None}, "where the paragraphs belong"),
        ({"move_after": 99}, "where the paragraphs belong"),
        ({"move_after": 7}, "where the paragraphs belong"),
        ({"move_after": 8}, "where the paragraphs belong"),
        ({"move_after": 6}, "stand there already"),
        ({"move_after": 1}, "abstract"),
        ({"paragraphs": (1,)}, "abstract"),
        ({"paragraphs": (6,), "move_after": 4}, "methodology"),
        ({"paragraphs": (3, 4, 6, 7, 9, 10, 11)}, "at most"),
    ],
)
def test_a_move_to_nowhere_is_refused(changes: dict[str, Any], reason: str) -> None:
    """It needs a block to stand behind, another place than its own, and a section that may take it."""
    assert _refuse(MOVE) == ""
    assert _refuse(replace(MOVE, move_after=5)) == ""
    assert reason in _refuse(replace(MOVE, **changes))


def test_of_issues_that_meet_the_most_severe_is_treated() -> None:
    """The others wait: those that share a paragraph, and a move to where another one changes something."""
    low, high = replace(GAP, severity="low"), replace(GAP, severity="high", paragraphs=(9, 10))
    onto = replace(MOVE, move_after=10)
    examined = examine_issues([low, onto, high], PARAGRAPHS)
    assert [one.issue for one in examined] == [high, onto, low]
    assert [one.refusal[:5] for one in examined] == ["", "waits", "waits"]
    behind = examine_issues([replace(MOVE, severity="high", move_after=10), high], PARAGRAPHS)
    assert [one.refusal[:5] for one in behind] == ["", "waits"]


def test_two_moves_may_go_to_the_same_place() -> None:
    """Neither changes what the other rests on."""
    examined = examine_issues([MOVE, replace(MOVE, paragraphs=(10,))], PARAGRAPHS)
    assert [one.refusal for one in examined] == ["", ""]


def test_no_more_are_treated_at_once_than_can_be_followed() -> None:
    """The rest wait, and what they say is kept short."""
    text = "\n\n".join(f"Matter {n}." for n in range(50))
    paragraphs = {one.number: one for one in number_paragraphs([StandingSection("s", 1, "S", text)])}
    issues = [replace(GAP, paragraphs=(n,), problem="long  word " * 100) for n in paragraphs]
    examined = examine_issues(issues, paragraphs)
    assert sum(not one.refusal for one in examined) == MOST_ISSUES
    assert {len(one.issue.problem) for one in examined} == {400}
    assert "  " not in examined[0].issue.problem
