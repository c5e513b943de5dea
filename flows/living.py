"""The living review: a finished one brought up to date, by hand or by a schedule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast

from prefect.futures import PrefectFuture
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows import parameters as form
from flows.bucket import fetch_review, hold_review
from flows.handle import Review
from flows.orchestration.progress import Progress
from flows.orchestration.rescheduling import pausable
from flows.ordering import Order, check_order
from flows.planning import choose_catalogue
from flows.review import ReviewFlow, open_workbench, work_through
from storage.ledger import Ledger
from storage.living import begin_update
from storage.published import read_published_order
from tasks.settings import read_settings

_WORKERS = 4

Name = Annotated[
    str, form.explain("Name", "Name of the finished review's folder: the one it was written under.", "hair-cortisol")
]


def update_review(
    name: Name,
    budget: form.Budget = None,
    batch: form.Batch = True,  # noqa: FBT002 - a flow's parameters are named in every interface
    reviews: form.Reviews = None,
    quiet: form.Quiet = False,  # noqa: FBT002 - as above
) -> Review:
    """Return a finished review brought up to date with what was published since; changes.md in its folder says how.

    Queries and snowballing are asked again, what is new is screened and read, and only sections whose evidence changed
    are written again. Nobody is asked anything and no loop of supervision runs, since these would touch the rest. An
    update that was interrupted is gone on with; one without news costs nothing but the catalogue's searches.

    Raises:
        InputError: there is no such review, it is not finished, or its catalogue cannot be read.
        LedgerInUse: another process works on this review.
    """
    settings = read_settings()
    folder = (Path(reviews) if reviews else settings.reviews) / name
    planned = read_published_order(fetch_review(settings, folder)) | {"supervision": "none", "ask": ""}
    order = check_order(Order(name=name, reviews=reviews, budget=budget, batch=batch, **planned))
    catalogue = choose_catalogue(order, settings)
    with hold_review(settings, folder):
        with Ledger(folder) as ledger:
            begin_update(ledger, catalogue.name, catalogue.newest_year())
        with open_workbench(order, settings, Progress(quiet=quiet)) as bench:
            work_through(bench)
    return Review(folder / "review.md")


update = ReviewFlow(
    fn=pausable(update_review),
    name="update",
    flow_run_name="update: {name}",
    description="A finished review brought up to date: only the sections whose evidence changed are written again.",
    task_runner=cast("TaskRunner[PrefectFuture[Any]]", ThreadPoolTaskRunner(max_workers=_WORKERS)),
    persist_result=False,
)
