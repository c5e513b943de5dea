"""Retracted works leave the corpus, are counted, and whatever cites them is listed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from storage.records.search import Plan
from storage.records.writing import Claim, Draft
from storage.references.retractions import (
    Retraction,
    add_catalogue_retractions,
    add_retractions,
    exclude_retracted,
    retracted_claims,
)
from storage.runs.reviews import add_citekeys, count_works
from storage.screening.screening import select_corpus
from storage.writing.sections import add_section

WORKS = 3


@pytest.fixture
def three_of_four(ledger, make_work, find_works, screen_works):
    """Return a ledger of four relevant works of which three fit; W1 is the most promising, W4 waits."""
    find_works(ledger, [make_work(number, doi=f"10.1/{number}") for number in range(1, 5)])
    for number in range(1, 5):
        screen_works(ledger, {f"W{number}": "include"}, score=1 - number / 10)
    select_corpus(ledger, WORKS)
    add_citekeys(ledger, {f"W{number}": f"bee{number}" for number in range(1, 5)})
    return ledger


def retract(ledger, work_id, kind="retraction", **facts: Any):
    add_retractions(ledger, [Retraction(work_id, kind, facts.pop("source", "crossref"), **facts)], (), ())


def test_a_retracted_work_gives_its_place_to_the_next(three_of_four, corpus_ids):
    """It leaves with its notice for a reason, the next comes in, PRISMA counts it, and nothing happens twice."""
    retract(three_of_four, "W2", notice_doi="10.1/notice", date=date(2020, 2, 3))
    assert exclude_retracted(three_of_four, WORKS) == 1
    assert corpus_ids(three_of_four) == {"W1", "W3", "W4"}
    reasons = three_of_four.select(
        "SELECT work_id, verdict, reason FROM decision WHERE phase = 'retraction' ORDER BY seq"
    )
    assert reasons.rows() == [
        ("W2", "exclude", "Retracted, says crossref: notice 10.1/notice, 2020-02-03."),
        ("W4", "include", "Takes the place of a retracted work: next, at 3."),
    ]
    counts = count_works(three_of_four)
    assert (counts["relevant"], counts["beyond_tier"], counts["retracted"], counts["corpus"]) == (4, 0, 1, 3)
    assert exclude_retracted(three_of_four, WORKS) == 0
    select_corpus(three_of_four, WORKS)
    assert corpus_ids(three_of_four) == {"W1", "W3", "W4"}


@pytest.mark.parametrize("kind", ["concern", "correction", "reinstatement"])
def test_corrections_and_concerns_leave_a_work_where_it_is(three_of_four, kind):
    """They are on record, kept apart from retractions."""
    retract(three_of_four, "W2", kind)
    assert exclude_retracted(three_of_four, WORKS) == 0
    assert three_of_four.select("SELECT kind FROM retraction").item() == kind
    assert "retracted" not in count_works(three_of_four)


def test_a_reinstated_work_counts_until_it_is_retracted_again(three_of_four):
    """Only a reinstatement after the retraction lifts it."""
    retract(three_of_four, "W2", date=date(2015, 1, 1))
    retract(three_of_four, "W2", "reinstatement", date=date(2014, 1, 1))
    assert three_of_four.select("SELECT work_id FROM retracted_work")["work_id"].to_list() == ["W2"]
    retract(three_of_four, "W2", "reinstatement", date=date(2016, 1, 1), notice_doi="10.1/back")
    assert three_of_four.select("SELECT work_id FROM retracted_work").is_empty()
    retract(three_of_four, "W2", date=date(2017, 1, 1), notice_doi="10.1/again")
    assert three_of_four.select("SELECT work_id FROM retracted_work")["work_id"].to_list() == ["W2"]


def test_who_a_person_put_there_stays_and_is_flagged(three_of_four, screen_works, corpus_ids):
    """A human verdict wins, also over a retraction."""
    screen_works(three_of_four, {"W2": "include"}, method="human", batch=9)
    retract(three_of_four, "W2")
    assert exclude_retracted(three_of_four, WORKS) == 0
    assert "W2" in corpus_ids(three_of_four)


def test_a_fact_is_kept_once_for_each_source(three_of_four):
    """The same notice from the same source is one row; another source that says so is a second."""
    for source in ("crossref", "crossref", "retraction watch"):
        retract(three_of_four, "W2", source=source, notice_doi="10.1/n")
    assert three_of_four.select("SELECT count(*) FROM retraction").item() == 2
    assert three_of_four.select("SELECT sources FROM retracted_work").item() == "crossref, retraction watch"


def test_what_the_catalogue_calls_retracted_is_on_record(new_ledger, make_work, find_works, screen_works):
    """A named work that the catalogue knows to be retracted has a row with the answer that says so."""
    ledger = new_ledger(Plan(topic="Hair", quality="quick", as_of=2020, catalogue="test catalogue"))
    find_works(ledger, [make_work(1, is_retracted=True), make_work(2)], strategy="seed")
    screen_works(ledger, {"W1": "include", "W2": "include"}, method="human", batch=None)
    for _ in range(2):
        add_catalogue_retractions(ledger)
    rows = ledger.select("SELECT work_id, kind, source, response_id IS NOT NULL FROM retraction").rows()
    assert rows == [("W1", "retraction", "test", True)]


def test_every_sentence_that_cites_a_retracted_work_is_listed(three_of_four):
    """Sentences of the review as last written are found, also after the work has left the corpus."""
    claims = (
        Claim("Stress shows.", "bee2", None),
        Claim("Both show.", "bee2", None),
        Claim("Hair grows.", "bee1", None),
    )
    add_section(three_of_four, "introduction", 1, "Introduction", Draft("Text.", claims))
    assert retracted_claims(three_of_four) == []
    retract(three_of_four, "W2")
    expected = [("bee2", "Both show."), ("bee2", "Stress shows.")]
    assert retracted_claims(three_of_four) == expected
    exclude_retracted(three_of_four, WORKS)
    assert retracted_claims(three_of_four) == expected
