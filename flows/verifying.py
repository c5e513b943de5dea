"""``litreview verify``: a review held against its ledger, told as a short table and the claims that fail."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storage.errors import InputError
from storage.evidence import Evidence, read_evidence
from tasks.verifying import Check, check_evidence, count_changes, failures_of

_LONGEST = 240


def verify_review(folder: Path) -> tuple[str, int]:
    """Return the report on the review in a folder and the exit code: 0 if all holds, 1 if anything fails.

    Raises:
        InputError: there is no review in the folder, or nothing was written of it yet.
    """
    evidence = read_evidence(folder)
    if not evidence.sections:
        raise InputError(f"nothing was written yet of the review in '{folder}'; resume it, then verify")
    path = folder / "review.md"
    review = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None
    checks = check_evidence(evidence, review)
    failures = failures_of(checks)
    lines = [*_tabulate(checks), "", *_notes(evidence, review, checks)]
    lines += [f"FAILED @{_plain(each.citekey)}: {_plain(each.sentence)} ({each.reason})" for each in failures]
    lines.append(f"{len(failures)} failures" if failures else "Everything that was checked holds.")
    return "\n".join(lines), int(bool(failures))


def _tabulate(checks: Sequence[Check]) -> list[str]:
    width = max(len(check.name) for check in checks)
    rows = [f"{'':{width}}  checked  failed"]
    return rows + [f"{check.name:{width}}  {check.checked:7}  {len(check.failures):6}" for check in checks]


def _notes(evidence: Evidence, review: str | None, checks: Sequence[Check]) -> list[str]:
    notes = []
    if not evidence.is_whole:
        notes.append("Read from the published copy: the working ledger is not here, or a run holds it.")
    notes += [
        f"{check.unchecked} {check.name.split()[0]} could not be checked: the copy leaves out pages it may not hand on."
        for check in checks
        if check.unchecked
    ]
    if review is None:
        notes.append("There is no review.md yet.")
    elif changes := count_changes(evidence, review):
        notes.append(f"review.md was changed in {changes} paragraphs since it was written.")
    return notes


def _plain(text: str) -> str:
    """Return a text as one line that a terminal only shows, bounded."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
