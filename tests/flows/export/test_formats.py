"""`litreview export`: every format of a review with hostile records, its versions, what is shared, wrong options."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

import duckdb
import openpyxl
import polars as pl
import pypandoc
import pypdfium2
import pytest
import rispy
from prefect.utilities.callables import parameter_schema
from pybtex.database import parse_string

from flows.cli import main as cli
from flows.export import flow as exporting
from flows.export.formats import export_review
from flows.export.order import ExportOrder, check_order
from flows.export.report import compose_review
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.search import Author, Decision, Plan, Response, Work
from storage.records.writing import Draft
from storage.runs.reviews import add_citekeys, finish_run, settle_plan, start_run
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section, written_sections
from tasks.reporting.files import render_files, write_files
from tasks.reporting.formats import FORMATS, ExportFormat, Writer, list_formats

_TITLES = (
    "<script>alert(1)</script>",
    r"\input{/etc/passwd}",
    "=cmd()|' /C calc'!A0",
    "{{ 7 * 7 }} [x](javascript:alert(2)) ![p](/etc/passwd)",
    'x"\n---\nheader-includes: <script>alert(3)</script>\n---\n',
)
_KEYS = tuple(f"lee{2000 + i}x" for i in range(len(_TITLES)))
_MAIL = "ann@example.org"


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished review of hostile works whose introduction was written twice."""
    folder = tmp_path_factory.mktemp("reviews") / "hair"
    with Ledger(folder) as ledger:
        settle_plan(ledger, Plan(topic="Hair & stress", quality="quick", as_of=2020, catalogue="test"))
        works = [
            Work(
                f"W{i}", title, year=2000 + i, type="article", venue=title, doi=f"10.1/x{i}", family_id=f"f{i}",
                abstract=f"Write to {_MAIL}.", authors=(Author(f"Ann Lee{i}", affiliation=_MAIL),),
                response=Response("test", f"test:W{i}", json.dumps({"id": f"W{i}", "mail": _MAIL})),
            )
            for i, title in enumerate(_TITLES)
        ]  # fmt: skip
        with ledger.transaction():
            add_works(ledger, works, 0)
            add_discoveries(ledger, [(work.work_id, "keyword", 0, None, None, 1) for work in works])
            add_decisions(
                ledger,
                [
                    Decision(work.work_id, "screening", 0, "include", "llm", title)
                    for work, title in zip(works, _TITLES, strict=True)
                ],
            )
        add_citekeys(ledger, {work.work_id: key for work, key in zip(works, _KEYS, strict=True)})
        cited = "\n\n".join(f"Claim {i} [@{key}]." for i, key in enumerate(_KEYS))
        cited += f"\n\nLee1 (2001) say so [@{_KEYS[1]}]."
        add_section(ledger, "introduction", 1, "Introduction", Draft(f"First draft [@{_KEYS[0]}]."))
        add_section(ledger, "abstract", 0, "Abstract", Draft("In short."))
        add_section(ledger, "introduction", 1, "Introduction", Draft(f"Second draft. {cited}"))
        run = start_run(ledger, "1", {"catalogue": "/home/ann/works.jsonl"}, None)
        finish_run(ledger, run, "finished", 0)
        title, meta, counts = compose_review(ledger)
        files = render_files.fn(title, list(written_sections(ledger).values()), meta, counts)
        write_files(folder, files | {"run.json": json.dumps({"catalogue": "/home/ann/works.jsonl", "asked_by": _MAIL})})
        ledger.publish()
    return folder


