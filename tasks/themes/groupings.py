"""The ledger's record of how works were grouped: each grouping, its groups, and how far two of them agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import polars as pl

from storage.records.writing import Groupings
from tasks.themes.bertopic import Grouping
from tasks.themes.description import MergedThemes, SemanticGroup
from tasks.themes.merging import cross_groups

_SEMANTIC, _MERGED = "semantic", "merged"
_NAMING_WORDS = 3
_CLUSTERING = {"method": pl.String, "work_id": pl.String, "label": pl.Int64, "probability": pl.Float64}
_GROUPS = {"method": pl.String, "label": pl.Int64, "name": pl.String, "description": pl.String}
_AGREEMENT = {"ari": pl.Float64, "nmi": pl.Float64, "works": pl.Int64}


def record_groupings(grouping: Grouping, semantic: tuple[SemanticGroup, ...], merged: MergedThemes) -> Groupings:
    """Return the groupings as frames: by topic words and, if there is one, by meaning, merged, and their agreement.

    A work in two semantic groups or themes has the first one's number (`tasks.themes.merging`) with probability
    0.5.
    """
    clustering = [(grouping.method, a.work_id, a.group, a.probability) for a in grouping.assignments]
    groups = [
        (grouping.method, number, ", ".join(group.words[:_NAMING_WORDS]), ", ".join(group.words))
        for number, group in enumerate(grouping.groups)
    ]
    agreement = []
    if semantic:
        topic_of = {assignment.work_id: assignment.group for assignment in grouping.assignments}
        contingency = cross_groups(topic_of, [group.work_ids for group in semantic])
        cells = sorted(contingency.cell_of.items())
        clustering += [(_SEMANTIC, w, cell[1], 0.5 if w in contingency.second else 1.0) for w, cell in cells]
        clustering += _number_themes(merged)
        groups += [(_SEMANTIC, number, group.label, group.description) for number, group in enumerate(semantic)]
        groups += [(_MERGED, number, theme.label, theme.description) for number, theme in enumerate(merged.themes)]
        agreement = [asdict(measure_agreement([cell[0] for _, cell in cells], [cell[1] for _, cell in cells]))]
    return Groupings(
        pl.DataFrame(clustering, schema=_CLUSTERING, orient="row"),
        pl.DataFrame(groups, schema=_GROUPS, orient="row"),
        pl.DataFrame(agreement, schema=_AGREEMENT),
    )


def renumber_themes(groupings: Groupings, merged: MergedThemes) -> Groupings:
    """Return the groupings with the given themes in place of the merged ones, if they were merged."""
    if not groupings.clustering["method"].is_in([_MERGED]).any():
        return groupings
    numbered = pl.DataFrame(list(_number_themes(merged)), schema=_CLUSTERING, orient="row")
    named = [(_MERGED, number, theme.label, theme.description) for number, theme in enumerate(merged.themes)]
    return replace(
        groupings,
        clustering=pl.concat([_without_themes(groupings.clustering, _CLUSTERING), numbered]),
        groups=pl.concat([_without_themes(groupings.groups, _GROUPS), pl.DataFrame(named, _GROUPS, orient="row")]),
    )


def _without_themes(frame: pl.DataFrame, schema: Mapping[str, type[pl.DataType]]) -> pl.DataFrame:
    return frame.filter(pl.col("method") != _MERGED).select(pl.col(name).cast(kind) for name, kind in schema.items())


def _number_themes(merged: MergedThemes) -> Iterable[tuple[str, str, int, float]]:
    number_of = {theme.theme_id: number for number, theme in enumerate(merged.themes)}
    times = Counter(path.work_id for path in merged.paths)
    for path in merged.paths:
        if path.action != "bridge":
            yield _MERGED, path.work_id, number_of[path.theme_id], 1.0 / times[path.work_id]


_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two groupings of `works` works, to six decimals.

    `ari` is the adjusted Rand index (Hubert and Arabie 1985): 1 for the same groups, about 0 by chance. `nmi` is the
    normalised mutual information, by the arithmetic mean of the entropies (Strehl and Ghosh 2002; Vinh et al. 2010):
    1 for the same groups, 0 for independent ones.
    """

    ari: float
    nmi: float
    works: int


def measure_agreement(one: Sequence[int], other: Sequence[int]) -> Agreement:
    """Return the agreement of two groupings, given as each work's group number, in the same order of works.

    Raises:
        ValueError: the groupings differ in length.
    """
    from sklearn.metrics import (  # noqa: PLC0415 - a second that only organization has to pay
        adjusted_rand_score,
        normalized_mutual_info_score,
    )

    ari = float(adjusted_rand_score(one, other))
    nmi = float(normalized_mutual_info_score(one, other))
    return Agreement(round(ari, _DECIMALS), round(nmi, _DECIMALS), len(one))
