"""Options that several benchmarks have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from storage.core.errors import InputError


def _find_folders(given: Any) -> Any:
    """Return the folder or folders given to an option.

    Raises:
        InputError: one of them is none.
    """
    for folder in given if isinstance(given, list) else [given]:
        if folder is not None and not folder.is_dir():
            raise InputError(f"there is no folder '{folder}'; correct the path, or leave it out")
    return given


def _check_quality(quality: str) -> str:
    from flows.context.scope import QUALITIES

    if quality not in QUALITIES:
        raise InputError(f"'{quality}' is not a quality tier; choose one of {', '.join(QUALITIES)}")
    return quality


Folders = Annotated[
    list[Path] | None,
    typer.Option(
        "--world",
        callback=_find_folders,
        help="Folder with works.jsonl.gz, labels.csv and review.json; all of ../shared/data/worlds unless given.",
        show_default=False,
    ),
]
LargeFolders = Annotated[
    list[Path] | None,
    typer.Option(
        "--world",
        callback=_find_folders,
        help="Folder with works.jsonl.gz; ../shared/data/worlds/ipbes unless given.",
        show_default=False,
    ),
]
Pdfs = Annotated[
    Path | None,
    typer.Option(
        "--pdfs", callback=_find_folders, help="Folder of PDFs; ../shared/data/pdfs unless given.", show_default=False
    ),
]
Quality = Annotated[str, typer.Option(callback=_check_quality, help="quick, standard, comprehensive or high_quality.")]
Seeds = Annotated[int, typer.Option(help="How many random starts to measure.", min=1)]
HideReferences = Annotated[float, typer.Option(help="Share of the works whose references are hidden.", min=0, max=1)]
NoSeeds = Annotated[int, typer.Option("--seeds", help="Without effect: nothing is drawn at random.", min=1)]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON array and nothing else.")]
