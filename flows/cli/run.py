"""Commands that write a review: demo, run, estimate, resume.

The commands by which a person judges: screen, appraise, pool. Commands that keep a finished review alive: update.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli.options import NoServer, Reviews, find_review, quieten
from flows.cli.order_options import TYPED, read_options, takes
from flows.context.order import DEMO_CATALOGUE, DEMO_TOPIC, amend_order, read_order
from flows.orchestration.waiting import waited_for
from storage.core.errors import InputError
from tasks.analysts.registry import PAID, asks_models, costs_money


def screen(  # noqa: PLR0917 - one per option
    name: str,
    by: Annotated[str | None, typer.Option("--as", help="Your name, where several people screen.")] = None,
    screeners: Annotated[
        int | None, typer.Option(help="People who must judge each work, independently; kept until you give another.")
    ] = None,
    conflicts: Annotated[bool, typer.Option("--conflicts", help="Judge what the others differ about.")] = False,  # noqa: FBT002
    fulltext: Annotated[bool, typer.Option("--fulltext", help="Judge works by their full texts.")] = False,  # noqa: FBT002
    web: Annotated[bool, typer.Option("--web", help="Let several people screen in browsers on this machine.")] = False,  # noqa: FBT002
    port: Annotated[int | None, typer.Option(min=1, max=65_535, help="Port of the page; 4290 by default.")] = None,
    reviews: Reviews = None,
) -> None:
    """Judge works yourself, the most uncertain first; 'resume' or 'update' then takes your verdicts into the review."""
    if web and (by is not None or conflicts or fulltext):
        raise InputError(
            "the page of --web asks for names and shows conflicts and full texts itself; leave out --as, --conflicts "
            "and --fulltext"
        )
    if conflicts and fulltext:
        raise InputError("--conflicts are about full texts as well; leave out --fulltext")
    if port is not None and not web:
        raise InputError("--port is for the page of --web; give that as well")
    if not web and by is None and (screeners is not None or conflicts or fulltext):
        raise InputError(
            "--screeners, --conflicts and --fulltext are for people who screen by name; give yours with --as NAME"
        )
    folder = find_review(name, reviews)
    if web:
        from flows.human.page_server import serve_screening

        lines = serve_screening(folder, screeners, port)
    elif by is not None:
        from flows.human.named_session import screen_by_name

        lines = screen_by_name(folder, by, screeners, "conflicts" if conflicts else "texts" if fulltext else "queue")
    else:
        from flows.human.screening_session import screen_review

        lines = screen_review(folder)
    for line in lines:
        typer.echo(line)


def appraise(
    name: str,
    given: Annotated[
        Path | None,
        typer.Option("--from", help="CSV file of judgements made elsewhere, in the columns of robvis."),
    ] = None,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Name of who judges; each reviewer has a queue.")] = "",
    reviews: Reviews = None,
) -> None:
    """Appraise works yourself with RoB 2, ROBINS-I or a checklist of JBI, domain by domain; no score is computed."""
    folder = find_review(name, reviews)
    from flows.human.appraisal_session import appraise_review

    for line in appraise_review(folder, reviewer, given):
        typer.echo(line)


def pool(  # noqa: PLR0917 - one per option
    name: str,
    comparison: Annotated[
        str | None, typer.Argument(help="Its number in the list that the command prints without it, or its words.")
    ] = None,
    estimator: Annotated[
        str, typer.Option(help="Variance between works: pm (Paule and Mandel) or dl (DerSimonian and Laird).")
    ] = "pm",
    reason: Annotated[str, typer.Option(help="Why these works may be pooled, for the appendix.")] = "",
    reviewer: Annotated[str, typer.Option("--reviewer", help="Name of who asks for it.")] = "",
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take back what was asked for.")] = False,  # noqa: FBT002
    reviews: Reviews = None,
) -> None:
    """Have the effects of one comparison pooled, fixed and random; without COMPARISON, list what can be pooled."""
    folder = find_review(name, reviews)
    if comparison is None and (withdraw or reason or reviewer):
        raise InputError(f"say which comparison; 'litreview pool {name}' lists them")
    from flows.human.pooling_session import list_poolings, request_pooling

    lines = (
        list_poolings(folder)
        if comparison is None
        else request_pooling(
            folder, comparison, estimator=estimator, reason=reason, reviewer=reviewer, wanted=not withdraw
        )
    )
    for line in lines:
        typer.echo(line)


@takes("budget", "imports", "label_column", "protocol", "reason", "batch", "touch_mine", "reviews")
def update(
    name: str,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
    **given: Any,
) -> None:
    """Bring a finished review up to date with what was published or imported since; changes.md says what changed."""
    order = {"name": name, **read_options(given)}
    from flows.context.readiness import check_update

    check_update(order, served=not no_server)
    quieten()
    from flows.update import update
    from flows.updating.phases import CHANGES_FILE

    finished = update.fn(**order) if no_server else update(**order)
    typer.echo(str(finished.path.with_name(CHANGES_FILE)))


@takes("reviews", quality="quick", name="demo")
def demo(
    no_server: NoServer = False,  # noqa: FBT002 - a flag
    **given: Any,
) -> None:
    """Review the embedded corpus on hair cortisol: no key, no network."""
    parameters = {"topic": DEMO_TOPIC, "catalogue": DEMO_CATALOGUE, **read_options(given)}
    _check(no_server, parameters)
    _review(no_server, parameters, page=True)


@takes(*TYPED)
def run(
    topic: Annotated[str, typer.Argument(help="What the review is about.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before money is spent.")] = False,  # noqa: FBT002
    no_server: NoServer = False,  # noqa: FBT002 - a flag
    **given: Any,
) -> None:
    """Write a review, or go on with the one of the same name."""
    parameters = {"topic": topic, **read_options(given)}
    _check(no_server, parameters)
    if not (yes or given["budget"]):
        _confirm(parameters)
    _review(no_server, parameters)


@takes("quality", "fulltext", "supervision", "batch", analyst=PAID)
def estimate(
    topic: Annotated[str, typer.Argument(help="What the review is about.")],
    **given: Any,
) -> None:
    """Say what a review will cost, phase by phase, before anything is spent."""
    from flows.context.readiness import check_models
    from tasks.environment.settings import read_settings

    order = read_order({"topic": topic, **read_options(given)})
    settings = read_settings()
    if asks_models(analyst := order.analyst or settings.analyst):
        check_models(settings, analyst)
    with waited_for("estimate"):
        from flows.context.estimate import estimate_review, tell_estimate

        told = tell_estimate(estimate_review(order, settings))
    typer.echo(told)


@takes("budget", "pdfs", "imports", "label_column", "protocol", "reason", "batch", "touch_mine", "reviews")
def resume(
    name: str,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
    **given: Any,
) -> None:
    """Go on with a review as it was planned, under a new budget and with more PDFs if any are given."""
    folder = find_review(name, given["reviews"])
    from storage.publication.published import read_published_order

    try:
        planned = read_published_order(folder)
    except InputError:
        from storage.repair.repair import mend_review

        told = mend_review(folder)
        for sentence in told:
            typer.echo(f"recovery: {sentence}", err=True)
        if not told:
            raise
        planned = read_published_order(folder)
    parameters = amend_order(planned, given["protocol"]) | {"name": name, **read_options(given)}
    _check(no_server, parameters)
    _review(no_server, parameters)


def _check(no_server: bool, parameters: Mapping[str, Any]) -> None:  # noqa: FBT001 - passed on from a flag
    """Refuse parameters that cannot be right before Prefect is imported, let alone started."""
    from flows.context.readiness import check_review

    check_review(parameters, served=not no_server)


def _confirm(parameters: Mapping[str, Any]) -> None:
    """Show what the review will cost and ask whether to go on; where nobody can be asked, nothing is spent."""
    from tasks.environment.settings import read_settings

    order, settings = read_order(parameters), read_settings()
    if not costs_money(order.analyst or settings.analyst) or settings.budget_usd or settings.replay:
        return
    if not sys.stdin.isatty():
        raise InputError("the review costs money, and there is no terminal to ask in; give --budget, or --yes")
    from flows.context.estimate import estimate_review, tell_estimate

    typer.echo(tell_estimate(estimate_review(order, settings)), err=True)
    typer.confirm("Go on?", abort=True, err=True)


def _review(no_server: bool, parameters: Mapping[str, Any], *, page: bool = False) -> None:  # noqa: FBT001 - from a flag
    quieten()
    with waited_for("start", always=True):
        from flows.review import review

    finished = review.fn(**parameters) if no_server else review(**parameters)
    if page and finished.page.is_file():
        typer.echo(str(finished.page))
    typer.echo(str(finished.path))
