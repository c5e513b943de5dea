"""Commands that keep litreview in order: doctor, prune."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.cli.options import Reviews, find_review


def doctor() -> None:
    """Say what is set up, what can be reached and what to put right; exit 1 when something has to be."""
    from flows.cli.doctor import examine

    report, exit_code = examine()
    typer.echo(report)
    raise typer.Exit(exit_code)


def prune(
    name: str,
    days: Annotated[int, typer.Option(min=0, help="Keep raw answers that are younger than this.")] = 90,
    reviews: Reviews = None,
) -> None:
    """Throw away raw answers that no reference, abstract or retraction of the review rests on, and say how much."""
    folder = find_review(name, reviews)
    from storage.core.pruning import prune_review

    pruned = prune_review(folder, days)
    typer.echo(
        f"{pruned.answers} answers pruned; the ledger has {pruned.bytes_after:,} of {pruned.bytes_before:,} bytes"
    )
