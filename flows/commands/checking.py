"""Commands that check: a review against its pages, a bibliography against its records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from flows.commands.options import Reviews, find_review


def verify(name: str, reviews: Reviews = None) -> None:
    """Check every quote, claim and citation of a review against the pages it rests on; exit 1 names what fails."""
    from flows.verifying import verify_review

    report, exit_code = verify_review(find_review(name, reviews))
    typer.echo(report)
    raise typer.Exit(exit_code)


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
