"""What counts as the same value, and what does not."""

from __future__ import annotations

import pytest

from .builders import CROSSREF, ENTRY, bib, check, verdict_on

_SAME = [
    ("pages", "163 - 188"),
    ("pages", "163\u2013188"),
    ("pages", "163--88"),
    ("pages", "pp. 163-188"),
    ("journal", "The Journal of Wild Bees and Wasps"),
    ("journal", "JOURNAL OF WILD BEES AND WASPS"),
    ("journal", "J. Wild Bees Wasps"),
    ("journal", "J. of Wild Bees \\& Wasps (Leiden)"),
    ("title", "{W}ild bees in orchards. A field study"),
    ("title", "\\emph{Wild} bees in {orchards}: a field study"),
    ("year", "2018"),
    ("volume", "Vol. 12"),
    ("volume", "012"),
    ("number", "No. 3"),
    ("author", 'A. C. Ruiz Pardo and J{\\"u}rgen Mueller and B. van der Valk'),
    ("author", "Ana Ruiz Pardo and Muller, J. and Valk, Bas van der"),
    ("author", 'Ruiz Pardo, AC and M{\\"u}ller, J{\\"u}rgen and Van der Valk, Bas'),
    ("author", "Ruiz Pardo, Ana C. and others"),
    ("author", "Ruiz Pardo, Ana C. et al."),
    ("doi", "https://doi.org/10.1000/bees.7"),
    ("publisher", "Springer"),
]
_OTHER = [
    ("pages", "163--175"),
    ("pages", "163"),
    ("pages", "168--188"),
    ("journal", "Journal of Wild Bees"),
    ("journal", "Journal of Wild Beas \\& Wasps"),
    ("journal", "Journal of Tame Bees \\& Wasps"),
    ("journal", "Journal of Wild Bees \\& Was"),
    ("title", "Wild bees in orchard: a field study"),
    ("title", "Wild bees: a field study"),
    ("year", "2020"),
    ("year", "2017"),
    ("volume", "21"),
    ("number", "4"),
    ("author", 'Ruiz Pardo, Ana C. and van der Valk, Bas and M{\\"u}ller, J.'),
    ("author", 'Ruis Pardo, Ana C. and M{\\"u}ller, J. and van der Valk, Bas'),
    ("author", 'Ruiz Pardo, Anna C. and M{\\"u}ller, J. and van der Valk, Bas'),
    ("author", 'Ruiz Pardo, Ana C. and M{\\"u}ller, K. and van der Valk, Bas'),
    ("author", 'Ruiz Pardo, Ana C. and M{\\"u}ller, J.'),
    ("author", 'Ruiz Pardo, Ana D. and M{\\"u}ller, J. and van der Valk, Bas'),
    ("author", 'M{\\"u}ller, J. and others'),
    ("doi", "10.1000/bees.8"),
    ("publisher", "Elsevier"),
]


@pytest.mark.parametrize(("field", "value"), _SAME)
def test_other_spellings_are_verified(field: str, value: str) -> None:
    """Typography, abbreviation, initials, order within names and dates online or in print make no difference."""
    assert verdict_on(field, value) == "verified"


@pytest.mark.parametrize(("field", "value"), _OTHER)
def test_other_values_are_contradicted(field: str, value: str) -> None:
    """A letter, a digit, an author or half of a page range more or less is another value."""
    assert verdict_on(field, value) == "contradicted"


@pytest.mark.parametrize("field", ["address", "edition", "isbn", "editor", "howpublished"])
def test_what_no_source_states_is_unverifiable(field: str) -> None:
    """A value that no source states anything about counts as absent from the sources."""
    [entry] = check(bib("bees", "article", **ENTRY, **{field: "9780306406157"}), CROSSREF)
    [violation] = entry.violations
    assert (violation.field, violation.verdict, violation.violation_class) == (field, "unverifiable", "absent")
    assert field in violation.remedy


@pytest.mark.parametrize(("field", "value"), [("isbn", "0-306-40615-2"), ("edition", "Second"), ("address", "Leiden")])
def test_isbn_edition_and_address_are_compared(field: str, value: str) -> None:
    """ISBN-10 is ISBN-13, Second is 2, and a place stands for itself within an address; others are contradicted."""
    stated = {"ISBN": ["9780306406157"], "edition-number": "2", "publisher-location": "Leiden, NL"}
    assert verdict_on(field, value, CROSSREF | stated) == "verified"
    assert verdict_on(field, "0-306-40615-9 Berlin", CROSSREF | stated) == (
        "verified" if field == "isbn" else "contradicted"
    )
    assert verdict_on(field, "1-306-40615-2 Rome 7", CROSSREF | stated) == "contradicted"


@pytest.mark.parametrize(
    "field", ["note", "keywords", "abstract", "abstract_source", "annotation", "annote", "file", "url", "timestamp"]
)
def test_notes_and_addresses_are_exempt(field: str) -> None:
    """What is no bibliographic fact is never held against the sources."""
    assert verdict_on(field, "whatever") == "exempt"


@pytest.mark.parametrize("kind", ["incollection", "inproceedings", "book", "misc", "phdthesis"])
def test_an_article_of_another_type_is_a_wrong_type(kind: str) -> None:
    """The entry type must fit the publication type, which the violation shows."""
    [entry] = check(bib("bees", kind, **ENTRY), CROSSREF)
    [violation] = entry.violations
    assert (violation.field, violation.violation_class) == ("type", "wrong type")
    assert violation.says[0].path == "$.type"


def test_crossref_decides_where_sources_differ() -> None:
    """What only the other source says is contradicted, what Crossref says is verified, whichever file comes first."""
    other = {"paperId": "x", "externalIds": {"DOI": "10.1000/bees.7"}, "title": "Wild bees in orchards: a field study"}
    other |= {"journal": {"name": "Journal of Wild Bees & Wasps", "volume": "13", "pages": "1-9"}, "year": 2019}
    assert verdict_on("volume", "13", other, CROSSREF) == "contradicted"
    assert verdict_on("volume", "12", other, CROSSREF) == "verified"
    assert verdict_on("volume", "13", other) == "verified"


def test_initials_agree_unless_another_source_spells_out_another_name() -> None:
    """The initial of "J. Greenwood" allows John, until somebody says Jennifer."""
    base = {"doi": "10.1000/bees.7", "title": ENTRY["title"], "year": 2019}
    short = base | {"paperId": "1", "authors": [{"name": "J. Greenwood"}]}
    full = base | {"openalex_id": "W1", "authors": [{"name": "Jennifer Greenwood"}]}
    assert verdict_on("author", "Greenwood, John", short) == "verified"
    assert verdict_on("author", "Greenwood, John", short, full) == "contradicted"
    assert verdict_on("author", "Greenwood, Jenny", full) == "contradicted"
    assert verdict_on("author", "Greenwood, Jennifer K.", short, full) == "verified"
