"""Commands that take what people changed by hand: edits."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flows.cli.options import Reviews, find_review
from flows.orchestration.waiting import waited_for


def edits(
    name: str,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Word file that was exported, or copy of review.md, with your changes.", show_default=False
        ),
    ] = None,
    reviews: Reviews = None,
) -> None:
    """Keep what you changed in review.md, or in a FILE brought back; runs do so too, and never change it."""
    folder = find_review(name, reviews)
    with waited_for("edits"):
        from flows.human.edits_session import bring_edits, check_file

        if file is not None:
            check_file(file)
        lines = bring_edits(folder, file)
    for line in lines:
        typer.echo(line)
