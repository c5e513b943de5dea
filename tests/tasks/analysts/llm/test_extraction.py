"""What is extracted for the evidence table stands in the text, and what does not is dropped by itself."""

from __future__ import annotations

import orjson
import pytest

from storage.records.data_items import DataItem
from storage.records.evidence import DESIGNS, QUALITY_FIELDS, STUDY_FIELDS
from storage.records.writing import Page
from tasks.analysts.llm.summary import PaperSummary, summarise_work
from tests.benchmarks.servers.messages_schema import check_schema
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.llm.extracting import (
    FIGURES,
    FINDING,
    PAGES,
    QUOTE,
    RESULT,
    SLEEP,
    STUDY,
    TEXT,
    WORK,
    make,
    read,
    tell,
)


def test_what_the_text_says_is_kept_on_its_own_words():
    """Study and result, each with a quote of the page; figures that stand beside a finding's quote, on its sentence."""
    summary, questions, remarks = read(make(RESULT))
    assert tell(summary) == {
        "design": "cohort study",
        "population": "hospital nurses",
        "n": "1084",
        "setting": "12 Norwegian hospitals",
        "follow_up": "3 years",
        "method": "dosimeters",
        "outcome": "emotional exhaustion",
        "exposure_or_intervention": "noise above 70 dB",
        "direction": "+",
        "measure": "odds ratio",
        "effect": "1.45",
        "ci_low": "1.20",
        "ci_high": "1.75",
        "p": "<0.001",
    }
    (finding,) = summary.findings
    for each in summary.extractions:
        quote = each.quote
        assert TEXT[quote.char_start : quote.char_end] == quote.text
        assert each.finding_id == ("" if each.field in STUDY_FIELDS else finding.finding_id)
        assert each.source == "anthropic"
    quotes = {each.field: each.quote.text for each in summary.extractions}
    assert quotes["outcome"] == finding.quote.text == QUOTE
    assert quotes["effect"] == f"{QUOTE} (odds ratio 1\u00b745, 95% CI 1.20 to 1.75, P < .001)."
    assert quotes["n"].startswith("In this cohort study 1,084")  # two words show nothing by themselves
    assert len(questions) == 1
    assert remarks == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("effect", "1.54"),
        ("effect", "-1.45"),
        ("effect", "1.45 (1.20 to 1.75)"),
        ("effect", "large"),
        ("p", "0.41"),
        ("measure", "hazard ratio of death"),
        ("measure", "<b>odds ratio</b>"),
        ("outcome", "see https://example.org/exhaustion"),
        ("outcome", "depersonalisation"),
        ("outcome", "emotional exhaustion [@nurses:noise]"),
        ("outcome", "emotional exhaustion " * 20),
        ("exposure_or_intervention", "noise above 75 dB"),
        ("direction", "up"),
    ],
)
def test_a_field_that_the_text_does_not_carry_is_dropped_alone(field, value):
    """Nothing is asked again for it, its statement and the other fields stay, and a remark names it."""
    result = RESULT | ({"estimate": FIGURES | {field: value}} if field in FIGURES else {field: value})
    summary, questions, remarks = read(make(result))
    assert len(questions) == 1
    assert len(summary.findings) == 1
    assert set(tell(summary)) == {*STUDY_FIELDS, *RESULT, *FIGURES} - {
        "data_set",
        *QUALITY_FIELDS,
        "comparator",
        "estimate",
        field,
    }
    assert [(remark.kind, remark.message.partition(": ")[2], remark.work_id) for remark in remarks] == [
        ("extraction dropped", field, "W1")
    ]


@pytest.mark.parametrize(
    "figures",
    [
        {"ci_low": "1.75", "ci_high": "1.20"},
        {"effect": "70"},
        {"ci_high": ""},
        {"ci_low": "1.21"},
    ],
)
def test_an_interval_has_two_bounds_around_its_effect(figures):
    """Else neither bound is kept: which of them is wrong, nobody knows."""
    summary, _, (remark,) = read(make(RESULT | {"estimate": FIGURES | figures}))
    assert not {"ci_low", "ci_high"} & set(tell(summary))
    assert set(remark.message.partition(": ")[2].split(", ")) <= {"ci_low", "ci_high"}


@pytest.mark.parametrize(("effect", "kept"), [("-0.5", True), ("\u22120.5", True), ("0.8", False), ("-0.2", True)])
def test_signs_are_those_of_the_text(effect, kept):
    """A range's dash is no minus, and a minus after a dash is one."""
    bounds = {"ci_low": "\u22120.8", "ci_high": "-0.2"}
    figures = {"measure": "difference", "effect": effect, **bounds, "p": ""}
    result = RESULT | {"outcome": "sleep", "direction": "-", "estimate": figures}
    told = tell(read(make(result, text=SLEEP, quote="Sleep was shorter by 0.5 h"))[0])
    assert (told["ci_low"], told["ci_high"]) == ("-0.8", "-0.2")
    assert told.get("effect", "") == (effect.replace("\u2212", "-") if kept else "")


@pytest.mark.parametrize(
    ("field", "quote", "value"),
    [
        ("n", "In this cohort study", "85"),
        ("n", "In this cohort study", "1,084 of 2,000"),
        ("n", "nurses wore badges", "1084"),
        ("design", "In this cohort study", "longitudinal"),
        ("setting", "twelve hospitals in Norway", "14 hospitals"),
        ("population", "nurses of twelve hospitals", "surgeons, anaesthetists"),
        ("method", "", "dosimeters"),
        ("method", "wore dosimeters", ""),
    ],
)
def test_of_a_study_nothing_is_kept_that_its_words_do_not_show(field, quote, value):
    """The same holds for what is said of the whole work."""
    summary, questions, (remark,) = read(make(RESULT, study=STUDY | {field: {"quote": quote, "value": value}}))
    assert field not in tell(summary)
    assert len(tell(summary)) == 13
    assert remark.message.endswith(f": {field}")
    assert len(questions) == 1


