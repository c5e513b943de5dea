"""What is asked of an export, and what cannot be right about it: checked before anything heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from storage.core.errors import InputError
from tasks.reporting.formats import FORMATS, documents, list_formats
from tasks.reporting.typesetting import read_style


@dataclass(frozen=True)
class ExportOrder:
    """What is asked for: a format, a copy to share, or both in one.

    `style` is a .csl file or the name of a style, `authors` are those the document names as its own.
    """

    to: str | None = None
    version: int | None = None
    style: str | None = None
    share: bool = False
    output: Path | None = None
    authors: tuple[str, ...] = ()


def check_order(order: ExportOrder) -> bytes | None:
    """Return the citation style asked for, None for Pandoc's own.

    Raises:
        InputError: nothing is asked for, the format is unknown, an option would not be used, or a file is missing.
    """
    if order.to is None and not order.share:
        raise InputError(f"no format to export to is named; give --to {list_formats()}, or --share")
    if order.to is not None and order.to not in FORMATS:
        raise InputError(f"'{order.to}' is not a format; give --to {list_formats()}")
    if order.style is not None and order.to not in documents():
        raise InputError(f"a citation style is for documents only; give --to {list_formats(documents())}, or no --csl")
    if order.authors and order.to not in documents():
        raise InputError(f"authors are named in documents only; give --to {list_formats(documents())}, or no --author")
    if order.output is not None and not order.output.parent.is_dir():
        raise InputError(f"there is no folder '{order.output.parent}'; create it, or give another --output")
    return read_style(order.style)
