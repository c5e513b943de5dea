"""The records of Europe PMC's core results, as fields of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import orjson

from storage.records.search import Work
from tasks.catalogues.index_record import state_work
from tasks.metadata.fields import entries, entry, plain
from tasks.services.open_library import LANGUAGES

NAME = "europe-pmc"
# In the terms of OpenAlex, in lower case; the first that a record has counts.
_TYPES = {
    "published erratum": "erratum",
    "retraction of publication": "retraction",
    "preprint": "preprint",
    "systematic review": "review",
    "meta-analysis": "review",
    "review": "review",
    "review-article": "review",
    "letter": "letter",
    "editorial": "editorial",
    "book": "book",
}


def read_works(results: list[Mapping[str, Any]], root: str) -> dict[str, Work]:
    """Return the works of a page by the index's own name of each ("MED/123"), in its order, none without a title."""
    works = {}
    for record in results:
        source, number = plain(record.get("source")), plain(record.get("id"))
        if not source or not number:
            continue
        query = {"query": f"EXT_ID:{number} AND SRC:{source}", "resultType": "core", "format": "json"}
        address = f"{root}/search?{urlencode(query)}"
        work = state_work(NAME, address, orjson.dumps(record).decode(), _read(record, f"{source}/{number}"))
        if work:
            works[f"{source}/{number}"] = work
    return works


def _read(record: Mapping[str, Any], own_id: str) -> dict[str, Any]:
    journal, book = entry(record.get("journalInfo")), entry(record.get("bookOrReportDetails"))
    listed = entry(record.get("pubTypeList")).get("pubType")
    kinds = {kind.lower() for kind in listed if isinstance(kind, str)} if isinstance(listed, list) else set()
    headings = entries(entry(record.get("meshHeadingList")).get("meshHeading"))
    title = plain(record.get("title")) or ""
    return {
        "id": own_id,
        "pmid": record.get("pmid"),
        "pmcid": record.get("pmcid"),
        "doi": record.get("doi"),
        # It ends titles with a full stop, and sets those it translated in brackets.
        "title": title.removesuffix(".").removeprefix("[").removesuffix("]").removesuffix("."),
        "abstract": record.get("abstractText"),
        "authors": list(_authors(record)),
        "year": record.get("pubYear"),
        "type": next((ours for theirs, ours in _TYPES.items() if theirs in kinds), "article"),
        "venue": entry(journal.get("journal")).get("title"),
        "volume": journal.get("volume"),
        "issue": journal.get("issue"),
        "pages": record.get("pageInfo"),
        "publisher": book.get("publisher"),
        "language": LANGUAGES.get(str(record.get("language")), ""),
        "topics": [name for one in headings if (name := plain(one.get("descriptorName")))],
        "is_retracted": "retracted publication" in kinds,
    }


def _authors(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for author in entries(entry(record.get("authorList")).get("author")):
        named = f"{plain(author.get('firstName')) or ''} {plain(author.get('lastName')) or ''}".strip()
        identifier = entry(author.get("authorId"))
        places = entries(entry(author.get("authorAffiliationDetailsList")).get("authorAffiliation"))
        yield {
            "name": named or plain(author.get("fullName")) or plain(author.get("collectiveName")),
            "orcid": identifier.get("value") if identifier.get("type") == "ORCID" else None,
            "affiliation": next((place.get("affiliation") for place in places), None),
        }
