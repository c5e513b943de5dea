"""References are made of what kept answers state, and the ledger finds out what they do not."""

from __future__ import annotations

import gzip
import json
from itertools import islice

import pytest

from storage.reading.reading import add_reading, read_corpus
from storage.records.search import Author, Response, Work
from storage.records.writing import Summary
from storage.references.references import (
    Lookup,
    StatedField,
    add_fields,
    add_lookups,
    read_references,
    records_to_read,
    works_to_ask_about,
)
from storage.runs.reviews import add_citekeys
from storage.searching.works import add_works
from tasks.catalogues.work_record import find_reason_to_leave_out, parse_work
from tasks.provenance.reference_fields import read_fields

RECORD = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.1000/one",
    "title": "Hair cortisol",
    "publication_year": 2011,
    "type": "article",
    "language": "en",
    "biblio": {"volume": "3", "issue": None, "first_page": "12", "last_page": "19"},
    "authorships": [{"author": {"display_name": "Ada Stone"}}, {"author": {}}, {"raw_author_name": "Bo Lee"}],
    "primary_location": {"source": {"display_name": "Journal <i>A</i>"}},
}


@pytest.fixture
def one_work(ledger, find_works, screen_works):
    """Return a ledger whose corpus is one work with a DOI."""
    find_works(ledger, [parse_work(RECORD, Response("openalex", "test:W1", json.dumps(RECORD)))])
    screen_works(ledger, {"W1": "include"})
    add_citekeys(ledger, {"W1": "stone2011hair"})
    return ledger


def read_all(ledger):
    add_fields(ledger, [(w, r.response_id, read_fields(r.source, r.body)) for w, r in records_to_read(ledger)])


def crossref_says(ledger, **members: object):
    answer = Response(
        "crossref", "test:crossref", json.dumps({"title": ["Hair cortisol"], "DOI": "10.1000/one"} | members)
    )
    add_lookups(ledger, "crossref", [Lookup("W1", "found", answer, tuple(read_fields("crossref", answer.body)))], ())


def violations(ledger):
    return ledger.select("SELECT field, reason FROM provenance_violation ORDER BY ALL").rows()


def test_a_reference_is_what_the_catalogue_record_states(one_work):
    """Before its record is read every field lacks a source; then none does, and the reference is the work's."""
    assert {field for field, _ in violations(one_work)} == {
        "authors", "doi", "language", "pages", "title", "type", "venue", "volume", "year",
    }  # fmt: skip
    read_all(one_work)
    assert violations(one_work) == []
    assert records_to_read(one_work) == []
    (reference,) = read_references(one_work).values()
    assert (reference.title, reference.venue, reference.year) == ("Hair cortisol", "Journal A", 2011)
    assert (reference.volume, reference.issue, reference.pages) == ("3", None, "12-19")
    assert reference.authors == (Author("Ada Stone"), Author("Bo Lee"))
    rows = one_work.select("SELECT position, value, json_path FROM field_source WHERE field = 'authors' ORDER BY ALL")
    assert rows.rows() == [
        (1, "Ada Stone", "$.authorships[0].author.display_name"),
        (2, "Bo Lee", "$.authorships[2].raw_author_name"),
    ]


def test_crossref_goes_before_the_catalogue_field_by_field(one_work):
    """What Crossref states replaces the catalogue's word, names as a whole; what it is silent about stays."""
    read_all(one_work)
    crossref_says(
        one_work,
        volume="4",
        author=[{"family": "van Stone", "given": "A. B.", "suffix": "Jr."}],
        **{"container-title": ["Annals of A"]},
    )
    (reference,) = read_references(one_work).values()
    assert (reference.volume, reference.venue, reference.year) == ("4", "Annals of A", 2011)
    assert reference.authors == (Author("van Stone, A. B., Jr."),)
    assert violations(one_work) == []
    assert works_to_ask_about(one_work, "crossref") == []
    assert [work.work_id for work in works_to_ask_about(one_work, "semanticscholar")] == ["W1"]


def test_an_answer_that_comes_twice_states_its_fields_once(ledger, find_works, screen_works):
    """The record of a work that only Semantic Scholar has is the one it gives for the DOI as well."""
    paper = Response("semanticscholar", "test:s2", '{"title": "Hair Cortisol", "year": 2010}')
    work = Work("work-1", "Hair Cortisol", doi="10.1000/one", year=2010, response=paper)
    find_works(ledger, [work])
    screen_works(ledger, {"work-1": "include"})
    add_citekeys(ledger, {"work-1": "hair2010"})
    read_all(ledger)
    again = Lookup("work-1", "found", paper, tuple(read_fields("semanticscholar", paper.body)))
    add_lookups(ledger, "semanticscholar", [again], ())
    assert read_references(ledger)["hair2010"].year == 2010


