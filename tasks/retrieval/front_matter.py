"""Title and first words of PDFs, read in a process of its own: PDFs are programs, and some are broken.

Run as a script: paths as a JSON list on standard input, one JSON object a line on standard output, in the same order.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

_PAGES = 2
_MOST_CHARACTERS = 8_000
_MEMORY = 2_000_000_000  # bytes of address space
_PER_RUN = 20  # files
_SECONDS = 30  # for one run


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The title a PDF states in its properties, and the text of its first two pages; empty for an unreadable one."""

    title: str = ""
    text: str = ""


def read_front_matter(paths: Sequence[Path]) -> list[FrontMatter]:
    """Return the front matter of PDFs, in the same order; a file that crashes or stalls the reader has none."""
    found: list[FrontMatter] = []
    while len(found) < len(paths):
        batch = paths[len(found) : len(found) + _PER_RUN]
        read = _run(batch)
        found += read
        if len(read) < len(batch):  # the next file is the one that ended the run
            found.append(FrontMatter())
    return found


def _run(paths: Sequence[Path]) -> list[FrontMatter]:
    command = [sys.executable, "-I", str(Path(__file__).resolve())]
    with subprocess.Popen(  # noqa: S603 - our own interpreter and file
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
    ) as process:
        try:
            output, _ = process.communicate(json.dumps([str(path) for path in paths]), timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
    whole = [line for line in output.splitlines(keepends=True) if line.endswith("\n")]
    return [FrontMatter(**json.loads(line)) for line in whole[: len(paths)]]


def _read(path: str) -> dict[str, str]:
    pypdfium2 = import_module("pypdfium2")  # only the child process reads PDFs
    try:
        document = pypdfium2.PdfDocument(path)
        title = str(document.get_metadata_dict().get("Title") or "")
        pages = [document[number].get_textpage().get_text_range() for number in range(min(_PAGES, len(document)))]
    except (pypdfium2.PdfiumError, ValueError, OSError):
        return {}
    return {"title": title[:_MOST_CHARACTERS], "text": "\n".join(pages)[:_MOST_CHARACTERS]}


def _serve() -> None:
    with suppress(ValueError, OSError):  # macOS has no limit on address space
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    for path in json.load(sys.stdin):
        sys.stdout.write(json.dumps(_read(path)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
