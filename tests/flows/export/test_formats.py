"""`litreview export`: every format of a review with hostile records, its versions, what is shared, wrong options."""

from __future__ import annotations

import io
import json
import re
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

import duckdb
import pypandoc
import pypdfium2
import pytest
import rispy
from prefect.utilities.callables import parameter_schema
from pybtex.database import parse_string

from flows.export import flow as exporting
from flows.export.formats import export_review
from flows.export.order import ExportOrder, check_order
from storage.core.errors import InputError
from storage.records.search import Plan
from storage.runs.reviews import settle_plan
from tasks.reporting.formats import FORMATS, ExportFormat, Writer, list_formats
from tests.flows.export.hostile_review import KEYS, MAIL, TITLES, read_export
from tests.new_ledger import open_new_ledger


def test_text_formats_are_the_files_of_the_review(export: Callable[..., tuple[int, str]], review: Path):
    """Exported as md, bib, ris and csl, the present version is byte for byte what the review's folder holds.

    pybtex, rispy and JSON read the same entries of the references, and none has become more than text.
    """
    made = {}
    for to, name in (
        ("md", "review.md"), ("bib", "references.bib"), ("ris", "references.ris"), ("csl", "references.csl.json"),
        ("checklists", "checklists.md"),
    ):  # fmt: skip
        made[to] = read_export(export("--to", to))
        assert made[to] == (review / name).read_bytes()
        assert (review / "exports" / name).is_file()
    bib = made["bib"].decode()
    ris = rispy.loads(made["ris"].decode())
    csl = json.loads(made["csl"])
    assert tuple(parse_string(bib, "bibtex").entries) == KEYS
    assert tuple(entry["id"] for entry in ris) == KEYS
    assert tuple(item["id"] for item in csl) == KEYS
    assert [entry["title"] for entry in ris] == [item["title"] for item in csl]
    assert r"\input" not in bib


