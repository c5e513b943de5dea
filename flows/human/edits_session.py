"""Edits by hand as a command takes them: those in review.md, and those in a file that a person brings back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from flows.context.bucket import hold_review
from flows.context.repair import open_whole
from flows.export.formats import hand_out_again
from flows.export.hand_edits import find_base, keep_edits, take_edits
from flows.export.report import read_language
from flows.orchestration.progress import Progress
from flows.orchestration.waiting import step
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.runs.reviews import read_plan
from storage.updates.updates import was_updated
from storage.writing.citation_checks import read_unsupported
from storage.writing.hand_edits import HandEdit, read_conflicts, read_hand_paragraphs, read_untouchable
from storage.writing.merging import split_paragraphs
from storage.writing.versions import ReviewVersion, choose_version, read_typed, read_version_sections, read_versions
from tasks.environment.settings import read_settings
from tasks.human.manuscripts import Parts, read_file, take_apart
from tasks.provenance.check_report import escape_controls
from tasks.reporting.hand_edits import render_conflicts
from tasks.reporting.word_edits import STYLE, TEXT, WHOLE, HandedOut, find_language, name_text, read_origin, read_word
from tasks.verification.citations import REMEDY, is_held

_WORD, _MARKDOWN = ".docx", (".md", ".markdown")
_LONGEST = 90


def check_file(file: Path) -> None:
    """Return if a file may hold edits of a review.

    Raises:
        InputError: there is no such file, or it is of another kind.
    """
    if file.suffix.lower() not in {_WORD, *_MARKDOWN}:
        raise InputError(f"'{file}' is neither a Word file (.docx) nor Markdown (.md); give one that was exported")
    if not file.is_file():
        raise InputError(f"there is no file '{file}'; give the path of the file that you edited")


def bring_edits(folder: Path, file: Path | None) -> list[str]:
    """Put on record what a person changed in review.md, and in a file if one is given; return what to tell, in lines.

    Raises:
        InputError: there is no such review, or a file cannot be read as a text of it.
        LedgerInUse: another process works on the review.
    """
    if not (folder / WORKING_FILE).is_file():
        raise InputError(f"there is no review in '{folder}' to edit; list the reviews there are with 'litreview list'")
    with hold_review(read_settings(), folder) as bucket, open_whole(folder, Progress()) as ledger:
        edits = take_edits(ledger, Progress(quiet=True))
        if file is not None:
            edits += _read_edits(ledger, file)
        ledger.publish()
        if bucket:
            bucket.push()
        command = "update" if was_updated(ledger) else "resume"
        lines = _tell(ledger, edits)
    return (
        [*lines, f"Run 'litreview {command} {folder.name}' to have this in all files of the review."]
        if edits
        else lines
    )


def _read_edits(ledger: Ledger, file: Path) -> list[HandEdit]:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise InputError(f"'{file}' cannot be read ({error.strerror}); make it readable") from error
    if file.suffix.lower() == _WORD:
        return _read_word_edits(ledger, content, file.name)
    text = read_file(content, file.name)
    base = find_base(ledger, content, text)
    if base is None:
        raise InputError(
            f"review '{ledger.folder.name}' has no finished text; finish it with 'litreview resume "
            f"{ledger.folder.name}', then bring edits"
        )
    return keep_edits(ledger, file.name, base, take_apart(text, base, file.name))


def _read_word_edits(ledger: Ledger, content: bytes, name: str) -> list[HandEdit]:
    """Compare a Word file with the one that was handed out, both read by Pandoc, and keep what differs."""
    origin = read_origin(content, name)
    version = _find_version(ledger, origin.get(TEXT))
    sections = read_version_sections(ledger, version)
    step("reading the Word file, and the one that was handed out")
    plan = read_plan(ledger)
    tongue = read_language(ledger, *find_language(origin, plan.write_in if plan else None))
    again = hand_out_again(ledger, version, origin.get(STYLE), tongue)
    typed = read_typed(ledger, version)
    shown = [(one, tongue.say(heading), tongue.render(text, typed.get(heading, ()))) for one, heading, text in sections]
    handed = HandedOut(read_word(again, name), shown)
    given = take_apart(read_word(content, name), handed.parts, name)
    named = [section_id for section_id, _, _ in sections if section_id in given.sections()]
    texts = [(name, handed.text_of(name), handed.translate(name, given.of(name))) for name in named]
    before, after = (
        Parts(
            tuple(text for one in texts for text in ("", *one[side])),
            tuple(owner for one in texts for owner in (f"#{one[0]}", *[one[0]] * len(one[side]))),
        )
        for side in (1, 2)
    )
    if not tongue.is_english:
        stored = [text for one, _, told in sections if one in named for text in ("", *split_paragraphs(told.strip()))]
        before = replace(before, language=tongue.code, stored=tuple(stored))
    # Where the program would now write something else around the text, it cannot be told from what a person changed.
    is_alike = read_origin(again, name)[WHOLE] == origin.get(WHOLE)
    return keep_edits(ledger, name, before, Parts(after.paragraphs, after.owners, given.asides if is_alike else ()))


def _find_version(ledger: Ledger, text: str | None) -> ReviewVersion:
    """Return the version that a Word file was made of; the present one where it does not say."""
    for version in reversed(read_versions(ledger)) if text else ():
        if name_text([section[1:] for section in read_version_sections(ledger, version)]) == text:
            return version
    return choose_version(ledger, None)


def _tell(ledger: Ledger, edits: Sequence[HandEdit]) -> list[str]:
    """Return what was found now, what is a person's in all, and where it is wrong or differs from the program's."""
    headings: dict[str, str] = dict(ledger.select("SELECT section_id, heading FROM current_section").iter_rows())
    lines = [
        f"{headings.get(edit.section_id, 'outside sections')}: {edit.kind}: {_shorten(edit.after or edit.before)}"
        for edit in edits
    ]
    held = read_hand_paragraphs(ledger)
    lines += [] if edits else ["Nothing was edited by hand since review.md was last read or written."]
    for section_id, heading in headings.items():
        if section_id in held:
            lines.append(f"By hand in '{heading}': {len(held[section_id])}")
    gone = [one for section_id, of in held.items() if section_id not in headings for one in of if one.text]
    lines += [f"By hand in a section that is gone: {_shorten(one.text)}" for one in gone]
    mine = read_untouchable(ledger)
    lines += [
        f"@{citekey} in '{headings[section_id]}': {reason}; {REMEDY.format(name=ledger.folder.name)}"
        for section_id, sentence, citekey, reason in read_unsupported(ledger)
        if is_held(sentence, mine.get(section_id, ()))
    ]
    conflicts = read_conflicts(ledger)
    if conflicts:
        lines += ["", "Where the program has another text than you, yours stands:"]
        lines += [escape_controls(line) for line in render_conflicts(conflicts).splitlines()]
    return lines


def _shorten(text: str) -> str:
    """Return the beginning of a paragraph as one line that is safe to show in a terminal."""
    line = escape_controls(" ".join(text.split()))
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