def test_statements_asked_again_bring_better_data_with_them():
    """What was said against them goes along; what the second answer leaves open stands as the first had it."""
    wrong = make(RESULT, study=STUDY | {"n": {"quote": "85 nurses", "value": "85"}}, text=FINDING.replace("70", "75"))
    better = make(RESULT, study=dict.fromkeys(STUDY_FIELDS) | {"n": STUDY["n"]})
    answers = iter([wrong, better])
    summary, questions, remarks = conduct(summarise_work(WORK, PAGES), lambda _: next(answers))
    assert "n: the quote is not in the text" in questions[1].correction
    assert "`study`" in questions[1].wanted
    assert tell(summary)["n"] == "1084"
    assert tell(summary)["design"] == "cohort study"
    assert remarks == []


@pytest.mark.parametrize("results", [[{"outcome": "errors"}], "none", [None], None])
def test_an_answer_without_the_form_is_asked_again(results):
    """A list of anything else is no answer; the text's own sentences stand in after two of them."""
    answer = orjson.loads(make())
    answer["statements"][0]["results"] = results
    summary, questions, _ = read(orjson.dumps(answer).decode())
    assert len(questions) == 2
    assert summary.source == "abstract, extracted"


def test_an_item_named_like_a_field_of_quality_is_answered_under_its_name():
    """Reviews may have asked for it before it was extracted: their answer counts where the study has none."""
    item = DataItem.read("blinding: Who was blinded?")
    own = [{"name": "blinding", "quote": "wore dosimeters", "value": "dosimeters"}]
    given = {"quote": "1,084 nurses of twelve hospitals", "value": "nurses"}
    for blinding, kept in ((None, "dosimeters"), (given, "nurses")):
        summary, _, _ = read(make(study=STUDY | {"blinding": blinding}, own=own), item)
        assert tell(summary)["blinding"] == kept


def test_what_comes_out_of_no_finding_is_nobodys():
    """A result of a method, or of a statement that is dropped, is left out with it."""
    method = {"kind": "method", "text": "The 1,084 nurses wore dosimeters for 3 years.", "quote": TEXT[35:160]}
    answer = orjson.loads(make(RESULT))
    answer["statements"] += [
        method | {"results": [RESULT]},
        {"kind": "finding", "text": "All is well with every nurse.", "quote": "All is well.", "results": [RESULT]},
    ]
    summary, _, _ = read(orjson.dumps(answer).decode())
    told = {each.finding_id for each in summary.extractions}
    assert told == {"", summary.findings[0].finding_id}


def test_items_of_ones_own_are_asked_in_the_same_question():
    """Only those asked for are kept, by their names, with words of the page; without any nothing is said of them."""
    funding, drop = DataItem.read("Funding: Who paid for the study?"), DataItem.read("Dropout: How many left?")
    own = [
        {"name": "Funding", "quote": "The study was paid by the ministry.", "value": "the ministry"},
        {"name": "Dropout", "quote": "Nobody left.", "value": "none"},
        {"name": "Country", "quote": "hospitals in Norway", "value": "Norway"},
    ]
    summary, (question,), (remark,) = read(make(study={}, own=own), funding, drop)
    assert read_blocks(question.data)["items"] == {"Funding": "Who paid for the study?", "Dropout": "How many left?"}
    assert [(each.field, each.value, each.finding_id) for each in summary.extractions] == [
        ("Funding", "the ministry", "")
    ]
    assert remark.message.endswith(": Dropout")
    assert "items" not in read_blocks(read(make())[1][0].data)


def test_what_is_said_of_a_study_stays_where_no_statement_does():
    """The statements are the text's own sentences then; what holds for the study and items of one's own is kept."""
    own = [{"name": "Funding", "quote": "The study was paid by the ministry.", "value": "the ministry"}]
    summary, _, _ = read(make(RESULT, own=own, quote="It is not there."), DataItem.read("Funding: Who paid?"))
    assert summary.source == "abstract, extracted"
    kept = {each.field: (each.value, each.source) for each in summary.extractions if not each.finding_id}
    assert kept["Funding"] == ("the ministry", "anthropic")
    assert kept["setting"] == ("12 Norwegian hospitals", "anthropic")
    assert len(kept) == 7
    assert {each.source for each in summary.extractions if each.finding_id} <= {"extractive"}


def test_a_p_that_lost_its_point_is_no_number():
    """Some abstracts print "p < 0001": whatever it meant, it is not what stands there."""
    pages = [Page("W1", 0, TEXT.replace("P < .001", "p < 0001"))]
    answer = make(RESULT | {"estimate": FIGURES | {"p": "< 0001"}})
    summary, _, (remark,) = conduct(summarise_work(WORK, pages), lambda _: answer)
    assert "p" not in tell(summary)
    assert remark.message.endswith(": p")


def test_the_form_is_one_that_the_service_can_follow():
    """No optional field, which each double what has to be compiled, and designs and directions as closed lists."""
    from anthropic import transform_schema  # noqa: PLC0415 - two seconds

    schema = transform_schema(PaperSummary)
    check_schema(schema)
    parts = [schema, *schema["$defs"].values()]
    assert all(set(part["required"]) == set(part["properties"]) for part in parts)
    assert schema["$defs"]["DesignDatum"]["properties"]["value"]["enum"] == list(DESIGNS)
