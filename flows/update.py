"""The living review: a finished one brought up to date, by hand or by a schedule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

from prefect.futures import PrefectFuture
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.context.handle import Review
from flows.context.keeping_alive import order_update, update_begun
from flows.context.option import (
    NEEDED,
    Batch,
    Budget,
    Imports,
    LabelColumn,
    Option,
    ProtocolFile,
    Quiet,
    Reason,
    Reviews,
    TouchMine,
    check_name,
)
from flows.context.readiness import check_update
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.orchestration.rescheduling import pausable
from flows.orchestration.secret_blocks import add_secrets
from flows.review import ReviewFlow, work_through
from tasks.environment.settings import read_settings

_WORKERS = 4

Name = Annotated[
    str, Option("Name", "Name of the finished review's folder: the one it was written under.", ("hair-cortisol",))
]


def update_review(  # noqa: PLR0917 - one per field of its form
    name: Name = NEEDED,
    budget: Budget = None,
    imports: Imports = (),
    label_column: LabelColumn = None,
    protocol: ProtocolFile = None,
    reason: Reason = None,
    batch: Batch = True,  # noqa: FBT002 - a flow's parameters are named in every interface
    touch_mine: TouchMine = False,  # noqa: FBT002 - as above
    reviews: Reviews = None,
    quiet: Quiet = False,  # noqa: FBT002 - as above
) -> Review:
    """Return a finished review brought up to date with what was published since; changes.md in its folder says how.

    An amended protocol is taken over: works are judged again, asked and written about as far as it changed that.
    Queries and snowballing are asked again, what is new, records imported included, is screened and read, and only
    sections whose evidence changed are written again. Nobody is asked anything and no loop of supervision runs, since
    these would touch the rest. An interrupted update is continued; one without news costs nothing but the catalogue's
    searches. What people wrote by hand stays as it is, unless `touch_mine` is given.

    Raises:
        InputError: there is no such review, it is not finished, or its catalogue or a file to import cannot be read.
        LedgerInUse: another process works on this review.
    """
    settings = add_secrets(read_settings())
    given = {"reviews": reviews, "budget": budget, "imports": imports, "label_column": label_column, "batch": batch}
    given |= {"protocol": protocol, "reason": reason, "touch_mine": touch_mine}
    order = order_update({"name": check_name(name), **given}, settings)
    with update_begun(order, settings), open_context(order, settings, Progress(quiet=quiet)) as review:
        work_through(review)
    return Review(review.ledger.folder / "review.md")


class UpdateFlow(ReviewFlow):
    """The update as a Prefect flow."""

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Return if an update with these parameters can begin; checked before a server is looked for.

        Raises:
            InputError: there is no such review, it is not finished, or its catalogue cannot be read.
        """
        check_update(parameters)


update = UpdateFlow(
    fn=pausable(update_review),
    name="update",
    flow_run_name="update: {name}",
    description="A finished review brought up to date: only the sections whose evidence changed are written again.",
    task_runner=cast("TaskRunner[PrefectFuture[Any]]", ThreadPoolTaskRunner(max_workers=_WORKERS)),
    persist_result=False,
)
