"""Bibliographies and answers of any content end in verdicts, and what a source states is verified by that source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from storage.references.references import StatedField
from tasks.metadata.fields import decode_json
from tasks.provenance.answer_folder import Answers, find_records, read_answers
from tasks.provenance.bibliography import BibEntry, parse_bibliography
from tasks.provenance.check_report import write_json, write_text
from tasks.provenance.checking import check_bibliography
from tasks.provenance.person_names import find_conflict, read_people, read_source_name, same_people
from tasks.provenance.records import SourceRecord
from tasks.provenance.reference_fields import is_stated, read_fields
from tasks.provenance.review_files import check_files

from .builders import CROSSREF, ENTRY, bib, check, records, verdict_on, write_answers
from .oddities import read_real_answers, spoilt, texts, values

_SLOW = settings(max_examples=100, suppress_health_check=list(HealthCheck))
_FIELDS = ("year", "volume", "pages", "publisher", "isbn", "issn", "edition", "address", "doi")
_SHAPES: dict[str, dict[str, Any]] = {
    "crossref": CROSSREF,
    "openalex": {
        "id": "https://openalex.org/W7",
        "title": "Wild bees in orchards: a field study",
        "doi": "https://doi.org/10.1000/bees.7",
        "authorships": [{"author": {"display_name": "Ana C. Ruiz Pardo"}}],
        "publication_year": 2019,
        "biblio": {"volume": "12", "issue": "3", "first_page": "163", "last_page": "188"},
        "primary_location": {
            "source": {"display_name": "Journal of Wild Bees", "type": "journal", "issn": ["1234-567X"]}
        },
        "abstract_inverted_index": {"Bees": [0]},
        "is_retracted": False,
    },
    "semanticscholar": {
        "paperId": "a1",
        "title": "Wild bees in orchards: a field study",
        "externalIds": {"DOI": "10.1000/bees.7", "ArXiv": "1901.00001"},
        "authors": [{"name": "A. Ruiz Pardo"}],
        "year": 2019,
        "journal": {"name": "Journal of Wild Bees", "volume": "12 3", "pages": "163-188"},
        "publicationTypes": ["JournalArticle"],
        "tldr": {"text": "Bees."},
    },
    "openlibrary": {"key": "/works/OL1W", "title": "Wild bees", "author_name": ["Ruiz"], "language": ["eng"]},
    "arxiv": {"arxiv_id": "1901.00001", "title": "Wild bees", "author": [{"name": "Ruiz"}], "published": "2019-01-01"},
}


@pytest.fixture(scope="module")
def real_answers(shared_data: Path) -> dict[str, Any]:
    """Return every recorded answer there is beside the repository."""
    return read_real_answers(shared_data)


def judge(entries: list[BibEntry], found: list[SourceRecord]) -> None:
    """Check entries against records in every way there is; each field has a verdict, and reports can be written."""
    answers = Answers(tuple(found), (), 1)
    verdicts = check_bibliography(entries, found)
    for entry, verdict in zip(entries, verdicts, strict=True):
        assert {name for name, _ in entry.fields} <= {field.field for field in verdict.fields}
        assert all(field.remedy for field in verdict.violations)
    for written in (write_text("any.bib", verdicts, answers), write_json("any.bib", verdicts, answers)):
        assert written.encode().decode().isascii() or "\x00" not in written
    check_files("Bees were seen [@bees].", entries, answers, None)


def copy_entry(record: SourceRecord) -> BibEntry:
    """Return the entry that states what a record states, in the fields that every entry type has."""
    stated = [(field, record.stated(field)[0].value) for field in _FIELDS if record.stated(field)]
    stated += [("title", title.value) for title in record.title[:1]]
    stated += [("journal", venue.value) for venue in record.venue[:1]]
    stated += [("number", issue.value) for issue in record.issue[:1]]
    if record.authors:
        stated.append(("author", " and ".join(person.value for person in record.authors)))
    return BibEntry("bees", "article", 1, tuple((name, value) for name, value in stated))


@_SLOW
@given(ours=st.lists(texts, max_size=3), theirs=st.lists(texts, max_size=3))
@example(ours=["O'Neil [] , Jr x"], theirs=["Müller ' '"])
@example(ours=["Plato, --"], theirs=["Plato", "~"])
def test_names_of_any_form_are_compared(ours: list[str], theirs: list[str]) -> None:
    """Nobody's name lacks its family part, whatever stands for it, so that names can always be compared."""
    people = read_people(" and ".join(ours))
    ways = [way for text in (*ours, *theirs) for way in read_source_name(text)]
    assert all(name.family and all(name.family) for name in (*people.names, *ways))
    assert isinstance(same_people(people, theirs), bool)
    assert isinstance(find_conflict(people, theirs), bool)