def test_sources_stand_in_the_order_of_precedence(one_work):
    """Crossref before Semantic Scholar before OpenAlex, whichever was asked first."""
    read_all(one_work)
    sources = one_work.select("SELECT DISTINCT source FROM reference_field")["source"].to_list()
    assert sources == ["openalex"]
    paper = Response("semanticscholar", "test:s2", '{"title": "Hair Cortisol", "year": 2010}')
    fields = tuple(read_fields("semanticscholar", paper.body))
    for source in ("semanticscholar", "crossref"):
        if source == "crossref":
            crossref_says(one_work, title=["HAIR CORTISOL"])
        else:
            add_lookups(one_work, source, [Lookup("W1", "found", paper, fields)], ())
    stated = one_work.select(
        "SELECT field, source, value FROM reference_field WHERE field IN ('title', 'year', 'volume')"
    )
    assert sorted(stated.rows()) == [
        ("title", "crossref", "HAIR CORTISOL"),
        ("volume", "openalex", "3"),
        ("year", "semanticscholar", "2010"),
    ]


@pytest.mark.parametrize("world", ["ipbes", "current-schema", "van_der_valk_2021"])
def test_no_field_of_a_real_work_is_without_source(ledger, screen_works, shared_data, world):
    """A corpus of works of either schema has no violation once its records are read, as files and the API keep them."""
    with gzip.open(shared_data / "worlds" / world / "works.jsonl.gz", "rt") as lines:
        raw = [line for line in islice(lines, 150) if not find_reason_to_leave_out(json.loads(line))][:100]
    works = [parse_work(json.loads(line), Response("local", f"local:{place}", line)) for place, line in enumerate(raw)]
    with ledger.transaction():
        add_works(ledger, works, 0)
    screen_works(ledger, {work.work_id: "include" for work in works})
    assert len(violations(ledger)) > 500
    read_all(ledger)
    assert violations(ledger) == []


TAMPERING = {
    "a field's source deleted": ("DELETE FROM field_source WHERE field = 'volume'", "volume"),
    "another text at the path": ("UPDATE field_source SET stated = 'x', value = 'x' WHERE field = 'title'", "title"),
    "another path": ("UPDATE field_source SET json_path = '$.biblio.issue' WHERE field = 'volume'", "volume"),
    "a path that is none": ("UPDATE field_source SET json_path = 'volume' WHERE field = 'volume'", "volume"),
    "an author's name": ("UPDATE field_source SET stated = 'Ada Steel' WHERE stated = 'Ada Stone'", "authors"),
    "the answer changed": ("UPDATE response SET body = replace(body, '2011', '2012')", "year"),
    "the work changed": ("UPDATE work SET venue = 'Journal B'", "venue"),
    "the answer gone": ("DELETE FROM response", "record"),
}


@pytest.mark.parametrize("change", TAMPERING)
def test_whatever_is_tampered_with_is_a_violation(one_work, change):
    """A reference, its sources or the answers cannot be changed alone without the view naming the field."""
    read_all(one_work)
    sql, field = TAMPERING[change]
    one_work.change(sql)
    assert field in {named for named, _ in violations(one_work)}


def test_members_with_signs_in_their_names_are_found_again(one_work):
    """The view follows paths such as $['container-title'][0] and $.issued['date-parts'][0][0] into the answer."""
    read_all(one_work)
    crossref_says(one_work, issued={"date-parts": [[2010, 5]]}, **{"container-title": ["A"]})
    assert violations(one_work) == []
    one_work.change("UPDATE response SET body = replace(body, '2010', '2009') WHERE source = 'crossref'")
    assert violations(one_work) == [("year", "the answer does not say so at $.issued['date-parts'][0][0]")]


def test_a_record_of_another_work_gives_no_field(one_work):
    """It is kept, the work is not asked about again, and the reference stays the catalogue's."""
    read_all(one_work)
    other = Response("crossref", "test:other", '{"title": ["Bees"], "volume": "9"}')
    add_lookups(one_work, "crossref", [Lookup("W1", "other work", other)], ())
    assert works_to_ask_about(one_work, "crossref") == []
    assert read_references(one_work)["stone2011hair"].volume == "3"


def test_what_no_answer_states_is_left_out(one_work):
    """A field without source is missing from the reference, though the work has it; a work never read is as it was."""
    assert read_references(one_work)["stone2011hair"].volume == "3"
    add_fields(one_work, [("W1", "no answer kept", [StatedField("title", "T", "T", "$.title")])])
    assert read_references(one_work)["stone2011hair"].title == "Hair cortisol"
    read_all(one_work)
    one_work.change("DELETE FROM field_source WHERE field IN ('volume', 'authors', 'pages', 'year')")
    reference = read_references(one_work)["stone2011hair"]
    assert (reference.volume, reference.authors, reference.pages, reference.year) == (None, (), None, None)


def test_writers_see_year_title_and_authors_as_the_reference_prints_them(one_work):
    """Where Crossref states otherwise than the catalogue, prose that names author and year agrees with it."""
    read_all(one_work)
    add_reading(one_work, Summary("W1", "", "", "", (), "Short.", (), "abstract"), [], "test")
    before = read_corpus(one_work)["W1"].work
    assert (before.year, [author.name for author in before.authors]) == (2011, ["Ada Stone", "Bo Lee"])
    crossref_says(
        one_work,
        title=["Hair cortisol in humans"],
        issued={"date-parts": [[2013]]},
        author=[{"family": "Stone-Hill", "given": "Ada"}],
    )
    seen = read_corpus(one_work)["W1"]
    assert (seen.work.year, seen.work.title) == (2013, "Hair cortisol in humans")
    assert [author.name for author in seen.work.authors] == ["Stone-Hill, Ada"]
    assert read_references(one_work) == {seen.citekey: seen.work}
