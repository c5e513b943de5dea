"""What the Prefect UI shows of a review; without a flow run nothing is shown."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Any, cast
from uuid import UUID

import orjson
from prefect.artifacts import (
    create_markdown_artifact,
    create_progress_artifact,
    create_table_artifact,
    update_progress_artifact,
)
from prefect.client.orchestration import get_client
from prefect.client.schemas.actions import ArtifactUpdate
from prefect.context import FlowRunContext

_LONGEST = 400_000  # characters: twice a review of 300 works
_CUT = "\n\n*(Cut here: too long to be shown.)*\n"


def is_shown() -> bool:
    """Return whether there is a flow run on whose page artifacts are shown."""
    return FlowRunContext.get() is not None


def show_markdown(key: str, text: str, description: str) -> None:
    """Create a Markdown artifact of the current flow run; a text too long to be shown is cut, with a note."""
    if FlowRunContext.get() is not None:
        shown = text if len(text) <= _LONGEST else text[: _LONGEST - len(_CUT)] + _CUT
        create_markdown_artifact(shown, key=key, description=description)


def show_text(key: str, text: str, description: str) -> None:
    """Create an artifact of the current flow run that shows a text verbatim, whatever Markdown is in it."""
    fence = "`" * (1 + max(map(len, re.findall("`{2,}", text)), default=2))
    show_markdown(key, f"{fence}\n{text}\n{fence}\n", description)


def show_table(key: str, rows: list[dict[str, Any]], description: str) -> None:
    """Create a table artifact of the current flow run."""
    if FlowRunContext.get() is not None:
        create_table_artifact(rows, key=key, description=description)


def show_picture(key: str, svg: str, description: str) -> None:
    """Create an artifact of the current flow run that shows an SVG picture.

    An image artifact would need an address that every reader's browser can open, and prints it in full; Markdown with
    the picture embedded needs no file server. It is never cut: half a picture cannot be shown.
    """
    if FlowRunContext.get() is not None:
        inline = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
        create_markdown_artifact(f"![{description}]({inline})\n", key=key, description=description)


class ProgressTable:
    """One table artifact of the current flow run that is kept up to date; without a flow run it does nothing."""

    def __init__(self, key: str) -> None:
        """Take the key of the artifact, which is made when first shown."""
        self._key = key
        self._made: UUID | None = None

    def show(self, rows: list[dict[str, Any]], description: str) -> None:
        """Replace the rows."""
        if FlowRunContext.get() is None:
            return
        if self._made is None:
            self._made = cast("UUID", create_table_artifact(rows, key=self._key, description=description))
            return
        with get_client(sync_client=True) as client:
            client.update_artifact(
                self._made, ArtifactUpdate(data=orjson.dumps(rows).decode(), description=description)
            )


class ProgressBar:
    """A progress artifact of the current flow run that is updated; without a flow run it does nothing."""

    def __init__(self, key: str) -> None:
        """Take the key of the artifact, which is made when first shown."""
        self._key = key
        self._made: UUID | None = None

    def show(self, share: float, description: str) -> None:
        """Move to a share between 0 and 1."""
        if FlowRunContext.get() is None:
            return
        percent = round(100 * share, 1)
        if self._made is None:
            made = create_progress_artifact(percent, key=self._key, description=description)
            self._made = cast("UUID", made)
        else:
            update_progress_artifact(self._made, percent, description=description)
