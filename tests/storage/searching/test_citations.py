"""Second indexes of citations in the ledger: who is asked about, once; what they state; where they disagree."""

from __future__ import annotations

import pytest

from storage.records.citations import AskedWork, CitationAnswer, CitationReading, Linked
from storage.records.search import Identifier, Response
from storage.records.snowballing import GroupAnswer
from storage.searching.api_calls import ApiCall
from storage.searching.citations import (
    StatedCitations,
    add_answers,
    add_citations,
    add_records,
    find_known,
    follow_answers,
    follow_records,
    names_to_describe,
    read_own_records,
    recorded_sources,
    unread_answers,
    works_to_ask,
)
from storage.searching.snowballing import add_group, choose_seeds, next_group

SECOND = "semantic-scholar"
ANSWER = Response("semanticscholar", "http://s2/1", '{"references": []}')


def many(first: int, number: int) -> tuple[str, ...]:
    return tuple(f"W{first + place}" for place in range(number))


@pytest.fixture
def relevant(ledger, make_work, find_works, screen_works):
    """Return a ledger in which 30 articles of 2015 have 40 references, and four relevant ones none, 9, 10 and 40."""
    usual = [make_work(number, references=many(1000, 40)) for number in range(100, 130)]
    find_works(
        ledger,
        [
            *usual,
            make_work(1, doi="10.5555/1", cited_by_count=7),
            make_work(2, doi="10.5555/2", references=many(1000, 9), cited_by_count=3),
            make_work(3, references=many(1000, 10)),
            make_work(4, references=many(1000, 40)),
            make_work(5),
            make_work(6, type="letter", references=many(1000, 9), cited_by_count=1),
        ],
    )
    screen_works(ledger, {f"W{number}": "include" for number in (1, 2, 3, 4, 6)} | {"W5": "exclude"})
    return ledger


def answer(ledger, *work_ids: str, source: str = SECOND, response: Response | None = ANSWER, stage: int = 1):
    add_answers(ledger, source, stage, [CitationAnswer(work_id, response) for work_id in work_ids], ())


def test_relevant_works_with_no_or_few_references_are_asked_about(relevant):
    """Fewer than a quarter of the median of type and years; of a type with few works, of all works; least cited first.

    Those with a quarter, and works not found relevant, are not.
    """
    assert works_to_ask(relevant, SECOND) == [
        AskedWork("W6", "Hair cortisol, part 6", None, 1),
        AskedWork("W2", "Hair cortisol, part 2", "10.5555/2", 3),
        AskedWork("W1", "Hair cortisol, part 1", "10.5555/1", 7),
    ]


def test_each_work_is_asked_about_once_by_each_index(relevant):
    """What one index knows or does not know of a work is settled; another is still asked."""
    answer(relevant, "W1")
    answer(relevant, "W2", response=None)
    assert [work.work_id for work in works_to_ask(relevant, SECOND)] == ["W6"]
    assert len(works_to_ask(relevant, "crossref")) == 3
    assert list(unread_answers(relevant, SECOND)) == ["W1"]
    add_citations(relevant, StatedCitations(SECOND, (), frozenset(), (CitationReading("W1", "backward", 0, 0, 0),)), 1)
    assert unread_answers(relevant, SECOND) == {}


def test_works_about_to_be_followed_are_asked_about_whether_relevant_or_not(relevant):
    """Of those named only: with few references, and not asked before; of none named nobody is asked about."""
    answer(relevant, "W1")
    among = ["W1", "W4", "W5", "W6"]
    assert [work.work_id for work in works_to_ask(relevant, SECOND, among)] == ["W5", "W6"]
    assert works_to_ask(relevant, SECOND, []) == []


def test_references_of_a_second_index_do_not_hide_that_the_catalogue_has_few(relevant):
    """The next index is asked about a work although the first has found many references of it."""
    answer(relevant, "W1")
    add_citations(relevant, StatedCitations(SECOND, (), frozenset(("W1", one) for one in many(1000, 40)), ()), 1)
    assert "W1" in [work.work_id for work in works_to_ask(relevant, "crossref")]


def test_calls_are_on_record_under_the_stage(relevant):
    """An answer that came, and one that did not, are calls of the stage."""
    add_answers(relevant, SECOND, 2, [], [ApiCall("semanticscholar", "http://s2/batch", 500, 0.0, 0.1)])
    assert relevant.select("SELECT service, status, stage FROM api_call").rows() == [("semanticscholar", 500, 2)]


def test_works_are_recognised_by_doi_then_id_then_pmid_then_name(relevant, make_work, find_works):
    """A DOI comes before the other identifiers, which may belong to a version."""
    find_works(relevant, [make_work(8, identifiers=(Identifier("pmid", "123", "pubmed"),))])
    find_works(relevant, [make_work(9, identifiers=(Identifier(SECOND, "abc", SECOND),))])
    by_name = Linked("10.5555/z", name="abc")
    by_doi, by_id = Linked(doi="10.5555/1", openalex="W3", pmid="123"), Linked("10.5555/x", "W3")
    by_pmid, unknown = Linked(None, "W77777", "123"), Linked("10.5555/y")
    assert find_known(relevant, SECOND, [by_doi, by_id, by_pmid, by_name, unknown, Linked()]) == {
        by_doi: "W1",
        by_id: "W3",
        by_pmid: "W8",
        by_name: "W9",
    }


