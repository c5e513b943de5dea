"""CSL-JSON: only what the record states, in the schema's own terms."""

from __future__ import annotations

import json

from storage.records.search import Author, Work
from tasks.references.fields import format_reference, kinds, render_csl, to_csl

# From the CSL 1.0.2 schema (csl-data.json): the types and fields this project writes must be among them.
_TYPES = {
    "article", "article-journal", "book", "chapter", "dataset", "document", "entry-encyclopedia", "paper-conference",
    "report", "review", "software", "standard", "thesis",
}  # fmt: skip
_FIELDS = {
    "id", "type", "title", "author", "editor", "issued", "container-title", "volume", "issue", "page", "publisher",
    "DOI", "URL", "ISBN", "language",
}  # fmt: skip
_NAME_FIELDS = {"family", "given", "non-dropping-particle", "suffix", "literal"}

_FULL = Work(
    "W1",
    "Hair cortisol in <i>Homo sapiens</i> &amp; stress",
    doi="10.1002/(sici)1<1::aid>3.0.co;2-2",
    abstract="An abstract that must not travel.",
    year=2021,
    type="article",
    venue="Psychoneuroendocrinology",
    volume="12",
    issue="3",
    pages="101-110",
    publisher="Elsevier",
    editors=("Mary Ann Roe",),
    isbn="9780000000000",
    authors=(Author("Eline S. van der Valk"), Author("WHO Expert Committee"), Author("John O'Neil Jr.")),
    language="en",
    oa_url="https://example.org/a.pdf",
)


def test_a_full_record_becomes_a_csl_item():
    """Every stated field is there under its CSL name; the abstract is not, nor an address beside a DOI."""
    assert to_csl(_FULL, "valk2021hair") == {
        "id": "valk2021hair",
        "type": "article-journal",
        "title": "Hair cortisol in Homo sapiens & stress",
        "author": [
            {"family": "Valk", "given": "Eline S.", "non-dropping-particle": "van der"},
            {"literal": "WHO Expert Committee"},
            {"family": "O'Neil", "given": "John", "suffix": "Jr."},
        ],
        "editor": [{"family": "Roe", "given": "Mary Ann"}],
        "issued": {"date-parts": [[2021]]},
        "container-title": "Psychoneuroendocrinology",
        "volume": "12",
        "issue": "3",
        "page": "101-110",
        "publisher": "Elsevier",
        "DOI": "10.1002/(sici)1<1::aid>3.0.co;2-2",
        "ISBN": "9780000000000",
        "language": "en",
    }


def test_what_is_not_stated_is_left_out():
    """A bare record gives id, type and title and nothing else."""
    assert to_csl(Work("W1", "Stress"), "anonndstress") == {"id": "anonndstress", "type": "document", "title": "Stress"}


def test_an_address_needs_to_be_one():
    """Only http(s) addresses are kept, and only where there is no DOI."""
    assert to_csl(Work("W1", "A", oa_url="https://x.org/a b{c}"), "k")["URL"] == "https://x.org/a%20b%7Bc%7D"
    assert "URL" not in to_csl(Work("W1", "A", oa_url="javascript:alert(1)"), "k")


def test_every_type_and_field_is_in_the_schema():
    """Types, fields and name parts come from the CSL-JSON schema; ids are unique strings; the text is sorted UTF-8."""
    openalex = [
        "article", "review", "letter", "editorial", "erratum", "retraction", "book", "book-chapter", "preprint",
        "dataset", "dissertation", "report", "paratext", "peer-review", "standard", "reference-entry", "other",
        "software", None,
    ]  # fmt: skip
    works = {
        f"k{i:02}": Work(f"W{i}", "Größe", type=kind, year=2000, authors=_FULL.authors)
        for i, kind in enumerate(openalex)
    }
    text = render_csl(to_csl(work, key) for key, work in reversed(works.items()))
    items = json.loads(text)
    assert [item["id"] for item in items] == sorted(works)
    assert "Größe" in text
    assert text.endswith("]\n")
    for item in items:
        assert item["type"] in _TYPES
        assert item.keys() <= _FIELDS
        for name in item["author"]:
            assert name.keys() <= _NAME_FIELDS
            assert name.keys() >= {"literal"} or name.keys() >= {"family"}
        assert all(isinstance(part, int) for parts in item["issued"]["date-parts"] for part in parts)


def test_articles_of_meetings_are_conference_papers():
    """The venue decides, but journals called Proceedings stay journals."""
    assert kinds(Work("W1", "A", type="article", venue="IEEE Conference on Vision"))[0] == "paper-conference"
    assert kinds(Work("W1", "A", type="article", venue="Mayo Clinic Proceedings"))[0] == "article-journal"
    assert kinds(Work("W1", "A", type="article", venue="IOP conference series", volume="4"))[0] == "article-journal"


def test_the_readable_line_follows_apa():
    """Initials, particles before surnames, corporate names whole, DOI as a safe address."""
    assert format_reference(_FULL) == (
        "van der Valk, E. S., WHO Expert Committee & O'Neil, J., Jr. (2021). Hair cortisol in Homo sapiens & stress. "
        "Psychoneuroendocrinology, 12(3), 101-110. https://doi.org/10.1002/(sici)1%3C1::aid%3E3.0.co;2-2"
    )


def test_the_readable_line_of_a_bare_retracted_record():
    """No author, no year: n.d.; a retraction is said."""
    assert format_reference(Work("W1", "Why?", is_retracted=True)) == "(n.d.). Why? [Retracted]."


def test_more_than_twenty_authors_are_shortened():
    """The first nineteen and the last are named (APA 7)."""
    line = format_reference(Work("W1", "A", authors=tuple(Author(f"Jean-Paul S{i:02}x") for i in range(30))))
    assert "S18x, J.-P., … & S29x, J.-P. (n.d.)" in line
    assert "S19x" not in line
