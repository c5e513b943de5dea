"""Scanned pages are read: letters are recognised on this machine, in a process with limits, and laid out as text."""

from __future__ import annotations

import socket
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFont

from tasks.parsing.confinement import ConfinedParser
from tasks.parsing.dispatch import limit_scan, parse_file
from tasks.parsing.recognition import Scan
from tests.benchmarks.normalising import measure_order, measure_words, normalise
from tests.tasks.parsing.made_papers import LEFT, RIGHT, tell
from tests.tasks.parsing.made_pdfs import Line, wrap_column, write_pdf
from tests.tasks.parsing.pictures import bind, photograph

pytestmark = pytest.mark.slow


def test_a_real_scan_is_read(shared_data):
    """A scanned leaflet in one and two columns: nine words in ten and their order; it is told who read it."""
    document = parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf")
    truth = normalise((shared_data / "pdfs" / "ocrmypdf-linn.txt").read_text("utf-8"))
    words = normalise(document.pages[0].text)
    assert (document.status, document.parser, document.wanting, document.reason) == ("parsed", "rapidocr", (), "")
    assert [page.number for page in document.pages] == [1]
    assert measure_words(words, truth) >= 0.95
    assert measure_order(words, truth) >= 0.97
    assert document.quality > 0.95
    assert "To overdub notes at specific points within a sequence, simply use LOCATE" in " ".join(
        document.pages[0].text.replace("## Additional Features", "").split()
    )


def test_pages_lie_as_they_were_laid_on_the_glass(tmp_path):
    """Two columns on a page that lies on its side or upside down are read one after the other, askew or not."""
    columns = [*wrap_column(LEFT, 120, tell("meadows", 4)), *wrap_column(RIGHT, 120, tell("rivers", 4))]
    source = write_pdf(tmp_path / "source.pdf", [sorted(columns, key=lambda line: (line.y, line.x))])
    turns = [photograph(source, turned=90), photograph(source, turned=180, askew=1.5), photograph(source, turned=270)]
    document = parse_file(bind(tmp_path / "scan.pdf", turns))
    truth = normalise(f"{tell('meadows', 4)} {tell('rivers', 4)}")
    assert [page.number for page in document.pages] == [1, 2, 3]
    for page in document.pages:
        words = normalise(page.text)
        assert measure_words(words, truth) >= 0.97, page.text
        assert measure_order(words, truth) >= 0.99, page.text


def test_what_holds_no_text_stays_a_scan(tmp_path):
    """A photograph and a script whose letters are not known are wanting, and the reason says so; nothing is made up."""
    photo = Image.radial_gradient("L").resize((850, 550))
    script = Image.new("L", (850, 550), 255)
    font = ImageFont.truetype(str(_find_font()), 22)
    lines = "Στην παρούσα μελέτη εξετάζουμε", "τα χαρακτηριστικά των δασικών", "οικοσυστημάτων και την επίδρασή"
    for row, line in enumerate(lines):
        ImageDraw.Draw(script).text((80, 100 + 40 * row), line, font=font, fill=0)
    document = parse_file(bind(tmp_path / "scan.pdf", [photo, script]))
    assert (document.status, document.pages, document.references, document.wanting) == ("scanned", (), "", (1, 2))
    assert document.reason.endswith("On 2 of 2 pages that are pictures no text was recognised with confidence.")


def test_a_typed_title_page_is_kept_before_scanned_ones(tmp_path):
    """The few pages that are text stand beside those that were recognised, each with its number."""
    typed = [Line(60, 100, "Pollinators of Alpine Meadows", 18), *wrap_column(60, 200, tell("ponds", 6))]
    pages = write_pdf(tmp_path / "pages.pdf", [typed, wrap_column(60, 100, tell("lakes", 4), 80)])
    scanned = bind(tmp_path / "scan.pdf", [photograph(pages, 2), photograph(pages, 2)])
    document = parse_file(_join(tmp_path / "joined.pdf", (pages, [0]), (scanned, [0, 1])))
    assert (document.status, document.parser, document.wanting) == ("parsed", "pdftext, rapidocr", ())
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert tell("ponds", 6) in document.pages[0].text
    assert "In survey 3 of the lakes we counted pollinators" in document.pages[2].text


def test_what_was_read_before_time_was_up_is_kept(tmp_path):
    """Of twenty pages, processor time for some of which suffices, those are read; the others are wanting, with why."""
    source = write_pdf(tmp_path / "source.pdf", [wrap_column(60, 100, tell("lakes", 6), 80)])
    scan = bind(tmp_path / "scan.pdf", [photograph(source)] * 20)
    limits = limit_scan(20)
    tight = type(limits)(memory=limits.memory, processor=16, elapsed=limits.elapsed)
    document = ConfinedParser("rapidocr", tight, numbers=tuple(range(1, 21))).parse(scan)
    assert document.status == "parsed"
    assert 1 <= len(document.pages) < 20
    assert document.wanting == tuple(range(len(document.pages) + 1, 21))
    assert document.reason == "Reading the file took longer than is allowed."


def test_the_network_is_not_asked(tmp_path, monkeypatch):
    """The weights are those of the wheel: without any socket a page is read."""
    source = write_pdf(tmp_path / "source.pdf", [wrap_column(60, 100, tell("lakes", 1), 80)])
    scan = bind(tmp_path / "scan.pdf", [photograph(source)])

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was asked for")

    monkeypatch.setattr(socket, "socket", refuse)
    *_, document = Scan().read(scan, [1])
    assert document.pages[0].text == tell("lakes", 1)


def _find_font() -> Path:
    found = sorted(Path("/usr/share/fonts").rglob("DejaVuSerif.ttf"))
    if not found:
        pytest.skip(reason="no font with Greek letters (DejaVu Serif) is installed to print a page with")
    return found[0]


def _join(path: Path, *parts: tuple[Path, list[int]]) -> Path:
    joined = pypdfium2.PdfDocument.new()
    for source, pages in parts:
        joined.import_pages(pypdfium2.PdfDocument(source), pages)
    joined.save(path)
    return path
