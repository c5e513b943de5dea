"""Raw OpenAlex works become Work records."""

from __future__ import annotations

from typing import Any

import pytest

from storage.records.search import Author
from tasks.catalogues.work_record import find_reason_to_leave_out, parse_work

OLD = {
    "id": "https://openalex.org/W2",
    "doi": "https://doi.org/10.1016/J.X.2011.09.009",
    "title": "Hair <i>cortisol</i> &amp; stress",
    "publication_year": 2012,
    "type": "journal-article",
    "host_venue": {"display_name": "Psychoneuroendocrinology", "publisher": "Elsevier BV"},
    "concepts": [
        {"id": "https://openalex.org/C1", "display_name": "Medicine", "level": 0, "score": "0.9"},
        {"id": "https://openalex.org/C2", "display_name": "Stressor", "level": 3, "score": "0.4"},
        {"id": "https://openalex.org/C3", "display_name": "Biomarker", "level": 2, "score": "0.7"},
        {"id": "https://openalex.org/C4", "display_name": "Weak", "level": 2, "score": "0.3"},
    ],
    "abstract_inverted_index": {"stress": [1, 3], "Chronic": [0], "is": [2]},
    "counts_by_year": [{"year": 2023, "cited_by_count": 13}, {"year": 2022, "cited_by_count": 91}],
    "referenced_works": [
        "https://openalex.org/W3",
        "https://openalex.org/W2",
        "https://openalex.org/W3",
        "W4285719527",
    ],
    "biblio": {"volume": "37", "issue": None, "first_page": "589", "last_page": "601"},
}
CURRENT = {
    "id": "https://openalex.org/W5",
    "display_name": "Enhanced oil recovery techniques",
    "type": "posted-content",
    "primary_location": {"source": {"display_name": "SSRN", "host_organization_name": "RELX"}},
    "topics": [
        {"id": "https://openalex.org/T9", "display_name": "Enhanced Oil Recovery"},
        {"id": "https://openalex.org/subfields/2207", "display_name": "Control and Systems Engineering"},
    ],
    "concepts": [{"id": "https://openalex.org/C3", "display_name": "Biomarker", "level": 2, "score": 0.7}],
    "open_access": {"is_oa": True, "oa_url": None},
    "best_oa_location": {"pdf_url": None, "landing_page_url": "https://example.org/paper"},
    "language": "EN",
    "is_retracted": True,
    "cited_by_count": 39,
}


def test_the_old_schema_is_read() -> None:
    """Concepts, host_venue and Crossref types of 2023 end up where today's fields do."""
    work = parse_work(OLD)
    assert (work.work_id, work.doi, work.title) == ("W2", "10.1016/j.x.2011.09.009", "Hair cortisol & stress")
    assert (work.type, work.venue, work.publisher) == ("article", "Psychoneuroendocrinology", "Elsevier BV")
    assert (work.volume, work.issue, work.pages, work.year) == ("37", None, "589-601", 2012)
    assert (work.abstract, work.abstract_source) == ("Chronic stress is stress", "openalex")
    assert work.topics == ("Biomarker", "Stressor")
    assert work.citations_by_year == ((2022, 91), (2023, 13))


def test_the_current_schema_is_read() -> None:
    """Topics win over concepts and drop their subfields; an open landing page stands in for a missing address."""
    work = parse_work(CURRENT)
    assert (work.title, work.type) == ("Enhanced oil recovery techniques", "preprint")
    assert (work.venue, work.publisher, work.topics) == ("SSRN", "RELX", ("Enhanced Oil Recovery",))
    assert (work.is_oa, work.oa_url, work.is_retracted) == (True, "https://example.org/paper", True)
    assert (work.language, work.cited_by_count) == ("en", 39)
    assert (work.abstract, work.abstract_source, work.year) == (None, None, None)


def test_references_are_distinct_and_never_the_work_itself_or_a_tombstone() -> None:
    """Self-citation, repetition and OpenAlex's deleted work are dropped from the references."""
    assert parse_work(OLD).references == ("W3",)


