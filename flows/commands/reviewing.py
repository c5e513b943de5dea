"""Commands that write a review: demo, run, estimate, resume."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from flows.commands.options import Budget, NoBatch, NoServer, Reviews, find_review, path_text, quieten


def demo(
    quality: Annotated[str, typer.Option(help="quick, standard, comprehensive or high_quality.")] = "quick",
    name: Annotated[str, typer.Option(help="Name of the review's folder.")] = "demo",
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Review the embedded corpus on hair cortisol: no key, no network."""
    from flows.ordering import DEMO_CATALOGUE, DEMO_TOPIC

    _review(
        no_server, topic=DEMO_TOPIC, quality=quality, name=name, catalogue=DEMO_CATALOGUE, reviews=path_text(reviews)
    )


def run(  # noqa: PLR0917 - one per option
    topic: Annotated[str, typer.Argument(help="What the review is about.")],
    question: Annotated[list[str] | None, typer.Option("--question", "-q", help="Research question.")] = None,
    quality: Annotated[str, typer.Option(help="quick, standard, comprehensive or high_quality.")] = "standard",
    name: Annotated[str | None, typer.Option(help="Name of the review's folder; made from the topic.")] = None,
    catalogue: Annotated[
        str | None, typer.Option(help="File or folder of OpenAlex works, 'openalex' or 'demo'.")
    ] = None,
    analyst: Annotated[str | None, typer.Option(help="anthropic or extractive.")] = None,
    from_year: Annotated[int | None, typer.Option(help="Earliest publication year.")] = None,
    to_year: Annotated[int | None, typer.Option(help="Latest publication year.")] = None,
    focus: Annotated[list[str] | None, typer.Option(help="Area to attend to.")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Term that excludes a work.")] = None,
    language: Annotated[list[str] | None, typer.Option(help="Language code admitted.")] = None,
    seed: Annotated[list[str] | None, typer.Option(help="DOI of a work known to belong.")] = None,
    as_of: Annotated[int | None, typer.Option(help="Year that recency counts from.")] = None,
    grey: Annotated[bool, typer.Option("--grey", help="Admit preprints, reports, dissertations.")] = False,  # noqa: FBT002
    no_books: Annotated[bool, typer.Option("--no-books", help="Leave out the book search.")] = False,  # noqa: FBT002
    fulltext: Annotated[
        str, typer.Option(help="never: abstracts only; oa: open copies; all: what you have access to as well.")
    ] = "never",
    pdfs: Annotated[Path | None, typer.Option(help="Folder of PDFs you have, matched by DOI or title.")] = None,
    supervision: Annotated[
        str, typer.Option(help="none, all, or some of theory,literature,structure,editing,facts; by tier unless told.")
    ] = "",
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
    if not (yes or budget) and sys.stdin.isatty():
        _confirm(topic, quality, analyst, fulltext, supervision, batch=not no_batch)
    _review(
        no_server,
        fulltext=fulltext,
        pdfs=path_text(pdfs),
        budget=budget,
        batch=not no_batch,
        supervision=supervision,
        ask=ask,
        ask_timeout=ask_timeout,
        on_timeout=on_timeout,
        topic=topic,
        questions=question or [],
        quality=quality,
        name=name,
        catalogue=catalogue,
        analyst=analyst,
        from_year=from_year,
        to_year=to_year,
        focus_areas=focus or [],
        exclude_terms=exclude or [],
        language=language or [],
        seeds=seed or [],
        as_of=as_of,
        grey=grey,
        include_books=not no_books,
        reviews=path_text(reviews),
    )


def estimate(  # noqa: PLR0917 - one per option
    topic: Annotated[str, typer.Argument(help="What the review is about.")],
    quality: Annotated[str, typer.Option(help="quick, standard, comprehensive or high_quality.")] = "standard",
    analyst: Annotated[str, typer.Option(help="anthropic or extractive.")] = "anthropic",
    fulltext: Annotated[str, typer.Option(help="never, oa or all: full texts cost more to read.")] = "never",
    supervision: Annotated[str, typer.Option(help="none, all, or some of the loops; by tier unless told.")] = "",
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
) -> None:
    """Say what a review will cost, phase by phase, before anything is spent."""
    from flows.estimating import estimate_review, tell_estimate
    from flows.ordering import Order
    from tasks.settings import read_settings

    order = Order(
        topic=topic, quality=quality, analyst=analyst, fulltext=fulltext, supervision=supervision, batch=not no_batch
    )
    typer.echo(tell_estimate(estimate_review(order, read_settings())))


def resume(  # noqa: PLR0917 - one per option
    name: str,
    budget: Budget = None,
    pdfs: Annotated[Path | None, typer.Option(help="Folder of PDFs you have got meanwhile.")] = None,
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Go on with a review as it was planned, under a new budget and with more PDFs if any are given."""
    from storage.published import read_published_order

    planned = read_published_order(find_review(name, reviews))
    if pdfs:
        planned["pdfs"] = path_text(pdfs)
    _review(no_server, name=name, budget=budget, batch=not no_batch, reviews=path_text(reviews), **planned)


def _confirm(topic: str, quality: str, analyst: str | None, fulltext: str, supervision: str, *, batch: bool) -> None:
    """Show at a terminal what the review will cost and ask whether to go on; without cost nothing is asked."""
    from flows.estimating import estimate_review, tell_estimate
    from flows.ordering import Order
    from tasks.settings import read_settings

    order = Order(
        topic=topic, quality=quality, analyst=analyst, fulltext=fulltext, supervision=supervision, batch=batch
    )
    if phases := estimate_review(order, read_settings()):
        typer.echo(tell_estimate(phases), err=True)
        typer.confirm("Go on?", abort=True, err=True)


def _review(no_server: bool, **order: Any) -> None:  # noqa: FBT001 - passed on from a flag
    quieten()
    from flows.review import review

    finished = review.fn(**order) if no_server else review(**order)
    typer.echo(str(finished.path))
