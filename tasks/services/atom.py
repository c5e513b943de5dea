"""arXiv's Atom answers, as the objects that its JSON copies hold."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def is_atom(text: str) -> bool:
    """Return whether a text looks like an Atom feed."""
    start = text[:2_000].lstrip("\ufeff \t\r\n")
    return start.startswith("<") and "<feed" in start


def read_feed(text: str) -> list[dict[str, Any]]:
    """Return the entries of a text that is to be an Atom feed, as `read_atom` does.

    Raises:
        ValueError: it is none, or cut off.
    """
    if not is_atom(text):
        raise ValueError("no Atom feed")
    return read_atom(text)


def read_atom(text: str) -> list[dict[str, Any]]:
    """Return the entries of an Atom feed in order; arXiv's error entries are left out.

    Raises:
        ValueError: the text is no well-formed XML, or declares entities, which no feed needs and bombs are made of.
    """
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise ValueError("XML with entity declarations")
    try:
        feed = ET.fromstring(text)  # noqa: S314 - declarations of entities are refused above
    except ET.ParseError as error:
        raise ValueError(f"XML that cannot be read: {error}") from error
    return [_read_entry(entry) for entry in feed.iter(f"{_ATOM}entry") if "/api/errors" not in _text(entry, "id")]


def _read_entry(entry: ET.Element) -> dict[str, Any]:
    return {
        "id": _text(entry, "id"),
        "arxiv_id": _text(entry, "id").removeprefix("http://arxiv.org/abs/"),
        "title": _text(entry, "title"),
        "author": [{"name": _text(author, "name")} for author in entry.findall(f"{_ATOM}author")],
        "published": _text(entry, "published"),
        "summary": _text(entry, "summary"),
        "doi": (entry.findtext(f"{_ARXIV}doi") or "").strip(),
        "journal_ref": (entry.findtext(f"{_ARXIV}journal_ref") or "").strip(),
        "type": "preprint",
    }


def _text(element: ET.Element, name: str) -> str:
    return " ".join((element.findtext(_ATOM + name) or "").split())
