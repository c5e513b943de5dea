"""The process that opens strangers' files: it limits itself, reads one file, writes the answer, and ends.

Called as ``python -m tasks.parsing.worker PARSER FILE ANSWER MEMORY_BYTES CPU_SECONDS ANSWER_BYTES``.
"""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from tasks.parsing.protocol import ParsedDocument, Parser

PARSERS = {
    "pdftext": ("tasks.parsing.born_digital", "BornDigital"),
    "jats": ("tasks.parsing.jats", "Jats"),
    "tei": ("tasks.parsing.tei", "Tei"),
    "pdftext-plain": ("tasks.parsing.plain", "PlainPdftext"),
    "pypdf": ("tasks.parsing.plain", "Pypdf"),
}


def main(arguments: list[str]) -> None:
    """Read the file with the parser named and write the document as JSON."""
    name, file, answer, *limits = arguments
    memory, seconds, answer_bytes = map(int, limits)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (answer_bytes, answer_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    module, parser = PARSERS[name]
    try:
        reader: Parser = getattr(import_module(module), parser)()
        document = reader.parse(Path(file))
    except (MemoryError, RecursionError):
        document = ParsedDocument("too large", name, reason="Reading the file takes more memory than is allowed.")
    with Path(answer).open("w", encoding="utf-8") as out:
        json.dump(asdict(document), out)


if __name__ == "__main__":
    main(sys.argv[1:])
