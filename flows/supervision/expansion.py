"""A focused expansion: search, one step of snowballing, screening, records and reading, for one gap in the text.

What it finds is judged against the gap and, as far as there is room, enters the corpus on top of the tier's size. Every
step is on record before the next begins, and a step on record is not repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import polars as pl
from prefect import flow

from flows.context.context import ReviewContext
from flows.context.searches import search_indexes
from flows.gathering import complete_candidates, gather_fulltexts, look_up_abstracts
from flows.records import settle_records
from flows.screening.eligibility import settle_eligibility
from flows.screening.judging import choose_judge
from flows.searching.second_citations import consult_citations
from flows.snowballing import cut, fetch, settle_corpus
from flows.summarization import summarization
from flows.zotero import library
from storage.records.criteria import Criterion
from storage.records.screening import Candidate, Decision
from storage.records.search import Formulation, Plan, Work
from storage.records.snowballing import Direction
from storage.runs.reviews import count_works
from storage.screening.expansion import (
    SCREENING,
    add_neighbours,
    admit_works,
    admitted_works,
    choose_expansion_seeds,
    exclude_unjudged,
    expansion_candidates,
    expansion_hits,
    is_judged,
    lower_decile,
    name_works,
    read_seed_group,
)
from storage.screening.screening import (
    add_decisions,
    first_search_works,
    read_candidates,
)
from storage.screening.synonyms import read_synonyms
from storage.searching.snowballing import seed_titles
from storage.searching.works import add_search, run_query_ids
from tasks.analysts.protocol import RelevanceContext
from tasks.catalogues.several import list_members
from tasks.discovery import run_search
from tasks.revision.gaps import Gap, speaks_of
from tasks.screening.tasks import decide, frame_search, judge_batch, prepare_pool, propose_batch
from tasks.snowballing.facets import names_facet
from tasks.text.synonyms import unfold
from tasks.text.topics import list_facets, read_topic

_HITS = 20
_DIRECTIONS: tuple[Direction, ...] = ("forward", "backward")
_NO_TEXT = "There is no text of it that could be read and cited."
_BESIDE = "Title and abstract hold less than half of the words that name the gap."
_OFF_TOPIC = "Others cite it, but its title names nothing that the topic does."


@dataclass(frozen=True, slots=True)
class Room:
    """What an expansion may take in: `works` into the corpus, from `seeds` followed in both directions."""

    works: int
    seeds: int


@flow(name="expansion", flow_run_name="expansion {stage}", validate_parameters=False)
def expansion(review: ReviewContext, gap: Gap, stage: int, room: Room) -> list[str]:
    """Return the ids of the works that were found for a gap and are in the corpus now, read, best first."""
    if not admitted_works(review.ledger, stage):
        search(review, gap, stage)
        screen(review, gap, stage, batch=0)
        if gap.queries:
            # Where works themselves are what lacks, what is near them had its turn in the search.
            consult_citations(review, stage, choose_expansion_seeds(review.ledger, stage, room.seeds))
            for direction in _DIRECTIONS:
                follow(review, stage, direction)
            screen(review, gap, stage, batch=1)
        exclude_unjudged(review.ledger, stage)
        # A rule that cannot read takes for lacking whatever the works share, and asks nothing of it but words.
        least = 0.0 if review.analyst.reads or gap.queries else lower_decile(review.ledger)
        admit_works(review.ledger, stage, room.works, least)
    settle(review, stage)
    added = admitted_works(review.ledger, stage)
    told = f"{len(added)} works on {gap.topic}, {count_works(review.ledger)['corpus']} in the corpus"
    review.progress.say("expansion", told)
    return added


def search(review: ReviewContext, gap: Gap, stage: int) -> None:
    """Commit what each query of a gap not run yet finds, and the works that the gap names."""
    name_works(review.ledger, stage, gap.work_ids)
    asked = [
        Formulation(
            strategy="expansion",
            framing=f"expansion {stage}: {gap.topic}",
            text=text,
            from_year=review.plan.from_year,
            to_year=review.plan.to_year,
            languages=review.plan.languages,
            limit=_HITS,
        )
        for text in gap.queries
    ]
    lead, _ = list_members(review.catalogue)
    done = run_query_ids(review.ledger)
    calls = [(f"expansion: {query.text}", (query, lead)) for query in asked if query.query_id(lead.name) not in done]
    for _, outcomes in review.search(run_search, calls):
        with review.ledger.transaction():
            for outcome in outcomes:
                add_search(review.ledger, outcome, lead.name, stage)
    search_indexes(review, asked, stage)


def follow(review: ReviewContext, stage: int, direction: Direction) -> None:
    """Commit the neighbours of an expansion's seeds in one direction, unless this was already done."""
    group = read_seed_group(review.ledger, stage, direction)
    if group is None:
        return
    titles = seed_titles(review.ledger, stage)
    answer = fetch(review, group)
    (neighbours,) = cut(review, [answer], titles)
    add_neighbours(review.ledger, answer, neighbours)


