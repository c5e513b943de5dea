"""The appendix of a review: how it searched, screened and organised, so that others can repeat and judge it.

Items are numbered as in PRISMA-S (Rethlefsen et al. 2021, doi:10.1186/s13643-020-01542-z).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from tasks.markdown_review import escape_markdown
from tasks.names import plain_text
from tasks.people.screening import tell_agreement

_LONGEST_CELL = 300
# What was asked is never shortened: a query cut short cannot be repeated.
_WHOLE = frozenset({"text", "filters"})
_RULE_WIDTH = 100
# A spreadsheet that a table is pasted into would reckon what begins so; after an apostrophe it is text.
_OF_FORMULAS = ("=", "+", "-", "@")


def render_appendix(
    *,
    queries: pl.DataFrame,
    strategies: pl.DataFrame,
    stages: pl.DataFrame,
    stop_reason: str,
    criteria: pl.DataFrame,
    themes: pl.DataFrame,
    agreement: pl.DataFrame,
    models: pl.DataFrame,
    people: pl.DataFrame,
    loops: pl.DataFrame,
    edits: pl.DataFrame,
    missed: pl.DataFrame,
    problems: pl.DataFrame,
) -> str:
    """Return the appendix as Markdown with headings of level 3; rows stay in the order given.

    Columns: queries(strategy, text, filters, catalogue, url, hits), strategies(strategy, works, included),
    stages(stage, seeds, candidates, relevant, coverage_delta in [0, 1], api_calls), criteria(kind, text),
    themes(label, works, words, coherence, source), agreement(ari, nmi, works, topic_groups, semantic_groups, themes,
    bridges, leftovers), models(phase, step, model, effort, prompt, answers),
    people(judged, overturned, works, observed in [0, 1], kappa, low, high),
    loops(loop, rounds, changed, stayed, added, dropped), edits(loop, iteration, section, version, issue, note),
    missed(work_id, title, year, cited_by_corpus, reason), problems(phase, kind, message, n). A frame without rows,
    whatever its columns, gives one sentence that says so.
    """
    parts = [
        *_describe_queries(queries),
        "### Selection criteria",
        _table(criteria, {"kind": "Kind", "text": "Criterion"}, "No criterion was stated beyond the topic itself."),
        "### Works by search strategy",
        "A work found by several strategies counts in each of them (PRISMA-S items 15 and 16).",
        _table(
            strategies,
            {"strategy": "Strategy", "works": "Works found", "included": "Included"},
            "No search returned a work.",
        ),
        *_describe_stages(stages, stop_reason),
        *_describe_themes(themes, agreement),
        *_describe_models(models),
        *_describe_people(people),
        *_describe_supervision(loops, edits),
        "### Much-cited works outside the corpus",
        _table(
            missed,
            {
                "work_id": "Work",
                "title": "Title",
                "year": "Year",
                "cited_by_corpus": "Citing corpus works",
                "reason": "Why it is absent",
            },
            "No work that the corpus cites often is absent from it.",
        ),
        "### Problems met",
        _table(
            problems,
            {"phase": "Phase", "kind": "Kind", "message": "What happened", "n": "Times"},
            "No problem was recorded.",
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _describe_queries(queries: pl.DataFrame) -> Iterable[str]:
    """Yield heading, catalogues and the queries; an address that no query has is not a column."""
    yield "### Queries as run"
    columns = {"strategy": "Strategy", "text": "Query", "filters": "Filters", "hits": "Hits"}
    if queries.height:
        catalogues = queries["catalogue"].drop_nulls().unique().sort().to_list()
        named = ", ".join(escape_markdown(str(catalogue)) for catalogue in catalogues) or "no named catalogue"
        yield (
            f"Catalogue searched (PRISMA-S item 1): {named}. Full strategies and limits (items 8 and 9) stand below; "
            "when each was run (item 13) is kept in the table `search_query` of the review's database."
        )
        if len(catalogues) > 1:
            columns |= {"catalogue": "Catalogue"}
        if any(queries["url"].drop_nulls().to_list()):
            columns |= {"url": "Address"}
        queries = queries.with_row_index("number", offset=1)
    yield _table(queries, {"number": "No."} | columns, "No query was run.")


def _describe_models(models: pl.DataFrame) -> Iterable[str]:
    """Yield which language model answered what; nothing where none was asked."""
    if not models.height:
        return
    yield "### Language models"
    yield (
        "Every answer is kept in the table `llm_answer` under the hash of its request. A prompt is named by the "
        "beginning of its SHA-256."
    )
    columns = {"phase": "Phase", "step": "Asked for", "model": "Model", "effort": "Effort", "prompt": "Prompt"}
    yield _table(models, columns | {"answers": "Answers"}, "")


def _describe_people(people: pl.DataFrame) -> Iterable[str]:
    """Yield what people judged and how far the analyst agrees with them; nothing where nobody did."""
    for row in people.iter_rows(named=True):
        yield "### Verdicts of people"
        yield (
            f"Works that a person judged as well as the analyst: {row['judged']:,}; on {row['overturned']:,} of them "
            "the person decided otherwise, and the person's verdict stands."
        )
        if row["works"]:
            yield tell_agreement(row)


def _describe_supervision(loops: pl.DataFrame, edits: pl.DataFrame) -> Iterable[str]:
    """Yield what the supervising loops changed, and what they left with which reason; nothing where none ran."""
    if not loops.height:
        return
    yield "### Supervision"
    yield (
        "Before anyone saw the review, it was read as by a hard reviewer and repaired. An edit that broke a rule, or a "
        "step that failed, left the section as it was. Every version is kept in the table `section`, every decision in "
        "the table `supervision`."
    )
    columns = {"loop": "Loop", "rounds": "Rounds", "changed": "Edits", "stayed": "Left as it was"}
    yield _table(loops, columns | {"added": "Citations added", "dropped": "Citations dropped"}, "")
    told = {"loop": "Loop", "iteration": "Round", "section": "Section", "version": "Version"}
    yield _table(edits, told | {"issue": "What was wrong", "note": "What was done"}, "")


def _describe_stages(stages: pl.DataFrame, stop_reason: str) -> Iterable[str]:
    yield "### Snowballing"
    if stages.height:
        yield (
            "Backward and forward citation searching (PRISMA-S item 5). Candidates are the works screened in a stage; "
            "the coverage delta is the relevant ones' share of them."
        )
    columns = {
        "stage": "Stage",
        "seeds": "Seeds",
        "candidates": "Candidates",
        "relevant": "Relevant",
        "coverage_delta": "Coverage delta",
        "api_calls": "Catalogue calls",
    }
    yield _table(stages, columns, "No stage of snowballing was run.")
    reason = escape_markdown(stop_reason).rstrip(".") or "no reason was recorded"
    yield f"Why snowballing ended: {reason}."


def _describe_themes(themes: pl.DataFrame, agreement: pl.DataFrame) -> Iterable[str]:
    yield "### Themes"
    if themes.height:
        made_by = sorted({escape_markdown(str(source)) for source in themes["source"].drop_nulls().to_list()})
        yield (
            f"Made by: {'; '.join(made_by) or 'not recorded'}. Coherence is the normalised pointwise mutual "
            "information of the theme's words, from -1 to 1."
        )
    columns = {"label": "Theme", "works": "Works", "words": "Words", "coherence": "Coherence"}
    yield _table(themes, columns, "The works were not organised into themes.")
    for row in agreement.iter_rows(named=True):
        yield (
            f"The {row['works']:,} works were grouped twice: by topic words into {row['topic_groups']} groups and by "
            f"meaning into {row['semantic_groups']}. The groupings agree with an adjusted Rand index of "
            f"{row['ari']:.2f} (1 is the same, 0 chance) and a normalised mutual information of {row['nmi']:.2f}; they "
            f"were merged into {row['themes']} themes. Works that bridge two themes: {row['bridges']:,}. Works whose "
            f"groups no theme claimed, placed by rule: {row['leftovers']:,}. The path of each work is in the table "
            "theme\\_path."
        )


def _table(frame: pl.DataFrame, columns: dict[str, str], if_empty: str) -> str:
    """Return the columns as a pipe table with the given headings, numbers to the right; `if_empty` without rows."""
    if not frame.height:
        return if_empty
    numeric = [frame.schema[column].is_numeric() for column in columns]
    rows = [[_render_cell(column, row[column]) for column in columns] for row in frame.iter_rows(named=True)]
    lines = [list(columns.values()), _rules(list(columns.values()), rows, numeric), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _rules(headings: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]) -> list[str]:
    """Return the line under the heading: Pandoc gives columns of long tables widths in proportion to these dashes."""
    needed = [
        max(len(word) for cell in (heading, *cells) for word in cell.split() or [""])
        + sum(map(len, cells)) // len(cells)
        for heading, cells in zip(headings, zip(*rows, strict=True), strict=True)
    ]
    dashes = [max(3, min(_RULE_WIDTH // 2, width) * _RULE_WIDTH // sum(needed)) for width in needed]
    return [f"{'-' * (count - 1)}:" if right else "-" * count for count, right in zip(dashes, numeric, strict=True)]


def _render_cell(column: str, value: object) -> str:
    """Return a value as one escaped line, lists joined; only queries may be longer than 300 characters."""
    if value is None or value != value:  # noqa: PLR0124 - only NaN differs from itself
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, int):
        return str(value) if column == "year" else f"{value:,}"
    text = plain_text(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    if text.startswith(_OF_FORMULAS):
        text = f"'{text}"
    shortened = column not in _WHOLE and len(text) > _LONGEST_CELL
    return escape_markdown(f"{text[: _LONGEST_CELL - 1].rstrip()}…" if shortened else text)
