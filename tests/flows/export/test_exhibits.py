"""Tables and figures of a whole review: the same numbers in every format and in SQL, as files, and when verified."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from pathlib import Path

import polars as pl
import pypdfium2
import pytest

from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.export.report import compose_review
from flows.verify.review import verify_review
from storage.core.ledger import Ledger
from storage.publication.published import select_published
from storage.writing.sections import written_sections
from tasks.environment.settings import Settings
from tasks.reporting.files import render_files, write_files
from tests.flows.export.paged_review import HOSTILE, make_paged_review

_LABEL = re.compile(r"\b(?:Figure|Table) A?\d+(?=\.)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review of works with hostile titles, populations, outcomes and names of comparisons."""
    folder = tmp_path_factory.mktemp("reviews") / "hostile"
    make_paged_review(folder, HOSTILE)
    return folder


def _export(folder: Path, to: str) -> bytes:
    return export_review(folder, ExportOrder(to=to)).read_bytes()


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    """Return its Markdown."""
    return _export(folder, "md").decode()


@pytest.fixture(scope="module")
def captions(text: str) -> dict[str, str]:
    """Return the identifiers of its tables and figures by their labels, in the order of the text."""
    shown = re.findall(r"\*\*((?:Figure|Table) A?\d+)\.\*\* .*\{#([a-z0-9-]+)\}$", text, re.MULTILINE)
    return dict(shown)


def test_every_table_and_figure_is_referred_to_once_and_before_it_is_shown(text: str, captions: dict[str, str]):
    """Figures of selection, themes, directions and effects, and tables of works and findings, are in the text."""
    body = text[: text.index("\n## References\n")]
    for name in ("prisma", "timeline", "themes", "directions", "forest-1", "forest-2"):
        assert f"{{#figure-{name}}}" in body
    for name in ("characteristics", "findings", "evidence-1"):
        assert f"{{#table-{name}}}" in body
    assert len(captions) == text.count("{#figure-") + text.count("{#table-")
    for label, identifier in captions.items():
        assert text.count(f"[{label}](#{identifier})") == 1
        assert text.index(f"[{label}](#{identifier})") < text.index(f"**{label}.**")


def test_every_format_has_the_same_numbers_and_captions(folder: Path, captions: dict[str, str]):
    """HTML, Word, PDF and the page name each once in a caption, and nothing counts them anew."""
    html, page = (_export(folder, to).decode() for to in ("html", "report"))
    for told in (html, page):
        assert sorted(re.findall(r"<strong>((?:Figure|Table) A?\d+)\.</strong>", told)) == sorted(captions)
        ids = re.findall(r'\bid="([^"]+)"', told)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', told)) <= set(ids)
    with zipfile.ZipFile(io.BytesIO(_export(folder, "docx"))) as archive:
        word = archive.read("word/document.xml").decode()
    plain = re.sub(r"<[^>]*>", "", word.replace("</w:p>", "\n"))
    document = pypdfium2.PdfDocument(_export(folder, "pdf"))
    pages = [document[n] for n in range(len(document))]
    printed = "\n".join(page.get_textpage().get_text_range() for page in pages)
    for told in (plain, printed):
        found = [label for line in told.splitlines() if (label := _LABEL.match(line.strip()))]
        assert sorted({label[0] for label in found}) == sorted(captions)
    assert not re.search(r"Figure \d+: ", printed)
    # The last line is the number of the page.
    last = [page.get_textpage().get_text_range().splitlines()[-2:-1] for page in pages]
    assert not [line for line in last if line and re.match(r"Table A?\d+\.", line[0])]
    assert {page.get_width() > page.get_height() for page in pages} == {True, False}
    assert word.count('w:orient="landscape"') == text_of_wide(word) > 0
    assert word.count("<w:tblHeader") == word.count("<w:tbl>")
    for table in re.findall(r"<w:tbl>.*?</w:tbl>", word, re.DOTALL):
        width = int(re.findall(r'<w:tblW w:type="dxa" w:w="(\d+)"', table)[0])
        assert sum(map(int, re.findall(r'<w:gridCol w:w="(\d+)"', table))) <= width


def text_of_wide(word: str) -> int:
    """Return how many tables of a Word file are as wide as a page that is turned."""
    return len(re.findall(r'<w:tblW w:type="dxa" w:w="14004"', word))


