"""Metrics of the citation graph among given works: who is seminal, who bridges, who rises, who belongs together."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

GRAPH_METRIC_SCHEMA = {
    "work_id": pl.String,
    "in_degree": pl.Int64,
    "betweenness": pl.Float64,
    "velocity": pl.Float64,
    "community": pl.Int64,
}

_VELOCITY_YEARS = 3
_EXACT_UP_TO = 500  # works; Brandes' algorithm is nodes times edges, and 500 works and 7,000 links take 1 s
_PIVOTS = 200
_SEED = 42
_DECIMALS = 6


def measure_graph(
    work_ids: Sequence[str],
    edges: pl.DataFrame,
    citations: pl.DataFrame,
    years: pl.DataFrame,
    as_of: int,
) -> pl.DataFrame:
    """Return one row per given work, sorted by `work_id`, whatever the order of the input.

    Edges and counts of other works, repeated edges and self-citations are left out.

    Args:
        work_ids: The works to measure.
        edges: `citing_id`, `cited_id`.
        citations: `work_id`, `year`, `count`: citations a work received from anywhere in a year.
        years: `work_id`, `year` of publication; null or absent when unknown.
        as_of: The year that counts as the present.

    Returns:
        Columns as in GRAPH_METRIC_SCHEMA. `in_degree`: citations from the given works. `betweenness` in [0, 1]: share
        of shortest paths that pass through the work (Freeman 1977; Brandes 2001; from 200 sampled pivots above 500
        works, Brandes and Pich 2007), direction ignored, since a bridge joins two literatures whoever cites whom.
        `velocity`: citations per year over the years `as_of` - 2 to `as_of` in which the work existed; 0 where no
        counts are known. `community`: Louvain community (Blondel et al. 2008) of the network in which two works are
        linked by the number of given works that cite both (co-citation, Small 1973); 0 is the largest, ties by smallest
        id, -1 stands alone.
    """
    nodes = pl.DataFrame({"work_id": sorted(set(work_ids))}, schema={"work_id": pl.String}).with_row_index("node")
    links = _link_nodes(nodes, edges)
    in_degree = links.group_by(pl.col("cited").alias("node")).agg(pl.len().cast(pl.Int64).alias("in_degree"))
    count = nodes.height
    return (
        nodes.join(in_degree, on="node", how="left")
        .join(_measure_velocity(citations, years, as_of), on="work_id", how="left")
        .with_columns(
            pl.Series("betweenness", _measure_betweenness(count, links), dtype=pl.Float64),
            pl.Series("community", _find_communities(count, links), dtype=pl.Int64),
            pl.col("in_degree").fill_null(0),
            pl.col("velocity").fill_null(0.0),
        )
        .sort("work_id")
        .select(pl.col(name).cast(dtype) for name, dtype in GRAPH_METRIC_SCHEMA.items())
    )


def _link_nodes(nodes: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    """Return the distinct links among the nodes as sorted pairs of node numbers: `citing`, `cited`.

    Numbers instead of ids: networkx iterates over sets, and sets of strings have another order in every process.
    """
    return (
        edges.select(pl.col("citing_id", "cited_id").cast(pl.String))
        .unique()
        .join(nodes.rename({"work_id": "citing_id", "node": "citing"}), on="citing_id")
        .join(nodes.rename({"work_id": "cited_id", "node": "cited"}), on="cited_id")
        .filter(pl.col("citing") != pl.col("cited"))
        .select("citing", "cited")
        .sort("citing", "cited")
    )


def _measure_betweenness(count: int, links: pl.DataFrame) -> list[float]:
    import networkx as nx  # noqa: PLC0415 - half a second that only snowballing has to pay

    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(links.iter_rows())
    pivots = _PIVOTS if count > _EXACT_UP_TO else None
    betweenness = nx.betweenness_centrality(graph, k=pivots, seed=_SEED)
    return [round(betweenness[node], _DECIMALS) for node in range(count)]


def _measure_velocity(citations: pl.DataFrame, years: pl.DataFrame, as_of: int) -> pl.DataFrame:
    first = as_of - _VELOCITY_YEARS + 1
    published = years.group_by("work_id").agg(pl.col("year").min().alias("published"))
    lived = (as_of - pl.col("published").fill_null(first) + 1).clip(1, _VELOCITY_YEARS)
    return (
        citations.filter(pl.col("year").is_between(first, as_of))
        .group_by("work_id")
        .agg(pl.col("count").sum().cast(pl.Float64).alias("received"))
        .join(published, on="work_id", how="left")
        .select("work_id", (pl.col("received") / lived).round(_DECIMALS).alias("velocity"))
    )


def _find_communities(count: int, links: pl.DataFrame) -> list[int]:
    cocited = (
        links.join(links, on="citing", suffix="_too")
        .filter(pl.col("cited") < pl.col("cited_too"))
        .group_by("cited", "cited_too")
        .agg(pl.len().alias("weight"))
        .sort("cited", "cited_too")
    )
    import networkx as nx  # noqa: PLC0415 - as above

    graph = nx.Graph()
    graph.add_nodes_from(sorted({*cocited["cited"], *cocited["cited_too"]}))
    graph.add_weighted_edges_from(cocited.iter_rows())
    communities = [-1] * count
    found = nx.community.louvain_communities(graph, weight="weight", seed=_SEED)
    for number, members in enumerate(sorted(found, key=lambda members: (-len(members), min(members)))):
        for node in members:
            communities[node] = number
    return communities
