"""What the Prefect UI shows of a review; without a flow run there is nobody to show it to."""

from __future__ import annotations

from typing import Any

from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.context import FlowRunContext

_LONGEST = 400_000


def show_markdown(key: str, text: str, description: str) -> None:
    """Create a Markdown artifact of the present flow run."""
    if FlowRunContext.get() is not None:
        create_markdown_artifact(text[:_LONGEST], key=key, description=description)


def show_table(key: str, rows: list[dict[str, Any]], description: str) -> None:
    """Create a table artifact of the present flow run."""
    if FlowRunContext.get() is not None:
        create_table_artifact(rows, key=key, description=description)
