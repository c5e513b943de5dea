"""Marker (marker-pdf), which reads scans, tables and formulas: an external command, page by page."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from storage.errors import InputError
from tasks.parsing.confinement import SCRATCH, run_apart
from tasks.parsing.protocol import ParsedPage

_SECONDS_TO_START = 180.0
_SECONDS_A_PAGE = 60.0
_LONGEST = 3600.0
_MOST_BYTES = 64 * 1024 * 1024
# Marker's MarkdownRenderer writes {index of the page from 0} and 48 dashes before each page.
_PAGE = re.compile(r"^\{(\d+)\}-{48}[^\S\n]*$", re.MULTILINE)
_ANCHOR_OR_IMAGE = re.compile(r"<span id=\"[^\"\n]*\"></span>|!\[[^\]\n]*\]\([^()\n]*\)")
_SECRET = re.compile(r"key|token|secret|password|credential|^(?:litreview|anthropic)_", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Marker:
    """The command of LITREVIEW_MARKER_COMMAND, such as ``.marker/bin/marker_single``.

    It gets a start-up time and a time for each page; what takes longer is killed with its process group. It works in a
    folder of its own in `scratch`, else where temporary files go.
    """

    command: str
    scratch: Path | None = None
    seconds_to_start: float = _SECONDS_TO_START
    seconds_a_page: float = _SECONDS_A_PAGE

    def read_pages(self, path: Path, numbers: Sequence[int]) -> dict[int, ParsedPage]:
        """Return the Markdown of the pages of a PDF that Marker could read, by number; none if it failed or was slow.

        Raises:
            InputError: the command cannot be started.
        """
        parts = shlex.split(self.command)
        program = shutil.which(parts[0]) if parts else None
        if program is None:
            raise InputError(
                f"LITREVIEW_MARKER_COMMAND is {self.command!r}, which cannot be run; give the path of marker_single "
                "(`make marker` installs it) or leave it empty"
            )
        with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=self.scratch and self.scratch.resolve()) as folder:
            copy, output = Path(folder) / "document.pdf", Path(folder) / "output"
            shutil.copyfile(path, copy)
            options = ["--output_dir", str(output), "--output_format", "markdown", "--paginate_output"]
            options += ["--disable_image_extraction", "--page_range", ",".join(str(number - 1) for number in numbers)]
            environment = {name: value for name, value in os.environ.items() if not _SECRET.search(name)}
            ended = run_apart(
                [str(Path(program).resolve()), *parts[1:], str(copy), *options],
                folder=Path(folder),
                environment=environment | {"TMPDIR": folder},
                seconds=min(_LONGEST, self.seconds_to_start + self.seconds_a_page * len(numbers)),
            )
            written = sorted(output.rglob("*.md"))
            if ended != 0 or not written or written[0].is_symlink() or written[0].stat().st_size > _MOST_BYTES:
                return {}
            return split_marker_pages(written[0].read_text("utf-8", errors="replace"), numbers)


def split_marker_pages(markdown: str, numbers: Sequence[int]) -> dict[int, ParsedPage]:
    """Return Marker's paginated Markdown by page number from 1; only pages that were asked for and are not empty."""
    _, *parts = _PAGE.split(markdown)
    pages = {}
    for index, text in zip(parts[::2], parts[1::2], strict=True):
        number, read = int(index) + 1, _ANCHOR_OR_IMAGE.sub("", text).strip()
        if number in numbers and read:
            pages[number] = ParsedPage(number, read)
    return pages
