"""Amending: what an amendment of the protocol overtook is judged again, before the review goes on."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.screening.judging import choose_judge, judge_again
from storage.screening.screening import outdated_judgements


@flow(name="amending", flow_run_name="amending", validate_parameters=False)
def amending(review: ReviewContext) -> None:
    """Judge again the works whose verdict rests on questions or criteria that the protocol has changed since.

    Where a criterion joined these are works not excluded, where one was withdrawn those that it excluded; where a
    question joined works not included, unless a criterion in force excludes them, where one was withdrawn works not
    excluded. All others stand, and so do verdicts of people. What the questions now ask is searched for by the phases
    that follow, which settle the corpus.
    """
    waiting = outdated_judgements(review.ledger)
    review.progress.note("amending", f"judging {waiting.height} works by the protocol as amended")
    judge_again(choose_judge(review), waiting)
    review.publish()
    review.progress.say("amending", f"{waiting.height} works judged again, since the protocol was amended")
