"""Commands that index a snapshot of OpenAlex on this machine: catalogue build, update, info."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tasks.catalogues.local.store import Store

catalogue_app = typer.Typer(no_args_is_help=True, help="Index a snapshot of OpenAlex, and keep the index up to date.")

Snapshot = Annotated[Path, typer.Argument(help="Folder of an OpenAlex snapshot, or any file or folder of its works.")]
Kept = Annotated[Path, typer.Argument(metavar="STORE", help="Folder of the index, which --catalogue then takes.")]
Workers = Annotated[
    int, typer.Option(help="Processes that build at once; each takes a gigabyte or two.", min=1, max=256)
]
_WORKERS = os.cpu_count() or 1


@catalogue_app.command()
def build(
    snapshot: Snapshot,
    store: Kept,
    where: Annotated[
        str,
        typer.Option(help="Index a slice: 'topic in T10325, Soil ecology and year >= 2010'.", show_default=False),
    ] = "",
    workers: Workers = _WORKERS,
) -> None:
    """Index a snapshot; the same command goes on from what is complete after a kill or a full disk."""
    from flows.cataloguing import build_catalogue
    from flows.orchestration.progress import Progress

    _tell(store, build_catalogue(snapshot, store, where, workers, Progress()))


@catalogue_app.command()
def update(snapshot: Snapshot, store: Kept, workers: Workers = _WORKERS) -> None:
    """Bring an index up to date with a later release of its snapshot; only files that changed are read."""
    from flows.cataloguing import update_catalogue
    from flows.orchestration.progress import Progress

    _tell(store, update_catalogue(snapshot, store, workers, Progress()))


@catalogue_app.command()
def info(
    store: Kept,
    contents: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--contents", help="Also the hash of all that is indexed, which reads everything.")
    ] = False,
) -> None:
    """Tell what an index holds."""
    from tasks.catalogues.local.store import read_store

    _tell(store, read_store(store))
    if contents:
        from tasks.catalogues.local.contents import digest_contents

        typer.echo(f"{'contents':<13}{digest_contents(store)}")


def _tell(store: Path, stated: Store) -> None:
    size = sum(file.stat().st_size for file in store.rglob("*") if file.is_file())
    left_out = ", ".join(f"{count:,} {reason}" for reason, count in stated.left_out.items()) or "nothing"
    lines = {
        "catalogue": f"{stated.source}@{stated.digest[:12]}",
        "works": f"{stated.works:,}, newest of {stated.newest_year}",
        "slice": stated.where or "all works",
        "left out": left_out,
        "files": f"{len(stated.parts):,} of the snapshot, in {len(stated.segments):,} segments",
        "size": f"{size / 1e9:,.2f} GB, {size / stated.works:,.0f} bytes a work",
    }
    for name, value in lines.items():
        typer.echo(f"{name:<13}{value}")
