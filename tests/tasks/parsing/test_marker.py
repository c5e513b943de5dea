"""Pages without readable text go to Marker, an external command that may be slow, broken or absent."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from storage.errors import InputError
from tasks.parsing.dispatch import parse_file
from tasks.parsing.marker import Marker, split_marker_pages
from tests.tasks.parsing.made_papers import tell
from tests.tasks.parsing.made_pdfs import Line, wrap_column, write_pdf

DASHES = "-" * 48
# What marker_single does with the options it is given, without reading: it tells what it was asked.
SCRIPT = """
import json, os, sys, time, pathlib
asked = sys.argv[sys.argv.index("--page_range") + 1]
output = pathlib.Path(sys.argv[sys.argv.index("--output_dir") + 1]) / "document"
output.mkdir(parents=True)
pathlib.Path({log!r}).write_text(json.dumps({{"argv": sys.argv[1:], "environment": dict(os.environ)}}))
{then}
pages = ["{{" + index + "}}" + "-" * 48 + "\\n\\n" + {text!r} + " Page " + index for index in asked.split(",")]
(output / "document.md").write_text("\\n\\n".join(pages))
"""


def fake_marker(folder: Path, text: str = tell("scans", 3), then: str = "") -> tuple[str, Path]:
    script, log = folder / "marker_single", folder / "asked.json"
    script.write_text(f"#!{sys.executable}\n" + SCRIPT.format(log=str(log), text=text, then=then))
    script.chmod(0o755)
    return str(script), log


def test_a_scan_is_read_by_marker(shared_data, tmp_path):
    """The one page of a scan comes from Marker, and the document says who read it."""
    command, log = fake_marker(tmp_path)
    document = parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf", marker_command=command)
    assert (document.status, document.parser, document.wanting) == ("parsed", "marker", ())
    assert [page.number for page in document.pages] == [1]
    assert document.pages[0].text.startswith("In survey 1 of the scans")
    assert document.quality > 0.9
    asked = json.loads(log.read_text())["argv"]
    assert asked[asked.index("--page_range") + 1] == "0"


def test_without_marker_a_scan_is_reported(shared_data):
    """A scan is never an empty text: its status says so, and which pages are wanting."""
    document = parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf")
    assert (document.status, document.pages, document.wanting) == ("scanned", (), (1,))


def test_only_poor_pages_are_asked_for(tmp_path):
    """Of three pages the garbled one goes to Marker; the others stay as they were read."""
    garbled = wrap_column(60, 200, " ".join(f"x{number}kq zvtr bcd4f ghjk7 lm9np" for number in range(12)), 80)
    sound = [wrap_column(60, 200, tell(topic, 6), 80) for topic in ("ponds", "lakes")]
    pdf = write_pdf(tmp_path / "a.pdf", [sound[0], garbled, sound[1]])
    assert parse_file(pdf).wanting == (2,)
    command, log = fake_marker(tmp_path)
    document = parse_file(pdf, marker_command=command)
    assert document.parser == "pdftext, marker"
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert document.pages[0].text == tell("ponds", 6)
    assert document.pages[1].text.endswith("Page 1")
    asked = json.loads(log.read_text())["argv"]
    assert asked[asked.index("--page_range") + 1] == "1"


def test_a_slow_marker_is_killed(shared_data, tmp_path):
    """Marker that doesn't come back is killed with what it started; the scan is reported as a scan."""
    child = "import subprocess; subprocess.Popen(['sleep', '60']); time.sleep(60)"
    command, _ = fake_marker(tmp_path, then=child)
    start = time.monotonic()
    pages = Marker(command, seconds_to_start=1.0, seconds_a_page=0.1).read_pages(
        shared_data / "pdfs" / "ocrmypdf-linn.pdf", [1]
    )
    assert pages == {}
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(("text", "then"), [("", "sys.exit(3)"), ("x1kq zvtr bcd4f ghjk7 lm9np", "")])
def test_a_failing_or_garbling_marker_changes_nothing(shared_data, tmp_path, text, then):
    """An exit code other than 0, or text that is as poor, leaves the scan a scan."""
    command, _ = fake_marker(tmp_path, text, then)
    assert parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf", marker_command=command).status == "scanned"


def test_marker_gets_no_keys(shared_data, tmp_path, monkeypatch):
    """Marker's environment is the user's without keys and settings of litreview."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    monkeypatch.setenv("HF_HOME", "/models")
    command, log = fake_marker(tmp_path)
    parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf", marker_command=command)
    environment = json.loads(log.read_text())["environment"]
    assert environment["HF_HOME"] == "/models"
    assert "sk-secret" not in environment.values()


def test_a_command_that_is_not_there_is_an_input_error(shared_data):
    """A wrong LITREVIEW_MARKER_COMMAND is said in one sentence with the remedy."""
    with pytest.raises(InputError, match="make marker"):
        parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf", marker_command="/nowhere/marker_single")


def test_marker_may_have_options_of_its_own(shared_data, tmp_path):
    """Words after the command are passed on before the file."""
    command, log = fake_marker(tmp_path)
    parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf", marker_command=f"{command} --force_ocr")
    assert json.loads(log.read_text())["argv"][0] == "--force_ocr"


def test_paginated_markdown_is_split():
    """Marker counts pages from 0; pages nobody asked for, empty ones, anchors and images are left out."""
    pages = {0: '<span id="page-0-0"></span>One\n\n![](_page_0_Picture.jpeg)', 2: "# Three", 3: " ", 7: "Eight"}
    markdown = "".join(f"\n\n{{{index}}}{DASHES}\n\n{text}" for index, text in pages.items())
    read = split_marker_pages(markdown, [1, 3, 4])
    assert {number: page.text for number, page in read.items()} == {1: "One", 3: "# Three"}


def test_references_of_a_scan_are_kept_apart(shared_data, tmp_path):
    """A scan's references, which only Marker saw, leave its pages."""
    command, _ = fake_marker(tmp_path, f"{tell('scans', 5)}\n\n## References\n\nBee, A. (2001). Flowers.")
    document = parse_file(shared_data / "pdfs" / "ocrmypdf-linn.pdf", marker_command=command)
    assert document.references.startswith("Bee, A. (2001). Flowers.")
    assert document.pages[0].text == tell("scans", 5)


def test_a_typed_title_page_does_not_make_a_scan_a_text(tmp_path):
    """Where more than half of the pages are garbled, the document counts as a scan, not as its one good page."""
    garbled = wrap_column(60, 200, " ".join(f"x{number}kq zvtr bcd4f ghjk7 lm9np" for number in range(12)), 80)
    pdf = write_pdf(
        tmp_path / "a.pdf", [[Line(60, 100, "A Title"), *wrap_column(60, 200, tell("ponds", 6))], *[garbled] * 2]
    )
    document = parse_file(pdf)
    assert (document.status, document.pages, document.wanting) == ("scanned", (), (2, 3))
