"""The review: the parent flow. Read this first; it is the method section, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, cast

from prefect import Flow
from prefect.context import FlowRunContext
from prefect.futures import PrefectFuture
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.artifacts import show_table
from flows.discovery import discovery
from flows.driver import Driver
from flows.engaging import engage, follow_record
from flows.handle import Review
from flows.library import choose_zotero, library
from flows.organization import organization
from flows.planning import (
    Order,
    check_order,
    choose_analyst,
    choose_catalogue,
    choose_loops,
    choose_sources,
    find_folder,
    locate_catalogue,
    make_plan,
)
from flows.progress import Progress
from flows.records import records
from flows.reporting import reporting, write_run
from flows.rescheduling import pausable, schedule_again
from flows.retrieval import retrieval
from flows.server import loopback_works, prefect_server, wait_for_task_runs
from flows.snowballing import snowballing
from flows.summarization import summarization
from flows.supervision import supervision as supervise
from flows.synthesis import synthesis
from flows.verification import verification
from flows.workbench import Workbench
from storage.errors import QuotaExhausted, StoppedShort
from storage.language_models import write_off
from storage.ledger import Ledger
from storage.reviews import add_problem, count_works, finish_run, read_tier, review_numbers, settle_plan, start_run
from storage.screening import add_criteria
from tasks.catalogues.openalex import OpenAlexCatalogue
from tasks.clients.open_library import OpenLibrary
from tasks.embeddings import INSTANT_MODEL_NAME, MODEL_NAME, embed_texts, instant_vectors
from tasks.provenance.indexes import open_indexes
from tasks.retrieval.file_store import remove_leftovers
from tasks.settings import Settings, read_settings

PHASES = (
    discovery,
    snowballing,
    records,
    retrieval,
    summarization,
    organization,
    library,
    synthesis,
    supervise,
    verification,
    reporting,
)
_WORKERS = 4


def write_review(  # noqa: PLR0917 - the parameters of the form in the Prefect UI
    topic: str,
    questions: Sequence[str] = (),
    quality: str = "standard",
    from_year: int | None = None,
    to_year: int | None = None,
    include_books: bool = True,  # noqa: FBT001, FBT002 - a flow's parameters are named in every interface
    focus_areas: Sequence[str] = (),
    exclude_terms: Sequence[str] = (),
    language: Sequence[str] | str = (),
    name: str | None = None,
    catalogue: str | None = None,
    analyst: str | None = None,
    seeds: Sequence[str] = (),
    grey: bool = False,  # noqa: FBT001, FBT002 - as above
    as_of: int | None = None,
    fulltext: str = "never",
    pdfs: str | None = None,
    budget: float | None = None,
    batch: bool = True,  # noqa: FBT001, FBT002 - as above
    supervision: str = "",
    reviews: str | None = None,
    quiet: bool = False,  # noqa: FBT001, FBT002 - as above
) -> Review:
    """Return a finished literature review on a topic, going on where an earlier run of the same name ended.

    Raises:
        InputError: something asked for cannot be right.
        LedgerInUse: another process works on this review.
        StoppedShort: the search brought nothing to review; what exists is kept.
    """
    order = check_order(
        Order(
            topic=topic,
            questions=questions,
            quality=quality,
            name=name,
            catalogue=catalogue,
            analyst=analyst,
            from_year=from_year,
            to_year=to_year,
            include_books=include_books,
            focus_areas=focus_areas,
            exclude_terms=exclude_terms,
            language=(language,) if isinstance(language, str) else language,
            seeds=seeds,
            grey=grey,
            reviews=reviews,
            as_of=as_of,
            fulltext=fulltext,
            pdfs=pdfs,
            budget=budget,
            batch=batch,
            supervision=supervision,
        )
    )
    with open_workbench(order, read_settings(), Progress(quiet=quiet)) as bench:
        work_through(bench)
    return Review(bench.ledger.folder / "review.md")


@contextmanager
def open_workbench(order: Order, settings: Settings, progress: Progress) -> Iterator[Workbench]:
    """Yield what the phases of the review ordered share; its ledger is held until the block ends.

    Raises:
        InputError: the order names a folder, catalogue or analyst that cannot be had, or a replay has no record.
        LedgerInUse: another process works on this review.
    """
    folder = find_folder(order, settings)
    if settings.replay:
        order = follow_record(order, settings.replay)
    chosen = choose_catalogue(order, settings)
    judge = choose_analyst(order, settings)
    open_library = OpenLibrary(settings.open_library_url) if settings.open_library_url else None
    sources = choose_sources(order, settings, folder)
    zotero = choose_zotero(settings)
    indexes = open_indexes(settings, through_openalex=isinstance(chosen, OpenAlexCatalogue))
    instant = judge.name == "instant"
    with Ledger(folder) as ledger:
        plan = settle_plan(ledger, make_plan(order, chosen, judge))
        if sources:
            remove_leftovers(sources.folder)
        driver = Driver()
        yield Workbench(
            plan=plan,
            tier=read_tier(ledger, plan.quality),
            ledger=ledger,
            catalogue=chosen,
            analyst=judge,
            embed=instant_vectors if instant else embed_texts,
            catalogue_location=locate_catalogue(order, settings),
            embedding_model=INSTANT_MODEL_NAME if instant else MODEL_NAME,
            structural_rule=settings.structural_rule,
            driver=driver,
            progress=progress,
            open_library=open_library,
            consultant=engage(order, settings, ledger, driver, progress) if judge.name == "anthropic" else None,
            sources=sources,
            zotero=zotero,
            indexes=indexes,
            loops=choose_loops(order),
        )


def work_through(bench: Workbench) -> None:
    """Run every phase and record the run; whatever happens, what was committed stays."""
    context = FlowRunContext.get()
    flow_run = context.flow_run if context else None
    with bench.ledger.transaction():
        add_criteria(
            bench.ledger,
            [f"About {bench.plan.topic}", *(f"Answers: {question}" for question in bench.plan.questions)],
            [],
        )
    settings = {
        "catalogue": bench.catalogue_location,
        "structural_rule": bench.structural_rule,
        "embedding_model": bench.embedding_model,
    }
    if bench.loops:
        settings["supervision"] = ",".join(bench.loops)
    if bench.sources and bench.sources.pdfs:
        settings["pdfs"] = str(bench.sources.pdfs)
    if bench.consultant:
        settings |= {tier: model.id for tier, model in bench.consultant.models.items()}
    run_id = start_run(bench.ledger, version("litreview"), settings, str(flow_run.id) if flow_run else None)
    try:
        for phase in PHASES:
            if not _is_wanted(phase, bench):
                continue
            bench.driver.enter(phase, bench)
            _show_progress(bench, phase.name)
        write_off(bench.ledger)
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
    held = wait_for_task_runs(flow_run.id, bench.driver.task_runs) if flow_run else 0
    if held < bench.driver.task_runs:
        add_problem(
            bench.ledger,
            "run",
            "task runs missing",
            f"the Prefect server holds {held} of {bench.driver.task_runs} task runs",
        )
    finish_run(bench.ledger, run_id, "finished", bench.driver.task_runs)
    bench.publish()
    spent = bench.ledger.select("SELECT coalesce(sum(usd), 0) FROM cost").item()
    bench.progress.say("finished", f"{count_works(bench.ledger)['corpus']} works in the corpus, ${spent:.2f} spent")
    write_run(bench, {"run_id": run_id, "task_runs": bench.driver.task_runs, "version": version("litreview")})


def _is_wanted(phase: Flow[Any, Any], bench: Workbench) -> bool:
    """Return whether a phase has anything to work with: full texts, a Zotero library and supervision are a choice."""
    choices = {retrieval: bench.sources, library: bench.zotero, supervise: bench.loops}
    return phase not in choices or bool(choices[phase])


def _show_progress(bench: Workbench, phase: str) -> None:
    counts = count_works(bench.ledger)
    rows: list[dict[str, Any]] = [{"measure": item, "value": n} for item, n in counts.items()]
    if phase in ("organization", "synthesis"):
        rows = [{"measure": item, "value": value} for item, value in review_numbers(bench.ledger).items()]
    show_table(f"progress-{phase}", rows, f"Where the review stands after {phase}")


class ReviewFlow(Flow[Any, Review]):
    """The review as a Prefect flow: called from Python or the terminal it finds or starts its own server."""

    def __call__(self, *arguments: Any, **options: Any) -> Review:  # type: ignore[override]
        """Return the finished review; where no server can be reached it is made by plain calls, and says so."""
        progress = Progress(quiet=bool(options.get("quiet")))
        if not loopback_works():
            progress.say("server", "this machine has no loopback network: running without Prefect, as --no-server does")
            return self.fn(*arguments, **options)
        with prefect_server(progress):
            return cast("Review", super().__call__(*arguments, **options))


review = ReviewFlow(
    fn=pausable(write_review),
    name="review",
    flow_run_name="{quality}: {topic}",
    description="From a research question to a literature review whose every claim can be checked to the word.",
    task_runner=cast("TaskRunner[PrefectFuture[Any]]", ThreadPoolTaskRunner(max_workers=_WORKERS)),
    validate_parameters=False,
    persist_result=False,
)
