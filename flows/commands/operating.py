"""Commands that operate litreview: serve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    sheet: Annotated[
        Path | None, typer.Argument(help="A prefect.yaml of your own; deployments/prefect.yaml unless told.")
    ] = None,
) -> None:
    """Run the deployments on this machine: reviews from the UI's form, schedules, nightly checks, exports."""
    if sheet:
        from flows.sheet import read_sheet

        read_sheet(sheet)  # refused before what reads the rest is imported
    from flows.serving import OUR_SHEET, serve_deployments

    serve_deployments(sheet or OUR_SHEET)