def test_records_of_its_own_are_asked_for_once(relevant):
    """Also those that the index turned out not to have."""
    record = Response("semanticscholar", "http://s2/a", '{"title": "A"}')
    assert names_to_describe(relevant, SECOND, ["b", "a", "", "a"]) == ["a", "b"]
    add_records(relevant, SECOND, 1, {"a": record, "b": None}, ())
    assert names_to_describe(relevant, SECOND, ["a", "b", "c"]) == ["c"]
    assert read_own_records(relevant, SECOND, ["a", "b", "c"]) == {"a": record}


def test_citations_stand_once_a_source_and_never_to_oneself(relevant):
    """What the catalogue states as well has a row of each; what the index repeats has one."""
    edges = frozenset({("W2", "W1000"), ("W2", "W5"), ("W2", "W2")})
    for _ in range(2):
        add_citations(relevant, StatedCitations(SECOND, (), edges, ()), 1)
    rows = relevant.select("SELECT cited_id, source FROM citation WHERE citing_id = 'W2' AND cited_id <= 'W1000'")
    assert sorted(rows.iter_rows()) == [("W1000", SECOND), ("W1000", "test")]
    assert relevant.select("SELECT count(*) FROM citation WHERE cited_id IN ('W5', 'W2')").item() == 1


def test_disagreement_is_counted_by_work_and_pair_of_sources(relevant):
    """The catalogue comes first, of two second indexes the earlier in the alphabet; without any there is no share."""
    answer(relevant, "W1", "W2")
    answer(relevant, "W2", source="crossref")
    second = {("W2", one) for one in many(1003, 10)} | {("W1", "W1000")}
    add_citations(relevant, StatedCitations(SECOND, (), frozenset(second), ()), 1)
    add_citations(relevant, StatedCitations("crossref", (), frozenset({("W2", "W1000")}), ()), 1)
    rows = relevant.select("FROM citation_disagreement").rows()
    assert rows == [
        ("W1", "test", SECOND, 0, 0, 1, 0.0),
        ("W2", "crossref", SECOND, 0, 1, 10, 0.0),
        ("W2", "test", "crossref", 1, 8, 0, 0.1111),
        ("W2", "test", SECOND, 6, 3, 4, 0.4615),
    ]
    total = relevant.frame("citation_agreement").filter(first="test", second=SECOND).row(0)
    assert total == ("test", SECOND, 2, 6, 3, 5, 0.429)
    answer(relevant, "W6")
    assert relevant.frame("citation_indexes").rows() == [("crossref", 1, 1, 0, 0, 0), (SECOND, 3, 3, 0, 0, 0)]


def test_seeds_are_followed_along_citations_of_either_source(relevant, make_work):
    """References of both are followed, known ones are not asked for, and citers that only the index states count.

    Which of them says so is told with how each work was found.
    """
    answer(relevant, "W2")
    new = make_work(900, doi="10.5555/900")
    edges = frozenset({("W2", "W900"), ("W2", "W1000"), ("W5", "W2")})
    add_citations(relevant, StatedCitations(SECOND, (new,), edges, ()), 1)
    choose_seeds(relevant, 1, 10)
    forward, backward = (next_group(relevant, 1, direction, 100) for direction in ("forward", "backward"))
    place = forward.seeds.index("W2")
    assert forward.citers[place] == ("W5",)
    assert backward.references[place] == tuple(sorted({*many(1000, 9), "W900"}))
    assert backward.known == {"W900"}
    assert backward.citers == ()
    add_group(relevant, GroupAnswer(forward, ()), {"W2": ["W5"]})
    add_group(relevant, GroupAnswer(backward, (make_work(1000),)), {"W2": ["W900", "W1000"]})
    rows = relevant.select("SELECT work_id, strategy, sources FROM discovery_source ORDER BY work_id")
    assert rows.rows() == [
        ("W1000", "backward", [SECOND, "test"]),
        ("W5", "forward", [SECOND]),
        ("W900", "backward", [SECOND]),
    ]


def test_a_replay_takes_over_what_an_index_said_in_the_same_stage(relevant, new_ledger):
    """Answers and records come with their texts; another stage's, other works' and other indexes' do not."""
    record = Response("semanticscholar", "http://s2/a", '{"title": "A"}')
    answer(relevant, "W1", stage=1)
    answer(relevant, "W2", stage=2)
    add_records(relevant, SECOND, 1, {"a": record, "b": None}, ())
    relevant.publish()
    again = new_ledger()
    assert recorded_sources(relevant.folder) == [SECOND]
    works = [AskedWork("W1", ""), AskedWork("W2", "")]
    follow_answers(again, relevant.folder, SECOND, 1, works)
    follow_answers(again, relevant.folder, "crossref", 1, works)
    assert unread_answers(again, SECOND) == {"W1": ANSWER.body}
    follow_records(again, relevant.folder, SECOND, ["a", "b", "c"])
    assert read_own_records(again, SECOND, ["a"]) == {"a": record}
    assert names_to_describe(again, SECOND, ["a", "b", "c"]) == ["c"]
