"""Clusterings, themes and their analyses, for the current corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import polars as pl

from storage.core.ledger import Ledger
from storage.records.search import columns_of
from storage.records.writing import Groupings, Theme, ThemeAnalysis, ThemePath

# The type of a column where all of its values may be NULL.
_THEME_TYPES = {"words": pl.List(pl.String), "sub_themes": pl.List(pl.String)} | dict.fromkeys(
    ("relationships", "conflicts", "gaps"), pl.String
)
_PATH_TYPES = {"topic_group": pl.Int32, "semantic_group": pl.Int32}


def current_edition(ledger: Ledger) -> str:
    """Return the content id of the current corpus."""
    return str(ledger.select("SELECT edition FROM current_edition").item())


def add_themes(ledger: Ledger, themes: Sequence[Theme], paths: Sequence[ThemePath], groupings: Groupings) -> None:
    """Append the themes of the current edition, the works' paths into them and the groupings they come from.

    Everything is written in one transaction.
    """
    with ledger.transaction():
        put_themes(ledger, themes, paths, groupings)


def put_themes(ledger: Ledger, themes: Sequence[Theme], paths: Sequence[ThemePath], groupings: Groupings) -> None:
    """Append the same as `add_themes`. Call inside a transaction."""
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
    rows = pl.DataFrame(
        [_theme_row(theme, position) for position, theme in enumerate(themes)], schema_overrides=_THEME_TYPES
    )
    steps = pl.DataFrame([asdict(path) for path in paths], schema_overrides=_PATH_TYPES)
    for table, frame in (
        ("clustering", groupings.clustering),
        ("clustering_group", groupings.groups),
        ("agreement", groupings.agreement),
        ("theme", rows),
        ("theme_path", steps),
    ):
        if not frame.is_empty():
            ledger.append(table, frame.with_columns(edition=pl.lit(edition)))
    ledger.append("theme_work", members)


def _theme_row(theme: Theme, position: int) -> dict[str, Any]:
    """Return the theme as a row; attributes not stated are NULL."""
    return {
        "theme_id": theme.theme_id,
        "position": position,
        "label": theme.label,
        "description": theme.description,
        "words": list(theme.words),
        "coherence": theme.coherence,
        "sub_themes": list(theme.sub_themes) or None,
        "relationships": theme.relationships or None,
        "conflicts": theme.conflicts or None,
        "gaps": theme.gaps or None,
        "source": theme.source,
    }


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
            sub_themes=tuple(row["sub_themes"] or ()),
            relationships=row["relationships"] or "",
            conflicts=row["conflicts"] or "",
            gaps=row["gaps"] or "",
        )
        for row in ledger.frame("edition_themes").iter_rows(named=True)
    ]


def read_paths(ledger: Ledger) -> list[ThemePath]:
    """Return the path of every work into each of its themes of the current edition, by theme and work."""
    rows = ledger.select(
        f"SELECT {columns_of(ThemePath, 'p')} FROM theme_path AS p JOIN current_edition USING (edition) "
        "ORDER BY theme_id, work_id"
    )
    return [ThemePath(**row) for row in rows.iter_rows(named=True)]


def read_groupings(ledger: Ledger) -> Groupings:
    """Return how the works of the current edition were grouped."""
    tables = {"clustering": "method, work_id", "clustering_group": "method, label", "agreement": "works"}
    frames = (
        ledger.select(
            f"SELECT t.* EXCLUDE (edition) FROM {table} AS t JOIN current_edition USING (edition) ORDER BY {order}"
        )
        for table, order in tables.items()
    )
    return Groupings(*frames)


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
    rows = ledger.select(
        f"SELECT {columns_of(ThemeAnalysis, 'a')} FROM theme_analysis AS a JOIN current_edition USING (edition)"
    )
    return {row["theme_id"]: ThemeAnalysis(**row) for row in rows.iter_rows(named=True)}


def append_members(ledger: Ledger, paths: Sequence[ThemePath]) -> None:
    """Append works that came in late to themes of the current edition, each after those already there.

    Call inside a transaction.
    """
    edition = current_edition(ledger)
    last = dict(
        ledger.select(
            "SELECT theme_id, max(position) FROM theme_work WHERE edition = $edition GROUP BY theme_id", edition=edition
        ).iter_rows()
    )
    members = []
    for path in paths:
        place = last[path.theme_id] = last.get(path.theme_id, -1) + 1
        row = {"edition": edition, "theme_id": path.theme_id, "work_id": path.work_id, "position": place}
        members.append(row | {"is_key": False})
    if paths:
        ledger.append("theme_work", members)
        steps = pl.DataFrame([asdict(path) for path in paths], schema_overrides=_PATH_TYPES)
        ledger.append("theme_path", steps.with_columns(edition=pl.lit(edition)))


def append_theme(ledger: Ledger, theme: Theme, paths: Sequence[ThemePath], analysis: ThemeAnalysis) -> None:
    """Append a theme after those of the current edition, with its works and analysis. Call inside a transaction."""
    edition = pl.lit(current_edition(ledger))
    place = int(ledger.select("SELECT count(*) FROM current_theme").item())
    row = pl.DataFrame([_theme_row(theme, place)], schema_overrides=_THEME_TYPES)
    ledger.append("theme", row.with_columns(edition=edition))
    append_members(ledger, paths)
    ledger.append("theme_analysis", pl.DataFrame([asdict(analysis)]).with_columns(edition=edition))
