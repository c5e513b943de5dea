"""What every reading of a work by a model shares: the work told, statements kept, themes checked, the summary made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from storage.records.search import Work
from storage.records.writing import Finding, Summary
from tasks.analysts.llm.guard.admission import admit_text
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.summary_form import ShownPage, Statement, build_finding, object_to_statement
from tasks.language_models.dialogue import Dialogue, Remark

_LONGEST_TITLE, _LONGEST_VENUE = 300, 100
_THEMES, _LONGEST_THEME = (2, 5), 4
MOST = {"finding": 5, "method": 2, "limitation": 1, "future_work": 1}


def tell_work(work: Work) -> Dialogue[dict[str, Any]]:
    """Return what the model is told of a work beside its text: title, year, type and venue, bounded."""
    title = yield from admit_text(work.title, _LONGEST_TITLE, work.work_id)
    venue = yield from admit_text(work.venue or "", _LONGEST_VENUE, work.work_id)
    about = {"title": title, "year": work.year, "type": work.type, "venue": venue}
    return {key: value for key, value in about.items() if value}


def object_to_statements(statements: Sequence[Statement], shown: Sequence[ShownPage]) -> list[str]:
    """Return the reasons for which statements cannot be kept, each with its statement's number."""
    return [
        f"statement {place}: {reason}"
        for place, statement in enumerate(statements, 1)
        for reason in object_to_statement(statement, shown)
    ]


def object_to_themes(themes: Sequence[str]) -> list[str]:
    """Return the reasons for which the themes of a work cannot be kept as they are."""
    reasons = []
    if not _THEMES[0] <= len(themes) <= _THEMES[1]:
        reasons.append(f"{len(themes)} themes were given; give {_THEMES[0]} to {_THEMES[1]}")
    return reasons + [f"theme {theme!r}: {wrong[0]}" for theme in themes if (wrong := _object_to_theme(theme))]


def keep_findings(statements: Sequence[Statement], shown: Sequence[ShownPage], work_id: str) -> Dialogue[list[Finding]]:
    """Return the statements that can be kept as findings; a remark tells each that cannot."""
    findings: list[Finding] = []
    for statement in statements:
        if object_to_statement(statement, shown):
            yield Remark("statement dropped", f"a statement of the kind {statement.kind} was not kept", work_id)
        else:
            findings.append(build_finding(statement, shown))
    return findings


def compose_summary(extracted: Summary, findings: Sequence[Finding], themes: Sequence[str], source: str) -> Summary:
    """Return the summary made of findings: each once, findings proper first, as many of each kind as a summary holds.

    Without a finding proper it is the one of the text's own sentences (`extracted`), whose source then says so; short
    texts, and themes where none can be kept, are the extracted ones in any case.
    """
    if not any(finding.kind == "finding" for finding in findings):
        return replace(extracted, source=f"{extracted.source}, extracted")
    once = {finding.finding_id: finding for finding in findings}.values()
    kept = tuple(
        finding for kind, most in MOST.items() for finding in [each for each in once if each.kind == kind][:most]
    )
    terms = tuple(" ".join(theme.lower().split()) for theme in themes if not _object_to_theme(theme))
    return replace(
        extracted,
        methodology=_join(kept, "method"),
        limitations=_join(kept, "limitation"),
        future_work=_join(kept, "future_work"),
        themes=tuple(dict.fromkeys(terms))[: _THEMES[1]] or extracted.themes,
        findings=kept,
        source=source,
    )


def _object_to_theme(theme: str) -> list[str]:
    words = len(theme.split())
    if not 1 <= words <= _LONGEST_THEME:
        return [f"it has {words} words; give 1 to {_LONGEST_THEME}"]
    return find_foreign(theme)


def _join(findings: Sequence[Finding], kind: str) -> str:
    return " ".join(finding.text for finding in findings if finding.kind == kind)
