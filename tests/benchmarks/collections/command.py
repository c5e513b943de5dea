"""``litreview bench convert``: a collection of the field as worlds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def convert(
    collection: Annotated[str, typer.Argument(help="clef-tar, csmed, litsearch or scireviewgen.")],
    source: Annotated[Path, typer.Argument(help="Folder with its files, as published or saved as Parquet.")],
    to: Annotated[Path, typer.Argument(help="Folder to write the worlds into, each in one of its own.")],
    records: Annotated[
        list[Path] | None,
        typer.Option(help="OpenAlex works, or exports of PubMed, of the works named by PubMed id.", show_default=False),
    ] = None,
    fewest: Annotated[int, typer.Option(help="Leave out reviews that include fewer works.", min=1)] = 5,
) -> None:
    """Turn a collection of the field into worlds that the other benches take with --world."""
    from tests.benchmarks.collections.pool import name_missing  # noqa: PLC0415 - imports cost seconds
    from tests.benchmarks.collections.registry import convert_collection  # noqa: PLC0415 - as above

    written = convert_collection(collection, source, to, records or [], fewest)
    for each in written:
        typer.echo(f"{each.folder}  {each.included:,} of {each.works:,} works included")
    typer.echo(name_missing(written))
