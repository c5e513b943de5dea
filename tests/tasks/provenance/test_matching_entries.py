"""Which records an entry is held against, and failures that were really found in the wild."""

from __future__ import annotations

from typing import Any

from .builders import CROSSREF, ENTRY, bib, check

_CHAPTER = ENTRY | {
    "booktitle": "Handbook of Bees",
    "publisher": "MIT Press",
    "editor": "Bee, Maya",
    "pages": "163--175",
}
_OPENALEX: dict[str, Any] = {
    "id": "https://openalex.org/W7",
    "title": "Wild bees in orchards: a field study",
    "publication_year": 2019,
    "type": "article",
    "authorships": [{"author": {"display_name": "Ana C. Ruiz Pardo"}}],
    "primary_location": {"source": {"display_name": "Journal of Wild Bees & Wasps", "type": "journal"}},
    "biblio": {"volume": "12", "issue": None, "first_page": "163", "last_page": "188"},
}


def _violations(text: str, *answers: Any) -> dict[str, dict[str, str | None]]:
    return {
        verdict.key: {violation.field: violation.violation_class for violation in verdict.violations}
        for verdict in check(text, *answers)
    }


def test_an_article_turned_into_a_chapter_is_found_out() -> None:
    """Type, book title, publisher and editors that no source names, and cut pages, are each reported."""
    fields = {name: value for name, value in _CHAPTER.items() if name not in {"journal", "volume", "number"}}
    assert _violations(bib("bees", "incollection", **fields), CROSSREF) == {
        "bees": {
            "type": "wrong type",
            "booktitle": "contradicted",
            "publisher": "contradicted",
            "editor": "absent",
            "pages": "contradicted",
        }
    }


def test_an_issue_that_no_source_has_is_absent() -> None:
    """OpenAlex states volume and pages but no issue, so the issue given comes from nowhere."""
    fields = {name: value for name, value in ENTRY.items() if name != "doi"} | {"author": "Ruiz Pardo, Ana C."}
    assert _violations(bib("bees", "article", **fields), _OPENALEX) == {"bees": {"number": "absent"}}
    numbered = _OPENALEX | {"biblio": _OPENALEX["biblio"] | {"issue": "4"}}
    assert _violations(bib("bees", "article", **fields), numbered) == {"bees": {"number": "contradicted"}}


def test_of_two_entries_of_one_title_the_untraceable_one_is_another_version() -> None:
    """The version in a venue and under a DOI that no source knows is told from the one that was fetched."""
    other = {"author": ENTRY["author"], "title": ENTRY["title"], "journal": "Annals of Apiculture", "year": "2017"}
    text = bib("known", "article", **ENTRY) + bib("unknown", "article", **other, doi="10.9999/nowhere")
    assert _violations(text, CROSSREF) == {
        "known": {},
        "unknown": {"journal": "other version", "year": "other version", "doi": "contradicted"},
    }
    untraced = {name: value for name, value in other.items() if name != "year"}
    assert _violations(bib("unknown", "article", **untraced), CROSSREF) == {"unknown": {"journal": "other version"}}


def test_a_value_of_the_preprint_under_the_articles_doi_is_another_version() -> None:
    """A year that only the preprint has does not belong to the article, and the preprint is shown."""
    preprint = CROSSREF | {"DOI": "10.31234/osf.io/bees", "type": "posted-content", "container-title": []}
    preprint |= {"published-print": None, "published-online": {"date-parts": [[2015]]}}
    [verdict] = check(bib("bees", "article", **(ENTRY | {"year": "2015"})), CROSSREF, preprint)
    [violation] = verdict.violations
    assert (violation.field, violation.violation_class) == ("year", "other version")
    assert ("1.json", "2015") in {(said.file, said.value) for said in violation.says}


def test_an_invented_entry_is_absent() -> None:
    """Real authors and a plausible journal do not make a record; the one violation names the whole entry."""
    invented = ENTRY | {"title": "Solitary wasps in vineyards after rain", "doi": "10.1000/wasps.1"}
    assert _violations(bib("wasps", "article", **invented), CROSSREF) == {"wasps": {"entry": "absent"}}


def test_a_review_of_the_same_title_by_others_is_not_the_book() -> None:
    """An entry is not matched with a work that shares nothing but title and year."""
    book = {"author": "Hutto, Daniel and Myin, Erik", "title": ENTRY["title"], "publisher": "MIT Press", "year": "2019"}
    assert _violations(bib("book", "book", **book), _OPENALEX) == {"book": {"entry": "absent"}}


def test_the_same_work_twice_is_a_duplicate_of_the_first() -> None:
    """With another key, without DOI or in capitals: the later entry is named, and the earlier in what is said."""
    bare = {name: value for name, value in ENTRY.items() if name != "doi"} | {"title": ENTRY["title"].upper()}
    verdicts = check(bib("first", "article", **ENTRY) + bib("second", "article", **bare), CROSSREF)
    assert not verdicts[0].violations
    [violation] = verdicts[1].violations
    assert (violation.field, violation.violation_class) == ("entry", "duplicate")
    assert "@first" in violation.says[0].value


def test_the_doi_of_another_work_does_not_hide_the_right_one() -> None:
    """An entry whose DOI is a stranger's is judged by title and authors, and the DOI is contradicted."""
    stranger = {"DOI": "10.1000/rust.1", "title": ["Rust on bridges"], "author": [{"family": "Steel", "given": "I."}]}
    text = bib("bees", "article", **(ENTRY | {"doi": "10.1000/rust.1"}))
    assert _violations(text, CROSSREF, stranger) == {"bees": {"doi": "contradicted"}}


def test_references_that_a_publisher_deposited_and_questions_asked_are_no_records() -> None:
    """Nothing can be verified by the works a record cites or by the query that found nothing."""
    citing = {"DOI": "10.1000/other", "title": ["Other"], "reference": [{"DOI": "10.1000/bees.7", "title": "x"}]}
    asked = {"status": "error", "query": CROSSREF, "results": []}
    assert _violations(bib("bees", "article", **ENTRY), citing, asked) == {"bees": {"entry": "absent"}}
