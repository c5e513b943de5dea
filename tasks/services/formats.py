"""What an address promises, before anything is fetched from it."""

from __future__ import annotations

import re

import httpx

from tasks.services.answers import Format

_LONGEST = 2_000  # characters
_PDF_PATH = re.compile(r"\.pdf$|/pdf(?:ft)?(?:/|$)|/e?pdf(?:direct)?/", re.IGNORECASE)


def guess_format(url: str) -> Format:
    """Return the format an address looks like; what looks like nothing is a landing page, which may lead to a PDF."""
    path = httpx.URL(url).path
    if path.lower().endswith(".xml"):
        return "xml"
    return "pdf" if _PDF_PATH.search(path) else "html"


def read_address(stated: object) -> str | None:
    """Return a web address, None for what is none, or longer than any address of a paper."""
    if not isinstance(stated, str) or not stated.strip().lower().startswith(("https://", "http://")):
        return None
    text = stated.strip()
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError):
        return None
    return text if url.host and len(text) <= _LONGEST else None
