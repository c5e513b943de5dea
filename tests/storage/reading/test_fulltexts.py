"""Full texts in the ledger: which works wait for one, what is kept of each attempt, and who takes whose place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.core.errors import PlanMismatch
from storage.reading.abstracts import add_absence, add_abstract, bare_works, read_abstracts, works_to_look_up
from storage.reading.fulltexts import Attempt, Retrieval, add_retrieval, replace_unreadable, sought_texts
from storage.reading.reading import stored_pages
from storage.records.search import Response
from storage.records.writing import Page
from storage.runs.reviews import count_works, settle_plan
from storage.screening.screening import select_corpus
from storage.searching.api_calls import ApiCall
from tests.storage.conftest import PLAN

STORED = Attempt("unpaywall", "stored", None, "https://a.org/1.pdf", "cc-by", "ab", 2, "pdftext", 0.9)
ABSENT = Attempt("crossref", "absent", "crossref does not know this work.")
SILENT = Attempt("arxiv", "unavailable", "arxiv did not answer.")


@pytest.fixture
def oa_ledger(new_ledger):
    """Return a ledger of a review that fetches open full texts."""
    return new_ledger(replace(PLAN, fulltext="oa"))


@pytest.fixture
def add_relevant(make_work, find_works, screen_works):
    """Return what stores relevant works with scores that fall by number; those of `bare` have no abstract."""

    def add(ledger, numbers, bare=()):
        works = [make_work(n, abstract=None) if n in bare else make_work(n) for n in numbers]
        find_works(ledger, works)
        for number in numbers:
            screen_works(ledger, {f"W{number}": "include"}, score=1 - number / 100, batch=number)

    return add


def _pending(ledger, *work_ids: str, scope="oa"):
    return {sought.work.work_id for sought in sought_texts(ledger, work_ids, scope) if sought.pending}


def _try(ledger, work_id, *attempts: Attempt, scope="oa"):
    pages = tuple(Page(work_id, n, f"Page {n}", "full text") for n in (1, 2)) if STORED in attempts else ()
    add_retrieval(ledger, Retrieval(work_id, attempts, pages), scope, [ApiCall("arxiv", "https://a.org", 200, 0, 0.1)])


def test_a_work_waits_until_its_attempts_are_final(oa_ledger, make_work, find_works):
    """It waits with none made, with a source that gave no answer, or with more allowed now; else it does not."""
    ids = [f"W{number}" for number in range(1, 5)]
    find_works(oa_ledger, [make_work(number) for number in range(1, 5)])
    assert _pending(oa_ledger, *ids) == set(ids)
    _try(oa_ledger, "W1", ABSENT, STORED)
    _try(oa_ledger, "W2", ABSENT)
    _try(oa_ledger, "W3", SILENT, ABSENT)
    assert _pending(oa_ledger, *ids) == {"W3", "W4"}
    assert _pending(oa_ledger, *ids, scope="all") == {"W2", "W3", "W4"}
    _try(oa_ledger, "W3", ABSENT)
    assert _pending(oa_ledger, *ids) == {"W4"}
    rows = oa_ledger.select(
        "SELECT round, place FROM fulltext_attempt WHERE work_id = 'W3' ORDER BY round, place"
    ).rows()
    assert rows == [(1, 1), (1, 2), (2, 1)]


def test_the_record_travels_with_the_work_sought(oa_ledger, make_work, find_works):
    """The answer a record was read from is given back: it names the open copies and their licences."""
    find_works(oa_ledger, [make_work(1)])
    (sought,) = sought_texts(oa_ledger, ["W1"], "oa")
    assert sought.work.response == Response("test", "test:W1", '{"id": "W1"}')


def test_pages_attempts_and_calls_are_kept_together(oa_ledger, make_work, find_works):
    """A stored text has its pages in order in `document`, one status in `fulltext`, and its calls on record."""
    find_works(oa_ledger, [make_work(1)])
    _try(oa_ledger, "W1", ABSENT, STORED)
    assert [page.page for page in stored_pages(oa_ledger, ["W1"])["W1"]] == [1, 2]
    assert oa_ledger.select("SELECT count(*) FROM api_call WHERE stage IS NULL").item() == 1
    row = oa_ledger.select(
        "SELECT licence, sha256, pages, parser, quality FROM fulltext_attempt WHERE status = 'stored'"
    )
    assert row.rows() == [("cc-by", "ab", 2, "pdftext", 0.9)]


def test_one_file_is_the_text_of_one_work(oa_ledger, make_work, find_works):
    """Where two rounds under way bring the same file, the later one is refused, says whose it is, and keeps no page."""
    find_works(oa_ledger, [make_work(1), make_work(2)])
    for work_id in ("W1", "W2", "W1"):
        add_retrieval(oa_ledger, Retrieval(work_id, (ABSENT, STORED), (Page(work_id, 1, "a", "full text"),)), "oa", [])
    rows = oa_ledger.select(
        "SELECT work_id, status, reason, pages FROM fulltext_attempt WHERE place = 2 ORDER BY ALL"
    ).rows()
    assert rows == [
        ("W1", "stored", None, 2),
        ("W1", "stored", None, 2),
        ("W2", "refused", "It is the very file that is stored as the full text of W1.", None),
    ]
    assert list(stored_pages(oa_ledger, ["W1", "W2"])) == ["W1"]


def test_every_corpus_work_has_one_status_and_the_last_reason(oa_ledger, add_relevant):
    """Full text, abstract only or title only; why it is not more is the reason of the last failure."""
    add_relevant(oa_ledger, range(1, 5), bare=(3, 4))
    select_corpus(oa_ledger, 50)
    _try(oa_ledger, "W1", ABSENT, STORED)
    _try(oa_ledger, "W2", ABSENT, SILENT)
    _try(oa_ledger, "W3", ABSENT)
    assert oa_ledger.select("SELECT work_id, status, reason FROM fulltext ORDER BY work_id").rows() == [
        ("W1", "full text", None),
        ("W2", "abstract only", SILENT.reason),
        ("W3", "title only", ABSENT.reason),
        ("W4", "title only", None),
    ]


def test_the_next_work_takes_the_place_of_one_that_cannot_be_read(oa_ledger, add_relevant, corpus_ids):
    """Both sides are decisions with a reason; PRISMA counts one not retrieved; choosing again changes nothing."""
    add_relevant(oa_ledger, range(1, 6), bare=(2,))
    select_corpus(oa_ledger, 3)
    assert corpus_ids(oa_ledger) == {"W1", "W2", "W3"}
    _try(oa_ledger, "W2", ABSENT)
    add_absence(oa_ledger, "W2", "absent", "Nobody has it.", [])
    assert replace_unreadable(oa_ledger, 3, most=2) == 1
    assert corpus_ids(oa_ledger) == {"W1", "W3", "W4"}
    moves = oa_ledger.select(
        "SELECT work_id, verdict, reason FROM decision WHERE phase = 'retrieval' ORDER BY seq"
    ).rows()
    assert [row[:2] for row in moves] == [("W2", "exclude"), ("W4", "include")]
    assert ABSENT.reason in moves[0][2]
    counts = dict(oa_ledger.select("SELECT item, n FROM prisma").iter_rows())
    assert (counts["relevant"], counts["beyond_tier"], counts["not_retrieved"], counts["corpus"]) == (5, 1, 1, 3)
    before = oa_ledger.select("SELECT count(*) FROM decision").item()
    select_corpus(oa_ledger, 3)
    assert replace_unreadable(oa_ledger, 3, most=2) == 0
    assert oa_ledger.select("SELECT count(*) FROM decision").item() == before


def test_texts_looked_for_are_counted_with_why_they_were_not_retrieved(oa_ledger, add_relevant):
    """Of several attempts the one that worked counts, else the last; works nobody looked for do not count."""
    add_relevant(oa_ledger, range(1, 6))
    select_corpus(oa_ledger, 5)
    _try(oa_ledger, "W1", ABSENT, STORED)
    _try(oa_ledger, "W2", ABSENT, SILENT)
    _try(oa_ledger, "W3", ABSENT)
    _try(oa_ledger, "W4", SILENT, ABSENT)
    counts = count_works(oa_ledger)
    assert {item: n for item, n in counts.items() if "sought" in item or "retrieved" in item} == {
        "sought": 4, "retrieved": 1, "unretrieved": 3, "unretrieved_as absent": 2, "unretrieved_as unavailable": 1,
    }  # fmt: skip


@pytest.mark.parametrize("why", ["a source was silent", "a person put it there", "nobody is next", "too many did"])
def test_a_place_is_kept(oa_ledger, add_relevant, screen_works, corpus_ids, why):
    """What may still be had, what a person wants, what nobody would follow and what is beyond the bound stays."""
    add_relevant(oa_ledger, range(1, 6), bare=(2,))
    room = 5 if why == "nobody is next" else 3
    select_corpus(oa_ledger, room)
    if why == "a person put it there":
        screen_works(oa_ledger, {"W2": "include"}, method="human", batch=None)
    _try(oa_ledger, "W2", SILENT if why == "a source was silent" else ABSENT)
    assert replace_unreadable(oa_ledger, room, most=0 if why == "too many did" else 9) == 0
    assert "W2" in corpus_ids(oa_ledger)


def test_an_abstract_is_looked_for_until_there_is_an_answer(oa_ledger, make_work, find_works):
    """It is kept with its source and the answer; a work is asked about again only where nobody answered."""
    find_works(oa_ledger, [make_work(number, abstract=None) for number in (1, 2, 3)] + [make_work(4)])
    ids = ["W1", "W2", "W3", "W4"]
    assert [work.work_id for work in works_to_look_up(oa_ledger, ids)] == ["W1", "W2", "W3"]
    answer = Response("crossref", "https://api.crossref.org/works/1", '{"abstract": "Bees."}')
    add_abstract(oa_ledger, "W1", "Bees.", answer, [])
    add_absence(oa_ledger, "W2", "absent", "Nobody has it.", [])
    add_absence(oa_ledger, "W3", "unavailable", "Nobody answered.", [])
    assert [work.work_id for work in works_to_look_up(oa_ledger, ids)] == ["W3"]
    assert read_abstracts(oa_ledger, ["W1", "W2"]) == {"W1": ("Bees.", "crossref")}
    kept = "SELECT r.body FROM abstract_lookup JOIN response AS r USING (response_id)"
    assert oa_ledger.select(kept).item() == answer.body


def test_works_nobody_has_an_abstract_of_are_told(oa_ledger, make_work, find_works, screen_works):
    """Those of the corpus whose last look-up ended without one; not who may still be answered about."""
    find_works(oa_ledger, [make_work(number, abstract=None if number < 5 else "A.") for number in range(1, 6)])
    screen_works(oa_ledger, {"W1": "include", "W2": "include", "W3": "exclude", "W4": "include", "W5": "include"})
    for work_id, status in (("W1", "unavailable"), ("W1", "absent"), ("W2", "unavailable"), ("W3", "absent")):
        add_absence(oa_ledger, work_id, status, f"{status}.", [])
    assert bare_works(oa_ledger) == [("W1", "absent.")]


def test_full_texts_may_rise_and_never_fall(new_ledger):
    """A review may come to fetch more; asked for less it is refused, with the remedy."""
    ledger = new_ledger()
    for more in ("oa", "oa", "all"):
        assert settle_plan(ledger, replace(PLAN, fulltext=more)).fulltext == more
    with pytest.raises(PlanMismatch, match="has the full texts 'all', not 'never', which is less"):
        settle_plan(ledger, PLAN)
