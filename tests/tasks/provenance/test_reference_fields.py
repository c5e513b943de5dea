"""What indexes state for a reference, beside real records of each."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

from storage.references.references import StatedField
from tasks.catalogues.work_record import find_reason_to_leave_out, find_work_id, parse_work
from tasks.provenance.field_values import resolve
from tasks.provenance.record_fields import read_record
from tasks.provenance.reference_fields import is_known, is_stated, read_fields
from tasks.services.open_library import parse_book

_WORLDS = ("chou_2004", "current-schema", "donners_2021", "ipbes", "oud_2018", "van_der_valk_2021")
_SINGLE = ("title", "type", "venue", "volume", "issue", "publisher", "year", "doi", "isbn", "language", "oa_url")


def say(fields: Iterable[StatedField]) -> dict[str, str]:
    """Return the values by field, those of several places and parts joined as a reader would."""
    values: dict[str, list[str]] = {}
    for field in fields:
        values.setdefault(field.field, []).append(f"{field.part}={field.value}" if field.part else field.value)
    return {field: "; ".join(stated) for field, stated in values.items()}


def check_against_catalogue(lines: Iterable[str]) -> int:
    """Hold the fields of raw OpenAlex records against the works that the catalogue reads from them."""
    checked = 0
    for line in lines:
        record = json.loads(line)
        if find_work_id(record) is None or find_reason_to_leave_out(record):
            continue
        work, fields = parse_work(record), read_fields("local", line)
        stated = say(fields)
        for name in _SINGLE:
            assert stated.get(name) == (None if getattr(work, name) is None else str(getattr(work, name))), name
        pages = "-".join(field.value for field in fields if field.field == "pages")
        assert pages == (work.pages or "")
        assert [field.value for field in fields if field.field == "authors"] == [a.name for a in work.authors]
        assert all(str(resolve(record, field.json_path)) == field.stated for field in fields)
        checked += 1
    return checked


def test_the_embedded_corpus_is_stated_to_the_last_field() -> None:
    """Each field of each work of the sample stands in its raw record, where the path says."""
    text = files("storage.sample").joinpath("works.jsonl").read_text(encoding="utf-8")
    assert check_against_catalogue(text.splitlines()) > 100


@pytest.mark.parametrize("world", _WORLDS)
def test_works_of_the_worlds_are_stated_to_the_last_field(shared_data: Path, world: str) -> None:
    """So does each field of works of each world, of either schema."""
    with gzip.open(shared_data / "worlds" / world / "works.jsonl.gz", "rt") as lines:
        assert check_against_catalogue(islice(lines, 150)) > 100


def recorded(path: Path) -> list[Any]:
    """Return the decoded answers of a recording."""
    answers = []
    for one in yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]:
        body = one["response"]["body"]["string"]
        raw = body if isinstance(body, bytes) else body.encode()
        answers.append(json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw))
    return answers


def test_a_recorded_crossref_record_states_a_reference(shared_data: Path) -> None:
    """Type, title, names in parts, venue, numbers, publisher, year, DOI have paths; an academic editor is left out."""
    folder = shared_data / "recordings" / "crossref_habanero" / "test-works"
    record = recorded(folder / "test_works_with_one_id.yaml")[0]["message"]
    fields = read_fields("crossref", json.dumps(record))
    stated = say(fields)
    assert stated.pop("authors").startswith("family=Sadasivan; given=Shankar; family=Pond; given=Brooks B.; ")
    assert stated == {
        "title": "Methylphenidate Exposure Induces Dopamine Neuron Loss and Activation of Microglia in the Basal "
        "Ganglia of Mice",
        "type": "journal-article",
        "venue": "PLoS ONE",
        "volume": "7",
        "issue": "3",
        "pages": "e33693",
        "publisher": "Public Library of Science (PLoS)",
        "year": "2012",
        "doi": "10.1371/journal.pone.0033693",
        "language": "en",
    }
    paths = {field.field: field.json_path for field in fields if field.field != "authors"}
    assert paths["venue"] == "$['container-title'][0]"
    assert paths["year"] == "$.issued['date-parts'][0][0]"
    assert [field.position for field in fields if field.part == "family"] == list(range(1, len(record["author"]) + 1))


def test_what_crossref_does_not_know_is_left_out(shared_data: Path) -> None:
    """A year of null, missing numbers and a name without given name are no fields."""
    folder = shared_data / "recordings" / "crossref_habanero" / "test-works"
    answers = [answer["message"] for answer in recorded(folder / "test_works_with_many_ids.yaml")]
    by_doi = {record["DOI"]: say(read_fields("crossref", json.dumps(record))) for record in answers}
    assert "year" not in by_doi["10.1109/icdcsw.2003.1203662"]
    assert by_doi["10.3892/ijo_00000353"]["authors"] == "family=Stravopodis"
    assert by_doi["10.3892/ijo_00000353"].keys().isdisjoint({"volume", "issue", "pages"})
    assert by_doi["10.1038/srep16696"]["pages"] == "16696"


def test_crossref_subtitles_bodies_editors_and_isbns() -> None:
    """A subtitle is added unless the title has it; a body's name stays whole; a thirteen-digit ISBN is preferred."""
    record = {
        "title": ["Deep <i>time</i>"],
        "subtitle": ["A history"],
        "type": "edited-book",
        "author": [
            {"name": "Panel on Clocks"},
            {"family": "King, Jr", "given": "M.", "suffix": "Jr."},
            {"sequence": "x"},
        ],
        "editor": [{"family": "Lee", "given": "A."}],
        "ISBN": ["http://id.crossref.org/isbn/030640615X", "9780306406157"],
        "component": "no",
    }
    assert say(read_fields("crossref", json.dumps(record))) == {
        "title": "Deep time; subtitle=A history",
        "type": "edited-book",
        "authors": "name=Panel on Clocks; family=King Jr; given=M.; suffix=Jr.",
        "editors": "family=Lee; given=A.",
        "isbn": "9780306406157",
    }
    repeated = {"title": ["Deep time: a history"], "subtitle": ["A history"]}
    assert say(read_fields("crossref", json.dumps(repeated))) == {"title": "Deep time: a history"}


