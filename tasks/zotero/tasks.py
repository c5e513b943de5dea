"""A Zotero library beside the review: looking for works in it and writing their items, as Prefect tasks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.search import Work
from storage.references.zotero import ZoteroItem
from storage.searching.api_calls import ApiCall
from tasks.services.tries import NoAnswerError
from tasks.zotero.client import MOST_ITEMS, Zotero
from tasks.zotero.items import FALLBACK_TYPE, choose_item_type
from tasks.zotero.matching import match_works, read_citekeys
from tasks.zotero.writing import Entry, Written, write_entries


@dataclass(frozen=True, slots=True)
class Lookup:
    """What was looked up in a library: items of works, or the fields of item types; `silence` says why nothing was."""

    items: tuple[ZoteroItem, ...] = ()
    schema: Mapping[str, frozenset[str]] = field(default_factory=dict)
    silence: str = ""
    calls: tuple[ApiCall, ...] = ()


@task(tags=["zotero"], cache_policy=NO_CACHE, persist_result=False)
def find_items(works: Sequence[Work], taken: Collection[str], zotero: Zotero) -> Lookup:
    """Return the item of each work, found in the library by DOI or planned under a key of its own."""
    with zotero.open() as session:
        try:
            items = match_works(works, session.read_top_items(), taken)
        except NoAnswerError as reason:
            return Lookup(silence=str(reason), calls=tuple(session.calls))
        return Lookup(items=tuple(items), silence=session.rest(), calls=tuple(session.calls))


@dataclass(frozen=True, slots=True)
class KnownKeys:
    """The citekeys that a library has; `silence` says why the rest could not be asked for, "" if all were."""

    citekeys: frozenset[str]
    silence: str = ""
    calls: tuple[ApiCall, ...] = ()


@task(tags=["zotero"], cache_policy=NO_CACHE, persist_result=False)
def find_citekeys(items: Mapping[str, str], zotero: Zotero) -> KnownKeys:
    """Return which citekeys, given with the keys of their items, the library has on these items, fifty at a time."""
    found: set[str] = set()
    wanted = sorted(items.items())
    with zotero.open() as session:
        try:
            for start in range(0, len(wanted), MOST_ITEMS):
                batch = wanted[start : start + MOST_ITEMS]
                standing = session.read_items([key for _, key in batch])
                found |= {citekey for citekey, key in batch if citekey in read_citekeys(standing.get(key, {}))}
        except NoAnswerError as reason:
            return KnownKeys(frozenset(found), str(reason), tuple(session.calls))
        return KnownKeys(frozenset(found), "", tuple(session.calls))


@task(tags=["zotero"], cache_policy=NO_CACHE, persist_result=False)
def read_schema(works: Sequence[Work], zotero: Zotero) -> Lookup:
    """Return the fields that the library has for the item types of works; types it does not know are left out."""
    types = sorted({choose_item_type(work) for work in works} | {FALLBACK_TYPE})
    with zotero.open() as session:
        try:
            fields = {kind: session.read_fields(kind) for kind in types}
        except NoAnswerError as reason:
            return Lookup(silence=str(reason), calls=tuple(session.calls))
        schema = {kind: known for kind, known in fields.items() if known}
        return Lookup(schema=schema, silence=session.rest(), calls=tuple(session.calls))


@task(tags=["zotero"], cache_policy=NO_CACHE, persist_result=False)
def write_items(entries: Sequence[Entry], zotero: Zotero) -> Written:
    """Return what came of writing at most 50 items."""
    with zotero.open() as session:
        return write_entries(session, entries)