def test_authors_keep_identity_and_first_affiliation() -> None:
    """The first institution counts, else the raw affiliation; who has no name is no author."""
    work = parse_work(
        {
            "id": "W1",
            "title": "Three authors and a gap",
            "authorships": [
                {
                    "author": {
                        "id": "https://openalex.org/A7",
                        "display_name": "Ana Núñez",
                        "orcid": "https://orcid.org/0000-0002-6169-6377",
                    },
                    "institutions": [{"display_name": None}, {"display_name": "Western University"}],
                },
                {"author": {"id": None}, "raw_author_name": "B. Raw", "raw_affiliation_strings": ["Dept. X, Y"]},
                {"author": {"id": "https://openalex.org/A9"}},
                None,
            ],
        }
    )
    assert work.authors == (
        Author("Ana Núñez", "A7", "0000-0002-6169-6377", "Western University"),
        Author("B. Raw", None, None, "Dept. X, Y"),
    )


def test_a_name_in_another_script_than_the_title_is_read_from_the_work_itself() -> None:
    """The catalogue shows one spelling of an author everywhere; the work has the one that its readers cite."""
    authorship = {"author": {"id": "https://openalex.org/A7", "display_name": "Ада Прудова"}}
    work = parse_work({"id": "W1", "title": "Ponds", "authorships": [authorship]})
    assert work.authors == (Author("Ада Прудова", "A7", None, None),)
    work = parse_work({"id": "W1", "title": "Ponds", "authorships": [authorship | {"raw_author_name": "A. Prudova"}]})
    assert work.authors == (Author("A. Prudova", "A7", None, None),)


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        ({"b": [1], "a": [0]}, "a b"),
        ({"far": [999_999_999_999], "near": [0]}, "near far"),
        ({"a": [0, "x", None, -4, True], "b": None, "c": "no"}, "a"),
        ({"word": list(range(20_000))}, " ".join(["word"] * 5_000)),
        ({}, None),
        (["a"], None),
    ],
)
def test_broken_inverted_indexes_give_what_can_be_read(index: Any, expected: str | None) -> None:
    """Wrong, missing and absurd positions cost only themselves, and no abstract exceeds 5,000 words."""
    assert parse_work({**OLD, "abstract_inverted_index": index}).abstract == expected


def test_a_plain_abstract_keeps_its_stated_source() -> None:
    """A note written for the project is never passed off as the authors' abstract."""
    work = parse_work({"id": "W1", "title": "A noted work", "abstract": "A note.", "abstract_source": "project note"})
    assert (work.abstract, work.abstract_source) == ("A note.", "project note")


@pytest.mark.parametrize(
    ("biblio", "pages"),
    [
        ({"first_page": "12", "last_page": "19"}, "12-19"),
        ({"first_page": "7", "last_page": "7"}, "7"),
        ({"first_page": "e12", "last_page": None}, "e12"),
        ({"first_page": 4, "last_page": 9}, "4-9"),
        (None, None),
    ],
)
def test_pages_are_a_range_or_one_page(biblio: Any, pages: str | None) -> None:
    """A single page is not written as a range."""
    assert parse_work({**OLD, "biblio": biblio}).pages == pages


def test_wrong_types_count_as_not_stated() -> None:
    """A record of nothing but surprises still loads, empty."""
    surprises = ["doi", "publication_year", "type", "authorships", "biblio", "primary_location", "host_venue", "topics"]
    surprises += ["concepts", "referenced_works", "counts_by_year", "open_access", "language", "cited_by_count", "ids"]
    for value in (7.5, "\ud83d", ["x"], {"x": 1}, True, None):
        work = parse_work({"id": "W1", "title": "A work of surprises", **dict.fromkeys(surprises, value)})
        assert (work.doi, work.year, work.venue, work.authors) == (None, None, None, ())
        assert (work.references, work.citations_by_year, work.is_oa) == ((), (), False)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"title": "Deleted Work"}, "tombstone"),
        ({"id": "https://openalex.org/W4285719527", "title": "Any"}, "tombstone"),
        ({"is_paratext": True}, "paratext"),
        ({"type": "paratext"}, "paratext"),
        ({"title": " <i></i> "}, "no title"),
        ({"title": None, "display_name": None}, "no title"),
        ({"title": None, "display_name": "Named"}, None),
        ({}, None),
    ],
)
def test_records_that_are_no_literature_are_left_out(fields: dict[str, Any], reason: str | None) -> None:
    """Tombstones, paratext and untitled records have a reason to be left out; a display name is a title."""
    assert find_reason_to_leave_out({**OLD, **fields}) == reason
