"""Commands that pass a review on: export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flows.cli.options import Reviews, find_review
from flows.orchestration.waiting import waited_for
from tasks.reporting.formats import list_formats


def export(  # noqa: PLR0917 - one per option
    name: str,
    to: Annotated[str | None, typer.Option(help=f"{list_formats()}.")] = None,
    version: Annotated[int | None, typer.Option(help="An earlier version of the text; 1 is the first drafts.")] = None,
    csl: Annotated[
        str | None,
        typer.Option(help="Citation style: apa, vancouver, ieee, ama, nature, harvard, mla, or a .csl file."),
    ] = None,
    author: Annotated[list[str] | None, typer.Option(help="Author to name in a document; repeat for several.")] = None,
    share: Annotated[bool, typer.Option("--share", help="Pack everything that may be shared into a zip.")] = False,  # noqa: FBT002
    output: Annotated[
        Path | None, typer.Option(help="File to write; by default in the review's exports folder.")
    ] = None,
    reviews: Reviews = None,
) -> None:
    """Give a review in another format, or pack it to be handed on without what is private or not yours."""
    from flows.export.order import ExportOrder, check_order

    order = ExportOrder(to=to, version=version, style=csl, share=share, output=output, authors=tuple(author or ()))
    check_order(order)
    folder = find_review(name, reviews)
    from storage.writing.versions import choose_version, open_snapshot

    with open_snapshot(folder) as ledger:
        choose_version(ledger, version)
    with waited_for("export"):
        from flows.export.formats import export_review

        written = export_review(folder, order)
    typer.echo(str(written))
