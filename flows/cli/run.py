"""Commands that write a review: demo, run, estimate, resume.

The command by which a person screens: screen. Commands that keep a finished review alive: update.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli import order_options as asked
from flows.cli.options import Budget, NoBatch, NoServer, Reviews, find_review, path_text, quieten
from flows.orchestration.waiting import waited_for
from storage.core.errors import InputError
from tasks.analysts.registry import PAID, asks_models, offer_analysts


def screen(name: str, reviews: Reviews = None) -> None:
    """Judge works yourself, the most uncertain first; 'resume' or 'update' then takes your verdicts into the review."""
    folder = find_review(name, reviews)
    from flows.human.screening_session import screen_review

    for line in screen_review(folder):
        typer.echo(line)


def update(
    name: str,
    budget: Budget = None,
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Bring a finished review up to date with what was published since; changes.md says what changed."""
    order = {"name": name, "budget": budget, "batch": not no_batch, "reviews": path_text(reviews)}
    from flows.context.readiness import check_update

    check_update(order, served=not no_server)
    quieten()
    from flows.update import update
    from flows.updating.phases import CHANGES_FILE

    finished = update.fn(**order) if no_server else update(**order)
    typer.echo(str(finished.path.with_name(CHANGES_FILE)))


def demo(
    quality: asked.Quality = "quick",
    name: Annotated[str, typer.Option(help="Name of the review's folder.")] = "demo",
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Review the embedded corpus on hair cortisol: no key, no network."""
    from flows.context.order import DEMO_CATALOGUE, DEMO_TOPIC

    parameters = {
        "topic": DEMO_TOPIC,
        "quality": quality,
        "name": name,
        "catalogue": DEMO_CATALOGUE,
        "reviews": path_text(reviews),
    }
    _check(no_server, parameters)
    _review(no_server, parameters)


def run(  # noqa: PLR0917 - one per option
    topic: Annotated[str, typer.Argument(help="What the review is about.")],
    question: asked.Questions = None,
    quality: asked.Quality = "standard",
    name: Annotated[str | None, typer.Option(help="Name of the review's folder; made from the topic.")] = None,
    catalogue: asked.Catalogue = None,
    analyst: asked.Analyst = None,
    from_year: asked.FromYear = None,
    to_year: asked.ToYear = None,
    focus: asked.Focus = None,
    exclude: asked.Exclude = None,
    language: asked.Language = None,
    seed: asked.Seeds = None,
    as_of: asked.AsOf = None,
    grey: asked.Grey = False,  # noqa: FBT002 - a flag
    no_books: asked.NoBooks = False,  # noqa: FBT002 - a flag
    fulltext: asked.Fulltext = "never",
    pdfs: asked.Pdfs = None,
    supervision: asked.Supervision = "",
    ask: Annotated[str, typer.Option(help="Points at which people are asked: some of plan,screening,themes.")] = "",
    ask_timeout: Annotated[float, typer.Option(help="Hours that a question waits for an answer.")] = 24.0,
    on_timeout: Annotated[str, typer.Option(help="continue or stop, when nobody answers.")] = "continue",
    budget: Budget = None,
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before money is spent.")] = False,  # noqa: FBT002
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Write a review, or go on with the one of the same name."""
    given = locals()
    del given["yes"], given["no_server"]
    parameters = asked.read_options(given)
    _check(no_server, parameters)
    if not (yes or budget):
        _confirm(parameters)
    _review(no_server, parameters)


def estimate(  # noqa: PLR0917 - one per option
    topic: Annotated[str, typer.Argument(help="What the review is about.")],
    quality: asked.Quality = "standard",
    analyst: Annotated[str, typer.Option(help=f"{offer_analysts()}.")] = PAID,
    fulltext: Annotated[str, typer.Option(help="never, oa or all: full texts cost more to read.")] = "never",
    supervision: asked.Supervision = "",
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
) -> None:
    """Say what a review will cost, phase by phase, before anything is spent."""
    from flows.context.order import Order, check_order
    from flows.context.readiness import check_models
    from tasks.environment.settings import read_settings

    order = check_order(
        Order(topic, quality=quality, analyst=analyst, fulltext=fulltext, supervision=supervision, batch=not no_batch)
    )
    settings = read_settings()
    check_models(settings)
    with waited_for("estimate"):
        from flows.context.estimate import estimate_review, tell_estimate

        told = tell_estimate(estimate_review(order, settings))
    typer.echo(told)


def resume(  # noqa: PLR0917 - one per option
    name: str,
    budget: Budget = None,
    pdfs: Annotated[Path | None, typer.Option(help="Folder of PDFs you have got meanwhile.")] = None,
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Go on with a review as it was planned, under a new budget and with more PDFs if any are given."""
    folder = find_review(name, reviews)
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
    if pdfs:
        planned["pdfs"] = path_text(pdfs)
    given = {"name": name, "budget": budget, "batch": not no_batch, "reviews": path_text(reviews)}
    _check(no_server, planned | given)
    _review(no_server, planned | given)


def _check(no_server: bool, parameters: Mapping[str, Any]) -> None:  # noqa: FBT001 - passed on from a flag
    """Refuse what cannot be right before Prefect is imported, let alone started."""
    from flows.context.readiness import check_review

    check_review(parameters, served=not no_server)


def _confirm(parameters: Mapping[str, Any]) -> None:
    """Show what the review will cost and ask whether to go on; where nobody can be asked, nothing is spent."""
    from flows.context.order import read_order
    from tasks.environment.settings import read_settings

    order, settings = read_order(parameters), read_settings()
    if not asks_models(order.analyst or settings.analyst) or settings.budget_usd or settings.replay:
        return
    if not sys.stdin.isatty():
        raise InputError("the review costs money, and there is no terminal to ask in; give --budget, or --yes")
    from flows.context.estimate import estimate_review, tell_estimate

    typer.echo(tell_estimate(estimate_review(order, settings)), err=True)
    typer.confirm("Go on?", abort=True, err=True)


def _review(no_server: bool, parameters: Mapping[str, Any]) -> None:  # noqa: FBT001 - passed on from a flag
    quieten()
    with waited_for("start", always=True):
        from flows.review import review

    finished = review.fn(**parameters) if no_server else review(**parameters)
    typer.echo(str(finished.path))
