"""Which BibTeX entry types fit a publication type that a source states."""

from __future__ import annotations

from storage.records.search import Work
from tasks.provenance.records import SourceRecord
from tasks.references.fields import kinds

_ARTICLE = frozenset({"article", "suppperiodical", "review"})
_MEETING = frozenset({"inproceedings", "conference"})
_CHAPTER = frozenset({"incollection", "inbook", "suppbook", "bookinbook"})
_BOOK = frozenset({"book", "collection", "mvbook", "mvcollection", "booklet"})
_REPORT = frozenset({"techreport", "report", "manual"})
_THESIS = frozenset({"phdthesis", "mastersthesis", "thesis"})
_LOOSE = frozenset({"misc", "unpublished", "online", "electronic", "www"})

# Types of Crossref, OpenAlex, Semantic Scholar, CORE and arXiv; others are held against nothing.
_FITTING = {
    "journal-article": _ARTICLE,
    "article": _ARTICLE,
    "article-journal": _ARTICLE,
    "review": _ARTICLE,
    "editorial": _ARTICLE,
    "letter": _ARTICLE,
    "erratum": _ARTICLE,
    "retraction": _ARTICLE,
    "journalarticle": _ARTICLE,
    "lettersandcomments": _ARTICLE,
    "proceedings-article": _MEETING,
    "paper-conference": _MEETING,
    "conference": _MEETING,
    # Proceedings that appear in a book series (LNCS) are chapters to Crossref.
    "book-chapter": _CHAPTER | _MEETING,
    "book-section": _CHAPTER | _MEETING,
    "book-part": _CHAPTER,
    "chapter": _CHAPTER | _MEETING,
    "booksection": _CHAPTER,
    "reference-entry": _CHAPTER | {"inreference"},
    "entry-encyclopedia": _CHAPTER | {"inreference"},
    "book": _BOOK,
    "monograph": _BOOK,
    "edited-book": _BOOK,
    "reference-book": _BOOK | {"reference"},
    "book-set": _BOOK,
    "book-series": _BOOK,
    "proceedings": frozenset({"proceedings", "book", "collection"}),
    "dissertation": _THESIS,
    "thesis": _THESIS,
    "report": _REPORT,
    "report-component": _REPORT,
    "preprint": _LOOSE | _REPORT,
    "posted-content": _LOOSE | _REPORT,
    "dataset": _LOOSE | {"dataset"},
    "software": _LOOSE | {"software"},
    "standard": _LOOSE | _REPORT | {"standard"},
}
# Semantic Scholar's "Review" says what a text does, not where it appeared.
_MANNERS = frozenset({"Review", "CaseReport", "ClinicalTrial", "MetaAnalysis", "Study", "News"})


def find_fitting_types(record: SourceRecord) -> dict[str, frozenset[str]]:
    """Return, by JSON path, the entry types that fit each publication type the record states.

    What litreview itself makes of an OpenAlex record of this type, venue and volume always fits.
    """
    fitting = {}
    for stated in record.type:
        types = _FITTING.get(stated.value.lower())
        if types and not (record.source == "semantic_scholar" and stated.value in _MANNERS):
            fitting[stated.path] = types | (_fit_ours(record, stated.value) if record.source == "openalex" else set())
    return fitting


def _fit_ours(record: SourceRecord, type_: str) -> frozenset[str]:
    """Return the entry types that litreview gives to works OpenAlex calls this.

    OpenAlex calls papers of proceedings articles since 2023.
    """
    venue, volume = (stated[0].value if stated else None for stated in (record.venue, record.volume))
    ours = kinds(Work(work_id="", title="", type=type_, venue=venue, volume=volume))[1]
    return frozenset({ours}) | (_ARTICLE if type_ == "proceedings-article" else frozenset())
