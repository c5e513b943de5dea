"""The figures of `litreview bench cost`, read from a finished review with SQL."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from storage.publication.published import select_published
from tasks.language_models.estimate import PhaseCost
from tasks.language_models.table import Usage, price, read_table
from tasks.text.cleaning import count_words
from tests.benchmarks.rows import Row

MOST_USD = 3.0
"""What the models of a review of 300 works may cost, in dollars, without supervision."""

_MOST_THOUGHTFUL_USD = 5.0  # for the same with supervision, by models that think more and caches that miss more
_THOUGHT, _HITS = 2.0, 0.8  # tokens of thought for each of the answer, reads of what is cached that find it
_CALLS = """
SELECT model, batch, input_tokens, output_tokens, cache_read, cache_write,
    coalesce(CAST(body ->> '$.usage.output_tokens_details.thinking_tokens' AS BIGINT), 0) AS thinking
FROM llm_call JOIN llm_answer USING (request_sha256)
"""

_TOLERANCE = 0.15
_CITED = "(SELECT citekey FROM claim JOIN current_section USING (section_id, version))"
_PLACED = "(SELECT work_id FROM theme_work JOIN current_edition USING (edition))"
_CACHED = """
SELECT sum(cache_read) / sum(cache_read + cache_write) FROM (
    SELECT *, row_number() OVER (PARTITION BY prefix_sha256 ORDER BY cache_read, "at", request_sha256) AS place
    FROM llm_call WHERE prefix_sha256 IS NOT NULL
) WHERE place > 1
"""
# Figures by name, each with the bound it is held against, None where there is none.
_FIGURES: dict[str, tuple[str, float | None]] = {
    "dollars of language models": ("SELECT sum(usd) FROM llm_call", MOST_USD),
    "batched calls: share of their full price": ("SELECT sum(usd) / sum(full_usd) FROM llm_call WHERE batch", 0.52),
    "shared beginnings read from the cache after the first call": (_CACHED, 0.70),
    "questions not answered": ("SELECT count(*) FROM problem WHERE kind LIKE '% not answered'", None),
    "corpus size": ("SELECT count(*) FROM corpus", None),
    "works cited": (f"SELECT count(*) FROM corpus WHERE citekey IN {_CITED}", 150),
    "share of the corpus cited": (f"SELECT count(*) FILTER (citekey IN {_CITED}) / count(*) FROM corpus", 0.5),
    "share of the 20 most seminal cited": (
        f"SELECT count(*) FILTER (citekey IN {_CITED}) / count(*) FROM (FROM seminal LIMIT 20)",
        0.9,
    ),
    "unsupported claims": ("SELECT count(*) FROM unsupported_claim", 0),
    "invalid citations": ("SELECT count(*) FROM citation_check WHERE status = 'invalid'", 0),
    "themes": ("SELECT count(*) FROM current_theme", None),
    "works in two themes": (
        f"SELECT count(*) FROM (SELECT work_id FROM {_PLACED} GROUP BY work_id HAVING count(*) > 1)",
        None,
    ),
    "works in no theme": (f"SELECT count(*) FROM corpus WHERE work_id NOT IN (SELECT work_id FROM {_PLACED})", 0),
    "agreement of the two groupings (ARI)": ("SELECT ari FROM agreement JOIN current_edition USING (edition)", None),
    "agreement of the two groupings (NMI)": ("SELECT nmi FROM agreement JOIN current_edition USING (edition)", None),
}
_THEMES = """
SELECT t.label,
    (SELECT count(*) FROM claim AS c JOIN current_section USING (section_id, version)
     WHERE c.section_id = 'theme:' || t.theme_id) AS citations,
    (SELECT count(*) FROM theme_work AS m WHERE m.edition = t.edition AND m.theme_id = t.theme_id) AS works