def test_tables_say_what_the_database_says(folder: Path, text: str, tmp_path: Path):
    """Votes and works of Markdown, CSV and the views are the same; no cell of a CSV file begins a formula."""
    with zipfile.ZipFile(io.BytesIO(_export(folder, "tables"))) as archive:
        archive.extractall(tmp_path)
    files = {path.name: path for path in (tmp_path / "hostile-tables").iterdir()}
    votes = select_published(folder, "SELECT works, reviews, more, less, none, mixed FROM vote_count ORDER BY ALL")
    (table,) = [path for name, path in files.items() if name.endswith("-findings.csv")]
    assert pl.read_csv(table).select(votes.columns).sort(votes.columns).rows() == votes.rows()
    shown = text[text.index("| Exposure or intervention |") : text.index("Summary of findings: how many")]
    rows = [line for line in shown.splitlines()[2:] if line.startswith("| ")]
    assert sorted(tuple(map(int, re.findall(r" \| (\d+)(?= \|)", row))) for row in rows) == votes.rows()
    works = select_published(folder, "SELECT citekey, n FROM evidence WHERE n IS NOT NULL GROUP BY ALL ORDER BY ALL")
    (table,) = [path for name, path in files.items() if name.endswith("-characteristics.csv")]
    told = pl.read_csv(table)
    assert told.select("citekey", "n").drop_nulls().sort("citekey").rows() == works.rows()
    assert told.height == select_published(folder, "SELECT count(*) AS n FROM corpus").item()
    figures = [name for name in files if name.endswith(".svg")]
    assert len(figures) == text.count("{#figure-")
    assert {name.replace(".svg", ".png") for name in figures} <= set(files)
    assert all(files[name.replace(".svg", ".png")].read_bytes().startswith(b"\x89PNG") for name in figures)
    for path in files.values():
        if path.suffix == ".csv":
            assert not re.search(r'(?:^|,)"?[=+@]', path.read_text("utf-8"), re.MULTILINE), path.name


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Return the folder of a review of ordinary works with its text and appendix."""
    folder = tmp_path / "written"
    make_paged_review(folder, [f"Hair cortisol and stress, study {number}" for number in range(6)], "Stress")
    with Ledger(folder) as ledger:
        title, meta, counts = compose_review(ledger)
        files = render_files.fn(title, list(written_sections(ledger).values()), meta, counts)
    write_files(folder, files)
    return folder


def _faults(folder: Path) -> set[str]:
    report, _ = verify_review(folder, Settings(_env_file=None))
    return {line for line in report.splitlines() if line.startswith("FAILED") or "was changed in" in line}


def test_what_the_report_puts_between_sections_is_verified(written: Path):
    """As it was written it changes nothing; a number changed in a table of the text, or a caption, is told."""
    review, appendix = written / "review.md", written / "appendix.md"
    text = review.read_text("utf-8")
    sound = _faults(written)
    assert not any("was changed" in line for line in sound)
    row = next(line for line in text.splitlines() if line.startswith("| lee2x | 2002 |"))
    review.write_text(text.replace(row, row.replace("101", "999")), "utf-8")
    (fault,) = {line for line in _faults(written) - sound if line.startswith("FAILED")}
    assert "999" in fault
    assert "the ledger says" in fault
    review.write_text(
        text.replace("shows how the works were selected", "shows that 4,711 works were screened"), "utf-8"
    )
    assert any("4,711" in line for line in _faults(written) - sound)
    review.write_text(text.replace("Characteristics of included works.", "What was included."), "utf-8")
    assert _faults(written) == sound
    # As reviews were written before: a figure after the methodology, and all tables in the appendix.
    frame = [part for part in text.split("\n\n") if part.startswith("|")]
    body, end, rest = text.partition("\n## References\n")
    start, stop = body.index("## Included works"), body.index("## Discussion")
    old = body[:start] + "![How the works of this review were selected.](prisma.svg)\n\n" + body[stop:]
    old = re.sub(r"### Evidence\n\n.*?(?=## )", "", old, flags=re.DOTALL)
    moved = "\n\n".join(["### Evidence by theme", *frame])
    review.write_text(f"{old}{end}{rest}\n\n{moved}\n", "utf-8")
    appendix.write_text(f"{appendix.read_text('utf-8')}\n\n{moved}\n", "utf-8")
    assert _faults(written) == sound


def test_an_earlier_version_has_them_too(folder: Path, tmp_path: Path):
    """A format made of an earlier version of the text is framed by the same tables."""
    copy = Path(shutil.copytree(folder, tmp_path / "hostile"))
    made = export_review(copy, ExportOrder(to="md", version=1)).read_text("utf-8")
    assert "{#table-characteristics}" in made
