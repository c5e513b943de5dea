"""Records of many works by DOI in one question: Crossref's and Semantic Scholar's own descriptions, and notices.

Crossref: filters `doi` and `updates` of `/works` (https://api.crossref.org/swagger-ui).
Semantic Scholar: `/paper/batch` (https://api.semanticscholar.org/api-docs/graph).
arXiv: `id_list` of `/query` (https://info.arxiv.org/help/api/user-manual.html).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from storage.records.search import Response
from tasks.metadata.fields import decode_json, entries, entry, normalise_doi
from tasks.metadata.titles import quote_doi
from tasks.services.answers import Absence
from tasks.services.arxiv import NAME as ARXIV
from tasks.services.arxiv import read_feed
from tasks.services.crossref import NAME as CROSSREF
from tasks.services.semantic_scholar import NAME as SEMANTIC_SCHOLAR
from tasks.services.service import ServiceClient, read_object

BATCH_SIZES = {CROSSREF: 20, SEMANTIC_SCHOLAR: 100, ARXIV: 50}
"""DOIs or arXiv numbers in one question: what fits into an address; what a shared allowance answers in time."""

_FIELDS = "title,externalIds,publicationTypes,publicationVenue,venue,journal,year,authors"
_MOST_NOTICES = 200
# A publisher's list of cited works is long and says nothing about the work itself; a score belongs to a search.
_NOT_KEPT = frozenset({"reference", "score"})


def fetch_crossref(client: ServiceClient, dois: Sequence[str]) -> dict[str, Response] | Absence:
    """Return the records Crossref has, by DOI, without the works they cite; else why there is no answer."""
    found = list_crossref(client, dois)
    if isinstance(found, Absence):
        return found
    return {doi: _keep_crossref(client, doi, found[doi]) for doi in dois if doi in found}


def list_crossref(client: ServiceClient, dois: Sequence[str]) -> dict[str, Mapping[str, Any]] | Absence:
    """Return the items Crossref has, by DOI, whole as it lists them; else why there is no answer."""
    listed = _list_works(client, "doi", dois)
    if isinstance(listed, Absence):
        return listed
    found: dict[str, Mapping[str, Any]] = {doi: item for item in listed if (doi := normalise_doi(item.get("DOI")))}
    # A comma separates filters.
    for doi in dois:
        if "," in doi:
            read = read_object(client.ask(f"/works/{quote_doi(doi)}"))
            if not isinstance(read, Absence):
                found[doi] = entry(read[0].get("message"))
            elif read.status == "unavailable":
                return read
    return found


def fetch_notices(client: ServiceClient, dois: Sequence[str]) -> list[Response] | Absence:
    """Return Crossref's records of the notices (retractions, corrections …) that name one of the DOIs as updated."""
    listed = _list_works(client, "updates", dois)
    if isinstance(listed, Absence):
        return listed
    found = {doi: item for item in listed if (doi := normalise_doi(item.get("DOI")))}
    return [_keep_crossref(client, doi, item) for doi, item in sorted(found.items())]


def _list_works(client: ServiceClient, name: str, dois: Iterable[str]) -> list[Mapping[str, Any]] | Absence:
    named = ",".join(f"{name}:{doi}" for doi in dois if "," not in doi)
    if not named:
        return []
    read = read_object(client.ask("/works", filter=named, rows=str(_MOST_NOTICES)))
    return read if isinstance(read, Absence) else entries(entry(read[0].get("message")).get("items"))


def _keep_crossref(client: ServiceClient, doi: str, item: Mapping[str, Any]) -> Response:
    kept = {name: value for name, value in item.items() if name not in _NOT_KEPT}
    return Response(CROSSREF, f"{client.root}/works/{quote_doi(doi)}", orjson.dumps(kept).decode())


def fetch_semantic_scholar(client: ServiceClient, dois: Sequence[str]) -> dict[str, Response] | Absence:
    """Return the records Semantic Scholar has, by DOI; else why there is no answer."""
    answer = client.ask("/paper/batch", send={"ids": [f"DOI:{doi}" for doi in dois]}, fields=_FIELDS)
    if isinstance(answer, Absence):
        # If it knows none of the papers it answers with an error instead of a list of nulls.
        return answer if answer.status == "unavailable" else {}
    listed = decode_json(answer.body)
    if not isinstance(listed, list) or len(listed) != len(dois):
        return Absence(SEMANTIC_SCHOLAR, f"{SEMANTIC_SCHOLAR} answered about other papers.", "unavailable")
    return {
        doi: Response(
            SEMANTIC_SCHOLAR,
            f"{client.root}/paper/DOI:{quote_doi(doi)}?fields={_FIELDS}",
            orjson.dumps(paper).decode(),
        )
        for doi, paper in zip(dois, listed, strict=True)
        if isinstance(paper, Mapping)
    }


def fetch_arxiv(client: ServiceClient, numbers: Sequence[str]) -> dict[str, Response] | Absence:
    """Return the records arXiv has, by number without version; else why there is no answer.

    Each is kept as the JSON object of its Atom entry (`tasks.services.arxiv`), so that JSON paths lead into it.
    """
    answer = client.ask("/query", id_list=",".join(numbers), max_results=str(len(numbers)), is_whole=read_feed)
    if isinstance(answer, Absence):
        return answer
    found = {_bare_number(preprint["arxiv_id"]): preprint for preprint in read_feed(answer.body)}
    return {
        number: Response(
            ARXIV, f"{client.root}/query?id_list={number}&max_results=1", orjson.dumps(found[number]).decode()
        )
        for number in numbers
        if number in found
    }


def _bare_number(stated: str) -> str:
    return re.sub(r"v\d+$", "", stated.lower())
