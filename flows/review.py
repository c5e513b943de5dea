"""The review: the parent flow. Read this first; it is the method section, phase by phase."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, cast

from prefect import Flow
from prefect.futures import PrefectFuture
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.amending import amending
from flows.context import form
from flows.context.context import ReviewContext
from flows.context.handle import Review
from flows.context.keeping_alive import is_kept, order_update, update_begun
from flows.context.naming import name_review
from flows.context.option import NEEDED
from flows.context.order import read_order
from flows.context.readiness import check_review
from flows.context.replay import replay
from flows.discovery import discovery
from flows.export.artifacts import show_phase
from flows.export.hand_edits import take_edits
from flows.export.reporting import reporting
from flows.human.phases import ask_before
from flows.opening import open_context
from flows.orchestration.artifacts import ProgressBar, ProgressTable
from flows.orchestration.events import events_announced
from flows.orchestration.progress import Progress
from flows.orchestration.rescheduling import is_scheduled, pausable
from flows.orchestration.secret_blocks import add_secrets
from flows.orchestration.server import loopback_works, prefect_server
from flows.organization import organization
from flows.protocols import take_recorded_protocols
from flows.records import records
from flows.retrieval import retrieval
from flows.run_record import recorded_run
from flows.snowballing import snowballing
from flows.summarization import summarization
from flows.supervision.flow import supervision as supervise
from flows.synthesis import synthesis
from flows.translation import translation
from flows.updating.phases import carrying, closing, renewal
from flows.verification import verification
from flows.zotero import library
from storage.runs.language_models import write_off
from storage.runs.reviews import begin_phase
from storage.screening.screening import outdated_judgements
from storage.updates.updates import read_update, was_updated
from tasks.environment.settings import read_settings

PHASES = (
    amending,
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
    translation,
    reporting,
    closing,
)
_WORKERS = 4


@form.takes_order
def write_review(topic: str = NEEDED, catalogue: str | None = NEEDED, **asked: Any) -> Review:
    """Return a finished literature review on a topic, going on where an earlier run of the same name ended.

    What else may be asked is in `flows.context.order.ReviewOrder`. Where a schedule began the run and the review is
    finished, it is brought up to date.

    Raises:
        InputError: something asked for cannot be right.
        LedgerInUse: another process works on this review.
        StoppedShort: the search brought nothing to review; what exists is kept.
    """
    order = read_order({"topic": topic, "catalogue": catalogue, **asked})
    settings = add_secrets(read_settings())
    with ExitStack() as stack:
        if is_scheduled() and is_kept(order, settings):
            order = order_update(dict(order) | {"name": order.folder}, settings)
            stack.enter_context(update_begun(order, settings))
        progress = Progress(quiet=order.quiet)
        stack.enter_context(progress.watched())
        review = stack.enter_context(open_context(order, settings, progress))
        work_through(review)
    return Review(review.ledger.folder / "review.md")


def work_through(review: ReviewContext) -> None:
    """Run every phase and record the run; a replay repeats them as often as people made the recorded review do so."""
    if review.people:
        replay(review, review.people, take_recorded_protocols, run_phases)
    else:
        run_phases(review)


def run_phases(review: ReviewContext) -> None:
    """Run every phase that is wanted, one after another, and put the run on record."""
    bar, table = ProgressBar("phases"), ProgressTable("progress")
    with recorded_run(review, bar) as (run_id, agreed):
        take_edits(agreed.ledger, agreed.progress)
        phases = [phase for phase in PHASES if _is_wanted(phase, agreed)]
        for done, phase in enumerate(phases):
            bar.show(done / len(phases), f"{phase.name}, phase {done + 1} of {len(phases)}")
            begin_phase(agreed.ledger, run_id, phase.name, done + 1, len(phases))
            agreed.progress.say(phase.name, f"phase {done + 1} of {len(phases)}")
            agreed.progress.note(phase.name, "at work")
            agreed.publish()
            ask_before(phase.name, agreed)
            with events_announced(agreed.ledger):
                agreed.driver.enter(phase, agreed)
            show_phase(agreed, phase.name, table)
        write_off(agreed.ledger)


def _is_wanted(phase: Flow[Any, Any], review: ReviewContext) -> bool:
    """Return whether a phase has anything to work with: what is optional has not, nor amending without an amendment."""
    choices: dict[Flow[Any, Any], object] = {retrieval: review.sources, library: review.zotero, supervise: review.loops}
    choices |= dict.fromkeys((renewal, carrying), read_update(review.ledger))
    choices[translation] = review.plan.write_in
    choices |= {closing: was_updated(review.ledger), amending: not outdated_judgements(review.ledger).is_empty()}
    return phase not in choices or bool(choices[phase])


class ReviewFlow(form.FormFlow[Any, Review]):
    """The review as a Prefect flow: called from Python or the terminal, it finds or starts its own server."""

    def __call__(self, *arguments: Any, **options: Any) -> Review:  # type: ignore[override]
        """Return the finished review; where no server can be reached it is made by plain calls, which is reported."""
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
        """Return if a run with these parameters can begin; checked before a server is looked for.

        Raises:
            InputError: a parameter cannot be right, or what it names is not available here.
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
