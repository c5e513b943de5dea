"""Real papers are read as well as is promised, and what cannot be read says why."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tasks.parsing.dispatch import parse_file
from tasks.parsing.protocol import ParsedDocument
from tests.benchmarks.normalising import measure_order, measure_words, normalise
from tests.benchmarks.parse import find_truth

pytestmark = pytest.mark.slow


@cache
def parse_once(pdf: Path) -> ParsedDocument:
    return parse_file(pdf)


@pytest.mark.parametrize(
    ("name", "f1", "order"),
    [
        ("fulltext-example1", 0.99, 0.9),
        ("phillit-cognitive-offloading-review", 0.99, 0.99),
        ("acl-N18-3011", 0.92, 0.95),
        ("deep-review", 0.92, 0.95),
    ],
)
def test_words_and_their_order(shared_data, name, f1, order):
    """Words and order reach what is asked for, against the truth beside the file."""
    pdf = shared_data / "pdfs" / f"{name}.pdf"
    truth = normalise(find_truth(pdf))
    document = parse_once(pdf)
    words = normalise("\n\n".join(page.text for page in document.pages))
    assert document.status == "parsed"
    assert document.quality > 0.9
    assert measure_words(words, truth) >= f1
    assert measure_order(words, truth) >= order


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("ocrmypdf-blank", "blank"),
        ("ocrmypdf-invalid", "broken"),
        ("encrypted-password", "encrypted"),
    ],
)
def test_what_cannot_be_read_says_why(shared_data, name, status):
    """A blank page, a broken and an encrypted file have their status and no page."""
    document = parse_file(shared_data / "pdfs" / f"{name}.pdf")
    assert (document.status, document.pages, document.references) == (status, (), "")
    assert document.reason


def test_two_columns_with_references_below(shared_data):
    """In a PLOS paper accents are composed, headings have levels, and all 93 references are apart and in order."""
    document = parse_file(shared_data / "pdfs" / "fulltext-example2.pdf")
    first = document.pages[0].text
    assert first.startswith("# Great Spotted Cuckoo Fledglings Often Receive Feedings from Other Magpie Adults")
    assert "Tomás Pérez-Contreras" in first
    assert "www.plosone.org" not in "".join(page.text for page in document.pages)
    numbers = [entry.split(".")[0] for entry in document.references.split("\n\n")]
    assert numbers == [str(number) for number in range(1, 94)]


def test_ligatures_without_letters_are_read(shared_data):
    """The deep review's ligatures have no letters in the file; its words have."""
    text = "".join(page.text for page in parse_once(shared_data / "pdfs" / "deep-review.pdf").pages)
    assert text.count("specific") > 70
    assert "fluorescence" in text
    assert "specic" not in text


def test_tei_is_read(shared_data):
    """GROBID's XML gives title, abstract and sections as Markdown, references apart."""
    document = parse_file(shared_data / "pdfs" / "acl-N18-3011.tei.xml")
    assert (document.status, document.parser) == ("parsed", "tei")
    assert document.pages[0].text.startswith("# Construction of the Literature Graph in Semantic Scholar")
    assert "## Abstract" in document.pages[0].text
    assert "Augenstein" in document.references


def test_the_same_file_gives_the_same_document(shared_data):
    """Two processes read a file alike, byte for byte."""
    pdf = shared_data / "pdfs" / "acl-N18-3011.pdf"
    assert parse_file(pdf) == parse_once(pdf)