@pytest.mark.parametrize(
    ("author", "stated"),
    [
        ("Plato, --", [{"given": "Plato"}]),
        ("Plato", [{"family": "Plato", "given": "--"}]),
        ("{World Health Organization}", [{"name": "World Health Organization"}]),
        ("Ruiz, Ana and others", [{"family": "Ruiz", "given": "Ana"}, {"name": "Others"}]),
    ],
)
def test_a_name_without_a_family_part_is_known_by_the_rest(author: str, stated: list[dict[str, str]]) -> None:
    """A name of one part, a body's, and what stands for a missing part agree with the source that says the same."""
    assert verdict_on("author", author, CROSSREF | {"author": stated}) == "verified"
    assert verdict_on("author", "Socrates", CROSSREF | {"author": stated}) == "contradicted"


@_SLOW
@given(
    field=st.sampled_from([*ENTRY, "editor", "isbn", "issn", "edition", "address", "eprint", "howpublished"]),
    value=texts,
)
def test_an_entry_may_say_anything(field: str, value: str) -> None:
    """Whatever a field holds, every field of the entry gets its verdict."""
    judge([BibEntry("bees", "article", 1, tuple((ENTRY | {field: value}).items()))], records(CROSSREF))


@_SLOW
@given(source=st.sampled_from(sorted(_SHAPES)), value=values, data=st.data())
@example(source="crossref", value=[{"family": "--", "given": "~"}], data=None)
@example(source="crossref", value=-9_223_372_036_854_775_809, data=None)
def test_an_answer_may_say_anything(source: str, value: Any, data: st.DataObject | None) -> None:
    """Whatever JSON a field of an answer holds, entries are judged, and a reference takes only what stands there."""
    shape = _SHAPES[source]
    field = data.draw(st.sampled_from(sorted(shape))) if data else "author"
    answer = shape | {field: value}
    judge([BibEntry("bees", "article", 1, tuple(ENTRY.items()))], records(answer))
    body = json.dumps(answer)
    for index in _SHAPES:
        # Integers of more than 64 bits are read as floats wherever an answer is read.
        stated = read_fields(index, body)
        assert all(isinstance(one, StatedField) and is_stated(index, one, decode_json(body)) for one in stated)


def test_a_year_of_thousands_of_digits_is_no_year() -> None:
    """A number too long to be a year is stated by nobody, and read without an error."""
    assert [one.field for one in read_fields("openalex", json.dumps({"publication_year": "2" * 5_000}))] == []


@_SLOW
@given(data=st.data())
def test_recorded_answers_may_be_spoilt_anywhere(real_answers: dict[str, Any], data: st.DataObject) -> None:
    """Anything in any place of any recorded answer ends in verdicts on the entries of its works."""
    answer = data.draw(spoilt(real_answers))
    found: list[SourceRecord] = []
    try:
        found.extend(find_records(answer, "spoilt.json"))
    except ValueError:
        assert "body" in json.dumps(answer)  # only a text that stands for an answer can be unreadable
    judge([copy_entry(record) for record in found[:5]], found)


def test_what_a_source_states_is_verified_by_it(real_answers: dict[str, Any]) -> None:
    """An entry that copies a recorded record, as LaTeX that means the same, has no contradicted field."""
    judged = 0
    for name, answer in real_answers.items():
        found = []
        try:
            found = list(find_records(answer, name))[:12]
        except ValueError:
            continue
        for record in found:
            entry = copy_entry(record)
            fields = {
                field: value.replace("&", "\\&").replace("$", "\\$") for field, value in entry.fields if field != "doi"
            }
            doi = {"doi": entry.value("doi")} if entry.value("doi") else {}
            if not {"{", "}", "\\"} & set("".join(fields.values()).replace("\\&", "").replace("\\$", "")):
                [verdict] = check_bibliography(parse_bibliography(bib("k", "article", **fields, **doi), "k"), [record])
                wrong = [one for one in verdict.violations if one.field not in {"type", "entry"}]
                assert [(name, one) for one in wrong if one.verdict == "contradicted"] == []
                judged += 1
    assert judged > 700


def test_an_unreadable_text_in_an_answer_costs_only_itself(tmp_path: Path) -> None:
    """Works beside a cut answer kept as text are read, and the file is said not to be read whole."""
    folder = write_answers(tmp_path / "json", both=[{"body": '{"title": "cut'}, CROSSREF])
    answers = read_answers(folder)
    assert [record.doi[0].value for record in answers.records] == ["10.1000/bees.7"]
    [warning] = answers.warnings
    assert warning.startswith("both.json cannot be read whole: ")


def test_checks_of_huge_values_end() -> None:
    """Thousands of commas in a name and of full stops in a title are compared in no more than a few steps each."""
    verdicts = check(bib("bees", "article", **(ENTRY | {"author": "," * 20_000, "title": ". " * 20_000})), CROSSREF)
    assert len(verdicts) == 1
