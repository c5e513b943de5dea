"""What several commands share: options, where reviews are, how tables and log lines look in a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

_LEAST_WIDTH, _UNBOUNDED = 80, 60_000

Reviews = Annotated[Path | None, typer.Option("--reviews", help="Folder that holds the reviews.", show_default=False)]
NoServer = Annotated[bool, typer.Option("--no-server", help="Run without Prefect: no server, no UI, for scripts.")]


def find_review(name: str, reviews: str | Path | None) -> Path:
    """Return the folder of a review, in the folder given or the one that the settings name.

    Raises:
        InputError: no review can have that name, there is none, or nothing of it has been published yet.
    """
    from flows.context.option import check_name
    from storage.core.places import find_published

    check_name(name)
    if reviews is not None:
        return find_published(Path(reviews) / name).parent
    from tasks.environment.settings import read_settings

    settings = read_settings()
    folder = settings.reviews / name
    if settings.bucket:
        from flows.context.bucket import fetch_review

        fetch_review(settings, folder)
    return find_published(folder).parent


def find_shelf(reviews: Path | None) -> Path:
    """Return the folder that holds the reviews: the one given, or the one that the settings name."""
    from tasks.environment.settings import read_settings

    return reviews if reviews is not None else read_settings().reviews


def draw_table(frame: Any) -> str:
    """Return a Polars frame as lines, with no row, column or cell cut: wrapped in a terminal, else one line per row."""
    import polars as pl

    wide = shutil.get_terminal_size().columns if sys.stdout.isatty() else _UNBOUNDED

    with pl.Config(
        tbl_rows=-1,
        tbl_cols=-1,
        tbl_hide_dataframe_shape=True,
        tbl_hide_column_data_types=True,
        tbl_width_chars=max(_LEAST_WIDTH, wide),
        fmt_str_lengths=1_000_000_000,
        fmt_table_cell_list_len=-1,
    ):
        return str(frame)


def quieten() -> None:
    """Keep other packages' log lines out of the terminal; the Prefect UI has them."""
    os.environ.setdefault("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
    os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
    os.environ.setdefault("DO_NOT_TRACK", "1")
