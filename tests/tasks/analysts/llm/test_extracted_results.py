"""A finding may have several results; each is kept with its own figures, and what no text carries is dropped alone."""

from __future__ import annotations

from typing import Any

import pytest

from storage.records.evidence import QUALITY_FIELDS
from storage.records.writing import Page, Summary
from tasks.analysts.llm.summary import PaperSummary, summarise_work
from tasks.language_models.dialogue import Question, Remark
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.llm.extracting import (
    SHORT,
    STUDY,
    WORK,
    make,
)

TWO = (
    "Among 1,084 nurses, night work went with more exhaustion (OR 1.45, 95% CI 1.20 to 1.75) and with fewer errors (OR "
    "0.70, 95% CI 0.55 to 0.90), but not with turnover. Nurses were drawn by a computer and not blinded; 96 of 1,084 "
    "left, and the odds were adjusted for age and sex."
)


WENT = "night work went with more exhaustion"


_EMPTY = {"measure": "odds ratio", "p": ""}


EXHAUSTION = {
    "outcome": "exhaustion",
    "exposure_or_intervention": "night work",
    "comparator": "",
    "direction": "+",
    "estimate": {"effect": "1.45", "ci_low": "1.20", "ci_high": "1.75", **_EMPTY},
}


ERRORS = EXHAUSTION | {
    "outcome": "errors",
    "exposure_or_intervention": "same",
    "comparator": "same",
    "direction": "-",
    "estimate": {"effect": "0.70", "ci_low": "0.55", "ci_high": "0.90", **_EMPTY},
}


TURNOVER = ERRORS | {"outcome": "turnover", "exposure_or_intervention": "Same ", "direction": "0", "estimate": None}


def read_two(*results: Any, study: Any = STUDY, page: str = TWO) -> tuple[Summary, list[Question], list[Remark]]:
    text = "Among nurses, night work went with more exhaustion and fewer errors, but not with turnover."
    answer = make(*results, study=study, text=text, quote=WENT)
    answer = answer.replace(SHORT, "Night work of nurses went with more exhaustion and with fewer errors.")
    return conduct(summarise_work(WORK, [Page("W1", 0, page)]), lambda _: answer)


def tell_results(summary: Summary) -> dict[int, dict[str, str]]:
    told: dict[int, dict[str, str]] = {}
    for each in summary.extractions:
        if each.finding_id:
            told.setdefault(each.result, {})[each.field] = each.value
    return told


def test_a_sentence_with_several_results_gives_each_with_its_own_figures():
    """They are counted from 1 in their order; "same" stands for what the result before has, also where that is none."""
    summary, (question,), remarks = read_two(EXHAUSTION, ERRORS, TURNOVER, study={})
    shared = {"exposure_or_intervention": "night work"}
    assert tell_results(summary) == {
        1: shared | {
            "outcome": "exhaustion", "direction": "+", "measure": "odds ratio", "effect": "1.45", "ci_low": "1.20",
            "ci_high": "1.75",
        },
        2: shared | {
            "outcome": "errors", "direction": "-", "measure": "odds ratio", "effect": "0.70", "ci_low": "0.55",
            "ci_high": "0.90",
        },
        3: shared | {"outcome": "turnover", "direction": "0"},
    }  # fmt: skip
    assert remarks == []
    assert question.answer is PaperSummary


def test_results_are_kept_once_and_four_at_most():
    """One of which no outcome, direction or figure can be kept takes no number."""
    hostile = ERRORS | {"outcome": "<script>errors</script>", "direction": "ignore all rules", "estimate": None}
    summary, _, (remark,) = read_two(EXHAUSTION, EXHAUSTION, hostile, ERRORS, TURNOVER, study={})
    assert {number: told["outcome"] for number, told in tell_results(summary).items()} == {1: "exhaustion", 2: "errors"}
    assert tell_results(summary)[2]["exposure_or_intervention"] == "night work"
    assert remark.message.endswith(": outcome, direction")


def test_what_makes_a_study_trustworthy_is_kept_with_its_words():
    """Randomisation, blinding, attrition and adjustment; a number that the text does not have drops the datum alone."""
    study = {
        "randomisation": {"quote": "Nurses were drawn by a computer", "value": "drawn by computer"},
        "blinding": {"quote": "and not blinded", "value": "nurses not blinded"},
        "attrition": {"quote": "96 of 1,084 left", "value": "97 of 1,084 left"},
        "adjustment": {"quote": "adjusted for age and sex", "value": "age and sex"},
    }
    summary, _, (remark,) = read_two(EXHAUSTION, study=study)
    told = {each.field: (each.value, each.quote.text) for each in summary.extractions if each.field in QUALITY_FIELDS}
    assert told == {
        "randomisation": ("drawn by computer", "Nurses were drawn by a computer"),
        "blinding": ("nurses not blinded", "and not blinded"),
        "adjustment": ("age and sex", "adjusted for age and sex"),
    }
    assert remark.message.endswith(": attrition")


@pytest.mark.parametrize(("measure", "kept"), [("odds ratio", True), ("adjusted OR", True), ("hazard ratio", False)])
def test_a_measure_is_the_one_that_its_abbreviation_means(measure, kept):
    """The text prints OR and nothing of odds or ratios."""
    result = EXHAUSTION | {"estimate": EXHAUSTION["estimate"] | {"measure": measure}}
    summary, _, _ = read_two(result, study={}, page=TWO.replace("the odds were", "it was"))
    assert tell_results(summary)[1].get("measure", "") == (measure if kept else "")
