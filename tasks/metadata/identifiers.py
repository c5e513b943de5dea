"""The identifiers of works, authors and subjects in the one spelling litreview compares them in."""

from __future__ import annotations

import re
from urllib.parse import unquote

_OPENALEX = re.compile(r"(?:(?:https?://)?(?:api\.)?openalex\.org/(?:[a-z]+/)?)?([A-Z]\d{1,15})", re.IGNORECASE)
_RESOLVER = re.compile(r"(?:https?://)?(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{3,9}/\S+")
_ORCID = re.compile(r"(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$")


def openalex_key(value: object, letter: str) -> str | None:
    """Return the short OpenAlex key (``W2741809807``) if the value is one, bare or as address, of that entity."""
    if not isinstance(value, str):
        return None
    match = _OPENALEX.fullmatch(value.strip())
    key = match[1].upper() if match else ""
    return key if key[:1] == letter else None


def normalise_doi(value: object) -> str | None:
    """Return the DOI in lower case without resolver, or None when the value holds none."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    resolver = _RESOLVER.match(text)
    if resolver:
        text = unquote(text[resolver.end() :])
    text = text.lower().removeprefix("doi:").strip()
    return text if _DOI.fullmatch(text) else None


def normalise_orcid(value: object) -> str | None:
    """Return the bare ORCID iD (``0000-0002-1825-0097``), or None."""
    match = _ORCID.search(value.strip().upper()) if isinstance(value, str) else None
    return match[1] if match else None
