"""The items of Crossref's `/works`, as fields of ours (https://api.crossref.org/swagger-ui)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from storage.records.search import Work
from tasks.catalogues.index_record import state_work
from tasks.metadata.fields import entries, entry, normalise_doi, plain, read_type, read_year
from tasks.metadata.titles import quote_doi
from tasks.services.service import read_abstract_text

NAME = "crossref"
SOURCE = "crossref-index"
"""What records are kept under: those of the service named `crossref` are its items as they are."""

# The day of the issue is often unknown (`[[null]]`); the order is that in which the service's own records are read.
_DATES = ("issued", "published", "published-print", "published-online", "posted")
_NOTICES = {
    "retraction": "retraction",
    "withdrawal": "retraction",
    "removal": "retraction",
    "correction": "erratum",
    "corrigendum": "erratum",
    "erratum": "erratum",
    "addendum": "erratum",
}
_SECTION = re.compile(r"<((?:jats:)?title)>\s*([^<>]{1,200}?)[\s.:]*</\1>", re.IGNORECASE)
# Long, and about other works; of a search, not of the work.
_NOT_KEPT = frozenset({"reference", "score"})


def read_works(items: list[Mapping[str, Any]], root: str) -> dict[str, Work]:
    """Return the works of a page by DOI, in its order, none without a title."""
    works = {}
    for item in items:
        doi = normalise_doi(item.get("DOI"))
        if not doi:
            continue
        kept = {name: value for name, value in item.items() if name not in _NOT_KEPT}
        address = f"{root}/works/{quote_doi(doi)}"
        work = state_work(NAME, address, orjson.dumps(kept).decode(), _read(item, doi), SOURCE)
        if work:
            works[doi] = work
    return works


def _read(item: Mapping[str, Any], doi: str) -> dict[str, Any]:
    return {
        "id": doi,
        "doi": doi,
        "title": _read_title(item),
        "abstract": _read_abstract(item.get("abstract")),
        "authors": list(_read_authors(item)),
        "year": next((year for name in _DATES if (year := _read_year(item.get(name)))), None),
        "type": _read_type(item),
        "venue": _first(item.get("container-title")) or _name_institution(item),
        "volume": plain(item.get("volume")),
        "issue": plain(item.get("issue")) or plain(entry(item.get("journal-issue")).get("issue")),
        "pages": plain(item.get("page")) or plain(item.get("article-number")),
        "publisher": item.get("publisher"),
        "language": (plain(item.get("language")) or "").lower().split("-")[0],
        "topics": [name for one in _list(item.get("subject")) if (name := plain(one))],
        "is_retracted": _is_retracted(item),
    }


def _read_title(item: Mapping[str, Any]) -> str:
    title = _first(item.get("title")) or _first(item.get("original-title"))
    subtitle = _first(item.get("subtitle"))
    if not title or not subtitle or subtitle.casefold() in title.casefold():
        return title
    return f"{title.rstrip(' :')}: {subtitle}"


def _read_abstract(stated: object) -> str | None:
    """Return an abstract without markup and without the heading "Abstract"; headings of its sections keep a colon."""
    return read_abstract_text(_SECTION.sub(_set_heading, stated)) if isinstance(stated, str) else None


def _set_heading(match: re.Match[str]) -> str:
    return "" if match[2].casefold() in ("abstract", "summary") else f"<p>{match[2]}:</p>"


def _read_authors(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for author in entries(item.get("author")):
        family, given, suffix = (plain(author.get(part)) or "" for part in ("family", "given", "suffix"))
        parts = {"family": family, "given": given, "suffix": suffix} if family else {}
        named = " ".join(part for part in (given, family, suffix) if part) or author.get("name")
        places = entries(author.get("affiliation"))
        yield {
            **parts,
            "name": named,
            "orcid": author.get("ORCID"),
            "affiliation": places[0].get("name") if places else None,
        }


def _read_year(date: object) -> int | None:
    parts = _list(entry(date).get("date-parts"))
    first = _list(parts[0]) if parts else []
    return read_year(first[0]) if first else None


def _read_type(item: Mapping[str, Any]) -> str | None:
    for update in entries(item.get("update-to")):
        if notice := _NOTICES.get(str(update.get("type")).lower()):
            return notice
    kind = read_type(item.get("type"))
    # Posts of blogs, for instance, have DOIs as preprints have.
    return "other" if kind == "preprint" and item.get("subtype") == "other" else kind


def _is_retracted(item: Mapping[str, Any]) -> bool:
    kinds = [str(update.get("type")).lower() for update in entries(item.get("updated-by"))]
    return "reinstatement" not in kinds and any(_NOTICES.get(kind) == "retraction" for kind in kinds)


def _name_institution(item: Mapping[str, Any]) -> object:
    places = entries(item.get("institution"))
    return places[0].get("name") if places else None


def _first(value: object) -> str:
    return next((text for text in _list(value) if isinstance(text, str) and text.strip()), "")


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
