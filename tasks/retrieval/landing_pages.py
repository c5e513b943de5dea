"""The PDF a publisher's landing page names, in the meta elements that Google Scholar asks publishers for."""

from __future__ import annotations

import html
import re

LARGEST = 2_000_000
"""Bytes of a page that are looked at."""

_META = re.compile(rb"<meta\b[^<>]{1,5000}>", re.IGNORECASE)
_NAME = re.compile(rb"\b(?:name|property)\s*=\s*[\"']?\s*citation_pdf_url\b", re.IGNORECASE)
_CONTENT = re.compile(rb"\bcontent\s*=\s*(?:\"([^\"]{1,4000})\"|'([^']{1,4000})')", re.IGNORECASE)


def find_pdf_address(page: bytes) -> str | None:
    """Return the address the page names as its PDF, as it stands there (it may be relative), None for none."""
    for meta in _META.finditer(page):
        if _NAME.search(meta[0]) and (content := _CONTENT.search(meta[0])):
            return html.unescape((content[1] or content[2]).decode("utf-8", "replace")).strip() or None
    return None
