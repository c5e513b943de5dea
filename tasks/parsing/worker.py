"""The process that opens untrusted files: it limits itself, reads one file, writes the answer, and ends.

Called as ``python -m tasks.parsing.worker PARSER FILE ANSWER MEMORY_BYTES CPU_SECONDS ANSWER_BYTES [PAGE]…``: with
numbers of pages the parser reads those and the answer is written anew after each.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from tasks.parsing.protocol import PageReader, ParsedDocument

PARSERS = {
    "pdftext": ("tasks.parsing.born_digital", "BornDigital"),
    "rapidocr": ("tasks.parsing.recognition", "Scan"),
    "jats": ("tasks.parsing.jats", "Jats"),
    "tei": ("tasks.parsing.tei", "Tei"),
    "pdftext-plain": ("tasks.parsing.file_kinds", "PlainPdftext"),
    "pypdf": ("tasks.parsing.file_kinds", "Pypdf"),
}

OUT_OF_MEMORY = 3
"""How the process ends that has noticed itself that the memory does not suffice."""


def main(arguments: list[str]) -> None:
    """Read the file with the parser named and write the document as JSON."""
    name, file, answer, memory, seconds, answer_bytes, *numbers = arguments
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(answer_bytes), int(answer_bytes)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    target = Path(answer)
    try:
        for document in _read(name, Path(file), [int(number) for number in numbers]):
            fresh = target.with_suffix(".new")
            with fresh.open("w", encoding="utf-8") as out:
                json.dump(asdict(document), out)
            fresh.replace(target)
    except (MemoryError, RecursionError):
        sys.exit(OUT_OF_MEMORY)


def _read(name: str, file: Path, numbers: list[int]) -> Iterator[ParsedDocument]:
    module, parser = PARSERS[name]
    reader = getattr(import_module(module), parser)()
    if isinstance(reader, PageReader):
        yield from reader.read(file, numbers)
    else:
        yield reader.parse(file)


if __name__ == "__main__":
    main(sys.argv[1:])
