"""What the two groupings hand to whoever merges them, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storage.records.search import Plan
from storage.records.writing import (
    ReadWork,
    Theme,
    ThemePath,
)
from tasks.themes.bertopic import Grouping


@dataclass(frozen=True, slots=True)
class SemanticGroup:
    """Works that an analyst put together for their meaning; a work may be in two groups."""

    label: str
    description: str
    work_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergeMaterial:
    """Both ways of grouping a corpus: by topic words (BERTopic) and by meaning (none if the analyst cannot read)."""

    plan: Plan
    corpus: Mapping[str, ReadWork]
    grouping: Grouping
    semantic: tuple[SemanticGroup, ...]


@dataclass(frozen=True, slots=True)
class MergedThemes:
    """The themes of a review, largest first, with the path of every work into each of its themes."""

    themes: tuple[Theme, ...]
    paths: tuple[ThemePath, ...]
