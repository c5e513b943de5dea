"""Snowballing: diffusion stages, backward and forward, until the search is saturated; then the corpus is settled."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord, ReviewReporting
from flows.screening.eligibility import settle_eligibility
from flows.screening.inclusion import include_expected
from flows.screening.stages import exclude_rest, screen_stage, weigh
from flows.searching.amended import search_amended
from flows.searching.further import search_further
from flows.searching.second_citations import consult_citations
from storage.core.errors import StoppedShort
from storage.records.snowballing import Direction, GroupAnswer, SeedGroup
from storage.runs.reviews import add_citekeys, count_works
from storage.screening.facets import add_facet_works, read_facets, unassigned_texts
from storage.screening.screening import select_corpus
from storage.screening.synonyms import read_synonyms
from storage.searching.api_calls import count_calls
from storage.searching.snowballing import (
    add_group,
    choose_seeds,
    citation_network,
    close_stage,
    corpus_is_measured,
    finished_stages,
    next_group,
    replace_corpus_metrics,
    seed_titles,
    stop_reason,
)
from storage.searching.works import citekeys_taken, corpus_without_citekeys
from tasks.references.citekeys import assign_citekeys
from tasks.snowballing.facets import assign_facets
from tasks.snowballing.tasks import cut_neighbours, fetch_group, measure_network
from tasks.text.synonyms import unfold

_GROUP_SIZE = 100
# Citing works come first: backward searching then need not ask for their records.
_DIRECTIONS: tuple[Direction, ...] = ("forward", "backward")


@flow(name="snowballing", flow_run_name="snowballing", validate_parameters=False)
def snowballing(review: ReviewContext) -> None:
    """Run diffusion stages until the saturation view says why to stop, then settle the corpus.

    Raises:
        StoppedShort: no work is relevant.
    """
    while (reason := stop_reason(review.ledger)) is None:
        review.driver.enter(diffusion_stage, review, finished_stages(review.ledger))
    check_relevant(review)
    include_expected(review)
    exclude_rest(review)
    settle_corpus(review)
    review.publish()
    review.progress.say(
        "snowballing", f"stopped ({reason}): {count_works(review.ledger)['corpus']} works in the corpus"
    )


def check_relevant(review: ReviewContext) -> None:
    """Return if a work was found relevant.

    Raises:
        StoppedShort: works were found, but none is relevant.
    """
    counts = count_works(review.ledger)
    if not counts["relevant"]:
        raise StoppedShort(
            f"none of the {counts['screened']} works screened is relevant to '{review.plan.topic}'; word the topic as "
            f"the field's titles would, or widen years, types and languages"
        )


def settle_corpus(review: ReviewContext) -> None:
    """Bring the corpus to the tier's size, assign its works citekeys and measure its citation graph, where needed."""
    assign_relevant(review)
    select_corpus(review.ledger, review.tier.works)
    keys = assign_citekeys(corpus_without_citekeys(review.ledger), citekeys_taken(review.ledger))
    add_citekeys(review.ledger, keys)
    if not corpus_is_measured(review.ledger):
        replace_corpus_metrics(review.ledger, measure(review, "corpus"))


def assign_relevant(review: ReviewContext) -> None:
    """Record which relevant works are about which facet of the topic, where that is not known."""
    facets = read_facets(review.ledger)
    names = read_synonyms(review.ledger)
    texts = unassigned_texts(review.ledger) if facets else []
    told = [(work_id, unfold(title, names), unfold(abstract, names)) for work_id, title, abstract in texts]
    add_facet_works(review.ledger, assign_facets(facets, told))


@flow(name="diffusion-stage", flow_run_name="diffusion stage {stage}", validate_parameters=False)
def diffusion_stage(review: ReviewContext, stage: int) -> None:
    """Follow one stage's seeds in both directions, screen what they lead to, and close the stage.

    Other indexes are asked first about works with few references, so that seeds are chosen by all that is known. Where
    the stage leads to little, searches by keyword go on. Questions that an amendment of the protocol
    brought are searched for as in the first search.
    """
    consult_citations(review, stage)
    seeds = choose_seeds(review.ledger, stage, review.tier.works)
    follow(review, stage)
    search_amended(review, stage)
    search_further(review, stage)
    settle_eligibility(review, stage)
    screen_stage(review, stage)
    totals = close_stage(review.ledger, stage, measure(review, "relevant"), weigh(review, stage)).row(0, named=True)
    review.recall()
    review.publish()
    review.progress.say(
        "snowballing",
        f"stage {stage}: {len(seeds)} seeds, {totals['candidates']} screened, {totals['relevant']} relevant, "
        f"coverage delta {totals['coverage_delta']:.2f}",
    )


def follow(review: ReviewContext, stage: int) -> None:
    """Fetch the groups of seeds not yet followed, cut each seed's neighbours and commit group by group.

    Groups wait for each other, so that none asks for what another brought; the pages of one are fetched concurrently.
    Each seed is followed in one task run, in both directions. Where one cannot be fetched, the other is kept.
    """
    titles = seed_titles(review.ledger, stage)
    while _is_pending(review, stage):
        fetched: list[GroupAnswer] = []
        try:
            for direction in _DIRECTIONS:
                met = [work.work_id for answer in fetched for work in answer.works]
                if group := next_group(review.ledger, stage, direction, _GROUP_SIZE, met):
                    fetched.append(fetch(review, group))
        finally:
            for answer, neighbours in zip(fetched, cut(review, fetched, titles), strict=True):
                add_group(review.ledger, answer, neighbours)


def fetch(review: ReviewContext, group: SeedGroup) -> GroupAnswer:
    """Return the works at the other end of a group's citations, and how many calls this took."""
    before = count_calls(review.ledger)
    label = f"{group.direction} of {len(group.seeds)} seeds"
    answer = review.ask_catalogue(fetch_group, label, group, review.catalogue)
    return replace(answer, api_calls=count_calls(review.ledger) - before)


def cut(review: ReviewReporting, answers: list[GroupAnswer], titles: dict[str, str]) -> list[dict[str, list[str]]]:
    """Return the neighbours of each seed in each answer, in the order of the answer's seeds."""
    ways = " and ".join(answer.group.direction for answer in answers)
    seeds = dict.fromkeys(seed for answer in answers for seed in answer.group.seeds)
    calls = [(f"{ways}: {titles[seed]}", (seed, answers)) for seed in seeds]
    found = {seed: neighbours for (seed, _), neighbours in review.driver.each(cut_neighbours, calls)}
    return [{seed: found[seed][answer.group.direction] for seed in answer.group.seeds} for answer in answers]


def _is_pending(review: ReviewRecord, stage: int) -> bool:
    return any(next_group(review.ledger, stage, direction, _GROUP_SIZE) for direction in _DIRECTIONS)


def measure(review: ReviewContext, view: str) -> pl.DataFrame:
    """Return the graph metrics of the relevant works, or of the corpus."""
    network = citation_network(review.ledger, view)
    return review.driver.run(
        measure_network, f"citation graph of {network['works'].height} works", network, review.plan.as_of
    )
