"""Files of reviews over HTTP: documents made when asked for, finished reviews only, and nothing beside them."""

from __future__ import annotations

import io
import socket
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from flows.export.downloads import downloads_served, list_downloads
from storage.core.errors import InputError
from storage.records.screening import Decision
from storage.records.search import Plan, Work
from storage.records.writing import Draft
from storage.runs.reviews import finish_run, settle_plan, start_run
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section
from tests.new_ledger import open_new_ledger


def _free_url() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished review, one that nothing was written of, and files that are nobody's business."""
    home = tmp_path_factory.mktemp("reviews")
    for name, is_written in (("hair", True), ("begun", False)):
        with open_new_ledger(home / name) as ledger:
            settle_plan(ledger, Plan(topic="Hair & stress", quality="quick", as_of=2020, catalogue="test"))
            run = start_run(ledger, "1", {}, None)
            if is_written:
                with ledger.transaction():
                    add_works(ledger, [Work("W1", "A title", year=2000, type="article", family_id="f")], 0)
                    add_discoveries(ledger, [("W1", "keyword", 0, None, None, 1)])
                    add_decisions(ledger, [Decision("W1", "screening", 0, "include", "llm", "Fits.")])
                add_section(ledger, "abstract", 0, "Abstract", Draft("In short."))
                finish_run(ledger, run, "finished", 0)
            ledger.publish()
    (home / "hair" / "review.md").write_text("# The review", encoding="utf-8")
    (home / "hair" / "fulltext").mkdir()
    (home / "hair" / "fulltext" / "secret.pdf").write_text("licensed", encoding="utf-8")
    (home / "secret.txt").write_text("secret", encoding="utf-8")
    return home


@pytest.fixture(scope="module")
def client(reviews: Path) -> Iterator[httpx.Client]:
    """Return a client of the server of these files."""
    with downloads_served(reviews, _free_url()) as url, httpx.Client(base_url=url, timeout=120) as client:
        yield client


def test_documents_are_made_when_they_are_asked_for(client: httpx.Client, reviews: Path):
    """Word, PDF and HTML come with their types and names; asked for again, they are not made again."""
    word = client.get("/hair/review.docx")
    assert (word.status_code, word.headers["content-disposition"]) == (200, 'attachment; filename="hair-review.docx"')
    assert "word/document.xml" in zipfile.ZipFile(io.BytesIO(word.content)).namelist()
    pdf = client.get("/hair/review.pdf")
    assert (pdf.headers["content-type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")
    page = client.get("/hair/review.html")
    assert "In short." in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    made = (reviews / "hair" / "exports" / "review.docx").stat().st_mtime_ns
    assert client.get("/hair/review.docx").content == word.content
    assert (reviews / "hair" / "exports" / "review.docx").stat().st_mtime_ns == made
    assert client.get("/hair/review.md").text == "# The review"


@pytest.mark.parametrize(
    "path",
    [
        "/", "/hair", "/hair/", "/begun/review.docx", "/none/review.docx", "/hair/corpus.duckdb",
        "/hair/.ledger.duckdb",
        "/hair/fulltext/secret.pdf", "/secret.txt", "/hair/..%2f..%2fsecret.txt", "/%2e%2e/secret.txt", "/hair/%2e%2e",
        "/hair/exports%2freview.docx", "/hair/review.rtf", "//etc/passwd", "/hair/review.md%00.docx",
        "/..%5csecret.txt/x",
    ],
)  # fmt: skip
def test_nothing_else_is_there(client: httpx.Client, path: str):
    """Neither other files, nor other folders, nor what an unfinished review would be."""
    answer = client.request("GET", path)
    assert answer.status_code == 404
    assert "secret" not in answer.text
    assert "litreview" in answer.headers["server"]
    assert "Python" not in answer.headers["server"]


def test_only_reading_is_known(client: httpx.Client):
    """Nothing can be put there or thrown away."""
    assert client.put("/hair/review.md", content=b"x").status_code == 501
    assert client.delete("/hair/review.md").status_code == 501


def test_the_list_links_to_what_is_served(client: httpx.Client):
    """Every link of the list of a finished review, whatever its name, leads to its place."""
    told = list_downloads(str(client.base_url), Path("hair"))
    links = [part.split(")")[0] for part in told.split("](")[1:]]
    assert [link.rsplit("/", 1)[1] for link in links][:4] == ["report.html", "review.html", "review.docx", "review.pdf"]
    assert all(httpx.get(link, timeout=120).status_code == 200 for link in links[:4])
    assert "while `litreview serve` is running" in told
    assert "/a%20b%29/" in list_downloads("http://h:1/", Path("a b)"))


@pytest.mark.parametrize("url", ["", "https://h:1", "http://h", "ftp://h:1", "http://:1", "x"])
def test_an_address_that_is_none_is_refused(tmp_path: Path, url: str):
    """One sentence names the setting; so it does where somebody listens there already."""
    with pytest.raises(InputError, match="LITREVIEW_FILES_URL"), downloads_served(tmp_path, url):
        pass
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        there = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(InputError, match="LITREVIEW_FILES_URL"), downloads_served(tmp_path, there):
            pass