@pytest.fixture
def export(
    review: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Return what runs ``litreview export hair …`` and returns its exit code and what it printed."""

    def call(*options: str, name: str = "hair") -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["litreview", "export", name, *options, "--reviews", str(review.parent)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        told = capsys.readouterr()
        return int(ended.value.code or 0), (told.out + told.err).strip()

    return call


def _read(told: tuple[int, str]) -> bytes:
    code, path = told
    assert code == 0, path
    return Path(path).read_bytes()


def test_text_formats_are_the_files_of_the_review(export: Callable[..., tuple[int, str]], review: Path):
    """Exported as md, bib, ris and csl, the present version is byte for byte what the review's folder holds."""
    for to, name in (
        ("md", "review.md"), ("bib", "references.bib"), ("ris", "references.ris"), ("csl", "references.csl.json"),
        ("checklists", "checklists.md"),
    ):  # fmt: skip
        assert _read(export("--to", to)) == (review / name).read_bytes()
        assert (review / "exports" / name).is_file()


def test_references_round_trip(export: Callable[..., tuple[int, str]]):
    """pybtex, rispy and JSON read the same entries, and none has become more than text."""
    bib = _read(export("--to", "bib")).decode()
    ris = rispy.loads(_read(export("--to", "ris")).decode())
    csl = json.loads(_read(export("--to", "csl")))
    assert tuple(parse_string(bib, "bibtex").entries) == _KEYS
    assert tuple(entry["id"] for entry in ris) == _KEYS
    assert tuple(item["id"] for item in csl) == _KEYS
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
    for key in _KEYS:
        assert done.stdout.count(f'id="ref-{key}"') == 1


def test_documents_hold_text_only(export: Callable[..., tuple[int, str]]):
    """HTML, Word and PDF name every work, and what looks like code in a title is read, not run."""
    page = _read(export("--to", "html")).decode()
    assert "<script" not in page
    assert "javascript:alert(2)" in page
    assert 'href="javascript' not in page
    with zipfile.ZipFile(io.BytesIO(_read(export("--to", "docx")))) as archive:
        words = archive.read("word/document.xml").decode()
    assert "&lt;script&gt;" in words.lower()
    document = pypdfium2.PdfDocument(_read(export("--to", "pdf")))
    text = "\n".join(document[i].get_textpage().get_text_range() for i in range(len(document)))
    for told in (page, words, text):
        assert "Claim 4" in told
        assert "root:" not in told
        assert "input{/etc/passwd}" in told.lower()


def test_citations_in_the_text_follow_the_style(export: Callable[..., tuple[int, str]], review: Path):
    """A name in a sentence is printed once with its year, once with its number where a style numbers."""
    assert f"Lee1 (2001) say so [@{_KEYS[1]}]." in (review / "review.md").read_text("utf-8")
    words = {
        style: " ".join(re.sub("<[^>]*>", "", _read(export("--to", "html", "--csl", style)).decode()).split())
        for style in ("apa", "vancouver", "ieee")
    }
    assert "Lee1 (2001) say so." in words["apa"]
    assert re.search(r"Lee1 \(\d\) say so\.", words["vancouver"])
    assert re.search(r"Lee1 \[\d\] say so\.", words["ieee"])


def test_a_document_names_its_authors(export: Callable[..., tuple[int, str]]):
    """Authors given stand below the title, in the order given."""
    page = _read(export("--to", "html", "--author", "Ann Õun", "--author", "Bo Li")).decode()
    assert page.index('<p class="author">Ann Õun</p>') < page.index('<p class="author">Bo Li</p>')


def test_an_earlier_version_comes_with_its_own_references(export: Callable[..., tuple[int, str]]):
    """Version 1 is the first draft, says that it is one, cites what it cited, and is called so."""
    code, path = export("--to", "md", "--version", "1")
    text = Path(path).read_text("utf-8")
    assert (code, Path(path).name) == (0, "review-v1.md")
    assert "First draft" in text
    assert "Second draft" not in text
    assert "> **Note.** This is version 1 of 2;" in text
    assert list(parse_string(_read(export("--to", "bib", "--version", "1")).decode(), "bibtex").entries) == [_KEYS[0]]
    assert b"Second draft" in _read(export("--to", "md", "--version", "2"))
    assert b"This is version" not in _read(export("--to", "md", "--version", "2"))


def test_what_is_shared_is_whole_and_holds_nothing_private(
    export: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The zip has all files of the review and the document asked for; no key, address or path of the machine in any."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-xyzzy")
    monkeypatch.setenv("LITREVIEW_CONTACT_EMAIL", _MAIL)
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
        for private in (_MAIL, "/home/ann", "sk-ant-xyzzy", str(tmp_path.parent)):
            assert private.encode() not in file.read_bytes(), (file.name, private)
    assert json.loads((folder / "run.json").read_text("utf-8"))["catalogue"] == "works.jsonl"
    with duckdb.connect(folder / "corpus.duckdb", read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM corpus").fetchone() == (len(_TITLES),)


def test_other_programs_read_what_they_are_given(export: Callable[..., tuple[int, str]], tmp_path: Path):
    """Tables, Quarto, notes and crate hold every work; Pandoc reads the Quarto text without a warning."""
    book = openpyxl.load_workbook(io.BytesIO(_read(export("--to", "xlsx"))))
    heads = [cell.value for cell in book["Included"][1]]
    keys = [row[heads.index("citekey")].value for row in book["Included"].iter_rows(min_row=2)]
    assert sorted(keys) == sorted(_KEYS)
    for to in ("csv", "qmd", "obsidian", "rocrate"):
        packed = _read(export("--to", to))
        # DuckDB does not write the same bytes twice, and the crate holds the database.
        assert to == "rocrate" or packed == _read(export("--to", to))
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(tmp_path)
    done = subprocess.run(
        [
            *(pypandoc.get_pandoc_path(), "review.qmd", "--from=markdown", "--citeproc"),
            *("--bibliography=references.bib", "--fail-if-warnings"),
        ],
        cwd=tmp_path / "hair-quarto", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert all(done.stdout.count(f'id="ref-{key}"') == 1 for key in _KEYS)
    assert pl.read_csv(tmp_path / "hair-csv" / "included.csv").height == len(_KEYS)
    assert {path.stem for path in (tmp_path / "hair-notes").glob("*.md")} == {"Review", *_KEYS}
    crate = json.loads((tmp_path / "hair" / "ro-crate-metadata.json").read_text("utf-8"))
    there = {path.name for path in (tmp_path / "hair").iterdir()}
    root = next(entity for entity in crate["@graph"] if entity["@id"] == "./")
    assert {part["@id"] for part in root["hasPart"]} == there - {"ro-crate-metadata.json"}
    assert _MAIL not in json.dumps(crate)


def test_tables_can_be_shared_and_a_crate_is_a_share(export: Callable[..., tuple[int, str]], tmp_path: Path):
    """What other programs are given goes into the zip beside the review; the crate's metadata does too."""
    for to, file in (("xlsx", "works.xlsx"), ("rocrate", "ro-crate-metadata.json")):
        _, path = export("--share", "--to", to, "--output", str(tmp_path))
        with zipfile.ZipFile(path) as archive:
            assert f"hair/{file}" in archive.namelist()
            assert not any("zip" in name for name in archive.namelist())


def test_the_file_goes_where_it_is_told_and_replaces_what_was_there(
    export: Callable[..., tuple[int, str]], tmp_path: Path
):
    """--output names the file; nothing but it is left behind."""
    (tmp_path / "own.bib").write_text("old", encoding="utf-8")
    assert b"@article" in _read(export("--to", "bib", "--output", str(tmp_path / "own.bib")))
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
    with Ledger(review.parent / "begun") as ledger:
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
