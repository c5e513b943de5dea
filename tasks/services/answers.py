"""What is known about a full text before and after it was fetched.

What an address suggests, before anything is fetched from it. Licences in one spelling, that of Unpaywall and OpenAlex:
``cc-by``, ``cc-by-nc-nd``, ``cc0``, ``public-domain``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

import httpx

from storage.records.search import Response

Format = Literal["xml", "pdf", "html"]
FileFormat = Literal["xml", "pdf"]

Scarcity = Literal["absent", "unavailable"]
"""`absent`: the service knows of nothing, asking again is idle. `unavailable`: it gave no answer, a later run may."""

Refused = Literal["refused", "wrong content", "absent", "unavailable"]
"""`refused`: our rules forbid it. `wrong content`: neither PDF nor scholarly XML. `absent`: the host says there is none
(or none for us). `unavailable`: no answer this time."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place where a full text is said to be; a format of `html` is a landing page that may lead to a PDF.

    `licence` and `version` are as the source states them, in the spelling of Unpaywall (``cc-by``,
    ``publishedVersion``) where they can be read. `usd` is the price of fetching it once.
    """

    source: str
    url: str
    format: Format
    licence: str | None = None
    version: str | None = None
    usd: float = 0.0


@dataclass(frozen=True, slots=True)
class Absence:
    """That a source has nothing to offer for a work, and why, in one short sentence without addresses or secrets.

    `said` is the beginning of what a service wrote when it refused a question: text of others, never shown.
    """

    source: str
    reason: str
    status: Scarcity = "absent"
    said: str = ""


@dataclass(frozen=True, slots=True)
class Abstract:
    """An abstract found elsewhere: plain text, the service that has it, and its answer."""

    text: str
    source: str
    response: Response


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file in the folder of full texts: `path` is its name there, made of its SHA-256; `bytes` is its size.

    `url_final` is the address that delivered it, without user name, query and fragment.
    """

    sha256: str
    path: str
    format: FileFormat
    bytes: int
    url_final: str
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no file, in one short sentence without secrets."""

    reason: str
    status: Refused = "refused"


_LONGEST = 2_000  # characters
_PDF_PATH = re.compile(r"\.pdf$|/pdf(?:ft)?(?:/|$)|/e?pdf(?:direct)?/", re.IGNORECASE)


def guess_format(url: str) -> Format:
    """Return the format an address looks like; anything else is a landing page, which may lead to a PDF."""
    path = httpx.URL(url).path
    if path.lower().endswith(".xml"):
        return "xml"
    return "pdf" if _PDF_PATH.search(path) else "html"


def read_address(stated: object) -> str | None:
    """Return a web address, None for anything else, or if longer than any paper's address."""
    if not isinstance(stated, str) or not stated.strip().lower().startswith(("https://", "http://")):
        return None
    text = stated.strip()
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError):
        return None
    return text if url.host and len(text) <= _LONGEST else None


_DEED = re.compile(r"creativecommons\.org/(?:licenses/([a-z-]+)|publicdomain/(zero|mark))", re.IGNORECASE)
_CODE = re.compile(r"cc(by(?:nc)?(?:sa|nd)?|0)", re.IGNORECASE)
_PARTS = re.compile(r"by|nc|sa|nd|0")
_LONGEST_LICENCE = 200


def read_licence(stated: object) -> str | None:
    """Return a licence stated as code ("CCBY", "cc by", "CC-BY 4.0") or address of a deed; anything else as it is.

    None if it is empty or not a text.
    """
    if not isinstance(stated, str) or not stated.strip():
        return None
    if deed := _DEED.search(stated):
        public = {"zero": "cc0", "mark": "public-domain"}
        return public[deed[2].lower()] if deed[2] else f"cc-{deed[1].lower().strip('-')}"
    if code := _CODE.match(re.sub(r"[\s_-]+", "", stated)):
        parts = _PARTS.findall(code[1].lower())
        return "cc0" if parts == ["0"] else "-".join(["cc", *parts])
    return " ".join(stated.split())[:_LONGEST_LICENCE].lower()


def is_open(licence: str | None) -> bool:
    """Return whether a licence, as `read_licence` spells it, lets anyone read and keep a copy."""
    return licence is not None and (licence.startswith(("cc-by", "cc0")) or licence == "public-domain")
