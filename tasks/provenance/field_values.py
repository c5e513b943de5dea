"""How a value of a reference's field is read from the text an index states: one function for each field.

For OpenAlex these are the functions that read its records for the catalogue, so that a reference says what the
catalogue's work says. Spellings peculiar to a source are read as its shape says.

Which BibTeX entry types fit a publication type that a source states. Following a path into JSON of any shape, and
writing the path that was taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from storage.records.search import Work
from tasks.metadata.fields import normalise_doi, plain, read_type, read_year
from tasks.provenance.records import SourceRecord
from tasks.references.fields import kinds
from tasks.text.cleaning import clean_text

_STEP = re.compile(r"([^.\[\]]+)|\[(\*|\d+)\]")
_MEMBER = re.compile(r"\.([A-Za-z_][A-Za-z0-9_]*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MOST_ITEMS = 10_000


def extend_path(path: str, step: str | int) -> str:
    """Return the JSONPath (RFC 9535) of a member or an element: ``$.title``, ``$['container-title'][0]``."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    if _IDENTIFIER.fullmatch(step):
        return f"{path}.{step}"
    quoted = step.replace("\\", "\\\\").replace("'", "\\'")
    return f"{path}['{quoted}']"


def resolve(value: Any, path: str) -> Any:
    """Return the value at a path as `extend_path` writes it, None if there is none."""
    place = 1
    while place < len(path):
        match = _MEMBER.match(path, place)
        if match is None:
            return None
        name, quoted, number = match.groups()
        step: str | int = int(number) if number else name or re.sub(r"\\(.)", r"\1", quoted)
        is_there = step in value if isinstance(value, Mapping) else isinstance(value, list)
        if not is_there or (isinstance(value, list) and not (isinstance(step, int) and step < len(value))):
            return None
        value, place = value[step], match.end()
    return value


def follow(value: Any, template: str, path: str = "$") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) for all that a template like ``issued.date-parts[0][0]`` or ``ISBN[*]`` reaches.

    Steps that do not fit the value's type reach nothing. A ``[*]`` takes at most 10,000 elements.
    """
    steps = [match[1] or (match[2] if match[2] == "*" else int(match[2])) for match in _STEP.finditer(template)]
    return _follow(value, steps, path)


def _follow(value: Any, steps: list[str | int], path: str) -> Iterator[tuple[str, Any]]:
    if not steps:
        yield path, value
        return
    step, rest = steps[0], steps[1:]
    if step == "*" and isinstance(value, list):
        for place, item in enumerate(value[:_MOST_ITEMS]):
            yield from _follow(item, rest, extend_path(path, place))
        return
    has_element = isinstance(step, int) and isinstance(value, list) and step < len(value)
    if has_element or (isinstance(value, Mapping) and step in value):
        yield from _follow(value[step], rest, extend_path(path, step))


_ARTICLE = frozenset({"article", "suppperiodical", "review"})
_MEETING = frozenset({"inproceedings", "conference"})
_CHAPTER = frozenset({"incollection", "inbook", "suppbook", "bookinbook"})
_BOOK = frozenset({"book", "collection", "mvbook", "mvcollection", "booklet"})
_REPORT = frozenset({"techreport", "report", "manual"})
_THESIS = frozenset({"phdthesis", "mastersthesis", "thesis"})
_LOOSE = frozenset({"misc", "unpublished", "online", "electronic", "www"})

# Types of Crossref, OpenAlex, Semantic Scholar, CORE and arXiv; others are not compared.
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


_LONGEST_TITLE, _LONGEST_NAME, _LONGEST_ADDRESS, _LONGEST_YEAR = 1_000, 300, 2_000, 9
_ISBN = re.compile(r"97[89]\d{10}|\d{9}[\dX]")


def read_text(value: object) -> str:
    """Return a text, or a number as written in JSON, "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return str(value)


def read_title(text: str) -> str:
    """Return a title in one line, bounded."""
    return clean_text(text, _LONGEST_TITLE)


def read_name(text: str) -> str:
    """Return a name in one line, bounded."""
    return clean_text(text, _LONGEST_NAME)


def read_label(text: str) -> str:
    """Return a short text such as the number of a volume as it is."""
    return plain(text) or ""


def _year(text: str) -> str:
    if text.isdecimal():
        return str(read_year(int(text)) or "") if len(text) <= _LONGEST_YEAR else ""
    return str(read_year(text) or "")


def _doi(text: str) -> str:
    return normalise_doi(text) or ""


def _address(text: str) -> str:
    return clean_text(text, _LONGEST_ADDRESS) if text.startswith(("https://", "http://")) else ""


def _isbn(text: str) -> str:
    isbn = read_name(text).replace("-", "").upper().removeprefix("HTTP://ID.CROSSREF.ORG/ISBN/")
    return isbn if _ISBN.fullmatch(isbn) else ""


def _language(text: str) -> str:
    return (plain(text) or "").lower()


READERS: Mapping[str, Callable[[str], str]] = {
    "title": read_title,
    "type": lambda text: read_type(text) or "",
    "authors": read_name,
    "editors": read_name,
    "venue": read_name,
    "volume": read_label,
    "issue": read_label,
    "pages": read_label,
    "publisher": read_name,
    "year": _year,
    "doi": _doi,
    "isbn": _isbn,
    "language": _language,
    "oa_url": _address,
}
"""The function that reads a field's value from the text stated, where the record's shape names no other."""
