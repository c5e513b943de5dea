"""People judge full texts by name: each exclusion has its reason, reasons may differ, and PRISMA counts them."""

from __future__ import annotations

import itertools

import pytest

from storage.core.errors import InputError
from storage.publication.handover import read_fates
from storage.records.criteria import Criterion
from storage.records.screeners import ScreenerVerdict
from storage.runs.reviews import count_works
from storage.screening.criteria import add_criteria, state_criteria
from storage.screening.screeners import add_verdict, require_screeners, withdraw_verdict
from storage.screening.screening import select_corpus
from storage.screening.screening_by_name import (
    conflict_queue,
    list_criteria,
    read_opinions,
    read_screening_counts,
    screener_agreement,
    screener_queue,
    text_queue,
)
from tasks.human.screeners import tell_opinions
from tasks.reporting.prisma import draw_prisma

ANNA, BEN, CLEO = "person: Anna", "person: Ben", "person: Cleo"
DESIGN, POPULATION = "exclude design: case reports", "exclude population: mice"
CODES = {"E2": DESIGN, "E3": POPULATION}
IDS = {line: Criterion.read(line).criterion_id for line in CODES.values()}
numbers = itertools.count()


def say(ledger, who, work_id, verdict, line="", *, phase="full text", **fields: str):
    """Commit one verdict, at full text, and return its id."""
    verdict_id = f"t{next(numbers)}"
    given = ScreenerVerdict(verdict_id, work_id, who, verdict, criterion_id=IDS.get(line), phase=phase, **fields)
    add_verdict(ledger, given)
    return verdict_id


@pytest.fixture
def texts(ledger, make_work, find_works, screen_works):
    """Return a ledger of six works, all included, of which five have a full text, that two people must judge."""
    find_works(ledger, [make_work(number) for number in range(1, 7)])
    add_criteria(ledger, ["About trees"], [])
    with ledger.transaction():
        state_criteria(ledger, CODES.values(), "protocol")
        named = [{"number": 1, "id": code, "criterion_id": IDS[line]} for code, line in CODES.items()]
        ledger.append("protocol_criterion", named)
        pages = [
            {"work_id": f"W{n}", "level": 0, "page": page, "text": f"Page {page} of {n}.", "source": "full text"}
            for n in range(1, 6)
            for page in (1, 2)
        ]
        ledger.append("document", pages)
    for number in range(1, 7):
        screen_works(ledger, {f"W{number}": "include"}, score=0.6 + number / 20)
    require_screeners(ledger, 2, ANNA)
    select_corpus(ledger, 10)
    return ledger


def test_works_with_a_text_are_judged_by_it(texts, corpus_ids):
    """Each by two; until both have, nothing is decided or shown; then the exclusion is one of full text."""
    assert list(text_queue(texts, ANNA)) == ["W1", "W2", "W3", "W4", "W5"]
    say(texts, ANNA, "W2", "exclude", DESIGN)
    assert (next(iter(text_queue(texts, BEN))), list(text_queue(texts, ANNA))) == ("W2", ["W1", "W3", "W4", "W5"])
    assert read_opinions(texts, "W2", BEN)["mine"] is None
    assert tell_opinions(read_opinions(texts, "W2", ANNA)) == [
        "Others have yet to judge it; what they and the analyst say is shown then."
    ]
    assert "W2" in corpus_ids(texts)
    assert "W2" not in screener_queue(texts, BEN, 0.6)
    say(texts, BEN, "W2", "exclude", DESIGN)
    assert "W2" not in corpus_ids(texts)
    counts = count_works(texts)
    assert (counts["relevant"], counts["fulltext_excluded"], counts["excluded"]) == (6, 1, 0)
    assert counts[f"fulltext_excluded_by E2 {DESIGN}"] == 1
    assert "E2 case reports" in draw_prisma(counts)
    (fate,) = (row for row in read_fates(texts).iter_rows(named=True) if row["work_id"] == "W2")
    assert (fate["decided_in"], fate["criterion_name"], fate["fate"]) == ("full text", "E2", "left out")
    select_corpus(texts, 10)
    assert "W2" not in corpus_ids(texts)


