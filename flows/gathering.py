"""Gathering the texts of works: missing abstracts and full texts, several at a time, each committed as it completes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, TypeVarTuple

from flows.context.context import ReviewContext, ReviewRecord, ReviewReporting, ReviewServices
from flows.orchestration.driver import Call, Step
from storage.reading.abstracts import add_absence, add_abstract, read_abstracts, works_to_look_up
from storage.reading.fulltexts import Retrieval, add_retrieval, given_works, sought_texts, stored_files
from storage.reading.reading import FULL_TEXT, stored_pages
from storage.records.screening import Candidate
from storage.runs.reviews import add_problem
from tasks.retrieval.local_pdfs import match_local_pdfs
from tasks.retrieval.tasks import Sources, condense_text, is_due, look_up_abstract, retrieve_text
from tasks.services.answers import Abstract

R = TypeVar("R")
Given = TypeVarTuple("Given")

_AT_ONCE = 5
_LONGEST_TITLE = 80
_MOST_PER_WORK = 0.02  # dollars: OpenAlex's XML and PDF


def complete_candidates(review: ReviewContext, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates to judge, those that lack an abstract with one where it can be found.

    It is looked up; where no service has it, about 100 words of the full text take its place, if that can be fetched.
    A candidate that still has none is judged by its title.
    """
    bare = [candidate.work.work_id for candidate in candidates if not candidate.work.abstract]
    if not bare or review.sources is None or review.sources.scope is None:
        return list(candidates)
    look_up_abstracts(review, bare)
    texts = read_abstracts(review.ledger, bare)
    missing = [work_id for work_id in bare if work_id not in texts]
    gather_fulltexts(review, missing, "screening", set())
    pages = stored_pages(review.ledger, missing)
    works = {candidate.work.work_id: candidate.work for candidate in candidates}
    calls = [(f"condense: {works[work_id].title}", (works[work_id], pages[work_id])) for work_id in pages]
    for (work, _), short in review.driver.each(condense_text, calls):
        texts[work.work_id] = (short, FULL_TEXT)
    return [_fill(candidate, texts.get(candidate.work.work_id)) for candidate in candidates]


def _fill(candidate: Candidate, text: tuple[str, str] | None) -> Candidate:
    if text is None:
        return candidate
    return replace(candidate, work=replace(candidate.work, abstract=text[0], abstract_source=text[1]))


def look_up_abstracts(review: ReviewContext, work_ids: Collection[str]) -> None:
    """Look for the abstracts of works that have none, and commit what each service says."""
    sources = review.sources
    if sources is None or sources.scope is None:
        return
    calls = (
        (f"abstract: {work.title}", (work, sources.services)) for work in works_to_look_up(review.ledger, work_ids)
    )
    for (work, _), found in _pull(review, look_up_abstract, calls):
        made = sources.drain_calls()
        if isinstance(found, Abstract):
            add_abstract(review.ledger, work.work_id, found.text, found.response, made)
        else:
            add_absence(review.ledger, work.work_id, found.status, found.reason, made)
    _note_silences(review, sources)


def gather_fulltexts(review: ReviewContext, work_ids: Collection[str], phase: str, tried: set[str]) -> None:
    """Try to get the full text of each work that is due and not among those `tried`, and add it to `tried`."""
    sources = review.sources
    if sources is None:
        return
    local = match_local_pdfs(given_works(review.ledger, work_ids), sources.shelf) if sources.pdfs else {}
    wanted = [
        sought
        for sought in sought_texts(review.ledger, work_ids, review.plan.fulltext)
        if sought.work.work_id not in tried and is_due(sought, local.get(sought.work.work_id))
    ]
    tried.update(sought.work.work_id for sought in wanted)
    calls = (
        (
            f"full text: {sought.work.title}",
            (sought, _within_budget(review, sources), local.get(sought.work.work_id), stored_files(review.ledger)),
        )
        for sought in wanted
    )
    for number, ((sought, *_), retrieval) in enumerate(_pull(review, retrieve_text, calls), 1):
        add_retrieval(review.ledger, retrieval, review.plan.fulltext, sources.drain_calls())
        review.progress.say(phase, f"{number} of {len(wanted)}: {_tell(retrieval)}: {_show(sought.work.title)}")
    _note_silences(review, sources)


def _note_silences(review: ReviewRecord, sources: Sources) -> None:
    """Record which services gave no answer, so that what they may hold is missing."""
    for name, why in sources.services.find_silences().items():
        message = f"{name} {why} and was not asked again; what it may have is looked for when the review is resumed"
        add_problem(review.ledger, "retrieval", "service unavailable", message)


def _within_budget(review: ReviewServices, sources: Sources) -> Sources:
    """Return the sources, leaving out paid copies where the calls under way may use up the budget."""
    if review.has_room(_AT_ONCE * _MOST_PER_WORK):
        return sources
    return replace(sources, services=replace(sources.services, openalex_content=False))


def _show(title: str) -> str:
    """Return a title that is safe and short enough for a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in title[:_LONGEST_TITLE])


def _tell(retrieval: Retrieval) -> str:
    last = retrieval.attempts[-1]
    return f"full text from {last.source}" if retrieval.pages else f"none ({last.status}, {last.source})"


def _pull(
    review: ReviewReporting, task: Step[*Given, R], calls: Iterable[Call[*Given]]
) -> Iterator[tuple[tuple[*Given], R]]:
    """Yield (arguments, outcome) of each call as it completes; a failure is raised once the others under way end."""
    waiting = iter(calls)
    failures: list[Exception] = []

    def next_call() -> Call[*Given] | None:
        return None if failures else next(waiting, None)

    for arguments, take in review.driver.pull(task, next_call, _AT_ONCE):
        outcome = _take(take, failures)
        if outcome is not None:
            yield arguments, outcome
    if failures:
        raise failures[0]


def _take(take: Callable[[], R], failures: list[Exception]) -> R | None:
    try:
        return take()
    except Exception as error:  # noqa: BLE001 - raised by the caller, once the results under way have been kept
        failures.append(error)
        return None
