"""``litreview verify NAME``: a review checked against its ledger, reported as a short table and the failing claims."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from flows.context.pooling import compute_poolings
from flows.export.report import compose_review, read_facts
from flows.language_models.support import asked_model
from flows.orchestration.driver import Driver
from flows.orchestration.waiting import step
from flows.records import check_retractions
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.reading.pooling import read_poolings
from storage.runs.reviews import read_plan
from storage.writing.evidence import Evidence, open_review, read_evidence
from tasks.catalogues.registry import is_public
from tasks.environment.settings import Settings
from tasks.procedure.sentences import drop_frame
from tasks.provenance.check_report import escape_json
from tasks.provenance.indexes import open_indexes
from tasks.provenance.retractions import is_about_retractions
from tasks.reporting.prisma import draw_prisma
from tasks.translation.restoring import restore_english
from tasks.verification.evidence import Check, Failure, check_evidence, count_changes, failures_of
from tasks.verification.poolings import check_poolings
from tasks.verification.procedure import Account, Files, check_procedure
from tasks.verification.references import BIBLIOGRAPHY, check_references, list_doubts

APPENDIX_FILE, PICTURE_FILE = "appendix.md", "prisma.svg"
_LONGEST = 240
_CATALOGUE = "SELECT settings->>'catalogue' FROM run ORDER BY started_at DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class Report:
    """What was found: the checks, what merely looks doubtful, and remarks on what could not be checked."""

    checks: tuple[Check, ...]
    doubts: tuple[str, ...]
    notes: tuple[str, ...]


def verify_review(
    folder: Path, settings: Settings, *, as_json: bool = False, ask_model: bool = False
) -> tuple[str, int]:
    """Return the report on the review in a folder, and the exit code: 0 if all holds, 1 if anything fails.

    Crossref and the Retraction Watch file are asked again about its works if the settings let a review ask them; what
    is new is put on record where the working ledger is at hand. With `ask_model` the local model that the settings name
    is asked of each sentence whether the works cited support it; what it doubts is a warning.

    Raises:
        InputError: there is no review in the folder, none of it has been written yet, or a setting is wrong.
    """
    with open_review(folder) as (ledger, is_whole):
        step("looking for retractions that are not on record yet")
        silent = _ask_again(ledger, settings, is_whole=is_whole)
        step("reading quotes, claims and references")
        evidence = read_evidence(ledger, is_whole=is_whole)
        plan = read_plan(ledger)
        account = read_account(ledger) if plan else None
        requested = read_poolings(ledger)
        pooled = compute_poolings(ledger, requested)
    if not evidence.sections or plan is None or account is None:
        raise InputError(f"the review in '{folder}' has no text yet; resume it, then verify")
    review, bibliography = (_read(folder / name) for name in ("review.md", BIBLIOGRAPHY))
    step(f"checking {evidence.quotes.height:,} quotes and {evidence.claims.height:,} claims")
    if review is not None:
        written = [(heading, text) for _, heading, text in evidence.sections]
        as_of = f"as of {account.facts.numbers.get('as_of')}"
        review = restore_english(review, account.tongue, written, account.notices, as_of, typed=account.typed)
    keeps = is_about_retractions(plan)
    own = drop_frame(review, account.frame) if review is not None else None
    checks = check_evidence(evidence, own) + check_references(evidence, bibliography, keeps_retracted=keeps)
    if requested:
        checks += (check_poolings(requested, [effect for effect, _ in pooled]),)
    files = Files(review, *(_read(folder / name) for name in (APPENDIX_FILE, PICTURE_FILE)))
    checks += check_procedure([(heading, text) for _, heading, text in evidence.sections], files, account)
    notes = [*_notes(evidence, own, checks), *silent]
    if keeps and evidence.retracted:
        notes.append(f"{len(evidence.retracted)} sentences cite retracted works, which the review is about.")
    with asked_model(settings) if ask_model else nullcontext() as ask:
        doubts = list_doubts(evidence, ask)
    report = Report(checks, tuple(doubts), tuple(notes))
    failures = failures_of(checks)
    return _write_json(report) if as_json else _write_text(report), int(bool(failures))


def _ask_again(ledger: Ledger, settings: Settings, *, is_whole: bool) -> list[str]:
    """Look for retractions that are not on record yet; return which services gave no answer this time."""
    catalogue = ledger.select(_CATALOGUE)
    online = catalogue.height > 0 and is_public(catalogue.item() or "", settings)
    known = ledger.select("SELECT count(*) FROM retraction").item()
    silences = check_retractions(ledger, Driver(), open_indexes(settings, online=online))
    if is_whole and ledger.select("SELECT count(*) FROM retraction").item() > known:
        ledger.publish()
    return [f"Retractions could not be looked up: {reason}" for reason in silences[:1]]


def read_account(ledger: Ledger) -> Account:
    """Return what the ledger of a planned review says of how it was made."""
    _, meta, counts = compose_review(ledger)
    return Account(
        facts=read_facts(ledger),
        notices=meta.notices,
        appendix=meta.appendix,
        picture=draw_prisma(counts),
        frame=meta.layout.paragraphs(),
        tongue=meta.tongue,
        typed=meta.typed,
    )


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace") if path.is_file() else None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): make it readable, then verify") from error


def _write_text(report: Report) -> str:
    failures = failures_of(report.checks)
    lines = [*_tabulate(report.checks), "", *report.notes]
    lines += [f"WARNING {_plain(doubt)}" for doubt in report.doubts]
    lines += [f"FAILED {_place(each)}: {_plain(each.sentence)} ({_plain(each.reason)})" for each in failures]
    lines.append(f"{len(failures)} failures" if failures else "Everything that was checked holds.")
    return "\n".join(lines)


def _place(failure: Failure) -> str:
    return f"@{_plain(failure.citekey)}" if failure.citekey else _plain(failure.place)


def _write_json(report: Report) -> str:
    told = {
        "checks": [
            {"name": one.name, "checked": one.checked, "failed": len(one.failures), "unchecked": one.unchecked}
            for one in report.checks
        ],
        "failures": [asdict(one) for one in failures_of(report.checks)],
        "warnings": list(report.doubts),
        "notes": list(report.notes),
    }
    return escape_json(json.dumps(told, ensure_ascii=False, indent=1))


def _tabulate(checks: Sequence[Check]) -> list[str]:
    width = max(len(check.name) for check in checks)
    rows = [f"{'':{width}}  checked  failed"]
    return rows + [f"{check.name:{width}}  {check.checked:7}  {len(check.failures):6}" for check in checks]


def _notes(evidence: Evidence, review: str | None, checks: Sequence[Check]) -> list[str]:
    notes = []
    if not evidence.is_whole:
        notes.append("Read from the published copy: the working ledger is missing or held by a run.")
    notes += [
        f"{check.unchecked} {check.name.split()[0]} could not be checked: the copy leaves out pages it may not share."
        for check in checks
        if check.unchecked
    ]
    if review is None:
        notes.append("There is no review.md yet.")
    elif changes := count_changes(evidence, review):
        notes.append(
            f"review.md was changed in {changes} paragraphs since it was written; 'litreview edits' keeps a person's."
        )
    return notes


def _plain(text: str) -> str:
    """Return a text as one line that is safe to show in a terminal, of limited length."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
