"""The review: the parent flow. Read this first; it is the method section, phase by phase."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, cast

from prefect import Flow
from prefect.context import FlowRunContext
from prefect.futures import PrefectFuture
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.context import form
from flows.context.bucket import hold_review
from flows.context.choices import choose_analyst, choose_catalogue, choose_sources, make_plan
from flows.context.context import Workbench
from flows.context.handle import Review
from flows.context.keeping_alive import is_kept, order_update, update_begun
from flows.context.naming import name_review, tag_review
from flows.context.open_gateway import engage
from flows.context.order import Order, choose_asking, choose_loops, find_folder, locate_catalogue, read_order
from flows.context.readiness import check_key, check_readiness, check_review
from flows.context.repair import open_whole
from flows.context.replay import follow_record, replay
from flows.discovery import discovery
from flows.export.artifacts import show_phase
from flows.export.report import reporting, write_run
from flows.human.phases import ask_before
from flows.human.questions import agree_on_plan, describe_asking
from flows.orchestration.artifacts import ProgressBar, ProgressTable
from flows.orchestration.driver import Driver
from flows.orchestration.events import events_announced
from flows.orchestration.progress import JOURNAL, Progress
from flows.orchestration.rescheduling import is_scheduled, pausable, schedule_again
from flows.orchestration.runners import open_runner
from flows.orchestration.secret_blocks import add_secrets
from flows.orchestration.server import locate_pages, loopback_works, prefect_server, wait_for_task_runs
from flows.organization import organization
from flows.records import records
from flows.retrieval import retrieval
from flows.snowballing import snowballing
from flows.summarization import summarization
from flows.supervision.flow import supervision as supervise
from flows.synthesis import synthesis
from flows.updating.phases import carrying, closing, renewal
from flows.verification import verification
from flows.zotero import choose_zotero, library
from storage.core.errors import QuotaExhausted, StoppedShort
from storage.runs.language_models import write_off
from storage.runs.reviews import add_problem, begin_phase, count_works, finish_run, read_tier, settle_plan, start_run
from storage.screening.human import read_answers
from storage.updates.updates import read_update, was_updated
from tasks.environment.release import VERSION
from tasks.environment.settings import Settings, read_settings
from tasks.human.plan import revise_plan
from tasks.provenance.indexes import open_indexes
from tasks.retrieval.file_store import remove_leftovers
from tasks.screening.embeddings import INSTANT_MODEL_NAME, MODEL_NAME, embed_texts, instant_vectors
from tasks.services.open_library import OpenLibrary

PHASES = (
    renewal,
    discovery,
    snowballing,
    records,
    retrieval,
    summarization,
    carrying,
    organization,
    library,
    synthesis,
    supervise,
    verification,
    reporting,
    closing,
)
_WORKERS = 4


def write_review(  # noqa: PLR0917 - the parameters of the form in the Prefect UI
    topic: form.Topic = form.NEEDED,
    catalogue: form.Catalogue = form.NEEDED,
    questions: form.Questions = (),
    quality: form.Quality = "standard",
    from_year: form.FromYear = None,
    to_year: form.ToYear = None,
    include_books: form.IncludeBooks = True,  # noqa: FBT002 - a flow's parameters are named in every interface
    focus_areas: form.FocusAreas = (),
    exclude_terms: form.ExcludeTerms = (),
    language: form.Language = (),
    name: form.Name = None,
    analyst: form.Analyst = None,
    seeds: form.Seeds = (),
    grey: form.Grey = False,  # noqa: FBT002 - as above
    as_of: form.AsOf = None,
    fulltext: form.Fulltext = "never",
    pdfs: form.Pdfs = None,
    budget: form.Budget = None,
    batch: form.Batch = True,  # noqa: FBT002 - as above
    supervision: form.Supervision = (),
    ask: form.Ask = (),
    ask_timeout: form.AskTimeout = 24.0,
    on_timeout: form.OnTimeout = "continue",
    reviews: form.Reviews = None,
    quiet: form.Quiet = False,  # noqa: FBT002 - as above
) -> Review:
    """Return a finished literature review on a topic, going on where an earlier run of the same name ended.

    Where a schedule began the run and the review is finished, it is brought up to date.

    Raises:
        InputError: something asked for cannot be right.
        LedgerInUse: another process works on this review.
        StoppedShort: the search brought nothing to review; what exists is kept.
    """
    order, settings = read_order(locals()), add_secrets(read_settings())
    with ExitStack() as stack:
        if is_scheduled() and is_kept(order, settings):
            order = order_update(order, settings)
            stack.enter_context(update_begun(order, settings))
        progress = Progress(quiet=quiet)
        stack.enter_context(progress.watched())
        bench = stack.enter_context(open_workbench(order, settings, progress))
        work_through(bench)
    return Review(bench.ledger.folder / "review.md")


@contextmanager
def open_workbench(order: Order, settings: Settings, progress: Progress) -> Iterator[Workbench]:
    """Yield what the phases of the review ordered share; its ledger is held until the block ends.

    Raises:
        InputError: the order names a folder, catalogue or analyst that cannot be had, or a replay has no record.
        LedgerInUse: another process works on this review.
    """
    check_readiness(order, settings)
    check_key(order, settings)
    folder = find_folder(order, settings)
    people = None
    if settings.replay:
        order, people = follow_record(order, settings.replay)
    progress.note("catalogue", "opening the catalogue; one in files is indexed once")
    chosen = choose_catalogue(order, settings)
    judge = choose_analyst(order, settings)
    open_library = OpenLibrary(settings.open_library_url) if settings.open_library_url else None
    sources = choose_sources(order, settings, folder)
    zotero = choose_zotero(settings)
    indexes = open_indexes(settings, through_openalex=chosen.is_metered)
    instant = judge.name == "instant"
    with ExitStack() as stack:
        bucket = stack.enter_context(hold_review(settings, folder))
        ledger = stack.enter_context(open_whole(folder, progress))
        cluster = stack.enter_context(open_runner(settings))
        plan = revise_plan(settle_plan(ledger, make_plan(order, chosen, judge)), read_answers(ledger, "plan"))
        if sources:
            remove_leftovers(sources.folder)
        driver = Driver(cluster)
        progress.keep(folder / JOURNAL)
        bench = Workbench(
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
            bucket=bucket,
            asking=choose_asking(order),
            people=people,
        )
        bench.recall()
        yield bench


def work_through(bench: Workbench) -> None:
    """Run every phase and record the run, in a replay as often as its record did on account of people."""
    if bench.people:
        replay(bench, bench.people, run_phases)
    else:
        run_phases(bench)


def run_phases(bench: Workbench) -> None:
    """Run every phase and record the run; whatever happens, what was committed stays."""
    context = FlowRunContext.get()
    flow_run = context.flow_run if context else None
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
    run_id = start_run(bench.ledger, VERSION, settings, str(flow_run.id) if flow_run else None)
    bar = ProgressBar("phases")
    try:
        if flow_run:
            tag_review(flow_run, bench)
        bench.progress.report_to_parent()
        if flow_run:
            bench.progress.say("run", f"its pages: {locate_pages(flow_run.id)}")
        bench = agree_on_plan(bench)
        _run_phases(bench, run_id, bar)
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
    bar.show(1, "finished")
    bench.publish()
    spent = bench.ledger.select("SELECT coalesce(sum(usd), 0) FROM cost").item()
    bench.progress.say("finished", f"{count_works(bench.ledger)['corpus']} works in the corpus, ${spent:.2f} spent")
    write_run(bench, {"run_id": run_id, "task_runs": bench.driver.task_runs, "version": VERSION})


def _run_phases(bench: Workbench, run_id: str, bar: ProgressBar) -> None:
    phases = [phase for phase in PHASES if _is_wanted(phase, bench)]
    table = ProgressTable("progress")
    for done, phase in enumerate(phases):
        bar.show(done / len(phases), f"{phase.name}, phase {done + 1} of {len(phases)}")
        begin_phase(bench.ledger, run_id, phase.name, done + 1, len(phases))
        bench.progress.say(phase.name, f"phase {done + 1} of {len(phases)}")
        bench.progress.note(phase.name, "at work")
        bench.publish()
        ask_before(phase.name, bench)
        with events_announced(bench.ledger):
            bench.driver.enter(phase, bench)
        show_phase(bench, phase.name, table)


def _is_wanted(phase: Flow[Any, Any], bench: Workbench) -> bool:
    """Return whether a phase has anything to work with: full texts, Zotero, supervision and updates are a choice."""
    choices: dict[Flow[Any, Any], object] = {retrieval: bench.sources, library: bench.zotero, supervise: bench.loops}
    choices |= dict.fromkeys((renewal, carrying), read_update(bench.ledger))
    choices[closing] = was_updated(bench.ledger)
    return phase not in choices or bool(choices[phase])


class ReviewFlow(form.FormFlow[Any, Review]):
    """The review as a Prefect flow: called from Python or the terminal it finds or starts its own server."""

    def __call__(self, *arguments: Any, **options: Any) -> Review:  # type: ignore[override]
        """Return the finished review; where no server can be reached it is made by plain calls, and says so."""
        given = inspect.signature(self.fn).bind(*arguments, **options)
        given.apply_defaults()
        self.check(self.validate_parameters(dict(given.arguments)))
        progress = Progress(quiet=bool(options.get("quiet")))
        if not loopback_works():
            progress.say("server", "this machine has no loopback network: running without Prefect, as --no-server does")
            return self.fn(*arguments, **options)
        with prefect_server(progress):
            return cast("Review", super().__call__(*arguments, **options))

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Return when a run with these parameters can begin, before a server is looked for.

        Raises:
            InputError: a parameter cannot be right, or what it names is not to be had here.
        """
        check_review(parameters)


review = ReviewFlow(
    fn=pausable(write_review),
    name="review",
    flow_run_name=name_review,
    description="From a research question to a literature review whose every claim can be checked to the word.",
    task_runner=cast("TaskRunner[PrefectFuture[Any]]", ThreadPoolTaskRunner(max_workers=_WORKERS)),
    persist_result=False,
)
