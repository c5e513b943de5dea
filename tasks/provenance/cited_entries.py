"""A Markdown text beside its bibliography: keys that no entry has, entries never cited, works that stand twice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.citations.pandoc import find_citations
from tasks.metadata.identifiers import normalise_doi
from tasks.provenance.bibliography import BibEntry
from tasks.provenance.findings import Finding
from tasks.provenance.normal_forms import fold, fold_title, same_venue
from tasks.provenance.person_names import read_people
from tasks.provenance.plain_latex import decode_latex, decode_verbatim

# Cross-references of the filter pandoc-crossref (https://lierdakil.github.io/pandoc-crossref/), written as citations.
_CROSS_REFERENCE = re.compile(r"(?:fig|tbl|eq|sec|lst):")
_FEWEST_WORDS = 3
_VENUES = ("journal", "journaltitle", "booktitle")


def check_citekeys(markdown: str, entries: Sequence[BibEntry]) -> list[Finding]:
    """Return the citations without an entry, at each key's first place, then as notes the entries never cited."""
    known = {entry.key: entry for entry in entries}
    places: dict[str, int] = {}
    for form in find_citations(markdown):
        places.setdefault(form.citekey, form.start)
    missing = [(key, place) for key, place in places.items() if key not in known]
    found = [_find_missing(key, markdown.count("\n", 0, place) + 1, known) for key, place in missing]
    return found + [
        Finding("note", "bibliography", entry.line, entry.key, "entry", "uncited", "the text never cites this entry")
        for entry in entries
        if entry.key not in places
    ]


def _find_missing(key: str, line: int, known: dict[str, BibEntry]) -> Finding:
    if _CROSS_REFERENCE.match(key):
        message = "no entry has this key; it is taken for a cross-reference of pandoc-crossref"
        return Finding("note", "review", line, key, "citation", "missing", message)
    near = next((one for one in known if one.casefold() == key.casefold()), "")
    remedy = f"write @{near}, as the entry does" if near else "add the entry of a work that exists, or cite another"
    return Finding("failure", "review", line, key, "citation", "missing", "no entry has this key", remedy)


def check_duplicates(entries: Sequence[BibEntry]) -> list[Finding]:
    """Return the entries of a work that an earlier entry has: the same DOI, or the same title and first author.

    Where DOIs or venues tell such entries apart they may be versions of one work, and that is a note.
    """
    by_doi: dict[str, BibEntry] = {}
    by_title: dict[tuple[str, str], BibEntry] = {}
    found = []
    for entry in entries:
        doi, title = normalise_doi(decode_verbatim(entry.value("doi"))), _read_title(entry)
        first = by_doi.get(doi or "") or by_title.get(title)
        if doi:
            by_doi.setdefault(doi, entry)
        if title[0]:
            by_title.setdefault(title, entry)
        if first and (doi in by_doi and by_doi[doi] is first):
            found.append(_find_duplicate(entry, first, "has its DOI"))
        elif first and _are_told_apart(entry, first):
            message = f"its title is that of @{first.key}: two versions of one work, or a mistake"
            found.append(Finding("note", "bibliography", entry.line, entry.key, "entry", "duplicate", message))
        elif first:
            found.append(_find_duplicate(entry, first, "has its title and first author"))
    return found


def _find_duplicate(entry: BibEntry, first: BibEntry, why: str) -> Finding:
    message, remedy = f"the work of @{first.key}: {why}", f"keep one of @{first.key} and @{entry.key}"
    return Finding("failure", "bibliography", entry.line, entry.key, "entry", "duplicate", message, remedy)


def _read_title(entry: BibEntry) -> tuple[str, str]:
    """Return title and first author as they compare; no title where it is too short to name one work."""
    title = decode_latex(entry.value("title"))
    names = read_people(entry.value("author") or entry.value("editor")).names
    return (
        fold_title(title) if len(fold(title).split()) >= _FEWEST_WORDS else "",
        " ".join(names[0].family) if names else "",
    )


def _are_told_apart(entry: BibEntry, first: BibEntry) -> bool:
    dois = {decode_verbatim(one.value("doi")).lower() for one in (entry, first)}
    venues = [decode_latex(one.value(*_VENUES)) for one in (entry, first)]
    return ("" not in dois and len(dois) > 1) or (all(venues) and not same_venue(*venues))
