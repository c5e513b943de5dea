"""Clusterings, themes and their analyses, for the corpus as it stands."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from storage.ledger import Ledger
from storage.manuscript import Theme, ThemeAnalysis


def current_edition(ledger: Ledger) -> str:
    """Return the content id of the corpus as it stands."""
    return str(ledger.select("SELECT edition FROM current_edition").item())


def add_themes(ledger: Ledger, themes: Sequence[Theme], clustering: pl.DataFrame) -> None:
    """Append the themes of the current edition and the clustering they come from, in one transaction.

    `clustering` has the columns method, work_id, label, probability.
    """
    edition = current_edition(ledger)
    members = [
        {
            "edition": edition,
            "theme_id": theme.theme_id,
            "work_id": work_id,
            "position": position,
            "is_key": work_id in theme.key_work_ids,
        }
        for theme in themes
        for position, work_id in enumerate(theme.work_ids)
    ]
    with ledger.transaction():
        ledger.append("clustering", clustering.with_columns(edition=pl.lit(edition)))
        ledger.append(
            "theme",
            pl.DataFrame(
                [
                    {
                        "edition": edition,
                        "theme_id": theme.theme_id,
                        "position": position,
                        "label": theme.label,
                        "description": theme.description,
                        "words": list(theme.words),
                        "coherence": theme.coherence,
                        "source": theme.source,
                    }
                    for position, theme in enumerate(themes)
                ],
                schema_overrides={"words": pl.List(pl.String)},
            ),
        )
        ledger.append("theme_work", members)


def read_themes(ledger: Ledger) -> list[Theme]:
    """Return the themes of the current edition in the order of the review."""
    return [
        Theme(
            theme_id=row["theme_id"],
            label=row["label"],
            description=row["description"],
            words=tuple(row["words"] or ()),
            coherence=row["coherence"],
            work_ids=tuple(row["work_ids"]),
            key_work_ids=tuple(row["key_work_ids"] or ()),
            source=row["source"],
        )
        for row in ledger.frame("edition_themes").iter_rows(named=True)
    ]


def add_analysis(ledger: Ledger, analysis: ThemeAnalysis) -> None:
    """Append the analysis of a theme of the current edition, in one transaction."""
    with ledger.transaction():
        ledger.append(
            "theme_analysis",
            [
                {
                    "edition": current_edition(ledger),
                    "theme_id": analysis.theme_id,
                    "narrative": analysis.narrative,
                    "timeline": analysis.timeline,
                    "debates": analysis.debates,
                    "methods": analysis.methods,
                    "questions": analysis.questions,
                    "source": analysis.source,
                }
            ],
        )


def read_analyses(ledger: Ledger) -> dict[str, ThemeAnalysis]:
    """Return the analyses of the current edition by theme id."""
    rows = ledger.select("SELECT a.* EXCLUDE (edition) FROM theme_analysis AS a JOIN current_edition USING (edition)")
    return {row["theme_id"]: ThemeAnalysis(**row) for row in rows.iter_rows(named=True)}
