"""Commands that look into a review: status, sql, why."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.commands.options import Reviews, draw_table, find_review


def status(name: str, reviews: Reviews = None) -> None:
    """Say where a review stands: its runs, its PRISMA counts, its stages."""
    from storage.published import describe_review

    for title, frame in describe_review(find_review(name, reviews)).items():
        typer.echo(f"{title}\n{draw_table(frame)}\n")


def sql(name: str, query: Annotated[str, typer.Argument(help="A SELECT.")], reviews: Reviews = None) -> None:
    """Ask the published corpus of a review."""
    from storage.published import select_published

    typer.echo(draw_table(select_published(find_review(name, reviews), query)))


def why(
    name: str, work: Annotated[str, typer.Argument(help="Work id, DOI or citekey.")], reviews: Reviews = None
) -> None:
    """Tell how a work was found, what was decided about it and why, what was read of it and where it is cited."""
    from storage.explanation import explain_work

    for title, frame in explain_work(find_review(name, reviews), work).items():
        typer.echo(f"{title}\n{draw_table(frame)}\n")
