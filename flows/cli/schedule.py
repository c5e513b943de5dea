"""The command by which reviews are scheduled: schedule."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from flows.cli.options import quieten
from flows.cli.order_options import TYPED, read_options, takes
from storage.core.errors import InputError


# Nobody is there to be asked when a schedule starts a run.
@takes(*(name for name in TYPED if name not in {"ask", "ask_timeout", "on_timeout"}))
def schedule(
    topic: Annotated[
        str | None, typer.Argument(help="What a new review is about; without it, the review --name is kept up to date.")
    ] = None,
    cron: Annotated[
        str | None, typer.Option(help="Minute, hour, day, month, weekday: '0 6 * * 1' is Mondays at six.")
    ] = None,
    timezone: Annotated[str, typer.Option(help="Timezone of --cron, such as Europe/Berlin.")] = "UTC",
    remove: Annotated[str | None, typer.Option(metavar="NAME", help="Remove the schedule of a review.")] = None,
    **given: Any,
) -> None:
    """Schedule a review: its first run writes it, every later one brings it up to date.

    Without a topic the finished review --name is brought up to date. Scheduling a review again replaces its schedule.
    Without any option the schedules are listed. Runs begin while 'litreview serve' or a worker is running.
    """
    parameters = {"topic": topic, **read_options(given)}
    name = given["name"]
    if not any((topic, cron, name, remove)):
        _print_all()
        return
    if remove is not None:
        if topic or cron or name:
            raise InputError("--remove NAME takes no other options; leave them out")
        _need_server()
        from flows.scheduling.schedules import remove_schedule

        typer.echo(remove_schedule(remove))
        return
    if cron is None:
        raise InputError("no time is given; give --cron, such as --cron '0 6 * * 1' for Mondays at six")
    from flows.scheduling.timetable import check_cron, check_timezone

    when = (check_cron(cron), check_timezone(timezone))
    from flows.scheduling.orders import order_schedule

    order = order_schedule(parameters)
    _need_server()
    from flows.scheduling.schedules import put_schedule

    typer.echo(put_schedule(order, *when))


def _print_all() -> None:
    _need_server()
    from flows.scheduling.schedules import tell_schedules

    typer.echo(tell_schedules())


def _need_server() -> None:
    """Refuse if there can be no Prefect server, and keep its client's log out of the terminal.

    Raises:
        InputError: nothing accepts connections where a server would be.
    """
    from flows.orchestration.address import may_serve

    if not may_serve():
        raise InputError(
            "there is no Prefect server to keep schedules; start 'litreview serve' and leave it running, or set "
            "PREFECT_API_URL"
        )
    quieten()
