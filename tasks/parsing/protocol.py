"""What a parser gives: pages of Markdown, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

Status = Literal["parsed", "scanned", "encrypted", "broken", "blank", "too large", "timed out", "not a document"]


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page of a document as Markdown; numbers count from 1 in the order of the file, whatever is printed on it."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """The result of reading a file. Pages without text are left out; there are pages where the status is parsed.

    What a parser calls scanned may hold the few pages that are text; unless others are added, nobody is given them.

    `quality` in [0, 1] is that of `tasks.parsing.quality`, 0 without pages; `parser` names who read it; `references` is
    the section of references, kept apart from the pages; `reason` says in a
    sentence why pages are wanting, empty for a file that was parsed whole.
    `wanting` are numbers of pages that hold an image or garbled text where words should be; `page_count` is the number
    of all pages of the file, 0 where it is not known.
    """

    status: Status
    parser: str
    pages: tuple[ParsedPage, ...] = ()
    quality: float = 0.0
    references: str = ""
    reason: str = ""
    wanting: tuple[int, ...] = ()
    page_count: int = 0


class Parser(Protocol):
    """Reads one kind of file."""

    @property
    def name(self) -> str:
        """Return the name under which the parser of a document is stored."""
        ...

    def parse(self, path: Path) -> ParsedDocument:
        """Return what a file holds; a file that cannot be read is a status, never an error."""
        ...


@runtime_checkable
class PageReader(Protocol):
    """Reads pages of a file one by one, slowly."""

    def read(self, path: Path, numbers: Sequence[int]) -> Iterator[ParsedDocument]:
        """Yield, after each of these pages, what has been read of all of them by then."""
        ...
