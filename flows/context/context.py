"""What the phases of one review share: the ledger, the services to ask, and how to run and report."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, TypeVarTuple

from prefect.context import FlowRunContext
from pydantic_core import core_schema

from flows.language_models.budget import Economy
from flows.language_models.gateway import Gateway
from flows.orchestration.driver import Call, Driver, Handover, Step
from flows.orchestration.progress import Progress
from storage.core.ledger import Ledger
from storage.publication.recorded_people import RecordedPeople
from storage.records.search import Plan, Tier, Work
from storage.screening.ranking import add_vectors, stored_vectors
from storage.searching.api_calls import keep_log, read_kept_answers
from tasks.analysts.extractive.relevance import relevance_text
from tasks.analysts.protocol import Analyst
from tasks.bucket.review import ReviewBucket
from tasks.catalogues.protocol import Catalogue
from tasks.citation_indexes.registry import CitationIndexes
from tasks.human.points import Asking
from tasks.language_models.dialogue import Asked
from tasks.language_models.table import Model
from tasks.prompts import Tier as ModelTier
from tasks.provenance.indexes import Indexes
from tasks.retrieval.tasks import Sources
from tasks.screening.embeddings import text_sha256
from tasks.screening.tasks import Embed, embed_batch
from tasks.services.open_library import OpenLibrary
from tasks.zotero.client import Zotero

R = TypeVar("R")
Given = TypeVarTuple("Given")

_TEXTS_PER_TASK = 64
_SEARCHES_AT_ONCE = 4


@dataclass(frozen=True, kw_only=True)
class ReviewRecord:
    """What is known about a review: its ledger, its plan, and how it was ordered.

    `loops` are the supervision loops; `asking` says when people are asked; in a replay, `people` are those of the
    recorded review. `touch_mine` lets this run change what people wrote by hand.
    """

    ledger: Ledger
    plan: Plan
    tier: Tier
    catalogue_location: str
    structural_rule: str
    loops: tuple[str, ...] = ()
    asking: Asking = Asking()  # noqa: RUF009 - frozen
    people: RecordedPeople | None = None
    touch_mine: bool = False


@dataclass(frozen=True, kw_only=True)
class ReviewServices:
    """The services asked in the course of a review.

    Without `open_library`, Open Library is not asked; without a `gateway` the analyst answers by itself; without
    `sources` the review rests on abstracts; without `zotero` no Zotero library is kept; `indexes` and
    `citation_indexes` may be empty.
    """

    catalogue: Catalogue
    analyst: Analyst
    embed: Embed
    embedding_model: str
    open_library: OpenLibrary | None = None
    gateway: Gateway | None = None
    sources: Sources | None = None
    zotero: Zotero | None = None
    indexes: Indexes = Indexes()  # noqa: RUF009 - frozen
    citation_indexes: CitationIndexes = CitationIndexes()  # noqa: RUF009 - frozen

    def saves(self, economy: Economy) -> bool:
        """Return whether so much of the budget is used that an economy is in force."""
        return self.gateway is not None and self.gateway.budget.saves(economy)

    def has_room(self, usd: float) -> bool:
        """Return whether an outlay of at most this many dollars fits into the budget, if there is one."""
        return self.gateway is None or self.gateway.budget.has_room(usd)

    @property
    def models(self) -> Mapping[ModelTier, Model]:
        """Return the language models that are asked, by tier; none where the analyst answers by itself."""
        return self.gateway.models if self.gateway else {}


@dataclass(frozen=True, kw_only=True)
class ReviewReporting:
    """How a review is run and reported: by Prefect, in the terminal, and where its copy is published."""

    driver: Driver
    progress: Progress
    bucket: ReviewBucket | None = None


@dataclass(frozen=True, kw_only=True)
class ReviewContext(ReviewRecord, ReviewServices, ReviewReporting):
    """The context of one review, passed to every phase; functions that need only one part of it take that part."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> core_schema.CoreSchema:
        """Return a schema that accepts a context as it is: Prefect describes parameters, but this one is not a form."""
        return core_schema.any_schema()

    def consult(
        self, task: Step[*Given, Asked[R]], calls: Iterable[Call[*Given]], *, spread: bool = False
    ) -> Iterator[tuple[tuple[*Given], R]]:
        """Yield (arguments, result) of each named call of an analyst's step as it is done.

        An analyst that answers by itself does so in task runs; the dialogues of one that asks a language model are
        conducted here, and its requests are the task runs. `spread` calls may go to a cluster.
        """
        named = list(calls)
        if self.gateway is None:
            for arguments, outcome in self._counted(self.driver.each(task, named, spread=spread), len(named)):
                if isinstance(outcome, Generator):
                    raise TypeError(f"the analyst {self.analyst.name} asks, and there is nobody to answer")
                yield arguments, outcome
            return
        dialogues = []
        for _, arguments in named:
            asked = task.fn(*arguments)
            if isinstance(asked, Generator):
                dialogues.append((arguments, asked))
            else:
                yield arguments, asked
        yield from self._counted(self.gateway.conduct(dialogues), len(dialogues))

    def _counted(self, outcomes: Iterable[R], total: int) -> Iterator[R]:
        """Yield outcomes as they come and let progress know how many there are."""
        for done, outcome in enumerate(outcomes):
            self.progress.count(done + 1, total)
            yield outcome

    def ask_analyst(self, task: Step[*Given, Asked[R]], name: str, *arguments: *Given) -> R:
        """Return the result of one call of an analyst's step."""
        return next(outcome for _, outcome in self.consult(task, [(name, arguments)]))

    def vectors_of(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return the vectors of texts in order; a text embedded before comes from the ledger."""
        hashes = [text_sha256(text) for text in texts]
        known = stored_vectors(self.ledger, hashes, self.embedding_model)
        missing = {sha: text for sha, text in zip(hashes, texts, strict=True) if sha not in known}
        chunks = [list(missing.items())[i : i + _TEXTS_PER_TASK] for i in range(0, len(missing), _TEXTS_PER_TASK)]
        calls = [(f"embed {len(chunk)} texts", ([text for _, text in chunk], self.embed)) for chunk in chunks]
        done = 0
        with self.progress.part("turning texts into vectors (the first time, the model is loaded)"):
            for (chunk_texts, _), vectors in self.driver.each(embed_batch, calls, spread=True):
                fresh = {text_sha256(text): vector for text, vector in zip(chunk_texts, vectors, strict=True)}
                add_vectors(self.ledger, fresh, self.embedding_model)
                done += len(fresh)
                self.progress.count(done, len(missing))
        known = stored_vectors(self.ledger, hashes, self.embedding_model)
        return [known[sha] for sha in hashes]

    def work_vectors(self, works: Sequence[Work]) -> list[tuple[float, ...]]:
        """Return the vectors of works' titles and abstracts, in order."""
        return self.vectors_of([relevance_text(work) for work in works])

    def search(self, task: Step[*Given, R], calls: Iterable[Call[*Given]]) -> Iterator[tuple[tuple[*Given], R]]:
        """Yield (arguments, outcome) of each named call that asks the catalogue, as it completes.

        What a service answers is on record before the next question is asked, so that a run that is cut short loses at
        most the answers in transit. After a failure nothing more is asked, and once the calls under way have ended, the
        first failure is raised.
        """
        if not self.catalogue.is_metered:
            yield from self.driver.each(task, calls)
            return
        waiting = deque(calls)
        failures: list[Exception] = []
        handover = Handover(self.keep_log)
        self.catalogue.report_to(handover)
        try:
            for arguments, take in self.driver.pull(
                task, lambda: waiting.popleft() if waiting and not failures else None, _at_once(), handover
            ):
                try:
                    outcome = take()
                except Exception as error:  # noqa: BLE001 - raised below, once other calls under way have been kept
                    handover.end()
                    failures.append(error)
                    continue
                yield arguments, outcome
        finally:
            self.catalogue.report_to(None)
            self.keep_log()
        if failures:
            raise failures[0]

    def ask_catalogue(self, task: Step[*Given, R], name: str, *arguments: *Given) -> R:
        """Return the outcome of one named call that asks the catalogue."""
        return next(outcome for _, outcome in self.search(task, [(name, arguments)]))

    def keep_log(self) -> None:
        """Put the catalogue's calls and answers on record, in one transaction."""
        keep_log(self.ledger, self.catalogue.drain())

    def recall(self) -> None:
        """Give the catalogue back its answers since the current stage began, and have it forget earlier ones."""
        self.catalogue.recall(read_kept_answers(self.ledger))

    def publish(self) -> None:
        """Put the catalogue's calls on record and refresh the copy that others may open."""
        self.keep_log()
        self.ledger.publish()
        if self.bucket:
            self.bucket.push()


def _at_once() -> int:
    """Return how many searches run at the same time: several under Prefect, one without it."""
    return 1 if FlowRunContext.get() is None else _SEARCHES_AT_ONCE
