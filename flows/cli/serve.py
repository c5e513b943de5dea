"""Commands that operate litreview: serve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    sheet: Annotated[
        Path | None, typer.Argument(help="A prefect.yaml of your own; deployments/prefect.yaml by default.")
    ] = None,
    show: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--print", help="Print deployments/prefect.yaml, to copy and adapt, and exit.")
    ] = False,
) -> None:
    """Run the deployments on this machine: reviews from the UI's form, schedules, nightly checks, exports."""
    if sheet:
        from flows.scheduling.sheet import read_sheet

        read_sheet(sheet)  # refused before the modules that read the rest are imported
    from flows.cli.deployments import OUR_SHEET, serve_deployments

    if show:
        typer.echo(OUR_SHEET.read_text(encoding="utf-8"), nl=False)
        return
    serve_deployments(sheet or OUR_SHEET)
