"""PDFs the user has: found by DOI or title, copied by content, whatever is wrong with them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from storage.errors import InputError
from storage.records import Work
from tasks.retrieval.file_store import remove_leftovers
from tasks.retrieval.limits import Limits
from tasks.retrieval.local_pdfs import LocalPdf, adopt_pdf, find_local_pdf, read_shelf
from tasks.retrieval.records import Fetched, Refusal
from tests.fakes.malicious_host import PDF

PEERJ = "fulltext-example1"
TITLE = "A study of things that were never studied"


def put(folder: Path, *names: str) -> tuple[LocalPdf, ...]:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(PDF)
    return read_shelf(folder)


def name_of(pdf: LocalPdf | None) -> str | None:
    return pdf.name if pdf else None


@pytest.mark.parametrize(
    ("doi", "title", "stem"),
    [
        (None, "Suffering and mental health among older people living in nursing homes: a mixed-methods study", PEERJ),
        ("10.7717/peerj.1120", "Suffering and mental health among older people living in nursing homes", PEERJ),
        ("10.7717/peerj.1120", "Another title, of a work that is cited there", None),
        (None, "Construction of the literature graph in Semantic Scholar", "acl-N18-3011"),
        ("10.1098/rsif.2017.0387", "Opportunities and obstacles for deep learning in biology", "deep-review"),
        (None, "Great Spotted Cuckoo fledglings often receive feedings from other magpie adults", "fulltext-example2"),
        (None, "Suffering and physical health among younger people living in family homes", None),
        ("10.9999/none", "Deep learning", None),
        (None, "", None),
    ],
)
def test_real_papers_are_found_by_doi_and_title(shared_data: Path, doi: str | None, title: str, stem: str | None):
    """A first DOI in the text needs a title that agrees; broken, blank and scanned files match and stop nothing."""
    shelf = read_shelf(shared_data / "pdfs")

    found = find_local_pdf(Work("W1", title, doi=doi), shelf)

    assert name_of(found) == (f"{stem}.pdf" if stem else None)
    assert len(shelf) == 10


@pytest.mark.parametrize(
    "name",
    [
        "10.1234_abc.5.pdf",
        "10.1234-abc.5.PDF",
        "10.1234%2Fabc.5.pdf",
        "10.1234/abc.5.pdf",
        "Smith 2020 - 10.1234_ABC.5.pdf",
        "doi_10.1234_abc.5.pdf",
    ],
)
def test_a_doi_is_read_from_a_file_name_however_its_slash_is_written(tmp_path: Path, name: str):
    """Also in folders named by the prefix; a longer or shorter DOI is another one."""
    shelf = put(tmp_path, name)

    assert name_of(find_local_pdf(Work("W1", "x", doi="10.1234/abc.5"), shelf)) == name
    assert find_local_pdf(Work("W1", "x", doi="10.1234/abc"), shelf) is None
    assert find_local_pdf(Work("W1", "x", doi="10.1234/abc.55"), shelf) is None


def test_a_doi_is_worth_more_than_a_title_and_the_first_name_decides(tmp_path: Path):
    """The same folder gives the same answer in any order of its files."""
    shelf = put(tmp_path, f"{TITLE}.pdf", "10.1234_a.pdf", f"sub/{TITLE}.pdf")

    assert name_of(find_local_pdf(Work("W1", TITLE, doi="10.1234/a"), shelf)) == "10.1234_a.pdf"
    assert name_of(find_local_pdf(Work("W1", TITLE), tuple(reversed(shelf)))) == f"{TITLE}.pdf"
    assert find_local_pdf(Work("W1", "A study"), shelf) is None


def test_a_pdf_is_copied_by_its_content(tmp_path: Path):
    """The user's file stays; the copy is named by its hash; the address is the name in the folder, not the path."""
    (pdf,) = put(tmp_path / "mine", "sub/10.1234_a.pdf")

    found = adopt_pdf(pdf, tmp_path / "f", Limits())

    assert isinstance(found, Fetched)
    assert (found.path, found.url_final, found.bytes) == (f"{found.sha256}.pdf", "local:sub/10.1234_a.pdf", len(PDF))
    assert [path.name for path in (tmp_path / "f").iterdir()] == [found.path]
    assert pdf.path.read_bytes() == PDF


def test_what_is_no_pdf_or_too_large_is_refused(tmp_path: Path):
    """Nothing is left of it in the folder of full texts."""
    shelf = put(tmp_path / "mine", "10.1234_a.pdf", "10.1234_b.pdf")
    shelf[0].path.write_bytes(b"<html>saved page</html>")

    assert adopt_pdf(shelf[0], tmp_path / "f", Limits()) == Refusal("The local file is no PDF.", "wrong content")
    assert isinstance(adopt_pdf(shelf[1], tmp_path / "f", Limits(largest=10)), Refusal)
    assert list((tmp_path / "f").iterdir()) == []


def test_odd_things_in_the_folder_stop_nothing(tmp_path: Path):
    """Folders named like PDFs, pipes, dangling links and unreadable names are passed over."""
    (tmp_path / "folder.pdf").mkdir()
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / "link.pdf").symlink_to(tmp_path / "gone.pdf")
    (tmp_path / "empty.pdf").touch()

    assert [pdf.name for pdf in put(tmp_path, "10.1234_a\nb \u00e9.pdf")] == ["10.1234_a\nb \u00e9.pdf", "empty.pdf"]


def test_many_files_are_read_in_order(shared_data: Path, tmp_path: Path):
    """More files than one reading process takes, good and bad ones mixed."""
    for number in range(23):
        source = "fulltext-example1.pdf" if number % 2 else "ocrmypdf-invalid.pdf"
        shutil.copy(shared_data / "pdfs" / source, tmp_path / f"{number:02}.pdf")

    shelf = read_shelf(tmp_path)

    assert [bool(pdf.start) for pdf in shelf] == [bool(number % 2) for number in range(23)]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    """The option is to be corrected."""
    with pytest.raises(InputError, match="--pdfs"):
        read_shelf(tmp_path / "gone")


def test_halves_of_a_killed_run_are_removed(tmp_path: Path):
    """Only those."""
    (tmp_path / ".part-0").write_bytes(b"half")
    (tmp_path / "a.pdf").write_bytes(PDF)

    remove_leftovers(tmp_path)
    remove_leftovers(tmp_path / "not there yet")

    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
