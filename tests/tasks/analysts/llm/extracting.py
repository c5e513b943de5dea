"""A work, what is extracted of it in good order, and how an answer is read."""

from __future__ import annotations

from typing import Any

import orjson

from storage.records.data_items import DataItem
from storage.records.evidence import STUDY_FIELDS
from storage.records.search import Work
from storage.records.writing import Page, Summary
from tasks.analysts.llm.summary import summarise_work
from tasks.language_models.dialogue import Question, Remark
from tests.tasks.analysts.anthropic.conducting import conduct

WORK = Work("W1", "Noise and exhaustion in nurses", year=2019)


TEXT = (
    "Noise is common on hospital wards. In this cohort study 1,084 nurses of twelve hospitals in Norway wore "
    "dosimeters and were followed for 3 years. Noise above 70 dB was associated with higher emotional exhaustion (odds "
    "ratio 1\u00b745, 95% CI 1.20 to 1.75, P < .001). Sleep was shorter by 0.5 h (difference \u22120.5 h, 95% CI "
    "\u22120.8\u2013\u22120.2) on wards with more noise. Turnover did not differ between wards, p=0.41. The study was "
    "paid by the ministry."
)


PAGES = [Page("W1", 0, TEXT)]


QUOTE = "Noise above 70 dB was associated with higher emotional exhaustion"


FINDING = "In nurses, noise above 70 dB was associated with higher emotional exhaustion."


SLEEP = "Sleep of nurses was shorter by 0.5 h."


FIGURES = {"measure": "odds ratio", "effect": "1\u00b745", "ci_low": "1.20", "ci_high": "1.75", "p": "P < .001"}


RESULT = {
    "outcome": "emotional exhaustion",
    "exposure_or_intervention": "noise above 70 dB",
    "comparator": "",
    "direction": "+",
    "estimate": FIGURES,
}


STUDY = {
    "design": {"quote": "In this cohort study", "value": "cohort study"},
    "population": {"quote": "nurses of twelve hospitals in Norway", "value": "hospital nurses"},
    "n": {"quote": "1,084 nurses", "value": "1,084"},
    "setting": {"quote": "twelve hospitals in Norway", "value": "12 Norwegian hospitals"},
    "follow_up": {"quote": "were followed for 3 years", "value": "3 years"},
    "method": {"quote": "wore dosimeters", "value": "dosimeters"},
    "data_set": None,
}


SHORT = "Noise above 70 dB went with emotional exhaustion in nurses of twelve hospitals in Norway."


def make(*results: Any, study: Any = STUDY, own: Any = (), **statement: Any) -> str:
    statements = [{"kind": "finding", "text": FINDING, "quote": QUOTE, "results": results} | statement]
    answer = {"statements": statements, "study": dict.fromkeys(STUDY_FIELDS) | study, "own": list(own)}
    return orjson.dumps(answer | {"short": SHORT, "themes": ["noise", "nurses"]}).decode()


def read(answer: str, *items: DataItem) -> tuple[Summary, list[Question], list[Remark]]:
    return conduct(summarise_work(WORK, PAGES, items), lambda _: answer)


def tell(summary: Summary) -> dict[str, str]:
    return {each.field: each.value for each in summary.extractions}
