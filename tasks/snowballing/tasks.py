"""Snowballing: fetching the neighbours of a group of seeds, and cutting each seed's share from the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.snowballing import Direction, GroupAnswer, SeedGroup
from tasks.catalogues.protocol import Catalogue
from tasks.snowballing.citation_graph import measure_graph


@task(tags=["catalogue"], retries=3, retry_delay_seconds=[1, 5, 20], cache_policy=NO_CACHE, persist_result=False)
def fetch_group(group: SeedGroup, catalogue: Catalogue) -> GroupAnswer:
    """Return the works at the other end of a group's citations: those it cites, or those that cite it.

    References are asked for together, none that is known, a hundred a call.
    """
    if group.direction == "backward":
        asked = {cited for references in group.references for cited in references} - group.known
        works = catalogue.works_by_id(sorted(asked))
    else:
        works = catalogue.citing_works(group.seeds)
    return GroupAnswer(group, tuple(works))


@task(cache_policy=NO_CACHE, persist_result=False)
def cut_neighbours(seed: str, answers: Sequence[GroupAnswer]) -> dict[Direction, list[str]]:
    """Return the ids of one seed's neighbours by direction, sorted, from the answers of the groups that it is in."""
    return {answer.group.direction: _cut(seed, answer) for answer in answers if seed in answer.group.seeds}


def _cut(seed: str, answer: GroupAnswer) -> list[str]:
    group = answer.group
    place = group.seeds.index(seed)
    if group.direction == "backward":
        cited = set(group.references[place])
        return sorted(cited & ({work.work_id for work in answer.works} | group.known))
    citing = {work.work_id for work in answer.works if seed in work.references}
    return sorted(citing.union(group.citers[place] if group.citers else ()))


@task(cache_policy=NO_CACHE, persist_result=False)
def measure_network(network: Mapping[str, pl.DataFrame], as_of: int) -> pl.DataFrame:
    """Return the graph metrics of a citation network (works, edges, citations by year, publication years)."""
    works = network["works"]["work_id"].to_list()
    return measure_graph(works, network["edges"], network["citations"], network["years"], as_of)
