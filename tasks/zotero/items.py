"""Works as Zotero items, in the fields that the library's schema offers for their type.

Types and fields are those of the Zotero schema (https://api.zotero.org/schema); what an item type has no field for goes
into Extra as a line ``Label: value``, which Zotero and its citation processor read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.records.search import Work
from storage.records.writing import ReadWork
from tasks.metadata.names import Name, split_name
from tasks.references.fields import kinds, names_of, web_address
from tasks.text.cleaning import clean_text, plain_text

METADATA_ONLY = "metadata-only"
OUR_TAG = "litreview"
SUMMARY_BEGINS = "Summary by litreview: "
CITATION_KEY = "Citation Key"
FALLBACK_TYPE = "document"

LONGEST_ABSTRACT = 2_000
_LONGEST_TAG = 255
_LONGEST_NAME = 255
_MOST_CREATORS = 100
# CSL type -> Zotero item type.
_TYPES = {
    "article-journal": "journalArticle",
    "paper-conference": "conferencePaper",
    "book": "book",
    "chapter": "bookSection",
    "entry-encyclopedia": "encyclopediaArticle",
    "thesis": "thesis",
    "report": "report",
    "article": "preprint",
    "dataset": "dataset",
    "software": "computerProgram",
    "standard": "standard",
    "review": "journalArticle",
}
# What an item type calls venue and publisher: the first that it has.
_VENUES = (
    "publicationTitle",
    "proceedingsTitle",
    "bookTitle",
    "encyclopediaTitle",
    "repository",
    "seriesTitle",
    "series",
)
_PUBLISHERS = ("publisher", "institution", "university", "company", "organization")
_WITH_EDITORS = {"book", "bookSection", "conferencePaper", "encyclopediaArticle", "journalArticle"}


@dataclass(frozen=True, slots=True)
class ItemDraft:
    """What a work's item is to say: Zotero's editable JSON without key and version; without full text no `summary`."""

    fields: Mapping[str, Any]
    citekey: str
    summary: str = ""


def choose_item_type(work: Work) -> str:
    """Return the Zotero item type of a work."""
    return _TYPES.get(kinds(work)[0], FALLBACK_TYPE)


def draft_item(read: ReadWork, pages: int, topic: str, schema: Mapping[str, frozenset[str]]) -> ItemDraft:
    """Return the item of a work of which so many pages of full text were read (0: the abstract or title alone).

    `schema` gives the fields of each item type that the library knows; a work of another type becomes a document.
    """
    work = read.work
    kind = choose_item_type(work)
    kind = kind if kind in schema else FALLBACK_TYPE
    offered = schema.get(kind, frozenset())
    summary = _normal(plain_text(read.summary.short)) if pages else ""
    stated = {
        "abstractNote": _tell(work, summary),
        "date": str(work.year or ""),
        next((name for name in _VENUES if name in offered), ""): work.venue,
        "volume": work.volume,
        "issue": work.issue,
        "pages": work.pages,
        next((name for name in _PUBLISHERS if name in offered), ""): work.publisher,
        "DOI": work.doi,
        "ISBN": work.isbn,
        "url": "" if work.doi else web_address(work.oa_url),
        "language": work.language,
        "citationKey": read.citekey,
    }
    said = {
        name: value if name == "abstractNote" else _normal(plain_text(value))
        for name, value in stated.items()
        if name in offered and value
    }
    extra = [f"DOI: {plain_text(work.doi)}"] if work.doi and "DOI" not in offered else []
    extra += [] if "citationKey" in offered else [f"{CITATION_KEY}: {read.citekey}"]
    tags = [OUR_TAG, _normal(plain_text(topic))[:_LONGEST_TAG].strip()]
    tags += [] if pages else [METADATA_ONLY]
    fields: dict[str, Any] = {
        "itemType": kind,
        "title": _normal(plain_text(work.title)),
        "creators": _creators(work, kind),
        **said,
        "extra": "\n".join(extra),
        "tags": [{"tag": tag} for tag in sorted(set(tags)) if tag],
        "collections": [],
        "relations": {},
    }
    return ItemDraft(fields, read.citekey, summary)


def _tell(work: Work, summary: str) -> str:
    """Return the summary, if there is one, before the abstract, cut at a word to 2,000 characters."""
    abstract = _normal(plain_text(work.abstract))
    if abstract and work.abstract_source == "project note":
        abstract = f"Project note: {abstract}"
    parts = (f"{SUMMARY_BEGINS}{summary}" if summary else "", abstract)
    is_longer = len(clean_text(work.abstract, LONGEST_ABSTRACT + 1)) > LONGEST_ABSTRACT
    return _cut("\n\n".join(part for part in parts if part), is_longer=is_longer)


def _cut(text: str, *, is_longer: bool) -> str:
    if len(text) <= LONGEST_ABSTRACT and not is_longer:
        return text
    kept = text[: LONGEST_ABSTRACT - 1]
    border = kept.rfind(" ")
    return (kept[:border] if border > LONGEST_ABSTRACT // 2 else kept) + "…"


def _creators(work: Work, kind: str) -> list[dict[str, str]]:
    role = "programmer" if kind == "computerProgram" else "author"
    editors: Sequence[str] = work.editors if kind in _WITH_EDITORS else ()
    named = [(role, name) for name in names_of(work.authors)]
    named += [("editor", name) for name in map(split_name, editors) if name.family]
    return [{"creatorType": role, **_write_name(name)} for role, name in named[:_MOST_CREATORS]]


def _write_name(name: Name) -> dict[str, str]:
    given = " ".join(part for part in (name.given, name.suffix) if part)
    if name.corporate or not given:
        return {"name": _normal(name.surname)[:_LONGEST_NAME]}
    return {"firstName": _normal(given)[:_LONGEST_NAME], "lastName": _normal(name.surname)[:_LONGEST_NAME]}


def _normal(text: str) -> str:
    # Zotero keeps text in this form; sent otherwise, an item would look changed when it is read again.
    return unicodedata.normalize("NFC", text)