def test_pandoc_reads_the_review_without_a_warning(review: Path):
    """`pandoc review.md --citeproc --bibliography references.bib` finds every key and has nothing to say."""
    done = subprocess.run(
        [
            *(pypandoc.get_pandoc_path(), "review.md", "--citeproc", "--bibliography", "references.bib"),
            "--fail-if-warnings",
        ],
        cwd=review, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for key in KEYS:
        assert done.stdout.count(f'id="ref-{key}"') == 1


def test_documents_hold_text_only(export: Callable[..., tuple[int, str]]):
    """HTML, Word and PDF name every work, and what looks like code in a title is read, not run."""
    page = read_export(export("--to", "html")).decode()
    assert "<script" not in page
    assert "javascript:alert(2)" in page
    assert 'href="javascript' not in page
    with zipfile.ZipFile(io.BytesIO(read_export(export("--to", "docx")))) as archive:
        words = archive.read("word/document.xml").decode()
    assert "&lt;script&gt;" in words.lower()
    document = pypdfium2.PdfDocument(read_export(export("--to", "pdf")))
    text = "\n".join(document[i].get_textpage().get_text_range() for i in range(len(document)))
    for told in (page, words, text):
        assert "Claim 4" in told
        assert "root:" not in told
        assert "input{/etc/passwd}" in told.lower()


def test_citations_in_the_text_follow_the_style(export: Callable[..., tuple[int, str]], review: Path):
    """A name in a sentence is printed once with its year, once with its number where a style numbers."""
    assert f"Lee1 (2001) say so [@{KEYS[1]}]." in (review / "review.md").read_text("utf-8")
    words = {
        style: " ".join(re.sub("<[^>]*>", "", read_export(export("--to", "html", "--csl", style)).decode()).split())
        for style in ("apa", "vancouver", "ieee")
    }
    assert "Lee1 (2001) say so." in words["apa"]
    assert re.search(r"Lee1 \(\d\) say so\.", words["vancouver"])
    assert re.search(r"Lee1 \[\d\] say so\.", words["ieee"])


def test_a_document_names_its_authors(export: Callable[..., tuple[int, str]]):
    """Authors given stand below the title, in the order given."""
    page = read_export(export("--to", "html", "--author", "Ann Õun", "--author", "Bo Li")).decode()
    assert page.index('<p class="author">Ann Õun</p>') < page.index('<p class="author">Bo Li</p>')


def test_an_earlier_version_comes_with_its_own_references(export: Callable[..., tuple[int, str]]):
    """Version 1 is the first draft, says that it is one, cites what it cited, and is called so."""
    code, path = export("--to", "md", "--version", "1")
    text = Path(path).read_text("utf-8")
    assert (code, Path(path).name) == (0, "review-v1.md")
    assert "First draft" in text
    assert "Second draft" not in text
    assert "> **Note.** This is version 1 of 2;" in text
    assert list(parse_string(read_export(export("--to", "bib", "--version", "1")).decode(), "bibtex").entries) == [
        KEYS[0]
    ]
    present = read_export(export("--to", "md", "--version", "2"))
    assert b"Second draft" in present
    assert b"This is version" not in present


def test_what_is_shared_is_whole_and_holds_nothing_private(
    export: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The zip has all files of the review and the document asked for; no key, address or path of the machine in any."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-xyzzy")
    monkeypatch.setenv("LITREVIEW_CONTACT_EMAIL", MAIL)
    code, path = export("--share", "--to", "docx", "--output", str(tmp_path))
    assert (code, path) == (0, str(tmp_path / "hair-share.zip"))
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "hair"
    assert sorted(file.name for file in folder.iterdir()) == [
        "README.md", "appendix.md", "checklists.md", "corpus.duckdb", "prisma.svg", "references.bib",
        "references.csl.json", "references.ris", "report.html", "review.docx", "review.md", "run.json",
        "saturation.svg",
    ]  # fmt: skip
    for file in folder.iterdir():
        for private in (MAIL, "/home/ann", "sk-ant-xyzzy", str(tmp_path.parent)):
            assert private.encode() not in file.read_bytes(), (file.name, private)
    assert json.loads((folder / "run.json").read_text("utf-8"))["catalogue"] == "works.jsonl"
    with duckdb.connect(folder / "corpus.duckdb", read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM corpus").fetchone() == (len(TITLES),)


def test_the_file_goes_where_it_is_told_and_replaces_what_was_there(
    export: Callable[..., tuple[int, str]], tmp_path: Path
):
    """--output names the file; nothing but it is left behind."""
    (tmp_path / "own.bib").write_text("old", encoding="utf-8")
    assert b"@article" in read_export(export("--to", "bib", "--output", str(tmp_path / "own.bib")))
    assert [file.name for file in tmp_path.iterdir()] == ["own.bib"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "no format to export to is named"),
        (("--to", "rtf"), "'rtf' is not a format"),
        (("--to", "md", "--version", "0"), "has no version 0; give --version 1 to 2"),
        (("--to", "md", "--version", "3"), "has no version 3"),
        (("--to", "docx", "--csl", "zzz"), "no citation style 'zzz'"),
        (("--to", "md", "--author", "Ann"), "authors are named in documents only"),
        (("--to", "bib", "--csl", "apa"), "for documents only"),
        (("--to", "md", "--output", "/nowhere/x.md"), "there is no folder '/nowhere'"),
        (("--to", "md", "--output", "/proc/x.md"), "cannot be written"),
    ],
)
def test_wrong_options_are_one_sentence(
    export: Callable[..., tuple[int, str]], options: tuple[str, ...], sentence: str
):
    """Exit 2 and one line that names what was given."""
    code, told = export(*options)
    assert code == 2
    assert told.startswith("litreview: ")
    assert sentence in told
    assert "\n" not in told


def test_without_a_finished_text_nothing_is_exported(export: Callable[..., tuple[int, str]], review: Path):
    """A review that does not exist, and one whose text was not finished, say what to do."""
    with open_new_ledger(review.parent / "begun") as ledger:
        settle_plan(ledger, Plan(topic="Hair", quality="quick", as_of=2020, catalogue="test"))
        ledger.publish()
    assert export("--to", "md", name="begun") == (
        2, "litreview: the text of review 'begun' is not finished; finish it with 'litreview resume begun'",
    )  # fmt: skip
    code, told = export("--to", "md", name="none")
    assert (code, told.count("\n")) == (2, 0)
    assert "there is no review" in told


def test_a_new_format_is_made_as_itself(review: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is registered as a format is written by its own writer, not by another's."""
    odt = ExportFormat("review.odt", cast("Writer", "odt"))
    monkeypatch.setitem(FORMATS, "odt", odt)
    written = export_review(review, ExportOrder(to="odt"))
    with zipfile.ZipFile(written) as document:
        assert document.read("mimetype") == b"application/vnd.oasis.opendocument.text"
    assert written.name == "review.odt"


def test_every_format_is_offered_everywhere() -> None:
    """The form of the deployment and the messages name the formats that there are."""
    form = parameter_schema(exporting.export_named)
    assert form.properties["to"]["enum"] == list(FORMATS)
    with pytest.raises(InputError, match=list_formats()):
        check_order(ExportOrder(to="odt"))
