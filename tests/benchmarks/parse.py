"""How well PDFs are read: their words and the order of them beside the truth, pypdf and plain pdftext."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from storage.core.errors import InputError
from tasks.parsing.confinement import ConfinedParser
from tasks.parsing.dispatch import parse_file
from tasks.parsing.protocol import ParsedDocument
from tests.benchmarks.normalising import measure_order, measure_words, normalise

DEFAULT_PDFS = Path("..") / "shared" / "data" / "pdfs"

NOT_INSTALLED = "not installed"

_TRUTHS = (".groundtruth.md", ".txt", ".tei.xml")
_PEERS = {"pdftext": "pdftext-plain", "pypdf": "pypdf"}


@dataclass(frozen=True, slots=True)
class Measure:
    """What one parser made of one file.

    `f1` and `order` are in [0, 1], None without a truth beside the file or without text; `pages` are all of the file.
    """

    file: str
    parser: str
    status: str
    pages: int
    pages_per_second: float
    quality: float
    f1: float | None
    order: float | None


def find_pdfs(folder: Path | None) -> list[Path]:
    """Return the PDFs of a folder by name, of `../shared/data/pdfs` unless one is given.

    Raises:
        InputError: there is none.
    """
    chosen = folder or DEFAULT_PDFS
    found = sorted(chosen.glob("*.pdf")) if chosen.is_dir() else []
    if not found:
        raise InputError(f"there is no PDF in {chosen}; give --pdfs a folder of PDFs, with texts of the same names")
    return found


def find_truth(pdf: Path) -> str | None:
    """Return the true text of a PDF: the Markdown, plain text or TEI of the same name beside it, None without any."""
    for ending in _TRUTHS:
        truth = pdf.with_name(pdf.stem + ending)
        if truth.is_file() and ending == ".tei.xml":
            return "\n\n".join(page.text for page in parse_file(truth).pages)
        if truth.is_file():
            return truth.read_text("utf-8", errors="replace")
    return None


def measure_parse(pdfs: Sequence[Path], marker_command: str) -> list[Measure]:
    """Return the measures of each file, ours first, then plain pdftext and pypdf.

    References, running heads and markup are taken from both sides by `normalising`. All run in processes of their
    own, whose start counts. pypdf is measured where the development extra is installed.
    """
    measures: list[Measure] = []
    for pdf in pdfs:
        truth = find_truth(pdf)
        words = normalise(truth) if truth is not None else None
        start = time.perf_counter()
        document = parse_file(pdf, marker_command=marker_command)
        measures.append(describe_reading(pdf.name, "litreview", document, time.perf_counter() - start, words))
        for name, parser in _PEERS.items():
            if find_spec(name) is None:
                measures.append(Measure(pdf.name, name, NOT_INSTALLED, 0, 0.0, 0.0, None, None))
                continue
            start = time.perf_counter()
            document = ConfinedParser(parser).parse(pdf)
            measures.append(describe_reading(pdf.name, name, document, time.perf_counter() - start, words))
    return measures


def describe_reading(
    file: str, parser: str, document: ParsedDocument, seconds: float, truth: list[str] | None
) -> Measure:
    """Return the measure of a document that took so many seconds, against the normalised words of its truth."""
    f1 = order = None
    if truth is not None and document.pages:
        words = normalise("\n\n".join(page.text for page in document.pages))
        f1, order = round(measure_words(words, truth), 4), round(measure_order(words, truth), 4)
    speed = round(document.page_count / seconds, 1)
    return Measure(file, parser, document.status, document.page_count, speed, document.quality, f1, order)


def write_measures_json(measures: Sequence[Measure]) -> str:
    """Return a JSON array with an object for each file, ours, and in it those of its peers by name."""
    files: dict[str, dict[str, Any]] = {}
    for each in measures:
        fields = {name: getattr(each, name) for name in Measure.__slots__ if name not in ("file", "parser")}
        if each.parser == "litreview":
            files[each.file] = {"file": each.file, **fields, "peers": {}}
        else:
            files[each.file]["peers"][each.parser] = fields
    return "[\n" + ",\n".join(json.dumps(file, ensure_ascii=False) for file in files.values()) + "\n]"


def write_measures_table(measures: Sequence[Measure]) -> str:
    """Return the measures as a plain table, a file and a parser a line."""
    width = max(len(each.file) for each in measures)
    lines = [f"{'':<{width}}  {'parser':<9}  {'status':<14}  pages  pages/s     F1  order"]
    for each in measures:
        name = each.file if each.parser == "litreview" else ""
        lines.append(
            f"{name:<{width}}  {each.parser:<9}  {each.status:<14}  {each.pages:>5}  {each.pages_per_second:>7.1f}  "
            f"{_say(each.f1)}  {_say(each.order)}"
        )
    return "\n".join(lines)


def _say(share: float | None) -> str:
    return f"{share:>5.3f}" if share is not None else "    -"
