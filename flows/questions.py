"""Asking the corpus of a review: what it says to a question, in its own words or worded by a language model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from flows.context.bucket import hold_review
from flows.context.order import ReviewOrder
from flows.context.readiness import check_key
from flows.context.repair import open_whole
from flows.opening import open_gateway
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from flows.orchestration.waiting import step
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.reading.reading import corpus_pages, read_corpus
from storage.records.writing import Draft, ReadWork
from storage.runs.reviews import read_plan
from storage.screening.ranking import stored_vectors
from storage.screening.synonyms import read_synonyms
from storage.writing.versions import open_snapshot
from tasks.analysts.extractive.relevance import relevance_text
from tasks.analysts.llm.questions import answer_from_passages
from tasks.analysts.registry import ANALYSTS
from tasks.answering.replies import Embed, Reply, find_reply
from tasks.answering.statements import Statement, list_statements
from tasks.environment.settings import Settings
from tasks.screening.embeddings import INSTANT_MODEL_NAME, MODEL_NAME, embed_texts, instant_vectors, text_sha256
from tasks.screening.other_names import unfold_work

_LONGEST_QUESTION = 500  # characters


@dataclass(frozen=True, slots=True)
class CorpusText:
    """What a review has read, ready to be asked: statements, vectors of works by work id, and what makes vectors."""

    statements: tuple[Statement, ...]
    vectors: dict[str, tuple[float, ...]]
    embed: Embed

    def answer(self, question: str) -> Reply:
        """Return what the corpus says to a question.

        Raises:
            InputError: the question is empty or too long.
        """
        asked = " ".join(question.split())
        if not asked:
            raise InputError("the question is empty; ask something, such as 'Does age matter?'")
        if len(asked) > _LONGEST_QUESTION:
            raise InputError(f"the question has {len(asked)} characters; ask it in {_LONGEST_QUESTION} at most")
        return find_reply(asked, self.statements, self.vectors, self.embed)


def read_corpus_text(ledger: Ledger) -> CorpusText:
    """Return what the works of a review say.

    Raises:
        InputError: nothing has been read yet.
    """
    works = read_corpus(ledger)
    statements = list_statements(list(works.values()), corpus_pages(ledger))
    if not statements:
        raise InputError(f"nothing of '{ledger.folder.name}' has been read yet; run it to the end, then ask")
    plan = read_plan(ledger)
    instant = plan is not None and plan.analyst in ANALYSTS and ANALYSTS[plan.analyst].is_instant
    names = read_synonyms(ledger)
    known = {text_sha256(relevance_text(unfold_work(read.work, names))): work_id for work_id, read in works.items()}
    kept = stored_vectors(ledger, list(known), INSTANT_MODEL_NAME if instant else MODEL_NAME)
    vectors = {known[sha]: vector for sha, vector in kept.items()}
    return CorpusText(tuple(statements), vectors, instant_vectors if instant else embed_texts)


def open_corpus_text(folder: Path) -> CorpusText:
    """Return what the works of a published review say.

    Raises:
        InputError: there is no review, nothing was published, or nothing has been read yet.
    """
    with open_snapshot(folder) as ledger:
        return read_corpus_text(ledger)


def ask_corpus(folder: Path, question: str) -> Reply:
    """Return what a published review says to a question, in the words of its works.

    Raises:
        InputError: there is no such review, nothing of it has been read, or the question is empty or too long.
    """
    step("reading what the works say")
    text = open_corpus_text(folder)
    step("looking for what is asked (the sentence encoder is loaded)")
    return text.answer(question)


def ask_with_model(
    folder: Path, question: str, analyst: str, budget: float | None, settings: Settings
) -> tuple[Reply, Draft | None]:
    """Return what a review says to a question, and the answer that a language model words from just that.

    The draft is empty if the model finds that the passages do not answer, and None if it gave no usable answer or there
    was nothing to ask it about. Its answers are kept in the ledger, so that no question is paid for twice.

    Raises:
        InputError: there is no such review, key or model, or the question is empty or too long.
        BudgetExhausted: the question may cost more than is left.
        LedgerInUse: another process works on the review.
    """
    if not (folder / WORKING_FILE).is_file():
        raise InputError(
            f"'{folder}' has no ledger in which to keep what a model answers; leave out --analyst, or ask where the "
            "review was made"
        )
    with hold_review(settings, folder) as bucket, open_whole(folder, Progress()) as ledger:
        plan = read_plan(ledger)
        order = ReviewOrder(topic=plan.topic if plan else question, analyst=analyst, budget=budget, batch=False)
        check_key(order, settings)
        reply = read_corpus_text(ledger).answer(question)
        if not reply.support:
            return reply, None
        passages = _gather(reply)
        with open_gateway(order, settings, ledger, Driver(), Progress()) as gateway:
            asked = [("question", answer_from_passages(reply.question, passages))]
            draft: Draft | None = next(result for _, result in gateway.conduct(asked))
        ledger.publish()
        if bucket:
            bucket.push()
    return reply, draft


def _gather(reply: Reply) -> Sequence[ReadWork]:
    """Return the works of an answer with nothing of theirs but the sentences that support it, as findings."""
    by_work: dict[str, list[Statement]] = {}
    for one in reply.support:
        by_work.setdefault(one.said[0].citekey, []).append(one.said)
    return [
        replace(
            said[0][0],
            summary=replace(
                said[0][0].summary,
                methodology="",
                limitations="",
                future_work="",
                short="",
                digest="",
                findings=tuple(finding for _, finding in said),
            ),
        )
        for said in by_work.values()
    ]
