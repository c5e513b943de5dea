"""Reading one work: what it says in sentences of ours, each with the words of the text that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field

from storage.manuscript import Finding, Page, Summary
from storage.records import Work
from tasks.analysts.anthropic.admission import admit_text
from tasks.analysts.anthropic.foreign_text import blank_foreign, find_foreign
from tasks.analysts.anthropic.salvage import ask_leniently
from tasks.analysts.anthropic.statements import ShownPage, Statement, build_finding, object_to_statement
from tasks.analysts.data_blocks import write_block
from tasks.analysts.dialogue import Dialogue, Question, Remark
from tasks.analysts.extractive import summary as plain
from tasks.prompts import read_prompt

_LONGEST_TITLE, _LONGEST_VENUE = 300, 100
_LONGEST_PAGE, _LONGEST_TEXT = 6_000, 24_000
_FEWEST_TO_READ = 8  # words; "No abstract available." is not worth a question
_MOST = {"finding": 5, "method": 2, "limitation": 1, "future_work": 1}
_THEMES, _LONGEST_THEME = (2, 5), 4
_ANSWER_TOKENS = 1_500


class PaperSummary(BaseModel):
    """What the model answers."""

    model_config = ConfigDict(extra="forbid", strict=True)

    statements: list[Statement]
    themes: list[str] = Field(description="2 to 5 terms")


def summarise_work(work: Work, pages: Sequence[Page]) -> Dialogue[Summary]:
    """Return the summary of a work's pages, in order up to a bound: statements with their quotes, verbatim on the page.

    A statement whose quote is not on a page or does not carry it is asked for again, then dropped with a remark. A work
    without text is not asked about. Without a valid finding the summary is the one made of the text's own sentences,
    and its source ends in ", extracted".
    """
    extracted = _extract(work, pages)
    shown = yield from _show(work, pages)
    if sum(len(part.text.split()) for part in shown) < _FEWEST_TO_READ:
        return extracted
    question = yield from _word_question(work, shown)
    reply = yield from ask_leniently(question, PaperSummary, lambda reply: _object(reply, shown), work.work_id)
    findings: list[Finding] = []
    for statement in reply.statements if reply else ():
        if object_to_statement(statement, shown):
            yield Remark("statement dropped", f"a statement of the kind {statement.kind} was not kept", work.work_id)
        else:
            findings.append(build_finding(statement, shown))
    if reply is None or not any(finding.kind == "finding" for finding in findings):
        return replace(extracted, source=f"{extracted.source}, extracted")
    kept = _limit(findings)
    themes = tuple(" ".join(theme.lower().split()) for theme in reply.themes if not _object_to_theme(theme))
    return Summary(
        work_id=work.work_id,
        methodology=_join(kept, "method"),
        limitations=_join(kept, "limitation"),
        future_work=_join(kept, "future_work"),
        themes=tuple(dict.fromkeys(themes))[: _THEMES[1]] or extracted.themes,
        short=extracted.short,
        findings=kept,
        source="full text" if any(part.page.page for part in shown) else extracted.source,
    )


def _extract(work: Work, pages: Sequence[Page]) -> Summary:
    """Return the summary made of the text's own sentences, without those that address a program.

    A model reads it later. What addresses a program is blanked, which leaves every place as it was; a finding whose
    words reach across a blank is none.
    """
    extracted = plain.summarise_work(
        replace(work, title=blank_foreign(work.title)),
        [replace(page, text=blank_foreign(page.text)) for page in pages],
    )
    texts = {(page.page, page.source): page.text for page in pages}
    verbatim = tuple(
        finding
        for finding in extracted.findings
        if (quote := finding.quote).text
        == texts.get((quote.page, quote.source), work.title)[quote.char_start : quote.char_end]
    )
    return replace(extracted, findings=verbatim)


def _show(work: Work, pages: Sequence[Page]) -> Dialogue[list[ShownPage]]:
    """Return the pages with what of each is shown: in order, as far as a page's and the text's bounds allow."""
    shown: list[ShownPage] = []
    room = _LONGEST_TEXT
    for page in sorted(pages, key=lambda page: (page.page, page.source)):
        if page.text.strip() and room > 0:
            text = yield from admit_text(page.text, min(_LONGEST_PAGE, room), work.work_id)
            shown.append(ShownPage(page, text))
            room -= len(text)
    return shown


def _word_question(work: Work, shown: Sequence[ShownPage]) -> Dialogue[Question]:
    title = yield from admit_text(work.title, _LONGEST_TITLE, work.work_id)
    venue = yield from admit_text(work.venue or "", _LONGEST_VENUE, work.work_id)
    about = {"title": title, "year": work.year, "type": work.type, "venue": venue}
    prompt = read_prompt("summary")
    blocks = (
        write_block("work", {key: value for key, value in about.items() if value}),
        write_block("pages", [{"page": part.page.page, "text": part.text} for part in shown]),
    )
    return Question(
        step="summary",
        phase="summarization",
        tier="sonnet",
        effort="low",
        instructions=prompt.fill(),
        prompt_sha256=prompt.sha256,
        data="\n".join(blocks),
        answer=PaperSummary,
        answer_tokens=_ANSWER_TOKENS,
        label=f"read {work.work_id}",
    )


def _object(reply: PaperSummary, shown: Sequence[ShownPage]) -> list[str]:
    reasons = [
        f"statement {place}: {reason}"
        for place, statement in enumerate(reply.statements, 1)
        for reason in object_to_statement(statement, shown)
    ]
    if not any(statement.kind == "finding" for statement in reply.statements):
        reasons.append("there is no statement of kind finding; say what the text finds, argues or proposes")
    if not _THEMES[0] <= len(reply.themes) <= _THEMES[1]:
        reasons.append(f"{len(reply.themes)} themes were given; give {_THEMES[0]} to {_THEMES[1]}")
    return reasons + [f"theme {theme!r}: {wrong[0]}" for theme in reply.themes if (wrong := _object_to_theme(theme))]


def _object_to_theme(theme: str) -> list[str]:
    words = len(theme.split())
    if not 1 <= words <= _LONGEST_THEME:
        return [f"it has {words} words; give 1 to {_LONGEST_THEME}"]
    return find_foreign(theme)


def _limit(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return each finding once, findings proper first, as many of each kind as a summary holds."""
    once = {finding.finding_id: finding for finding in findings}.values()
    return tuple(
        finding for kind, most in _MOST.items() for finding in [each for each in once if each.kind == kind][:most]
    )


def _join(findings: Sequence[Finding], kind: str) -> str:
    return " ".join(finding.text for finding in findings if finding.kind == kind)
