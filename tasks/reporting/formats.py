"""The formats that a review is exported in: what is registered here is offered, made and told everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Writer = Literal["html", "docx", "typst", "gfm"]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """The file that an export is, and Pandoc's writer of a document; without one the review has the file already.

    What is typeset is compiled by Typst after Pandoc has written it.
    """

    file: str
    writer: Writer | None = None
    is_typeset: bool = False


FORMATS: Mapping[str, ExportFormat] = {
    "md": ExportFormat("review.md"),
    "html": ExportFormat("review.html", "html"),
    "docx": ExportFormat("review.docx", "docx"),
    "pdf": ExportFormat("review.pdf", "typst", is_typeset=True),
    "bib": ExportFormat("references.bib"),
    "ris": ExportFormat("references.ris"),
    "csl": ExportFormat("references.csl.json"),
}
DOCUMENTS = tuple(name for name, form in FORMATS.items() if form.writer)
FILES = tuple(name for name, form in FORMATS.items() if not form.writer)


def list_formats(names: tuple[str, ...] = tuple(FORMATS)) -> str:
    """Return the names as a phrase: "md, html or pdf"."""
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
