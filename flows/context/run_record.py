"""A run of a review put on record: with what it began, how it ended, and when it can go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prefect.client.schemas.objects import FlowRun
from prefect.context import FlowRunContext

from flows.context.context import Workbench
from flows.context.naming import tag_review
from flows.export.report import write_run
from flows.human.questions import agree_on_plan, describe_asking
from flows.orchestration.artifacts import ProgressBar
from flows.orchestration.rescheduling import schedule_again
from flows.orchestration.server import locate_pages, wait_for_task_runs
from storage.core.errors import QuotaExhausted, StoppedShort
from storage.runs.reviews import add_problem, count_works, finish_run, start_run
from tasks.environment.release import VERSION


@contextmanager
def recorded_run(bench: Workbench, bar: ProgressBar) -> Iterator[tuple[str, Workbench]]:
    """Yield the id of a run put on record, and what it works with once people agreed on the plan.

    Whatever happens, what was committed stays, and how the run ended is on record.
    """
    context = FlowRunContext.get()
    flow_run = context.flow_run if context else None
    run_id = start_run(bench.ledger, VERSION, _describe(bench), str(flow_run.id) if flow_run else None)
    try:
        if flow_run:
            tag_review(flow_run, bench)
        bench.progress.report_to_parent()
        if flow_run:
            bench.progress.say("run", f"its pages: {locate_pages(flow_run.id)}")
        bench = agree_on_plan(bench)
        yield run_id, bench
    except QuotaExhausted as pause:
        message = f"{pause}{schedule_again(flow_run, pause.resume_after)}"
        resume_after = pause.resume_after.replace(tzinfo=None)
        runs = bench.driver.task_runs
        finish_run(bench.ledger, run_id, "paused", runs, message, resume_after=resume_after)
        bench.publish()
        raise QuotaExhausted(message, pause.resume_after) from pause
    except (StoppedShort, KeyboardInterrupt) as stop:
        finish_run(bench.ledger, run_id, "stopped", bench.driver.task_runs, str(stop) or "interrupted")
        bench.publish()
        raise
    except Exception as error:
        finish_run(bench.ledger, run_id, "failed", bench.driver.task_runs, f"{type(error).__name__}: {error}")
        bench.publish()
        raise
    _finish(bench, run_id, flow_run, bar)


def _describe(bench: Workbench) -> dict[str, str]:
    """Return what the run goes by, as the record of it keeps."""
    settings = {
        "catalogue": bench.catalogue_location,
        "structural_rule": bench.structural_rule,
        "embedding_model": bench.embedding_model,
    }
    if bench.loops:
        settings["supervision"] = ",".join(bench.loops)
    settings |= describe_asking(bench.asking)
    if bench.sources and bench.sources.pdfs:
        settings["pdfs"] = str(bench.sources.pdfs)
    if bench.consultant:
        settings |= {tier: model.id for tier, model in bench.consultant.models.items()}
    return settings


def _finish(bench: Workbench, run_id: str, flow_run: FlowRun | None, bar: ProgressBar) -> None:
    held = wait_for_task_runs(flow_run.id, bench.driver.task_runs) if flow_run else 0
    if held < bench.driver.task_runs:
        add_problem(
            bench.ledger,
            "run",
            "task runs missing",
            f"the Prefect server holds {held} of {bench.driver.task_runs} task runs",
        )
    finish_run(bench.ledger, run_id, "finished", bench.driver.task_runs)
    bar.show(1, "finished")
    bench.publish()
    spent = bench.ledger.select("SELECT coalesce(sum(usd), 0) FROM cost").item()
    bench.progress.say("finished", f"{count_works(bench.ledger)['corpus']} works in the corpus, ${spent:.2f} spent")
    write_run(bench, {"run_id": run_id, "task_runs": bench.driver.task_runs, "version": VERSION})
