"""The formats that a review is exported in: those registered here are offered, made and described everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Writer = Literal["html", "docx", "typst", "gfm", "page"]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """The file that an export gives, and what makes it; without either the review already has the file.

    `writer` is Pandoc's for a document; typeset formats are compiled by Typst after Pandoc has written them. `made_by`
    names a function that makes the file of a `tasks.reporting.handover.Handover` (imported when asked for); with
    `packs_files` what it makes describes the files that may be shared, and is packed with them. With `needs_people`
    there is nothing to make before people have appraised works.
    """

    file: str
    writer: Writer | None = None
    is_typeset: bool = False
    made_by: str = ""
    packs_files: bool = False
    needs_people: bool = False


FORMATS: dict[str, ExportFormat] = {
    "md": ExportFormat("review.md"),
    "report": ExportFormat("report.html", "page"),
    "html": ExportFormat("review.html", "html"),
    "docx": ExportFormat("review.docx", "docx"),
    "pdf": ExportFormat("review.pdf", "typst", is_typeset=True),
    "bib": ExportFormat("references.bib"),
    "ris": ExportFormat("references.ris"),
    "csl": ExportFormat("references.csl.json"),
    "checklists": ExportFormat("checklists.md"),
    "csv": ExportFormat("works-csv.zip", made_by="tasks.reporting.handover.spreadsheets:make_csv"),
    "xlsx": ExportFormat("works.xlsx", made_by="tasks.reporting.handover.spreadsheets:make_workbook"),
    "screened-ris": ExportFormat("screened.ris", made_by="tasks.reporting.handover.screening:make_ris"),
    "screened-csv": ExportFormat("screened.csv", made_by="tasks.reporting.handover.screening:make_table"),
    "tables": ExportFormat("review-tables.zip", made_by="tasks.reporting.handover.exhibits:make_tables"),
    "qmd": ExportFormat("review-quarto.zip", made_by="tasks.reporting.handover.quarto:make_quarto"),
    "obsidian": ExportFormat("review-notes.zip", made_by="tasks.reporting.handover.notes:make_notes"),
    "revaise": ExportFormat("revaise.jsonld", made_by="tasks.reporting.handover.revaise:make_revaise"),
    "robvis": ExportFormat(
        "appraisals-robvis.zip", made_by="tasks.reporting.handover.robvis:make_robvis", needs_people=True
    ),
    "rocrate": ExportFormat(
        "review-crate.zip", made_by="tasks.reporting.handover.crate:describe_crate", packs_files=True
    ),
}


def documents() -> tuple[str, ...]:
    """Return the formats that are documents: they have a citation style and authors."""
    return tuple(name for name, form in FORMATS.items() if form.writer)


def made_formats() -> tuple[str, ...]:
    """Return the formats that are made on request."""
    return tuple(name for name, form in FORMATS.items() if form.writer or form.made_by)


def text_files() -> tuple[str, ...]:
    """Return the formats that the review already has."""
    return tuple(name for name, form in FORMATS.items() if not form.writer and not form.made_by)


def list_formats(given: tuple[str, ...] = ()) -> str:
    """Return the given names, or all of them, as a phrase: "md, html or pdf"."""
    names = given or tuple(FORMATS)
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
