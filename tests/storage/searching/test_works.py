"""Works are stored once with their references and the answer they were read from, whatever they leave unsaid."""

from __future__ import annotations

import hashlib

import pytest

from storage.records.search import Author, Formulation, Hit, Response, SearchOutcome, Work
from storage.searching.works import add_search, add_works, citekeys_taken, read_works, run_query_ids


def _stored(ledger):
    return read_works(ledger.select("SELECT * FROM work ORDER BY work_id"))


def test_storing_works_twice_changes_nothing(ledger, make_work):
    """The second time none is new: no work, reference or answer is doubled, and the first record stays."""
    works = [make_work(1, references=("W2", "W9")), make_work(2), make_work(1, title="Another title")]
    assert add_works(ledger, works[:2], stage=0) == 2
    assert add_works(ledger, works[1:], stage=1) == 0
    assert [work.title for work in _stored(ledger)] == [works[0].title, works[1].title]
    assert ledger.select("SELECT * FROM citation ORDER BY cited_id").rows() == [
        ("W1", "W2", "test", 0),
        ("W1", "W9", "test", 0),
    ]
    assert ledger.select("SELECT count(*) FROM response").item() == 2


def test_same_work_twice_in_one_call_counts_once(ledger, make_work):
    """A search that returns a work twice stores it once, and a reference stated twice is one edge."""
    assert add_works(ledger, [make_work(1, references=("W2", "W2"))] * 2, stage=0) == 1
    assert ledger.select("SELECT count(*) FROM citation").item() == 1


def test_answer_is_kept_under_its_hash(ledger, make_work):
    """The raw record is stored byte for byte under its SHA-256, which the work points to."""
    body = '{"id": "W1", "title": "Κορτιζόλη 毛髪"}'
    add_works(ledger, [make_work(1, response=Response("test", "test:W1", body))], stage=0)
    row = ledger.select("SELECT response_id, body, source FROM response JOIN work USING (response_id)").row(0)
    assert row == (hashlib.sha256(body.encode()).hexdigest(), body, "test")


def test_works_of_one_answer_share_it(ledger, make_work):
    """Two works read from the same answer store it once."""
    answer = Response("test", "test:list", "[]")
    add_works(ledger, [make_work(1, response=answer), make_work(2, response=answer)], stage=0)
    assert ledger.select("SELECT count(*) FROM response").item() == 1


def test_each_citation_names_the_source_of_its_own_record(ledger, make_work):
    """Works of two catalogues stored together keep their references apart by source."""
    works = [
        make_work(1, references=("W9",), response=Response("first", "a", "1")),
        make_work(2, references=("W9",), response=Response("second", "b", "2")),
    ]
    add_works(ledger, works, stage=0)
    rows = ledger.select("SELECT citing_id, source FROM citation ORDER BY ALL").rows()
    assert rows == [("W1", "first"), ("W2", "second")]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"title": "Стресс 毛髪 \U0001f9ec 'quoted'; DROP TABLE work; --", "venue": "Zeitschrift für Wohlbefinden"},
        {"authors": (Author("Ý. Þórsdóttir", "A1", "0000-0001", "Háskóli Íslands"), Author("李雷"))},
        {"editors": ("A", "B"), "topics": ("Stress", "Hair"), "citations_by_year": ((2019, 3), (2020, 0))},
        {"title": "line\nbreak\tand tab", "abstract": "x" * 100_000},
        {"doi": "10.1/x", "cited_by_count": 2_000_000, "is_oa": True, "is_retracted": True, "isbn": "978-3"},
    ],
    ids=["bare", "unicode", "authors", "lists", "long", "facts"],
)
def test_work_comes_back_as_it_was_stored(ledger, fields):
    """What a record says is read back unchanged; what it does not say stays None or empty, never a guess."""
    work = Work(work_id="W1", family_id="f", **({"title": "Bare"} | fields))
    add_works(ledger, [work], stage=0)
    assert _stored(ledger) == [work]


def test_ten_thousand_authors(ledger, make_work):
    """A paper of a big collaboration keeps every author in order."""
    authors = tuple(Author(f"Author {number}", f"A{number}") for number in range(10_000))
    add_works(ledger, [make_work(1, authors=authors), make_work(2)], stage=0)
    assert _stored(ledger)[0].authors == authors
    assert _stored(ledger)[1].authors == ()


def test_no_works_is_no_work(ledger):
    """An empty answer stores nothing."""
    assert add_works(ledger, [], stage=0) == 0


def test_search_is_stored_with_its_works_and_their_ranks(ledger, make_work):
    """A query as run keeps words, filters, hits and each work's rank; running it again adds nothing."""
    query = Formulation("keyword", "topic with methods", "hair cortisol", from_year=2000, types=("article",), limit=10)
    hits = (Hit(make_work(2), 1), Hit(make_work(1), 2, via_work_id="W2"))
    for _ in range(2):
        with ledger.transaction():
            add_search(ledger, SearchOutcome(query, "test:search", 812, hits), "test catalogue")
    assert run_query_ids(ledger) == {query.query_id("test catalogue")}
    asked = ledger.select("SELECT strategy, framing, text, hits, retrieved, filters->>'$.from_year' FROM search_query")
    assert asked.rows() == [("keyword", "topic with methods", "hair cortisol", 812, 2, "2000")]
    found = ledger.select("SELECT work_id, stage, rank, via_work_id FROM discovery ORDER BY rank").rows()
    assert found == [("W2", 0, 1, None), ("W1", 0, 2, "W2")]


def test_work_found_in_two_ways_has_two_discoveries(ledger, make_work):
    """Each query that finds a work is kept; the work is identified once."""
    for text in ("hair cortisol", "hair steroids"):
        query = Formulation("keyword", "wording", text)
        with ledger.transaction():
            add_search(ledger, SearchOutcome(query, "test:search", 1, (Hit(make_work(1), 1),)), "test catalogue")
    assert ledger.select("SELECT count(*) FROM discovery").item() == 2
    assert ledger.select("SELECT n FROM prisma WHERE item = 'identified'").item() == 1
    assert citekeys_taken(ledger) == {}
