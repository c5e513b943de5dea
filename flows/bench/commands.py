"""``litreview bench …``: every promise measured, beside its bound or peer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from flows.bench.rows import Row
    from flows.bench.worlds import World

bench_app = typer.Typer(no_args_is_help=True, help="Measure what litreview promises on worlds with known answers.")

Worlds = Annotated[
    list[Path] | None,
    typer.Option(
        "--world",
        help="Folder with works.jsonl.gz, labels.csv and review.json; all of ../shared/data/worlds unless given.",
        show_default=False,
    ),
]
Quality = Annotated[str, typer.Option(help="quick, standard, comprehensive or high_quality.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON array and nothing else.")]


@bench_app.command()
def recall(world: Worlds = None, quality: Quality = "high_quality", as_json: AsJson = False) -> None:  # noqa: FBT002 - a flag
    """Review each world from its title alone: what is found, screened, accepted, and how much of it belongs."""
    from flows.bench.recall import measure_recall  # noqa: PLC0415 - imports the flows, which takes seconds

    _measure(measure_recall, world, quality, as_json=as_json)


@bench_app.command()
def structural(world: Worlds = None, quality: Quality = "high_quality", as_json: AsJson = False) -> None:  # noqa: FBT002 - a flag
    """Hold the structural rule (co-cited or coupled with 3 relevant works) against the semantic score."""
    from flows.bench.structural import measure_structural  # noqa: PLC0415 - as above

    _measure(measure_structural, world, quality, as_json=as_json)


def _measure(
    measure: Callable[[Sequence[World], str], list[Row]], folders: list[Path] | None, quality: str, *, as_json: bool
) -> None:
    from flows.bench.rows import write_json, write_table  # noqa: PLC0415 - as above
    from flows.bench.worlds import find_worlds  # noqa: PLC0415 - as above

    rows = measure(find_worlds(folders or []), quality)
    typer.echo(write_json(rows) if as_json else write_table(rows))
