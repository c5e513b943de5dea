"""Whether a review's account of how it was made holds: its sentences, its appendix and its PRISMA picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from storage.writing.merging import read_key, replace_paragraphs
from tasks.procedure.checking import Checker
from tasks.procedure.disclosures import find_omissions
from tasks.procedure.facts import Facts
from tasks.procedure.plain import compare_pictures, compare_tables
from tasks.procedure.sentences import (
    APPENDIX,
    NOTES,
    drop_frame,
    list_statements,
    read_appendix,
    read_body,
    read_file,
    state_date,
)
from tasks.translation.restoring import list_sentences, restore_sentences
from tasks.translation.tongue import Tongue
from tasks.verification.evidence import Check, Failure

_PICTURE, _TEXT = "prisma.svg", "review.md"
_UNSUPPORTED = "this is not as it was written, and the record does not bear it out"


@dataclass(frozen=True, slots=True)
class Account:
    """What the ledger says about how a review was made, and what it would write now: notices, appendix, picture.

    `frame` are the paragraphs that the report itself puts between the sections: tables, figures and what leads to them.
    `tongue` is the language that review.md is in; all else is in English but for what people typed, by heading `typed`.
    """

    facts: Facts
    notices: tuple[str, ...]
    appendix: str
    picture: str
    frame: Collection[str] = ()
    tongue: Tongue = Tongue()  # noqa: RUF009 - frozen
    typed: Mapping[str, Collection[str]] = field(default_factory=dict)

    def tell(self, markdown: str) -> str:
        """Return a text with English in place of the sentences that people left as translated in what they typed."""
        if self.tongue.is_english:
            return markdown
        typed = {key for keys in self.typed.values() for key in keys}
        sentences = list_sentences(self.tongue)
        return replace_paragraphs(
            markdown, lambda one: restore_sentences(one, sentences) if read_key(one) in typed else one
        )


@dataclass(frozen=True, slots=True)
class Files:
    """The files in a review's folder: review.md, appendix.md and prisma.svg; None for a missing file."""

    review: str | None = None
    appendix: str | None = None
    picture: str | None = None


def check_procedure(sections: Sequence[tuple[str, str]], files: Files, account: Account) -> tuple[Check, ...]:
    """Return the checks of sections, given as (heading, Markdown), and of the files of the review, put into English."""
    sections = [(heading, account.tell(markdown)) for heading, markdown in sections]
    files = replace(files, review=files.review and account.tell(files.review))
    return _check_statements(sections, files, account), _check_appendix(files, account)


def _check_statements(sections: Sequence[tuple[str, str]], files: Files, account: Account) -> Check:
    notes = [(NOTES, "\n\n".join([*account.notices, state_date(f"as of {account.facts.numbers.get('as_of')}")]))]
    told = [statement.plain for statement in list_statements(notes)]
    checker = Checker(account.facts, told)
    written = list_statements([*notes, *sections])
    told_there = drop_frame(files.review, account.frame) if files.review is not None else None
    read = list_statements(read_file(told_there)) if told_there is not None else list_statements(sections)
    known = {statement.plain for statement in written}
    fresh = [statement for statement in read if statement.plain not in known]
    standing = {statement.plain: statement for statement in (*list_statements(sections), *read)}
    faults = checker.find_faults(list(standing.values()))
    at_fault = {fault.statement.plain for fault in faults}
    failures = [Failure("", fault.statement.text, fault.reason, fault.statement.section) for fault in faults]
    failures += [
        Failure("", statement.text, _UNSUPPORTED, statement.section)
        for statement in fresh
        if statement.needs_support and statement.plain not in at_fault and not checker.confirms(statement)
    ]
    failures += [
        Failure("", omission.instead, f"this is not told ({omission.what})", omission.place)
        for omission in find_omissions(read, account.facts)
    ]
    about = sum(statement.is_about_review for statement in standing.values())
    return Check("statements on how it was made", about, tuple(dict.fromkeys(failures)))


def _check_appendix(files: Files, account: Account) -> Check:
    fresh = account.appendix
    texts = [text for text in (files.review and read_appendix(files.review), files.appendix) if text]
    told = [statement.plain for statement in list_statements([(APPENDIX, fresh)])]
    checker = Checker(account.facts, told)
    tables = "\n\n".join(account.frame)
    failures = [Failure("", row, why, APPENDIX) for text in texts for row, why in compare_tables(text, fresh, tables)]
    body = read_body(files.review or "")
    failures += [Failure("", row, why, _TEXT) for row, why in compare_tables(body, tables, fresh)]
    failures += [
        Failure("", fault.statement.text, fault.reason, APPENDIX)
        for text in texts
        for fault in checker.find_faults(list_statements([(APPENDIX, text)]))
    ]
    if files.picture:
        failures += [
            Failure("", count, why, _PICTURE) for count, why in compare_pictures(files.picture, account.picture)
        ]
    lines = sum(line.startswith("|") for line in f"{tables}\n{fresh}".splitlines())
    return Check("rows of tables and PRISMA counts", lines, tuple(dict.fromkeys(failures)))
