"""Works as they are ranked and scored: with the topic's own names where they use other ones of the same things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from storage.records.search import Work
from tasks.text.synonyms import unfold


def unfold_work(work: Work, synonyms: Sequence[tuple[str, str]]) -> Work:
    """Return a work with the names in place of their aliases, given as (name, alias), in title and abstract."""
    title, abstract = _unfold(work.title, work.abstract, synonyms)
    return replace(work, title=title, abstract=abstract) if (title, abstract) != (work.title, work.abstract) else work


def unfold_works(works: pl.DataFrame, synonyms: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """Return works (columns title and abstract among others) with the names in place of their aliases."""
    if not synonyms:
        return works
    rows = zip(works["title"], works["abstract"], strict=True)
    told = [_unfold(title, abstract, synonyms) for title, abstract in rows]
    return works.with_columns(
        pl.Series("title", [title for title, _ in told], dtype=pl.String),
        pl.Series("abstract", [abstract for _, abstract in told], dtype=pl.String),
    )


def _unfold(title: str | None, abstract: str | None, synonyms: Sequence[tuple[str, str]]) -> tuple[str, str | None]:
    """Return title and abstract, read as one text: where either uses a name, its aliases stay in both."""
    mark = "\n"
    first, _, second = unfold(f"{title or ''}{mark}{abstract or ''}", synonyms).partition(mark)
    return first, second if abstract is not None else None
