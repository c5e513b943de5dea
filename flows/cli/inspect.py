"""Commands that inspect reviews: list, status, sql, why.

Commands that maintain litreview: doctor, prune.
"""

from __future__ import annotations

from typing import Annotated

import typer

from flows.cli.options import Reviews, draw_table, find_review, find_shelf
from storage.core.errors import InputError


def doctor() -> None:
    """Say what is set up, what can be reached and what to put right; exit 1 when something has to be."""
    from flows.cli.doctor import examine

    report, exit_code = examine()
    typer.echo(report)
    raise typer.Exit(exit_code)


def prune(
    name: str,
    days: Annotated[int, typer.Option(min=0, help="Keep raw answers younger than this many days.")] = 90,
    reviews: Reviews = None,
) -> None:
    """Throw away raw answers that no reference, abstract or retraction of the review rests on, and say how much."""
    folder = find_review(name, reviews)
    from storage.core.pruning import prune_review

    pruned = prune_review(folder, days)
    typer.echo(
        f"{pruned.answers} answers pruned; the ledger has {pruned.bytes_after:,} of {pruned.bytes_before:,} bytes"
    )


def list_all(reviews: Reviews = None) -> None:
    """List the reviews there are: state, works, dollars spent, when."""
    shelf = find_shelf(reviews)
    from flows.context.status import tell_reviews

    typer.echo(tell_reviews(shelf))


def status(name: str, reviews: Reviews = None) -> None:
    """Say where a review stands: its runs, its works, its stages, and what to do next."""
    folder = find_review(name, reviews)
    from flows.context.status import tell_status

    typer.echo(tell_status(folder))


def sql(
    name: str,
    query: Annotated[str, typer.Argument(help="A SELECT.")],
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, lists and structures as JSON in it.")] = False,  # noqa: FBT002
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON array with one object per row.")] = False,  # noqa: FBT002
    reviews: Reviews = None,
) -> None:
    """Ask the published corpus of a review; every cell is printed whole."""
    if as_csv and as_json:
        raise InputError("--csv and --json exclude each other; give one of them")
    folder = find_review(name, reviews)
    from storage.publication.published import select_published, to_csv, to_json

    rows = select_published(folder, query)
    if as_csv or as_json:
        typer.echo((to_csv if as_csv else to_json)(rows), nl=False)
    else:
        typer.echo(draw_table(rows) if rows.height else "No rows.")


def why(
    name: str, work: Annotated[str, typer.Argument(help="Work id, DOI or citekey.")], reviews: Reviews = None
) -> None:
    """Tell how a work was found, what was decided about it and why, what was read of it and where it is cited.

    Of a work that the review only cites: which of its works cite it, and why it has no record of it.
    """
    folder = find_review(name, reviews)
    from storage.publication.published import explain_work

    for title, frame in explain_work(folder, work).items():
        if frame.height:
            typer.echo(f"{title}\n{draw_table(frame)}\n")
