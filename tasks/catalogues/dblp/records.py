"""The publications of DBLP's search, as fields of ours."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from storage.records.search import Work
from tasks.catalogues.index_record import state_work
from tasks.metadata.fields import normalise_doi, plain

NAME = "dblp"
# In the terms of OpenAlex. Volumes of proceedings are no works of their own.
_TYPES = {
    "Journal Articles": "article",
    "Conference and Workshop Papers": "article",
    "Books and Theses": "book",
    "Parts in Books or Collections": "book-chapter",
    "Reference Works": "book",
    "Data and Artifacts": "dataset",
    "Informal and Other Publications": "preprint",
    "Informal Publications": "preprint",
}
_VOLUMES = "Editorship"
_WITHDRAWN = "Withdrawn Items"
_ARXIV = re.compile(r"(?:https?://arxiv\.org/abs/|abs/)(\S+?)(?:v\d+)?")
_HOMONYM = re.compile(r" \d{4}$")  # "Wei Wang 0001" is one of several


def read_works(listed: Sequence[Mapping[str, Any]], root: str) -> dict[str, Work]:
    """Return the works of a page by DBLP's key of each ("journals/cacm/Knuth74"), in its order, none untitled."""
    works = {}
    for record in listed:
        key = plain(record.get("key"))
        if not key or record.get("type") == _VOLUMES:
            continue
        address = f"{root.removesuffix('/search/publ')}/rec/{key}.xml"
        work = state_work(NAME, address, orjson.dumps(record).decode(), _read(record, key))
        if work:
            works[key] = work
    return works


def _read(record: Mapping[str, Any], key: str) -> dict[str, Any]:
    links = _texts(record.get("ee"))
    volume = plain(record.get("volume")) or ""
    arxiv = next((found[1] for text in (volume, *links) if (found := _ARXIV.fullmatch(text))), None)
    dois = (normalise_doi(one) for one in (record.get("doi"), *links))
    kind = str(record.get("type"))
    return {
        "id": key,
        "arxiv": arxiv,
        "doi": next((doi for doi in dois if doi), f"10.48550/arxiv.{arxiv}" if arxiv else None),
        # It ends titles with a full stop.
        "title": next(iter(_texts(record.get("title"))), "").removesuffix("."),
        "authors": [{"name": _HOMONYM.sub("", name)} for name in _authors(record)],
        "year": record.get("year"),
        "type": _TYPES.get(kind),
        "venue": "arXiv" if arxiv and kind.startswith("Informal") else next(iter(_texts(record.get("venue"))), ""),
        "volume": "" if arxiv else volume,
        "issue": record.get("number"),
        "pages": record.get("pages"),
        "publisher": next(iter(_texts(record.get("publisher"))), ""),
        "oa_url": f"https://arxiv.org/abs/{arxiv}" if arxiv else None,
        "is_retracted": kind == _WITHDRAWN,
    }


def _authors(record: Mapping[str, Any]) -> Iterator[str]:
    listed = record.get("authors")
    yield from _texts(listed.get("author") if isinstance(listed, Mapping) else listed)


def _texts(value: object) -> list[str]:
    """Return the texts of a value that is one, an object with a text, or several of either; entities are read."""
    several = value if isinstance(value, list) else [value]
    texts = [one.get("text") if isinstance(one, Mapping) else one for one in several]
    return [html.unescape(one) for one in texts if isinstance(one, str) and one]