def screen(review: ReviewContext, gap: Gap, stage: int, batch: int) -> None:
    """Commit, once, judgements against the gap on one batch of the most promising works found so far."""
    settle_eligibility(review, stage)
    found = expansion_candidates(review.ledger, stage)
    if found.is_empty() or is_judged(review.ledger, stage, batch):
        return
    review = choose_judge(review)
    plan = aim(review.plan, gap)
    candidates = _propose(review, found, plan, gap.work_ids)
    silent = {one.work.work_id for one in candidates if not one.work.abstract}
    beside = set()
    if not review.analyst.reads:
        names = read_synonyms(review.ledger)
        beside = {one.work.work_id for one in candidates if not _is_near(one.work, gap, review.plan, names)} - silent
    readable = [candidate for candidate in candidates if candidate.work.work_id not in silent | beside]
    judgements = []
    if readable:
        context = _frame(review, plan, stage)
        label = f"expansion {stage} batch {batch}: judge {len(readable)}"
        judgements = review.ask_analyst(judge_batch, label, readable, review.analyst, context)
    decisions = decide(
        readable, judgements, stage=stage, batch=batch, rule=review.structural_rule, analyst=review.analyst
    )
    decisions = [replace(decision, phase=SCREENING) for decision in decisions]
    decisions += [
        Decision(work_id, SCREENING, stage, "unsure", "rule", _NO_TEXT, batch=batch) for work_id in sorted(silent)
    ]
    decisions += [
        Decision(work_id, SCREENING, stage, "exclude", "rule", _OFF_TOPIC if gap.work_ids else _BESIDE, batch=batch)
        for work_id in sorted(beside)
    ]
    with review.ledger.transaction():
        add_decisions(review.ledger, decisions)


def _is_near(work: Work, gap: Gap, plan: Plan, names: Sequence[tuple[str, str]]) -> bool:
    """Return whether the words of a work are those of the gap, or of the topic where a gap names works."""
    if not gap.work_ids:
        return speaks_of(work, gap)
    return names_facet([*list_facets(read_topic(plan.topic).phrase), *plan.focus_areas], unfold(work.title, names))


def aim(plan: Plan, gap: Gap) -> Plan:
    """Return the plan works are judged against: the gap as topic; the review's own where a gap names works.

    What the review includes narrows its own topic, which the gap replaces; what it excludes it excludes here as well.
    """
    if gap.work_ids:
        return plan
    excluded = tuple(line for line in plan.criteria if Criterion.read(line).kind == "exclude")
    return replace(plan, topic=gap.topic, questions=gap.queries, focus_areas=(plan.topic,), criteria=excluded)


def settle(review: ReviewContext, stage: int) -> None:
    """Bring citekeys, graph, records, texts, readings and Zotero items up to date with the corpus as it is now."""
    settle_corpus(review)
    settle_records(review)
    if review.sources:
        added = admitted_works(review.ledger, stage)
        look_up_abstracts(review, added)
        gather_fulltexts(review, added, "expansion", set())
    review.driver.enter(summarization, review)
    if review.zotero:
        review.driver.enter(library, review)


def _propose(review: ReviewContext, found: pl.DataFrame, plan: Plan, named: Collection[str]) -> Sequence[Candidate]:
    pool = review.driver.run(prepare_pool, f"features of {found.height} works", found, plan, None, None)
    pending = set(found["work_id"])
    proposal = review.driver.run(propose_batch, f"rank {len(pending)}", pool, {}, pending, set(named), 0)
    candidates = complete_candidates(review, read_candidates(review.ledger, proposal.work_ids))
    candidates = [
        replace(candidate, promise=promise) for candidate, promise in zip(candidates, proposal.scores, strict=True)
    ]
    if review.analyst.reads:
        return candidates
    vectors = review.work_vectors([candidate.work for candidate in candidates])
    return [replace(candidate, vector=vector) for candidate, vector in zip(candidates, vectors, strict=True)]


def _frame(review: ReviewContext, plan: Plan, stage: int) -> RelevanceContext:
    """Return what relevance to the gap is judged against: the hits of its queries, else those of the first search."""
    if review.analyst.reads:
        return RelevanceContext(plan)
    works = expansion_hits(review.ledger, stage) or first_search_works(review.ledger)
    vectors = review.work_vectors(works)
    return review.driver.run(frame_search, "frame relevance", plan, works, review.embed, vectors)
