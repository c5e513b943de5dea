"""A collection of a Zotero library as records to import."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from storage.core.email_addresses import blank_addresses
from storage.core.errors import InputError
from storage.records.imports import ImportedFile
from tasks.imports.entry import Entry, as_record
from tasks.metadata.fields import entries
from tasks.services.tries import NoAnswerError
from tasks.zotero.client import NAME, Item, ZoteroSession
from tasks.zotero.matching import read_doi, read_pmid

# Items that are no works, though they may stand alone in a collection.
_NO_WORKS = frozenset({"attachment", "note", "annotation"})
_TYPES = {
    "journalArticle": "journal-article",
    "magazineArticle": "journal-article",
    "newspaperArticle": "article-newspaper",
    "conferencePaper": "conference-paper",
    "bookSection": "book-section",
}
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "caseName", "nameOfAct", "subject"),
    "abstract": ("abstractNote",),
    "venue": ("publicationTitle", "proceedingsTitle", "bookTitle", "encyclopediaTitle", "websiteTitle"),
    "volume": ("volume",),
    "issue": ("issue",),
    "pages": ("pages",),
    "publisher": ("publisher", "university", "institution", "repository"),
    "isbn": ("ISBN",),
    "language": ("language",),
}
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")


def read_collection(session: ZoteroSession, named: str, *, is_seed: bool) -> ImportedFile:
    """Return the items of a collection, named by key or name, as a file of records; `is_seed` labels all as included.

    Items of collections within it are not among them, nor are notes and attachments that stand by themselves.

    Raises:
        InputError: the library has no such collection or several, it holds no works, or Zotero does not answer.
    """
    try:
        collection = _find(named, session.read_collections(), session.zotero.library)
        items = session.read_collection(str(collection["key"]))
    except NoAnswerError as error:
        raise InputError(
            f"the Zotero collection '{named}' cannot be read (Zotero {error}); try again, or leave it out"
        ) from None
    works = [item for item in items if item.get("itemType") not in _NO_WORKS and not item.get("deleted")]
    if not works:
        raise InputError(f"the Zotero collection '{named}' holds no works; name another, or leave it out")
    texts = [blank_addresses(json.dumps(item, ensure_ascii=False, sort_keys=True)) for item in works]
    label = "included" if is_seed else ""
    read = [_read_entry(json.loads(text), text, place, label=label) for place, text in enumerate(texts, start=1)]
    # A review adds abstracts, tags and citation keys to the items of its works, which makes them no others.
    known = [{name: texts for name, texts in each.fields.items() if name != "abstract"} for each in read]
    stated = json.dumps([session.zotero.library, label, known], sort_keys=True)
    name = f"zotero:{collection['name']}"
    return ImportedFile(
        hashlib.sha256(stated.encode()).hexdigest(), name, "Zotero", tuple(as_record(each, name, NAME) for each in read)
    )


def _find(named: str, collections: Sequence[Item], library: str) -> Item:
    by_key = [one for one in collections if one.get("key") == named]
    found = by_key or [one for one in collections if _fold(one.get("name")) == _fold(named)]
    if len(found) == 1:
        return found[0]
    if found:
        keys = ", ".join(sorted(str(one["key"]) for one in found))
        raise InputError(f"the Zotero library {library} has {len(found)} collections '{named}'; give a key of {keys}")
    there = ", ".join(sorted(str(one.get("name")) for one in collections)[:20]) or "none at all"
    raise InputError(f"the Zotero library {library} has no collection '{named}'; it has {there}")


def _fold(name: object) -> str:
    return " ".join(str(name or "").split()).casefold()


def _read_entry(item: Item, raw: str, place: int, *, label: str) -> Entry:
    fields = {
        name: [value for one in known if (value := str(item.get(one) or ""))][:1] for name, known in _FIELDS.items()
    }
    kind = str(item.get("itemType") or "")
    fields["type"] = [_TYPES.get(kind, kind)]
    fields["year"] = _YEAR.findall(str(item.get("date") or ""))[:1]
    fields["doi"] = [read_doi(item) or ""]
    fields["pmid"] = [read_pmid(item)]
    for name, role in (("authors", "author"), ("editors", "editor")):
        fields[name] = [_name(one) for one in entries(item.get("creators")) if one.get("creatorType") == role]
    return Entry(place, raw, fields, label=label, source=NAME)


def _name(creator: Mapping[str, Any]) -> str:
    parts = (str(creator.get("lastName") or ""), str(creator.get("firstName") or ""))
    return ", ".join(part for part in parts if part) or str(creator.get("name") or "")
