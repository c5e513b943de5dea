"""Halves of a "yes, but" are counted where a review quotes a result and not the sentence that turns it."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.core.errors import InputError
from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.summary import summarise_work
from tests.benchmarks.halves import Half, find_halves, measure_halves

RESULT = "Tea was associated with longer sleep in sailors."
TURNS = (
    "However, cooks slept as before.",
    "After adjustment for age, no association was left.",
    "This effect was not seen in older sailors.",
    "Only sailors on day watch slept longer.",
    "No difference was found at follow-up.",
)


def _place(page: str, words: str) -> tuple[int, int]:
    return page.index(words), page.index(words) + len(words)


@pytest.mark.parametrize("turning", TURNS)
def test_a_half_is_found_where_its_turn_is_quoted_nowhere(turning: str):
    """A result without its turn is a half; with it, it is none, and with it in another quote it is told apart."""
    page = f"We studied 90 sailors. {RESULT} {turning} Coffee had no effect on dreams."
    result, turned = _place(page, RESULT), _place(page, turning)
    assert find_halves(page, [result]) == [Half(RESULT, turning, apart=False)]
    assert find_halves(page, [result, turned]) == [Half(RESULT, turning, apart=True)]
    assert find_halves(page, [(result[0], turned[1])]) == []


@pytest.mark.parametrize(
    "following",
    ["Coffee had no effect on dreams.", "However, further studies of coffee are needed.", "We thank e.g. the crew."],
)
def test_what_goes_on_or_calls_for_research_makes_no_half(following: str):
    """Another result is no turn, nor is what calls for more research."""
    page = f"{RESULT} {following}"
    assert find_halves(page, [_place(page, RESULT)]) == []


@pytest.mark.parametrize("turning", TURNS)
def test_summaries_by_rule_hold_no_halves(turning: str):
    """The analyst without a model takes both or neither, by this measure too."""
    page = f"We studied 90 sailors on six ships for one year. {RESULT} {turning} Coffee had no effect on dreams."
    summary = summarise_work(Work("W1", "Tea and sleep"), [Page("W1", 0, page)])
    quoted = [(one.quote.char_start, one.quote.char_end) for one in summary.findings if one.kind == "finding"]
    assert quoted
    assert find_halves(page, quoted) == []


def test_a_folder_without_reviews_is_refused(tmp_path: Path):
    """The folder is named, with what to name instead."""
    with pytest.raises(InputError, match="there is no review in"):
        measure_halves(tmp_path)
