"""One work's full text: place after place until a file can be read, with every attempt and its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from storage.reading.fulltexts import Retrieval, SoughtText
from storage.records.search import Work
from tasks.environment.settings import Settings
from tasks.retrieval.local_pdfs import LocalPdf, match_local_pdfs
from tasks.retrieval.targets import Limits
from tasks.retrieval.tasks import Sources, is_due, open_sources, retrieve_text
from tasks.services.answers import Absence
from tests.fakes.scholarly_services import PublishedWork, serve_scholarly_services
from tests.tasks.parsing.made_pdfs import wrap_column, write_pdf, write_streams

WORK = Work("W1", "Herons of the upper weir and their quarrels", doi="10.1234/heron")
_WORDS = "Herons stood at the weir and quarrelled about the fish, as herons do wherever there are weirs and fish. " * 4
_OFF = dict.fromkeys(("arxiv_url", "semantic_scholar_url", "core_url", "crossref_url"), "")


@pytest.fixture
def sources_of(tmp_path: Path) -> Iterator[Callable[..., Sources]]:
    """Return what opens sources: Europe PMC with a PDF of the work, and a folder of the user's PDFs."""
    (tmp_path / "pdfs").mkdir()
    pdf = write_pdf(tmp_path / "made.pdf", [wrap_column(72, 90, _WORDS, 90)]).read_bytes()
    known = PublishedWork(str(WORK.doi), WORK.title, pdf=pdf, licence="cc-by-nc")
    with serve_scholarly_services([known]) as services:
        settings = Settings(europe_pmc_url=services.url, **_OFF)

        def open_all(scope: str | None = "oa") -> Sources:
            return open_sources(tmp_path / "fulltext", settings, scope, tmp_path / "pdfs", Limits(pause=0.0))

        yield open_all


def local_of(sources: Sources) -> LocalPdf | Absence:
    """Return the user's PDF of the work, or why there is none."""
    return match_local_pdfs([WORK], sources.shelf)[WORK.work_id]


def retrieve(sought: SoughtText, sources: Sources, taken: dict[str, str] | None = None) -> Retrieval:
    """Return the round of attempts for a work, where files may be stored as other works' texts."""
    return retrieve_text.fn(sought, sources, local_of(sources) if sources.pdfs else None, taken or {})


def test_a_file_that_cannot_be_read_leads_to_the_next_place(sources_of: Callable[..., Sources], tmp_path: Path) -> None:
    """The user's blank PDF is reported, the service's copy is read: pages, licence, parser and quality are kept."""
    write_streams(tmp_path / "pdfs" / "10.1234_heron.pdf", [b""])
    retrieval = retrieve(SoughtText(WORK, pending=True), sources_of())
    assert [(attempt.source, attempt.status) for attempt in retrieval.attempts] == [
        ("local", "blank"),
        ("europepmc", "stored"),
    ]
    assert retrieval.attempts[0].reason
    stored = retrieval.attempts[1]
    assert (stored.licence, stored.pages, stored.parser) == ("cc-by-nc", 1, "pdftext")
    assert stored.quality is not None
    assert stored.quality > 0.5
    assert [(page.page, page.source) for page in retrieval.pages] == [(1, "full text")]
    assert "Herons stood at the weir" in retrieval.pages[0].text


def test_the_same_file_is_read_once(tmp_path: Path) -> None:
    """What failed from one place is not parsed again when another delivers the very same file."""
    (tmp_path / "pdfs").mkdir()
    blank = write_streams(tmp_path / "pdfs" / "10.1234_heron.pdf", [b""]).read_bytes()
    with serve_scholarly_services([PublishedWork(str(WORK.doi), WORK.title, pdf=blank)]) as services:
        settings = Settings(europe_pmc_url=services.url, **_OFF)
        sources = open_sources(tmp_path / "fulltext", settings, "oa", tmp_path / "pdfs", Limits(pause=0.0))
        attempts = retrieve(SoughtText(WORK, pending=True), sources).attempts
    assert [attempt.status for attempt in attempts] == ["blank", "blank"]
    assert "same file" in str(attempts[1].reason)


def test_the_file_of_another_work_leads_to_the_next_place(sources_of: Callable[..., Sources], tmp_path: Path) -> None:
    """A file stored as another work's text is refused and says whose it is; nothing of it is left half done."""
    made = write_pdf(tmp_path / "pdfs" / "10.1234_heron.pdf", [wrap_column(72, 90, f"Other. {_WORDS}", 90)])
    sources = sources_of()
    retrieval = retrieve(SoughtText(WORK, pending=True), sources, {sha256(made.read_bytes()).hexdigest(): "W9"})
    assert [(attempt.source, attempt.status) for attempt in retrieval.attempts] == [
        ("local", "refused"),
        ("europepmc", "stored"),
    ]
    assert retrieval.attempts[0].reason == "It is the very file that is stored as the full text of W9."
    assert {path.suffix for path in sources.folder.iterdir()} == {".pdf"}


def test_without_a_scope_only_the_users_files_are_read(sources_of: Callable[..., Sources], tmp_path: Path) -> None:
    """Nobody is asked; a work that no file is of has one attempt that says so."""
    sources = sources_of(None)
    (attempt,) = retrieve(SoughtText(WORK, pending=True), sources).attempts
    assert (attempt.source, attempt.status) == ("local", "absent")
    assert sources.drain_calls() == ()
    assert not (tmp_path / "fulltext").exists()


def test_nothing_known_is_an_attempt_too(tmp_path: Path) -> None:
    """A work that nobody can be asked about still ends with one attempt and a reason."""
    sources = open_sources(tmp_path, Settings(europe_pmc_url="", unpaywall_url="", **_OFF), "oa", None)
    (attempt,) = retrieve(SoughtText(WORK, pending=True), sources).attempts
    assert (attempt.source, attempt.status) == ("locating", "absent")
    assert attempt.reason


def test_a_file_that_came_later_is_due(sources_of: Callable[..., Sources], tmp_path: Path) -> None:
    """A work whose attempts are final is tried again with a PDF the user has got meanwhile, and only with that."""
    final = SoughtText(WORK, pending=False)
    assert not is_due(final, local_of(sources_of()))
    write_pdf(tmp_path / "pdfs" / "10.1234_heron.pdf", [wrap_column(72, 90, _WORDS, 90)])
    sources = sources_of()
    assert is_due(final, local_of(sources))
    assert [attempt.source for attempt in retrieve(final, sources).attempts] == ["local"]
    assert not is_due(SoughtText(WORK, pending=False, local_urls=("local:10.1234_heron.pdf",)), local_of(sources))
    assert sources.drain_calls() == ()
