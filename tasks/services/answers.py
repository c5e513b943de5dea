"""What is known about a full text before, and after, it was fetched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
    """That a source has nothing to offer for a work, and why, in one short sentence without addresses or secrets."""

    source: str
    reason: str
    status: Scarcity = "absent"


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
