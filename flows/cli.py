"""``litreview …``: a thin door to the flows. Exit 0 done, 1 the run stopped short, 2 bad input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from flows.bench.commands import bench_app
from storage.errors import LitreviewError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="From a research question to a literature review whose every claim can be checked to the word.",
)

Budget = Annotated[float | None, typer.Option(help="Most to spend on this review, in dollars, all runs together.")]
NoBatch = Annotated[bool, typer.Option("--no-batch", help="Pay full price for single calls: for people in a hurry.")]
Reviews = Annotated[Path | None, typer.Option("--reviews", help="Folder that holds the reviews.", show_default=False)]
NoServer = Annotated[bool, typer.Option("--no-server", help="Run without Prefect: no server, no UI, for scripts.")]


@app.command()
def demo(
    quality: Annotated[str, typer.Option(help="quick, standard, comprehensive or high_quality.")] = "quick",
    name: Annotated[str, typer.Option(help="Name of the review's folder.")] = "demo",
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Review the embedded corpus on hair cortisol: no key, no network."""
    from flows.planning import DEMO_CATALOGUE, DEMO_TOPIC

    _review(no_server, topic=DEMO_TOPIC, quality=quality, name=name, catalogue=DEMO_CATALOGUE, reviews=_text(reviews))


@app.command()
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
    budget: Budget = None,
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before money is spent.")] = False,  # noqa: FBT002
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Write a review, or go on with the one of the same name."""
    if not (yes or budget) and sys.stdin.isatty():
        _confirm(topic, quality, analyst, batch=not no_batch)
    _review(
        no_server,
        fulltext=fulltext,
        pdfs=_text(pdfs),
        budget=budget,
        batch=not no_batch,
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
        reviews=_text(reviews),
    )


@app.command()
def estimate(
    topic: Annotated[str, typer.Argument(help="What the review is about.")],
    quality: Annotated[str, typer.Option(help="quick, standard, comprehensive or high_quality.")] = "standard",
    analyst: Annotated[str, typer.Option(help="anthropic or extractive.")] = "anthropic",
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
) -> None:
    """Say what a review will cost, phase by phase, before anything is spent."""
    from flows.estimating import estimate_review, tell_estimate
    from flows.planning import Order
    from tasks.settings import read_settings

    order = Order(topic=topic, quality=quality, analyst=analyst, batch=not no_batch)
    typer.echo(tell_estimate(estimate_review(order, read_settings())))


@app.command()
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

    planned = read_published_order(_folder(name, reviews))
    if pdfs:
        planned["pdfs"] = _text(pdfs)
    _review(no_server, name=name, budget=budget, batch=not no_batch, reviews=_text(reviews), **planned)


@app.command()
def status(name: str, reviews: Reviews = None) -> None:
    """Say where a review stands: its runs, its PRISMA counts, its stages."""
    from storage.published import describe_review

    for title, frame in describe_review(_folder(name, reviews)).items():
        typer.echo(f"{title}\n{_table(frame)}\n")


@app.command()
def sql(name: str, query: Annotated[str, typer.Argument(help="A SELECT.")], reviews: Reviews = None) -> None:
    """Ask the published corpus of a review."""
    from storage.published import select_published

    typer.echo(_table(select_published(_folder(name, reviews), query)))


@app.command()
def why(
    name: str, work: Annotated[str, typer.Argument(help="Work id, DOI or citekey.")], reviews: Reviews = None
) -> None:
    """Tell how a work was found, what was decided about it and why, what was read of it and where it is cited."""
    from storage.published import explain_work

    for title, frame in explain_work(_folder(name, reviews), work).items():
        typer.echo(f"{title}\n{_table(frame)}\n")


@app.command()
def verify(name: str, reviews: Reviews = None) -> None:
    """Check every quote, claim and citation of a review against the pages it rests on; exit 1 names what fails."""
    from flows.verifying import verify_review

    report, exit_code = verify_review(_folder(name, reviews))
    typer.echo(report)
    raise typer.Exit(exit_code)


@app.command()
def export(  # noqa: PLR0917 - one per option
    name: str,
    to: Annotated[str | None, typer.Option(help="md, html, docx, pdf, bib, ris or csl.")] = None,
    version: Annotated[int | None, typer.Option(help="An earlier version of the text; 1 is the first drafts.")] = None,
    csl: Annotated[str | None, typer.Option(help="Citation style of a document: a .csl file.")] = None,
    share: Annotated[bool, typer.Option("--share", help="Pack all that may be handed on into a zip.")] = False,  # noqa: FBT002
    output: Annotated[Path | None, typer.Option(help="File to write; in the review's exports unless told.")] = None,
    reviews: Reviews = None,
) -> None:
    """Give a review in another format, or pack it to be handed on without what is private or not yours."""
    _quieten()
    from flows.export import ExportOrder, export_review

    order = ExportOrder(to=to, version=version, style=csl, share=share, output=output)
    typer.echo(str(export_review(_folder(name, reviews), order)))


def _confirm(topic: str, quality: str, analyst: str | None, *, batch: bool) -> None:
    """Show at a terminal what the review will cost and ask whether to go on; without cost nothing is asked."""
    from flows.estimating import estimate_review, tell_estimate
    from flows.planning import Order
    from tasks.settings import read_settings

    order = Order(topic=topic, quality=quality, analyst=analyst, batch=batch)
    if phases := estimate_review(order, read_settings()):
        typer.echo(tell_estimate(phases), err=True)
        typer.confirm("Go on?", abort=True, err=True)


@app.command("check-bib")
def check_bib(
    bibliography: Annotated[Path, typer.Argument(help="BibTeX file.")],
    answers: Annotated[Path, typer.Argument(help="Folder of cached API answers as .json.")],
    mode: Annotated[
        Literal["strict", "warn"], typer.Option(help="strict exits 1 when a field is not verified.")
    ] = "strict",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,  # noqa: FBT002
) -> None:
    """Check every field of a bibliography against the API answers it should come from."""
    from flows.check_bib import check_bib

    report, exit_code = check_bib(bibliography, answers, mode, as_json=as_json)
    typer.echo(report)
    raise typer.Exit(exit_code)


def _folder(name: str, reviews: Path | None) -> Path:
    from tasks.settings import read_settings

    return (reviews or read_settings().reviews) / name


def _text(path: Path | None) -> str | None:
    return str(path) if path else None


def _table(frame: Any) -> str:
    import polars as pl

    with pl.Config(
        tbl_rows=-1, tbl_cols=-1, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True, fmt_str_lengths=90
    ):
        return str(frame)


def _review(no_server: bool, **order: Any) -> None:  # noqa: FBT001 - passed on from a flag
    _quieten()
    from flows.review import review

    finished = review.fn(**order) if no_server else review(**order)
    typer.echo(str(finished.path))


def _quieten() -> None:
    """Keep other people's log lines out of the terminal; the Prefect UI has them."""
    os.environ.setdefault("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
    os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
    os.environ.setdefault("DO_NOT_TRACK", "1")


app.add_typer(bench_app, name="bench", callback=_quieten)


def main() -> None:
    """Run the command line; every error is one sentence on standard error and the exit code of its class."""
    try:
        app(standalone_mode=True)
    except LitreviewError as error:
        print(f"litreview: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("litreview: interrupted; run the same command again to go on", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
