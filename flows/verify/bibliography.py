"""`litreview check-bib`: somebody's bibliography against the folder of API answers it should come from."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from tasks.provenance.answer_folder import read_answers
from tasks.provenance.bibliography import read_bibliography
from tasks.provenance.check_report import write_json, write_text
from tasks.provenance.checking import check_bibliography

Mode = Literal["strict", "warn"]


def check_bib(bibliography: Path, folder: Path, mode: Mode, *, as_json: bool) -> tuple[str, int]:
    """Return the report, text or JSON, and the exit code: 0 when all is verified, else 1, but 0 when only warning.

    Raises:
        InputError: the bibliography or the folder cannot be read, or the BibTeX is malformed.
    """
    entries = read_bibliography(bibliography)
    answers = read_answers(folder)
    verdicts = check_bibliography(entries, answers.records)
    write = write_json if as_json else write_text
    fails = mode == "strict" and any(verdict.violations for verdict in verdicts)
    return write(bibliography.name, verdicts, answers), int(fails)
