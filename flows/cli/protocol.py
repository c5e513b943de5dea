"""The command that drafts a protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from storage.core.errors import InputError


def protocol(
    topic: Annotated[str, typer.Argument(help="What the review is to be about.")],
    question: Annotated[list[str] | None, typer.Option("--question", "-q", help="What it is to answer.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="File to write; printed when left out.")] = None,
) -> None:
    """Draft a protocol to fill in; 'litreview run TOPIC --protocol FILE' then follows it."""
    from flows.context.option import check_topic
    from tasks.protocol.drafting import draft_protocol

    text = draft_protocol(check_topic(topic), question or ())
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"'{out}' cannot be written ({error.strerror}); give another --out") from error
    typer.echo(str(out))
