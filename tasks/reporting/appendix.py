"""The appendix of a review: how it searched, screened and organised, so that others can repeat and judge it.

Items are numbered as in PRISMA-S (Rethlefsen et al. 2021, doi:10.1186/s13643-020-01542-z).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import polars as pl

from tasks.human.screening import tell_agreement
from tasks.reporting.appendix_queries import describe_queries
from tasks.reporting.appraisals import describe_appraisals
from tasks.reporting.exhibits import Block, show
from tasks.reporting.figures import CITATIONS, SATURATION
from tasks.reporting.hand_edits import describe_hand_edits
from tasks.reporting.pooling_requests import describe_poolings
from tasks.reporting.screeners import describe_screeners
from tasks.reporting.tables import Table
from tasks.text.cleaning import escape_markdown


def describe_appendix(
    *,
    queries: pl.DataFrame,
    strategies: pl.DataFrame,
    stages: pl.DataFrame,
    stop_reason: str,
    criteria: pl.DataFrame,
    themes: pl.DataFrame,
    agreement: pl.DataFrame,
    appraisals: pl.DataFrame,
    differing: pl.DataFrame,
    poolings: pl.DataFrame,
    pooled_results: pl.DataFrame,
    models: pl.DataFrame,
    people: pl.DataFrame,
    screeners: pl.DataFrame,
    pairs: pl.DataFrame,
    loops: pl.DataFrame,
    edits: pl.DataFrame,
    hand_edits: pl.DataFrame,
    missed: pl.DataFrame,
    problems: pl.DataFrame,
    pictures: Mapping[str, str] | None = None,
    search: Iterable[Block] = (),
    selection: Iterable[Block] = (),
    rest: Iterable[Block] = (),
    declared: Iterable[str] = (),
) -> list[Block]:
    """Return the appendix as blocks with headings of level 3; rows stay in the order given.

    Columns: queries(strategy, text, filters, catalogue, url, hits), strategies(strategy, works, included),
    stages(stage, seeds, candidates, relevant, coverage_delta in [0, 1]), criteria(name, kind, text,
    proposed_by, works), themes(label, works, words, coherence, source), agreement(ari, nmi, works, topic_groups,
    semantic_groups, themes, bridges, leftovers), models(phase, step, model, effort, prompt, answers),
    people(judged, overturned, works, observed in [0, 1], kappa, low, high), screeners and pairs as in
    `tasks.reporting.screeners`,
    loops(loop, rounds, changed, stayed, added, dropped), edits(loop, iteration, section, version, issue, note),
    missed(work_id, title, year, cited_by_corpus, reason), problems(phase, kind, message, n);
    appraisals and differing as in `tasks.reporting.appraisals`, poolings and pooled_results as in
    `tasks.reporting.pooled`, hand_edits as in `tasks.reporting.hand_edits`. A frame without rows, whatever its columns,
    gives one sentence that says so. `pictures` are SVG documents by the names of their files;
    `search`, `selection` and `declared` are further blocks (`tasks.reporting.conduct`), `rest` those that do not
    stand among the sections (`tasks.reporting.layout`).
    """
    drawn = pictures or {}
    return [
        *describe_queries(queries),
        *search,
        "### Selection criteria",
        *_describe_criteria(criteria),
        "### Works by search strategy",
        "A work found by several strategies counts in each of them (PRISMA-S items 15 and 16).",
        *_tabulate(
            "strategies",
            strategies,
            {"strategy": "Strategy", "works": "Works found", "included": "Included"},
            "No search returned a work.",
        ),
        *_describe_stages(stages, stop_reason, drawn),
        *selection,
        *_describe_themes(themes, agreement, drawn),
        *rest,
        *describe_appraisals(appraisals, differing),
        *describe_poolings(poolings, pooled_results),
        *_describe_models(models),
        *_describe_people(people),
        *describe_screeners(screeners, pairs),
        *_describe_supervision(loops, edits),
        *describe_hand_edits(hand_edits),
        *_describe_missed(missed),
        "### Problems met",
        *_tabulate(
            "problems",
            problems,
            {"phase": "Phase", "kind": "Kind", "message": "What happened", "n": "Times"},
            "No problem was recorded.",
        ),
        *declared,
    ]


def _tabulate(name: str, rows: pl.DataFrame, columns: Mapping[str, str], if_empty: str = "") -> list[Block]:
    """Return a table as a block, the sentence given where it has no rows."""
    return [*show(name, Table(rows, columns))] if rows.height else [if_empty] if if_empty else []


def _describe_criteria(criteria: pl.DataFrame) -> Iterable[Block]:
    """Yield the criteria; of those that works were held against one by one also who proposed them and what they did.

    Those of the protocol are called as it calls them.
    """
    columns = {"kind": "Kind", "text": "Criterion"}
    if "proposed_by" in criteria.columns and criteria["proposed_by"].count():
        yield "The works left out are those of which a criterion decided the exclusion in screening that is in force."
        columns |= {"proposed_by": "Stated by", "works": "Works left out"}
    if "name" in criteria.columns and criteria["name"].count():
        columns = {"name": "Id"} | columns
    yield from _tabulate("criteria", criteria, columns, "No criterion was stated beyond the topic itself.")


def _describe_models(models: pl.DataFrame) -> Iterable[Block]:
    """Yield which language model answered what; nothing where none was asked."""
    if not models.height:
        return
    yield "### Language models"
    yield (
        "Every answer is kept in the table `llm_answer` under the hash of its request. A prompt is named by the "
        "beginning of its SHA-256."
    )
    columns = {"phase": "Phase", "step": "Asked for", "model": "Model", "effort": "Effort", "prompt": "Prompt"}
    yield from _tabulate("models", models, columns | {"answers": "Answers"})


def _describe_people(people: pl.DataFrame) -> Iterable[str]:
    """Yield what people judged and how far the analyst agrees with them; nothing if nobody judged."""
    for row in people.iter_rows(named=True):
        yield "### Verdicts of people"
        yield (
            f"Works that a person judged as well as the analyst: {row['judged']:,}; on {row['overturned']:,} of them "
            "the person decided otherwise, and the person's verdict stands."
        )
        if row["works"]:
            yield tell_agreement(row)


def _describe_supervision(loops: pl.DataFrame, edits: pl.DataFrame) -> Iterable[Block]:
    """Yield what the supervising loops changed, and what they left unchanged and why; nothing if none ran."""
    if not loops.height:
        return
    yield "### Supervision"
    yield (
        "After it was written, the review was read as a critical reviewer would read it"
        f"{', and repaired' if loops['changed'].sum() else '; nothing was changed by it'}. An edit that broke a rule, "
        "or a step that failed, left the section as it was. Every version is kept in the table `section`, every "
        "decision in the table `supervision`."
    )
    columns = {"loop": "Loop", "rounds": "Rounds", "changed": "Edits", "stayed": "Left as it was"}
    yield from _tabulate("loops", loops, columns | {"added": "Citations added", "dropped": "Citations dropped"})
    where = pl.format(
        "{} ({}, round {}, version {})", "section", "loop", "iteration", pl.col("version").cast(pl.String)
    )
    edited = edits.select(where.alias("where"), "issue", "note") if edits.height else edits
    yield from _tabulate("edits", edited, {"where": "Section", "issue": "What was wrong", "note": "What was done"})


def _describe_missed(missed: pl.DataFrame) -> Iterable[Block]:
    """Yield the works that the corpus cites often: those with a record in a table; for the others all that is known."""
    yield "### Much-cited works outside the corpus"
    if not missed.height:
        yield (
            "According to the references on record, no work cited by three or more works of the corpus is absent from "
            "it."
        )
        return
    known = missed.filter(pl.col("title").is_not_null())
    if known.height:
        year = pl.col("year").cast(pl.String).fill_null("n.d.")
        named = known.with_columns(pl.format("{} ({}), {}", "title", year, "work_id").alias("work"))
        columns = {"work": "Work", "cited_by_corpus": "Cited by", "reason": "Why it is absent"}
        yield from _tabulate("missed", named, columns)
    unknown = missed.filter(pl.col("title").is_null())
    for (reason,), works in unknown.group_by("reason", maintain_order=True):
        told = ", ".join(
            f"{escape_markdown(work_id)} (cited by {n})"
            for work_id, n in works.select("work_id", "cited_by_corpus").rows()
        )
        yield f"{escape_markdown(str(reason)).rstrip('.')}: {told}."


def _describe_stages(stages: pl.DataFrame, stop_reason: str, pictures: Mapping[str, str]) -> Iterable[Block]:
    yield "### Snowballing"
    if stages.height:
        yield (
            "Backward and forward citation searching (PRISMA-S item 5). Candidates are the works screened in a stage; "
            "the coverage delta is the share of them that is relevant."
        )
    columns = {
        "stage": "Stage",
        "seeds": "Seeds",
        "candidates": "Candidates",
        "relevant": "Relevant",
        "coverage_delta": "Coverage delta",
    }
    yield from _tabulate("stages", stages, columns, "No stage of snowballing was run.")
    yield from show("saturation", pictures.get(SATURATION))
    reason = escape_markdown(stop_reason).rstrip(".") or "no reason was recorded"
    yield f"Why snowballing ended: {reason}."


def _describe_themes(themes: pl.DataFrame, agreement: pl.DataFrame, pictures: Mapping[str, str]) -> Iterable[Block]:
    yield "### Themes"
    if themes.height:
        made_by = sorted({escape_markdown(str(source)) for source in themes["source"].drop_nulls().to_list()})
        yield (
            f"Made by: {'; '.join(made_by) or 'not recorded'}. Coherence is the normalised pointwise mutual "
            "information of the theme's words, from -1 to 1."
        )
    columns = {"label": "Theme", "works": "Works", "words": "Words", "coherence": "Coherence"}
    yield from _tabulate("groups", themes, columns, "The works were not organised into themes.")
    yield from show("citations", pictures.get(CITATIONS))
    for row in agreement.iter_rows(named=True):
        yield (
            f"The {row['works']:,} works were grouped twice: by topic words into {row['topic_groups']} groups and by "
            f"meaning into {row['semantic_groups']}. The groupings agree with an adjusted Rand index of "
            f"{row['ari']:.2f} (1 is the same, 0 chance) and a normalised mutual information of {row['nmi']:.2f}; they "
            f"were merged into {row['themes']} themes. Works that bridge two themes: {row['bridges']:,}. Works whose "
            f"groups no theme claimed, placed by rule: {row['leftovers']:,}. The path of each work is in the table "
            "theme\\_path."
        )
