"""PDFs the user has: found by DOI or title, copied by content, whatever is wrong with them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from storage.core.errors import InputError
from storage.records.search import Author, Work
from tasks.retrieval.file_store import remove_leftovers
from tasks.retrieval.local_pdfs import LocalPdf, adopt_pdf, match_local_pdfs, read_shelf
from tasks.retrieval.targets import Limits
from tasks.services.answers import Absence, Fetched, Refusal
from tests.fakes.malicious_host import PDF
from tests.tasks.parsing.made_pdfs import wrap_column, write_pdf

PEERJ = "fulltext-example1"
TITLE = "A study of things that were never studied"


def put(folder: Path, *names: str) -> tuple[LocalPdf, ...]:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(PDF)
    return read_shelf(folder)


def match(works: Sequence[Work], shelf: tuple[LocalPdf, ...]) -> list[str | None]:
    """Return the name of the PDF of each work."""
    found = match_local_pdfs(works, shelf)
    return [pdf.name if isinstance(pdf := found[work.work_id], LocalPdf) else None for work in works]


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

    assert match([Work("W1", title, doi=doi)], shelf) == [f"{stem}.pdf" if stem else None]
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

    dois = ("10.1234/abc", "10.1234/abc.5", "10.1234/abc.55")
    assert match([Work(doi, "x", doi=doi) for doi in dois], shelf) == [None, name, None]


def test_a_doi_is_worth_more_than_a_title_and_the_first_name_decides(tmp_path: Path):
    """The same folder gives the same answer in any order of its files."""
    shelf = put(tmp_path, f"{TITLE}.pdf", "10.1234_a.pdf", f"sub/{TITLE}.pdf")

    assert match([Work("W1", TITLE, doi="10.1234/a")], shelf) == ["10.1234_a.pdf"]
    assert match([Work("W1", TITLE)], tuple(reversed(shelf))) == [f"{TITLE}.pdf"]
    assert match([Work("W1", "A study")], shelf) == [None]


def write_paper(folder: Path, name: str, *words: str) -> None:
    """Write a PDF whose first page holds the words, a line each."""
    write_pdf(
        folder / name, [[column for at, line in enumerate(words) for column in wrap_column(72, 90 + 30 * at, line, 90)]]
    )


FIRST = Work("W1", f"{TITLE}, part I", doi="10.1234/one", year=2019, authors=(Author("Ann Appleby"),))
SECOND = Work("W2", f"{TITLE}, part II", doi="10.1234/two", year=2021, authors=(Author("Ben Berriman"),))


def test_parts_of_a_study_never_swap_their_texts(tmp_path: Path):
    """Each of two works with like titles gets its own PDF, and what stands only for the other is not taken instead."""
    write_paper(tmp_path, "b.pdf", FIRST.title, "By Ann Appleby, 2019.")
    write_paper(tmp_path, "a.pdf", SECOND.title, "By Ben Berriman, 2021.")
    shelf = read_shelf(tmp_path)

    assert match([FIRST, SECOND], shelf) == ["b.pdf", "a.pdf"]
    assert match([FIRST, SECOND], shelf[:1]) == [None, "a.pdf"]
    assert match([FIRST, SECOND], shelf[1:]) == ["b.pdf", None]
    reason = match_local_pdfs([FIRST, SECOND], shelf[1:])["W2"]
    assert reason == Absence("local", "'b.pdf' is of W1, whose title is like this one.")


@pytest.mark.parametrize(
    ("line", "matched"),
    [
        ("By Ann Appleby, 2019.", ["a.pdf", None]),
        ("By Ben Berriman.", [None, "a.pdf"]),
        ("Printed in 2021.", [None, "a.pdf"]),
        ("doi:10.1234/two, by Ann Appleby, 2019", [None, "a.pdf"]),
        ("No more is known.", [None, None]),
    ],
)
def test_between_equal_titles_doi_then_authors_and_year_decide(tmp_path: Path, line: str, matched: list[str | None]):
    """What the first page leaves open is of neither work, with what to do about it."""
    works = [replace(FIRST, title=TITLE), replace(SECOND, title=TITLE)]
    write_paper(tmp_path, "a.pdf", TITLE, line)
    shelf = read_shelf(tmp_path)

    assert match(works, shelf) == matched
    if matched == [None, None]:
        reason = "'a.pdf' may be of several works with such a title: let its name end in the DOI."
        assert set(match_local_pdfs(works, shelf).values()) == {Absence("local", reason)}


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

    assert adopt_pdf(shelf[0], tmp_path / "f", Limits()) == Refusal("The local file is not a PDF.", "wrong content")
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
    (tmp_path / ".part-parse-0").mkdir()
    (tmp_path / ".part-parse-0" / "answer.json").touch()
    (tmp_path / "a.pdf").write_bytes(PDF)

    remove_leftovers(tmp_path)
    remove_leftovers(tmp_path / "not there yet")

    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
