"""Which Zotero item belongs to which work: items found by DOI, keys for new ones, and what an item still lacks."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from storage.records.search import Work
from storage.references.zotero import ZoteroItem
from tasks.metadata.fields import normalise_doi
from tasks.text.cleaning import plain_text
from tasks.zotero.items import CITATION_KEY, METADATA_ONLY, OUR_TAG, SUMMARY_BEGINS, ItemDraft

# The characters of Zotero's object keys (https://www.zotero.org/support/dev/web_api/v3/write_requests#object_keys).
KEY_ALPHABET = "23456789ABCDEFGHIJKLMNPQRSTUVWXYZ"
KEY_LENGTH = 8

_OUR_KEY = f"{OUR_TAG} key"
_OUR_SUMMARY = f"{OUR_TAG} summary"

Item = Mapping[str, Any]


def make_keys(work_id: str) -> Iterator[str]:
    """Yield the item keys of a work, the one to be preferred first; the same in every review and process."""
    for number in itertools.count():
        rest = int.from_bytes(hashlib.sha256(f"zotero item\x1f{work_id}\x1f{number}".encode()).digest())
        digits = []
        for _ in range(KEY_LENGTH):
            rest, digit = divmod(rest, len(KEY_ALPHABET))
            digits.append(KEY_ALPHABET[digit])
        yield "".join(digits)


def match_works(works: Sequence[Work], items: Sequence[Item], taken: Collection[str]) -> list[ZoteroItem]:
    """Return the item of each work: one of the library with the same DOI (found), else one to be made (planned).

    `items` are the library's top-level items, oldest first; of those that share a DOI the oldest counts. `taken` are
    keys that other works have. No two works get one item.
    """
    by_key = {str(item.get("key")): item for item in items}
    by_doi: dict[str, Item] = {}
    for item in items:
        if doi := read_doi(item):
            by_doi.setdefault(doi, item)
    used = set(taken)
    matched = []
    for work in works:
        standing = by_doi.get(normalise_doi(work.doi) or "")
        if standing is not None and str(standing["key"]) not in used:
            match = ZoteroItem(work.work_id, str(standing["key"]), int(standing.get("version") or 0), "found")
        else:
            key = next(
                key
                for key in make_keys(work.work_id)
                if key not in used and (key not in by_key or is_same(work.doi, work.title, by_key[key]))
            )
            match = ZoteroItem(work.work_id, key, 0, "planned")
        used.add(match.item_key)
        matched.append(match)
    return matched


def read_doi(item: Item) -> str | None:
    """Return the DOI that an item states in its field, in Extra, or as its address."""
    extra = _extra_value(str(item.get("extra") or ""), "DOI")
    url = str(item.get("url") or "")
    stated = (item.get("DOI"), extra, url if "doi.org/" in url else None)
    return next((doi for doi in map(normalise_doi, stated) if doi), None)


def read_pmid(item: Item) -> str:
    """Return the PubMed number that an item states in a field of its own or in Extra, "" for none."""
    return str(item.get("PMID") or "") or _extra_value(str(item.get("extra") or ""), "PMID")


def read_citekeys(item: Item) -> frozenset[str]:
    """Return the citekeys that an item states: its native one, and those in Extra; none if it is in the trash."""
    if item.get("deleted"):
        return frozenset()
    extra = str(item.get("extra") or "")
    stated = (str(item.get("citationKey") or ""), _extra_value(extra, CITATION_KEY), _extra_value(extra, _OUR_KEY))
    return frozenset(stated) - {""}


def is_same(doi: str | None, title: str, item: Item) -> bool:
    """Return whether an item is about the work of this DOI or, where one of the two has none, of this title."""
    ours, theirs = normalise_doi(doi), read_doi(item)
    if ours and theirs:
        return ours == theirs
    return _fold(title) == _fold(str(item.get("title") or ""))


def list_changes(draft: ItemDraft, standing: Item, *, ours: bool) -> dict[str, Any]:
    """Return the fields that an item is to get so that it says what the review knows; none if it does.

    What a user wrote stays: tags and lines of Extra are added to, an abstract is replaced only where the item is ours
    or has none, and another citation key stands, with the review's beside it in Extra.
    """
    wanted: dict[str, Any] = {}
    told = str(draft.fields.get("abstractNote") or "")
    if told and "abstractNote" in standing and (ours or not standing["abstractNote"]):
        wanted["abstractNote"] = told
    extra = str(standing.get("extra") or "")
    own = str(standing.get("citationKey") or "") or _extra_value(extra, CITATION_KEY)
    if not own and "citationKey" in standing:
        wanted["citationKey"] = draft.citekey
    elif own != draft.citekey:
        extra = _set_line(extra, CITATION_KEY if not own else _OUR_KEY, draft.citekey)
    if draft.summary and str(wanted.get("abstractNote", standing.get("abstractNote") or "")) != told:
        extra = _set_line(extra, _OUR_SUMMARY, draft.summary)
    wanted["extra"] = extra
    changes = {name: value for name, value in wanted.items() if value != (standing.get(name) or "")}
    if (tags := _merge_tags(draft, standing)) != list(standing.get("tags") or ()):
        changes["tags"] = tags
    if standing.get("deleted"):
        changes["deleted"] = 0
    return changes


def _merge_tags(draft: ItemDraft, standing: Item) -> list[Mapping[str, Any]]:
    there = list(standing.get("tags") or ())
    names = {tag.get("tag") for tag in there}
    told = SUMMARY_BEGINS in str(standing.get("abstractNote") or "")
    told |= bool(_extra_value(str(standing.get("extra") or ""), _OUR_SUMMARY))
    unfit = {METADATA_ONLY} if draft.summary or told else set()
    kept = [tag for tag in there if not (draft.summary and tag.get("tag") in unfit)]
    return kept + [tag for tag in draft.fields["tags"] if tag["tag"] not in names | unfit]


def _extra_value(extra: str, label: str) -> str:
    found = re.search(rf"^{re.escape(label)}:[ \t]*(.*?)[ \t]*$", extra, re.IGNORECASE | re.MULTILINE)
    return found[1] if found else ""


def _set_line(extra: str, label: str, value: str) -> str:
    kept = [line for line in extra.splitlines() if not line.lower().startswith(f"{label.lower()}:")]
    line = f"{label}: {value}"
    return extra if line in extra.splitlines() else "\n".join([*kept, line])


def _fold(title: str) -> str:
    return re.sub(r"\W+", " ", plain_text(title).casefold()).strip()
