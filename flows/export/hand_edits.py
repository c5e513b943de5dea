"""Hand edits: what a person changed in review.md is read before anything writes, and stays.

The file is compared with what it last held; what it holds next is noted before it is written and once it is in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flows.export.report import compose_review, read_language
from flows.orchestration.progress import Progress
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.runs.reviews import add_problem
from storage.writing.citation_checks import add_verdicts, read_checked_sections, read_citekeys
from storage.writing.hand_edits import (
    HandEdit,
    HandVersion,
    read_current_claims,
    read_hand_paragraphs,
    read_latest_section,
    was_left_finished,
)
from storage.writing.manuscripts import (
    READ,
    WRITTEN,
    Manuscript,
    append_manuscript,
    read_manuscripts,
    read_sources,
    settle_manuscript,
)
from storage.writing.sections import append_hand_versions, written_sections
from tasks.human.hand_edits import Shown, find_edits, make_version
from tasks.human.manuscripts import (
    Parts,
    choose_base,
    hash_file,
    own_paragraphs,
    read_file,
    read_parts,
    store_parts,
    take_apart,
)
from tasks.reporting.files import write_files
from tasks.reporting.markdown import ReviewMeta, assemble_review
from tasks.text.cleaning import escape_markdown
from tasks.translation.tongue import Tongue
from tasks.verification.citations import judge_citations

REVIEW_FILE = "review.md"


def take_edits(ledger: Ledger, progress: Progress) -> list[HandEdit]:
    """Put on record what a person changed in review.md since it was last written or read, and return it.

    Raises:
        InputError: the file cannot be read, or lacks a section of the review.
    """
    path = ledger.folder / REVIEW_FILE
    try:
        content = path.read_bytes() if path.is_file() else None
    except OSError as error:
        raise InputError(f"'{path}' cannot be read ({error.strerror}); make it readable") from error
    if content is None:
        return []
    known = read_manuscripts(ledger)
    if hash_file(content) in {one.sha256 for one in known}:
        return []
    text = read_file(content, REVIEW_FILE)
    base = _find_base(ledger, content, text, known)
    if base is None:
        return []
    edited = take_apart(text, base, REVIEW_FILE)
    # The file of an older review may have been put together otherwise than now.
    edited = edited if known else replace(edited, asides=())
    edits = keep_edits(ledger, REVIEW_FILE, base, edited, (hash_file(content), text))
    tell_edits(progress, edits)
    return edits


def find_base(ledger: Ledger, content: bytes, text: str) -> Parts | None:
    """Return which state of review.md a copy of it comes from, in its parts; None where there is no finished text."""
    return _find_base(ledger, content, text, read_sources(ledger))


def _find_base(ledger: Ledger, content: bytes, text: str, known: Sequence[Manuscript]) -> Parts | None:
    """Return what a text is compared with; in a review of before edits were kept track of, what its sections make."""
    if known:
        return read_parts(choose_base(content, text, known))
    return _recompose(ledger) if was_left_finished(ledger) else None


def keep_edits(
    ledger: Ledger, file: str, base: Parts, edited: Parts, read: tuple[str, str] | None = None
) -> list[HandEdit]:
    """Append a version of each section that a person changed, and return the changes.

    `read` is review.md, if that was read: its SHA-256 and its text.
    """
    tongue = read_language(ledger, base.language)
    held = read_hand_paragraphs(ledger)
    claims = read_current_claims(ledger)
    versions: list[HandVersion] = []
    edits: list[HandEdit] = []
    texts: dict[str, Sequence[str]] = {}
    for section_id in base.sections():
        stored = texts[section_id] = base.stored_of(section_id)
        shown = Shown(stored, tongue.show)
        mine = held.get(section_id, ())
        found = find_edits(section_id, base.of(section_id), edited.of(section_id), mine, shown)
        if found is None:
            continue
        texts[section_id] = found.paragraphs
        version = make_version(found, stored, read_latest_section(ledger, section_id), claims)
        stands = version.draft.markdown == version.section.markdown
        if not stands or version.paragraphs != mine:
            versions.append(version)
            edits += found.edits
    edits += [HandEdit("", "left aside", before, after) for before, after in edited.asides]
    with ledger.transaction():
        if edits:
            append_hand_versions(ledger, file, versions, edits)
        if read:
            append_manuscript(ledger, _note(READ, *read, store_parts(edited, base, texts)), settled=True)
    if edited.asides:
        message = (
            f"{len(edited.asides)} changes in {file} to what the program writes itself (title, notes, tables, figures, "
            "references, appendix, headings) were left aside; they are in the table hand_edit"
        )
        add_problem(ledger, "edits", "edit left aside", message)
    _check_citations(ledger, {version.section.section_id for version in versions})
    return edits


def tell_edits(progress: Progress, edits: Sequence[HandEdit]) -> None:
    """Say how much a person changed, and how much of it was left aside."""
    kept = [edit for edit in edits if edit.kind != "left aside"]
    sections = len({edit.section_id for edit in kept})
    if kept:
        progress.say(
            "edits", f"{len(kept)} paragraphs in {sections} sections were edited by hand; they stay as they are"
        )
    if aside := len(edits) - len(kept):
        progress.say("edits", f"{aside} changes to what the program writes itself were left aside")


def write_manuscript(ledger: Ledger, files: Mapping[str, str], meta: ReviewMeta) -> None:
    """Write the files of a review; what review.md holds is noted before, and settled when it is in its place."""
    text = files[REVIEW_FILE]
    made = _note(WRITTEN, hash_file(text.encode()), text, _own(ledger, text, meta))
    known = read_manuscripts(ledger)
    is_new = not known or len(known) > 1 or replace(known[-1], origin=WRITTEN) != made
    if is_new:
        with ledger.transaction():
            append_manuscript(ledger, made, settled=False)
    write_files(ledger.folder, files)
    if is_new:
        settle_manuscript(ledger)


def _recompose(ledger: Ledger) -> Parts:
    """Return what the sections make; before edits were kept track of, reviews were in English."""
    title, meta, _ = compose_review(ledger, tongue=Tongue())
    return _own(ledger, assemble_review(title, list(written_sections(ledger).values()), meta), meta)


def _own(ledger: Ledger, text: str, meta: ReviewMeta) -> Parts:
    """Return review.md as it is made of the sections, in its parts."""
    sections = written_sections(ledger)
    return own_paragraphs(
        text,
        [(name, escape_markdown(meta.tongue.say(heading)), markdown) for name, (heading, markdown) in sections.items()],
        None if meta.tongue.is_english else meta.tongue.code,
        [meta.show(heading, markdown) for heading, markdown in sections.values()],
    )


def _note(origin: str, sha256: str, text: str, parts: Parts) -> Manuscript:
    return Manuscript(origin, sha256, text, parts.owners, parts.language, parts.stored)


def _check_citations(ledger: Ledger, touched: set[str]) -> None:
    """Put on record whether each citekey of the sections edited resolves."""
    known = dict.fromkeys(read_citekeys(ledger), "ledger")
    sections = [section for section in read_checked_sections(ledger) if section.section_id in touched]
    if sections:
        add_verdicts(ledger, [verdict for section in sections for verdict in judge_citations(section, known)])
