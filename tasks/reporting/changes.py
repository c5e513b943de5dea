"""changes.md: what each update of a review found and changed, newest first, in Pandoc Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from storage.updates.changes import Changes
from tasks.text.cleaning import escape_markdown

_LONGEST_SENTENCE = 600
_QUESTIONS = {
    "unsure": (
        "Judge these works, about which the analyst was unsure",
        "`litreview screen`, then `update`",
    ),
    "no room": ("These works are relevant, and updates have no room left; take a higher --quality, or leave it", ""),
    "preprint kept": ("Decide between these preprints and what was published of them", ""),
    "record published": ("Decide whether these references should name the published version", ""),
    "absent": ("Check these works: the catalogue no longer has them", ""),
    "retracted": ("Read these sentences again: they rest on retracted works that a person kept", ""),
    "unsupported": ("Read these sentences again: no words of the work they cite were found for them", ""),
}


def render_changes(title: str, reports: Sequence[str]) -> str:
    """Return the file: a heading and the reports of all updates with news, newest first."""
    told = "\n\n".join(report.strip() for report in reports) or "No update has brought anything new so far."
    return f"# What changed in: {escape_markdown(title)}\n\n{told}\n"


def render_report(changes: Changes) -> str:
    """Return the report of one update as Markdown below a heading of level 2, "" where it has no news.

    Text from works and sections is escaped, each on one line, as a quotation.
    """
    if not changes.is_news:
        return ""
    parts = [
        f"## Update {changes.number}, {changes.started_at:%Y-%m-%d}",
        _summarise(changes),
        _list("New works", (_tell_addition(row) for row in changes.additions.iter_rows(named=True))),
        _list("Retractions", (_tell_retraction(row) for row in _departed(changes, "retracted"))),
        _list("Versions", (_tell_version(row) for row in _departed(changes, "superseded"))),
        _list("Other works that left", (_tell_departure(row) for row in _departed(changes, "other"))),
        _list("Sections", (_tell_section(row) for row in changes.sections.iter_rows(named=True))),
        _tell_claims(changes),
        _tell_questions(changes),
    ]
    return "\n\n".join(part for part in parts if part)


def sum_up(changes: Changes) -> str:
    """Return in one line whether an update had news, and what it cost."""
    news = f"{changes.additions.height} works joined the corpus, {changes.departures.height} left it"
    spent = changes.outlay
    return (
        f"{news if changes.is_news else f'no news since {changes.since}'}; {spent['llm_calls']:.0f} calls to language "
        f"models (${spent['llm_usd']:.4f}), {spent['api_calls']:.0f} to catalogues and services "
        f"(${spent['api_usd']:.4f})"
    )


def _summarise(changes: Changes) -> str:
    spent = changes.outlay
    searched = (
        "The catalogue is the file that was searched before."
        if changes.is_static
        else f"Works published in {changes.since} or later were searched for."
    )
    records = changes.found["imported"]
    imported = f" {records} {'record was' if records == 1 else 'records were'} imported." if records else ""
    return (
        f"{searched}{imported} {changes.found['fresh']} works were new to the review, "
        f"{changes.found['screened']} of them screened, {changes.additions.height} joined the corpus and "
        f"{changes.departures.height} left it. The update made {spent['llm_calls']:.0f} calls to language models "
        f"(\\${spent['llm_usd']:.4f}) and {spent['api_calls']:.0f} calls to catalogues and services "
        f"(\\${spent['api_usd']:.4f})."
    )


def _list(heading: str, items: Iterable[str]) -> str:
    lines = [f"- {item}" for item in items]
    return "\n".join([f"### {heading}", "", *lines]) if lines else ""


def _departed(changes: Changes, kind: str) -> list[dict[str, Any]]:
    """Return the works that left for one reason: retracted, superseded by their published version, or another."""
    return [row for row in changes.departures.iter_rows(named=True) if kind == _reason_to_leave(row)]


def _reason_to_leave(row: Mapping[str, Any]) -> str:
    return "retracted" if row["is_retracted"] else "superseded" if row["successor"] else "other"


def _name(row: Mapping[str, Any]) -> str:
    key = f"`@{row['citekey']}`" if row["citekey"] else escape_markdown(row["work_id"])
    return f"{key} {escape_markdown(row['title'])} ({row['year'] or 'no year'})"


def _tell_addition(row: Mapping[str, Any]) -> str:
    parts = [_name(row)]
    parts += [escape_markdown(row["venue"])] if row["venue"] else []
    parts += [f"DOI {escape_markdown(row['doi'])}"] if row["doi"] else []
    how = "the reserve of relevant works"
    if row["via_title"]:
        how = f"citations of `@{row['via_citekey']}`" if row["via_citekey"] else escape_markdown(row["via_title"])
    elif row["query"]:
        how = f'the search "{escape_markdown(row["framing"])}: {escape_markdown(row["query"])}"'
    elif row["file"]:
        how = f"the import of {escape_markdown(row['file'])}"
    why = escape_markdown(row["reason"] or "no reason is on record")
    score = f" (score {row['score']:.2f})" if row["score"] is not None else ""
    theme = f"; in the theme *{escape_markdown(row['theme'])}*" if row["theme"] else ""
    instead = f"; in the place of `@{row['instead_of']}`" if row["instead_of"] else ""
    return f"{'. '.join(parts)}. Found by {how}{theme}{instead}. Why: {why}{score}"


def _tell_retraction(row: Mapping[str, Any]) -> str:
    notice = f", notice {escape_markdown(row['notice_doi'])}" if row["notice_doi"] else ""
    date = f", {row['date']}" if row["date"] else ""
    told = [f"{_name(row)}: retracted, says {escape_markdown(row['sources'])}{notice}{date}; it is out of the corpus."]
    told += [f"  - It carried: {_quote(sentence)}" for sentence in row["sentences"]]
    return "\n".join(told)


def _tell_version(row: Mapping[str, Any]) -> str:
    return f"{_name(row)}: a preprint, published since; `@{row['successor']}` is cited in its place."


def _tell_departure(row: Mapping[str, Any]) -> str:
    return f"{_name(row)}: {escape_markdown(row['reason'] or 'no reason is on record')}"


def _tell_section(row: Mapping[str, Any]) -> str:
    action = {"carried": "stands to the letter"}.get(row["action"], row["action"])
    return f"{escape_markdown(row['heading'])}: {action} ({escape_markdown(row['reason'])})"


def _tell_claims(changes: Changes) -> str:
    """Return the sentences of each rewritten section that differ now, in pairs if they share a citekey.

    Sentences in both versions are not repeated; a published version counts as the preprint it was.
    """
    headings = dict(changes.sections.select("section_id", "heading").iter_rows())
    left = changes.departures.filter(pl.col("successor").is_not_null())
    successors = dict(left.select("citekey", "successor").iter_rows())
    blocks = []
    for section_id, heading in headings.items():
        sides: dict[str, dict[str, frozenset[str]]] = {"before": {}, "after": {}}
        for of, side, sentence, citekeys in changes.claims.iter_rows():
            if of == section_id:
                sides[side][sentence] = frozenset(successors.get(key, key) for key in citekeys)
        gone = {sentence: keys for sentence, keys in sides["before"].items() if sentence not in sides["after"]}
        come = {sentence: keys for sentence, keys in sides["after"].items() if sentence not in sides["before"]}
        lines = _pair(gone, come)
        if lines:
            blocks.append("\n".join([f"#### {escape_markdown(heading)}", "", *lines]))
    return "\n\n".join(["### Claims before and after", *blocks]) if blocks else ""


def _pair(gone: Mapping[str, frozenset[str]], come: Mapping[str, frozenset[str]]) -> list[str]:
    """Return lines for pairs of sentences that cite the same work, most similar in words first, then for the others."""
    likeness = [
        (-_share_words(sentence, other), sentence, other)
        for sentence, keys in gone.items()
        for other, cited in come.items()
        if keys & cited
    ]
    match: dict[str, str] = {}
    for _, sentence, other in sorted(likeness):
        if sentence not in match and other not in match.values():
            match[sentence] = other
    lines = []
    for sentence in gone:
        after = _quote(match[sentence]) if sentence in match else "nothing in its place"
        lines.append(f"- Before: {_quote(sentence)}\n  - After: {after}")
    return [*lines, *(f"- New: {_quote(sentence)}" for sentence in come if sentence not in match.values())]


def _share_words(one: str, other: str) -> float:
    """Return the share of the words of either sentence that occur in both (Jaccard 1901)."""
    words, others = set(one.casefold().split()), set(other.casefold().split())
    return len(words & others) / max(1, len(words | others))


def _tell_questions(changes: Changes) -> str:
    blocks = []
    for kind, (heading, remedy) in _QUESTIONS.items():
        rows = [row for row in changes.questions.iter_rows(named=True) if row["kind"] == kind]
        if rows:
            hint = f" ({remedy})" if remedy else ""
            lines = [
                f"  - {escape_markdown(row['name'])}: {_quote(row['text'])}, {escape_markdown(row['reason'])}"
                for row in rows
            ]
            blocks.append("\n".join([f"- {heading}{hint}:", *lines]))
    return "\n".join(["### What needs a human", "", *(blocks or ["- Nothing that the update could tell."])])


def _quote(text: str) -> str:
    short = text if len(text) <= _LONGEST_SENTENCE else f"{text[:_LONGEST_SENTENCE]}\u2026"
    return f"\u201c{escape_markdown(short)}\u201d"
