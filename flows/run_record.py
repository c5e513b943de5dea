"""A run of a review put on record: what it began with, how it ended, and when it can go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prefect.client.schemas.objects import FlowRun
from prefect.context import FlowRunContext

from flows.context.context import ReviewContext
from flows.context.naming import tag_review
from flows.export.reporting import write_run
from flows.human.questions import agree_on_plan, describe_asking
from flows.orchestration.artifacts import ProgressBar
from flows.orchestration.rescheduling import schedule_again
from flows.orchestration.server import locate_pages, wait_for_task_runs
from storage.core.errors import QuotaExhausted, StoppedShort
from storage.runs.reviews import add_problem, count_works, finish_run, start_run
from tasks.environment.settings import VERSION


@contextmanager
def recorded_run(review: ReviewContext, bar: ProgressBar) -> Iterator[tuple[str, ReviewContext]]:
    """Yield the id of a run put on record, and the context it works with once people have agreed on the plan.

    Whatever happens, what was committed stays, and how the run ended is recorded.
    """
    context = FlowRunContext.get()
    flow_run = context.flow_run if context else None
    run_id = start_run(review.ledger, VERSION, _describe(review), str(flow_run.id) if flow_run else None)
    try:
        if flow_run:
            tag_review(flow_run, review)
        review.progress.report_to_parent()
        if flow_run:
            review.progress.say("run", f"its pages: {locate_pages(flow_run.id)}")
        review = agree_on_plan(review)
        yield run_id, review
    except QuotaExhausted as pause:
        message = f"{pause}{schedule_again(flow_run, pause.resume_after)}"
        resume_after = pause.resume_after.replace(tzinfo=None)
        runs = review.driver.task_runs
        finish_run(review.ledger, run_id, "paused", runs, message, resume_after=resume_after)
        review.publish()
        raise QuotaExhausted(message, pause.resume_after) from pause
    except (StoppedShort, KeyboardInterrupt) as stop:
        finish_run(review.ledger, run_id, "stopped", review.driver.task_runs, str(stop) or "interrupted")
        review.publish()
        raise
    except Exception as error:
        finish_run(review.ledger, run_id, "failed", review.driver.task_runs, f"{type(error).__name__}: {error}")
        review.publish()
        raise
    _finish(review, run_id, flow_run, bar)


def _describe(review: ReviewContext) -> dict[str, str]:
    """Return the settings of the run, as its record keeps them."""
    settings = {
        "catalogue": review.catalogue_location,
        "structural_rule": review.structural_rule,
        "embedding_model": review.embedding_model,
    }
    if review.loops:
        settings["supervision"] = ",".join(review.loops)
    if review.touch_mine:
        settings["touch_mine"] = "yes"
    if review.citation_indexes.opened:
        settings["citations_from"] = ",".join(index.name for index in review.citation_indexes.opened)
    settings |= describe_asking(review.asking)
    if review.sources and review.sources.pdfs:
        settings["pdfs"] = str(review.sources.pdfs)
    return settings | {tier: model.id for tier, model in review.models.items()}


def _finish(review: ReviewContext, run_id: str, flow_run: FlowRun | None, bar: ProgressBar) -> None:
    held = wait_for_task_runs(flow_run.id, review.driver.task_runs) if flow_run else 0
    if held < review.driver.task_runs:
        add_problem(
            review.ledger,
            "run",
            "task runs missing",
            f"the Prefect server holds {held} of {review.driver.task_runs} task runs",
        )
    finish_run(review.ledger, run_id, "finished", review.driver.task_runs)
    bar.show(1, "finished")
    review.publish()
    spent = review.ledger.select("SELECT coalesce(sum(usd), 0) FROM cost").item()
    review.progress.say("finished", f"{count_works(review.ledger)['corpus']} works in the corpus, ${spent:.2f} spent")
    write_run(review, {"run_id": run_id, "task_runs": review.driver.task_runs, "version": VERSION})
