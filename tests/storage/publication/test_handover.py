"""What is handed over: every work with its fate, the sources searched, and the days of a search made again."""

from __future__ import annotations

from datetime import date

import pytest

from storage.core.ledger import Ledger
from storage.publication.handover import adopt_dates, read_fates, read_findings, read_sources
from storage.records.screening import Decision
from storage.records.search import Formulation, Hit, SearchOutcome
from storage.screening.screening import add_decisions
from storage.searching.works import add_search
from tests.flows.read_review import FULL_PAGES, make_review, read_extractively

_DAYS = "UPDATE search_query SET retrieved_at = TIMESTAMP '2021-03-04 05:06:07'"
_ANSWERED = "UPDATE response SET fetched_at = TIMESTAMP '2021-03-05 05:06:07'"


@pytest.fixture
def search(make_work):
    """Return what searches for three works, of which the first is followed to the third, in a ledger."""

    def run(ledger):
        hits = (Hit(make_work(1), 1), Hit(make_work(2), 2))
        with ledger.transaction():
            add_search(ledger, SearchOutcome(Formulation("keyword", "topic", "hair"), "test:1", 812, hits), "one")
            via = SearchOutcome(Formulation("expert", "of Ann", "Ann"), "test:2", 1, (Hit(make_work(3), 1, "W1"),))
            add_search(ledger, via, "one")

    return run


def test_every_work_has_one_fate_with_its_reason(ledger, search):
    """A work is there once, with why it was decided so, and how it was found."""
    search(ledger)
    with ledger.transaction():
        add_decisions(ledger, [Decision("W1", "screening", 0, "exclude", "llm", "Of dogs.", 0.2, 0)])
        add_decisions(ledger, [Decision("W2", "cutoff", 0, "exclude", "rule", "Too low.", 0.1, 0)])
    fates = {row["work_id"]: row for row in read_fates(ledger).iter_rows(named=True)}
    assert {work: (row["fate"], row["reason"]) for work, row in fates.items()} == {
        "W1": ("excluded", "Of dogs."), "W2": ("not screened", "Too low."), "W3": ("not decided", None),
    }  # fmt: skip
    assert (fates["W3"]["found_by"], fates["W3"]["found_via"]) == (["expert"], "Hair cortisol, part 1")


def test_sources_tell_searches_records_and_days(ledger, search):
    """Records are those returned, works count once."""
    search(ledger)
    ledger.change(_DAYS)
    assert read_sources(ledger).rows() == [("one", "queries", 2, 3, 3, date(2021, 3, 4), date(2021, 3, 4))]


def test_a_review_made_again_is_dated_as_its_record(new_ledger, search):
    """No search was made on the day of the replay, so its days are those on record."""
    recorded, again = new_ledger(), new_ledger()
    for one in (recorded, again):
        search(one)
    recorded.change(_DAYS)
    recorded.change(_ANSWERED)
    recorded.publish()
    adopt_dates(again, recorded.folder)
    assert read_sources(again).rows() == read_sources(recorded).rows()
    assert again.select("SELECT DISTINCT fetched_at::DATE AS day FROM response")["day"].to_list() == [date(2021, 3, 5)]


def test_findings_have_their_words_their_data_and_where_they_are_cited(tmp_path):
    """A finding comes with its quote and page, the sections that cite it, and what was extracted of it."""
    make_review(tmp_path / "review", {"W1": FULL_PAGES}, read_extractively)
    with Ledger(tmp_path / "review") as ledger:
        findings = read_findings(ledger)
        known = ledger.select("SELECT count(*) FROM current_finding").item()
    assert findings.height == known > 1
    assert findings["quote"].null_count() == 0
    assert set(findings["page"]) > {1}
    assert findings["cited_in"].to_list().count(["What is known"]) > 1
    assert {"design", "n", "effect", "direction"} <= set(findings.columns)