FROM current_theme AS t ORDER BY t.position
"""


def describe_review(world: str, review: Path) -> list[Row]:
    """Return calls, tokens and dollars by phase and tier, what is cited, and how far sections miss their length."""
    rows = []
    columns = ("calls", "input_tokens", "output_tokens", "cache_read", "cache_write", "usd")
    for phase in select_published(review, "FROM cost WHERE kind = 'llm' ORDER BY phase, tier").iter_rows(named=True):
        rows += [Row(world, f"{phase['phase']}, {phase['tier']}: {name}", phase[name]) for name in columns]
    for name, (sql, bound) in _FIGURES.items():
        value = select_published(review, sql).item()
        rows.append(Row(world, name, None if value is None else round(value, 4), bound=bound))
    return [*rows, *_compare_themes(world, review)]


def describe_estimate(world: str, review: Path, estimate: Sequence[PhaseCost]) -> list[Row]:
    """Return what each phase cost as it was estimated: a row for the least and one for the most, beside the actual."""
    spent = select_published(review, "SELECT phase, sum(usd) AS usd FROM cost WHERE kind = 'llm' GROUP BY phase")
    actual = dict(spent.iter_rows())
    rows = []
    for phase in estimate:
        rows += [
            Row(world, f"{phase.phase}: estimated least, dollars", round(phase.least_usd, 4), peer=actual[phase.phase]),
            Row(world, f"{phase.phase}: estimated most, dollars", round(phase.most_usd, 4), peer=actual[phase.phase]),
        ]
    total = math.fsum(actual.values())
    least, most = math.fsum(phase.least_usd for phase in estimate), math.fsum(phase.most_usd for phase in estimate)
    return [
        *rows,
        Row(world, "estimated least, dollars", round(least, 4), peer=total),
        Row(world, "estimated most, dollars", round(most, 4), peer=total),
        Row(world, "estimate holds the actual", int(least <= total <= most), bound=1),
    ]


def describe_thought(world: str, review: Path) -> list[Row]:
    """Return the dollars of all calls, had each thought twice its answer and had one in five cached reads missed."""
    models, usd = read_table(), 0.0
    for call in select_published(review, _CALLS).iter_rows(named=True):
        missed = round((1 - _HITS) * call["cache_read"])
        written = call["cache_write"] + missed
        usage = Usage(
            input=call["input_tokens"],
            output=round((1 + _THOUGHT) * (call["output_tokens"] - call["thinking"])),
            cache_read=call["cache_read"] - missed,
            cache_write_5m=0 if call["batch"] else written,
            cache_write_1h=written if call["batch"] else 0,
        )
        usd += price(usage, models[call["model"]], batch=call["batch"])
    name = "dollars, supervision too, were thought twice the answer and a fifth of what is cached missed"
    return [Row(world, name, round(usd, 4), bound=_MOST_THOUGHTFUL_USD)]


def _compare_themes(world: str, review: Path) -> list[Row]:
    """Return by how much the theme farthest off is cited more, or less, than its share of works."""
    themes = select_published(review, _THEMES).with_columns(
        ratio=(pl.col("citations") / pl.col("citations").sum()) / (pl.col("works") / pl.col("works").sum())
    )
    farthest = max(max(ratio, 1 / ratio if ratio else float("inf")) for ratio in themes["ratio"])
    return [Row(world, "theme farthest off: share of citations over share of works", round(farthest, 3), bound=2)]


def describe_lengths(world: str, review: Path, lengths: Mapping[str, int]) -> list[Row]:
    """Return the length of the review, and by what share the section farthest off misses the words it was to have.

    The methodology is as long as what was done takes to tell, and is no section that can miss its length.
    """
    sections = select_published(review, "SELECT section_id, markdown FROM current_section")
    words = {section_id: count_words(markdown) for section_id, markdown in sections.iter_rows()}
    off = max(
        abs(words[section_id] / length - 1) for section_id, length in lengths.items() if section_id != "methodology"
    )
    return [
        Row(world, "words", sum(words.values())),
        Row(world, "section farthest off its length", round(off, 3), bound=_TOLERANCE),
    ]