def test_recorded_papers_of_semantic_scholar(shared_data: Path) -> None:
    """Papers of a recorded batch state what their JSON holds; null stands for a paper it does not know."""
    folder = shared_data / "recordings" / "semanticscholar"
    papers = recorded(folder / "test_get_papers_return_not_found.yaml")[0]
    stated = [say(read_fields("semanticscholar", json.dumps(paper))) for paper in papers]
    assert stated[0] == {}
    assert stated[1]["title"] == "How Much Should We Trust Differences-in-Differences Estimates?"
    assert stated[1]["doi"] == "10.2139/ssrn.288970"
    assert "Marianne Bertrand" in stated[1]["authors"]


def test_semantic_scholar_writes_the_issue_after_the_volume() -> None:
    """Both are read from the one place, and each row tells what stands there."""
    fields = read_fields("semanticscholar", '{"title": "T", "journal": {"volume": "33 5", "pages": "\\n 1-2 "}}')
    found = {field.field: (field.value, field.stated) for field in fields}
    assert (found["volume"], found["issue"]) == (("33", "33 5"), ("5", "33 5"))
    assert found["pages"] == ("1-2", "\n 1-2 ")


def test_a_book_of_open_library_says_what_its_work_says() -> None:
    """Its record states title, people, year, publisher, ISBN and language as the catalogue's work has them."""
    doc = {
        "key": "/works/OL5W",
        "title": "Stress",
        "author_name": ["A. Lazarus", "S. Folkman"],
        "first_publish_year": 1984,
        "publisher": ["Springer", "Other"],
        "isbn": ["0826141900", "9780826141910"],
        "language": ["eng"],
    }
    book = parse_book(doc, "https://openlibrary.test/search.json")
    assert book is not None
    stated = say(read_fields("openlibrary", json.dumps(doc)))
    for name in ("title", "type", "publisher", "year", "isbn", "language"):
        assert stated[name] == str(getattr(book, name)), name
    assert stated["authors"] == "name=A. Lazarus; name=S. Folkman"


def test_a_value_that_does_not_stand_at_its_path_is_not_stated() -> None:
    """Another value, another text or another place is found out; what is no JSON object states nothing."""
    record = {"title": "A &amp; B", "publication_year": 2001, "biblio": {"volume": 7}}
    fields = {field.field: field for field in read_fields("openalex", json.dumps(record))}
    title = fields["title"]
    assert (title.value, title.stated) == ("A & B", "A &amp; B")
    assert all(is_stated("openalex", field, record) for field in fields.values())
    assert not is_stated("openalex", replace(title, value="A and B"), record)
    assert not is_stated("openalex", replace(title, stated="A & B"), record)
    assert not is_stated("openalex", replace(title, json_path="$.display_name"), record)
    assert not is_stated("openalex", replace(fields["volume"], json_path="$.biblio['volume'"), record)
    assert read_fields("openalex", "<html>") == read_fields("crossref", "[1]") == []


def test_a_record_of_an_unknown_source_states_nothing() -> None:
    """The members of another index's record are not read as OpenAlex's, whatever they are called."""
    record = {"title": "T", "type": "article", "publication_year": 2019, "authorships": [{"raw_author_name": "A"}]}
    assert {field.field for field in read_fields("local", json.dumps(record))} == {"title", "type", "year", "authors"}
    assert read_fields("dimensions", json.dumps(record)) == []
    assert (is_known("local"), is_known("dimensions")) == (True, False)


def test_an_author_s_name_is_stated_where_it_is_read() -> None:
    """A name that the catalogue shows in another script than the title's is that on the work, with its path."""
    author = {"author": {"display_name": "Ада Прудова"}, "raw_author_name": "Ada Prudova"}
    record = {"id": "https://openalex.org/W1", "title": "Ponds", "authorships": [author]}
    [name] = [field for field in read_fields("openalex", json.dumps(record)) if field.field == "authors"]
    assert (name.value, name.json_path) == ("Ada Prudova", "$.authorships[0].raw_author_name")
    assert [stated.value for stated in read_record(record, "works.json", "$", "openalex").authors] == ["Ada Prudova"]
