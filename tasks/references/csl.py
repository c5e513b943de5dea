"""References as CSL-JSON: what Pandoc, Zotero and every CSL processor read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from storage.records.search import Work
from tasks.metadata.names import Name, split_name
from tasks.references.fields import kinds, names_of, web_address
from tasks.text.plain import plain_text


def to_csl(work: Work, citekey: str) -> dict[str, Any]:
    """Return the work as a CSL-JSON item (CSL 1.0.2 schema) with the citekey as its id.

    Only what the work's record states is there; `URL` is the open-access address where there is no DOI.
    """
    stated = {
        "type": kinds(work)[0],
        "title": plain_text(work.title),
        "author": [_to_csl_name(name) for name in names_of(work.authors)],
        "editor": _editors(work.editors),
        "issued": {"date-parts": [[work.year]]} if work.year else None,
        "container-title": plain_text(work.venue),
        "volume": plain_text(work.volume),
        "issue": plain_text(work.issue),
        "page": plain_text(work.pages),
        "publisher": plain_text(work.publisher),
        "DOI": plain_text(work.doi),
        "URL": "" if work.doi else web_address(work.oa_url),
        "ISBN": plain_text(work.isbn),
        "language": plain_text(work.language),
    }
    return {"id": citekey} | {field: value for field, value in stated.items() if value}


def render_csl(items: Iterable[dict[str, Any]]) -> str:
    """Return the items as a CSL-JSON array sorted by id, in UTF-8 text ending in a newline."""
    return json.dumps(sorted(items, key=lambda item: str(item["id"])), ensure_ascii=False, indent=2) + "\n"


def _editors(editors: Sequence[str]) -> list[dict[str, str]]:
    return [_to_csl_name(name) for name in map(split_name, editors) if name.family]


def _to_csl_name(name: Name) -> dict[str, str]:
    if name.corporate:
        return {"literal": name.family}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
    }
    return {field: value for field, value in parts.items() if value}
