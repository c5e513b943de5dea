"""Other names are read where texts define them, and stand for the topic's own where a text does not use these."""

from __future__ import annotations

import pytest

from tasks.text.synonyms import harvest_synonyms, read_pairs, unfold


def _harvest(facets: list[str], *texts: str) -> list[tuple[str, str]]:
    found = harvest_synonyms(facets, [(f"W{number}", text) for number, text in enumerate(texts, 1)])
    return [(one.name, one.alias) for one in found]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("We measured interleukin 6 (IL-6) in blood.", [("IL-6", "interleukin 6")]),
        ("The heat shock transcription factor (HSF) binds.", [("HSF", "heat shock transcription factor")]),
        ("Forms (LF and SF): long form (LF) and short form (SF).", [("LF", "long form"), ("SF", "short form")]),
        ("In MSC (mesenchymal stem cell) trials", [("MSC", "mesenchymal stem cell")]),
        ("Body mass index (BMI; kg/m2) rose", [("BMI", "Body mass index")]),
        ("A rise of 4% (P = 0.03) was seen (see Table 2).", []),
        ("Ten patients (12 eyes) were treated", []),
        ("", []),
    ],
)
def test_short_forms(text, pairs):
    """Short forms are defined in brackets or before them, by letters in order; numbers and remarks define nothing."""
    assert list(read_pairs(text)) == pairs


def test_codes_and_trade_names():
    """A code or a marked trade name beside a name is another name of it, in either order and however it is spaced."""
    texts = (
        "Drugomab (AB-123) in asthma. x",
        "AB123 (drugomab): a trial",
        "Drugomab (Breathix\u00ae) and AB 123 (drugomab)",
    )
    assert _harvest(["drugomab"], *texts) == [("drugomab", "AB 123"), ("drugomab", "Breathix")]


@pytest.mark.parametrize(
    "text",
    [
        "drugomab (NCT01234567) here",
        "drugomab (May 2022) here",
        "drugomab (Roche) here",
        "drugomab (n = 20) here",
        "drugomab (Table 12) here",
        "drugomab (day 28) here",
    ],
)
def test_what_stands_in_brackets_and_is_no_name(text):
    """Numbers of trials, dates, makers, amounts and places in a text are no names."""
    assert _harvest(["drugomab"], text, text) == []


def test_parts_of_a_facet_and_rival_meanings():
    """A part of a facet has names too; a short form that mostly means something else is none."""
    texts = ("Stem cells (SCE) heal.", "stem cell (SCE) here", *["Sickle crisis event (SCE)"] * 11)
    assert _harvest(["stem cell therapy"], *texts[:2]) == [("stem cell", "SCE")]
    assert _harvest(["stem cell therapy"], *texts) == []
    assert _harvest(["SCE therapy"], *texts[:2]) == [("SCE", "stem cell")]


def test_unfolding():
    """The name takes the place of codes and short forms, but not where a text has the name or means something else."""
    names = [("drugomab", "AB123"), ("stem cell", "SCE")]
    assert unfold("AB-123 in mice: (AB 123) and XAB123", names) == "drugomab in mice: (drugomab) and XAB123"
    assert unfold("Drugomab (AB123) in mice", names) == "Drugomab (AB123) in mice"
    assert unfold("SCEs in sport", names) == "stem cell in sport"
    assert unfold("Sickle crisis event (SCE) and SCE", names) == "Sickle crisis event (SCE) and SCE"
    assert unfold("", names) == ""
