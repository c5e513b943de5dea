"""``litreview verify FILE.md FILE.bib [JSON_DIR]``: any review checked against its bibliography and API answers.

`litreview check-bib`: any bibliography checked against the folder of API answers it should come from.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from tasks.citations.pandoc import find_citekeys
from tasks.provenance.answer_folder import Answers, read_answers
from tasks.provenance.bibliography import read_bibliography, read_text_file
from tasks.provenance.check_report import escape_controls, escape_json, write_json, write_text
from tasks.provenance.checking import check_bibliography
from tasks.provenance.review_files import check_files, describe_entries
from tasks.provenance.verdicts import Finding, Severity
from tasks.verification.support.review import check_support

Mode = Literal["strict", "warn"]


def check_bib(bibliography: Path, folder: Path, mode: Mode, *, as_json: bool) -> tuple[str, int]:
    """Return the report, text or JSON, and the exit code: 0 when all is verified or `mode` only warns, else 1.

    Raises:
        InputError: the bibliography or the folder cannot be read, or the BibTeX is malformed.
    """
    entries = read_bibliography(bibliography)
    answers = read_answers(folder)
    verdicts = check_bibliography(entries, answers.records)
    write = write_json if as_json else write_text
    fails = mode == "strict" and any(verdict.violations for verdict in verdicts)
    return write(bibliography.name, verdicts, answers), int(fails)


_LONGEST = 500
_ORDER: tuple[Severity, ...] = ("failure", "warning", "note")


@dataclass(frozen=True, slots=True)
class FilesToVerify:
    """A Markdown review, its BibTeX file, the folder of API answers if there is one, and the Retraction Watch file."""

    review: Path
    bibliography: Path
    answers: Path | None = None
    retraction_watch: Path | None = None


def verify_files(files: FilesToVerify, *, as_json: bool) -> tuple[str, int]:
    """Return the report, text or JSON, and the exit code: 0 when nothing fails, else 1; warnings and notes never fail.

    Raises:
        InputError: a file or the folder cannot be read, or the BibTeX is malformed.
    """
    markdown = read_text_file(files.review, "review", "a review in Markdown")
    entries = read_bibliography(files.bibliography)
    answers = read_answers(files.answers) if files.answers else None
    found = check_files(markdown, entries, answers, files.retraction_watch)
    if answers:
        works = describe_entries(entries, check_bibliography(entries, answers.records), answers.records)
        placed = {one.line for one in found if one.finding_class == "misplaced"}
        found = [*found, *(one for one in check_support(markdown, works) if one.line not in placed)]
    counts = {"cited": len(find_citekeys(markdown)), "entries": len(entries)}
    write = _write_json if as_json else _write_text
    fails = any(one.severity == "failure" for one in found)
    return write(files, found, answers, counts), int(fails)


def _write_text(files: FilesToVerify, found: Sequence[Finding], answers: Answers | None, counts: dict[str, int]) -> str:
    names = {"review": files.review.name, "bibliography": files.bibliography.name}
    lines = [f"warning: {escape_controls(warning)}" for warning in (answers.warnings if answers else ())]
    for severity in _ORDER:
        for one in found:
            if one.severity == severity:
                place = f"{names[one.file]}, line {one.line}"
                lines.append(_shorten(f"{severity.upper()} @{one.key} ({place}): {one.finding_class}: {one.message}"))
                lines += [_shorten(f"    remedy: {one.remedy}")] if one.remedy else []
    if answers is None:
        lines.append("No folder of API answers was given: what the entries state was not checked.")
    tally = Counter(one.severity for one in found)
    told = ", ".join(f"{tally[severity]} {severity}s" for severity in _ORDER)
    lines.append(f"{counts['cited']} works cited, {counts['entries']} entries: {told}")
    return "\n".join(lines)


def _shorten(text: str) -> str:
    return escape_controls(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def _write_json(files: FilesToVerify, found: Sequence[Finding], answers: Answers | None, counts: dict[str, int]) -> str:
    tally = Counter(one.severity for one in found)
    report = {
        "review": files.review.name,
        "bibliography": files.bibliography.name,
        "counts": counts | {f"{severity}s": tally[severity] for severity in _ORDER},
        "answers": {"records": len(answers.records), "files": answers.files} if answers else None,
        "warnings": list(answers.warnings) if answers else [],
        "findings": [asdict(one) for one in found],
    }
    return escape_json(json.dumps(report, ensure_ascii=False, indent=1))