def test_the_same_verdict_for_different_reasons_stands(texts, corpus_ids):
    """Both reasons are kept, the exclusion and the agreement stand, the difference is told, and one may give in."""
    say(texts, ANNA, "W1", "exclude", DESIGN)
    say(texts, BEN, "W1", "exclude", POPULATION)
    say(texts, ANNA, "W3", "include")
    say(texts, BEN, "W3", "include")
    assert corpus_ids(texts) == {"W2", "W3", "W4", "W5", "W6"}
    (pair,) = screener_agreement(texts)
    assert (pair["works"], pair["percent"], pair["phase"]) == (2, 100.0, "full text")
    rows = texts.select("SELECT screener, name FROM reason_conflict ORDER BY screener").rows()
    assert rows == [(ANNA, "E2"), (BEN, "E3")]
    counts = count_works(texts)
    assert counts["fulltext_excluded_by reasons that differ"] == counts["fulltext_excluded"] == 1
    assert "reasons that differ" in draw_prisma(counts)
    assert read_screening_counts(texts)["reasons_differ"] == 1
    assert conflict_queue(texts, CLEO) == {}
    told = tell_opinions(read_opinions(texts, "W1", BEN))
    assert any("Anna: exclude. E2 exclude design: case reports" in line for line in told)
    assert "different reasons" in told[-1]
    (reason,) = texts.select("SELECT reason FROM current_decision WHERE work_id = 'W1'").row(0)
    assert "Their reasons differ: E2 exclude design: case reports; E3 exclude population: mice." in reason
    say(texts, BEN, "W1", "exclude", DESIGN)
    assert texts.select("FROM reason_conflict").is_empty()
    assert count_works(texts)[f"fulltext_excluded_by E2 {DESIGN}"] == 1
    # What was said after seeing the other's verdict raises no agreement.
    assert screener_agreement(texts) == [pair]


def test_an_exclusion_at_full_text_names_its_reason(texts):
    """Without one it is refused, and so is one that is no criterion; nothing is kept."""
    for fields in ({}, {"kind": "third"}):
        with pytest.raises(InputError, match="names its reason"):
            say(texts, ANNA, "W1", "exclude", **fields)
    assert texts.select("FROM screener_verdict").is_empty()
    offered = [one["name"] for one in list_criteria(texts, by_text=True)]
    assert offered[:2] == ["E2", "E3"]
    assert set(offered[2:]) == {None}


def test_a_conflict_at_full_text_is_held_until_people_decide(texts, corpus_ids):
    """Works judged alike by title and abstract are judged anew by the text; a third person needs a reason too."""
    for who in (ANNA, BEN):
        say(texts, who, "W4", "include", phase=None)
    say(texts, ANNA, "W4", "exclude", POPULATION)
    assert "W4" in corpus_ids(texts)
    say(texts, BEN, "W4", "include")
    assert "W4" not in corpus_ids(texts)
    assert count_works(texts)["fulltext_held"] == 1
    assert list(conflict_queue(texts, CLEO)) == ["W4"]
    with pytest.raises(InputError, match="names its reason"):
        say(texts, CLEO, "W4", "exclude", phase=None, kind="third")
    third = say(texts, CLEO, "W4", "exclude", POPULATION, phase=None, kind="third")
    assert count_works(texts)[f"fulltext_excluded_by E3 {POPULATION}"] == 1
    withdraw_verdict(texts, "w1", third, CLEO)
    assert count_works(texts)["fulltext_held"] == 1
    assert {row["phase"] for row in screener_agreement(texts)} == {None, "full text"}


def test_taken_back_the_verdict_by_title_and_abstract_holds_again(texts, corpus_ids):
    """As if the text had not been judged; the record keeps all."""
    for who in (ANNA, BEN):
        say(texts, who, "W5", "include", phase=None)
    given = [say(texts, who, "W5", "exclude", DESIGN) for who in (ANNA, BEN)]
    assert "W5" not in corpus_ids(texts)
    for number, (who, verdict_id) in enumerate(zip((ANNA, BEN), given, strict=True)):
        withdraw_verdict(texts, f"back {number}", verdict_id, who)
    assert "W5" in corpus_ids(texts)
    assert list(text_queue(texts, ANNA)) == ["W1", "W2", "W3", "W4", "W5"]
    assert texts.select("SELECT count(*) FROM screener_verdict WHERE work_id = 'W5'").item() == 6
