"""A review with full texts: abstracts found before works are judged, files fetched and read, and nothing without it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.retrieval import retrieval
from flows.review import review
from flows.snowballing import snowballing
from storage.core.canonical import hash_tables
from storage.core.errors import PlanMismatch
from storage.core.ledger import Ledger
from storage.publication.published import read_published_order
from tasks.environment.settings import read_settings
from tests.benchmarks.gold_search import GoldReader
from tests.fakes.scholarly_services import PublishedWork, ScholarlyServices, serve_scholarly_services
from tests.tasks.parsing.made_pdfs import wrap_column, write_pdf

from .conftest import make_record

pytestmark = pytest.mark.slow

# Works without abstract: one a service has the abstract of, one with a full text only, one of which there is nothing.
_ABSENT, _CONDENSED, _BARE = 3, 4, 5
_WORDS = "We studied wild bees in orchards with flower strips. We found that flower strips raised the visits of bees. "


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScholarlyServices]:
    """Serve Europe PMC and Crossref: a PDF of work 1, the abstract of work 3, the full text of work 4."""
    first, second = (
        write_pdf(tmp_path / "a.pdf", [wrap_column(72, 90, f"{start} {_WORDS * 6}", 90)] * 2).read_bytes()
        for start in ("First.", "Second.")
    )
    works = [
        PublishedWork("10.1234/bee.1", _title(1), pdf=first),
        PublishedWork(f"10.1234/bee.{_ABSENT}", _title(_ABSENT), abstract=_WORDS),
        PublishedWork(f"10.1234/bee.{_CONDENSED}", _title(_CONDENSED), pdf=second, licence=""),
    ]
    for name in ("UNPAYWALL", "ARXIV", "SEMANTIC_SCHOLAR", "CORE"):
        monkeypatch.setenv(f"LITREVIEW_{name}_URL", "")
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    with serve_scholarly_services(works) as running:
        monkeypatch.setenv("LITREVIEW_EUROPE_PMC_URL", running.url)
        monkeypatch.setenv("LITREVIEW_CROSSREF_URL", running.url)
        yield running


@pytest.fixture
def order(write_catalogue: Callable[..., Path], tmp_path: Path) -> dict[str, Any]:
    """Return the arguments of a quick review of twelve works on wild bees, three of them without abstract."""
    bare = {number: {"abstract": None} for number in (_ABSENT, _CONDENSED, _BARE)}
    records = [make_record(number, title=_title(number), **bare.get(number, {})) for number in range(1, 13)]
    return {
        "topic": "wild bees flower strips",
        "catalogue": str(write_catalogue(records)),
        "reviews": str(tmp_path / "reviews"),
        "quality": "quick",
        "analyst": "instant",
        "name": "bees",
        "seeds": [f"10.1234/bee.{number}" for number in (1, _ABSENT, _CONDENSED)],
        "quiet": True,
    }


def _title(number: int) -> str:
    return f"Wild bees and flower strips in orchard landscape number {number}"


def _asked(services: ScholarlyServices) -> list[str]:
    """Return what was asked by retrieval alone: Crossref is asked by the check of references, too."""
    return [*services.asked("europepmc"), *services.asked("files")]


def _sources(order: dict[str, Any]) -> dict[str, str]:
    return dict(_select(order, "SELECT work_id, source FROM summary"))


def _hashes(order: dict[str, Any]) -> dict[str, str]:
    with Ledger(Path(order["reviews"]) / order["name"]) as ledger:
        return hash_tables(ledger)


def _select(order: dict[str, Any], sql: str) -> list[tuple]:
    with Ledger(Path(order["reviews"]) / order["name"]) as ledger:
        return ledger.select(sql).rows()


def test_a_review_may_come_to_read_full_texts(services: ScholarlyServices, order: dict[str, Any]) -> None:
    """By default nobody is asked and no row is written; allowed later, what can be fetched is read and written on."""
    before = review.fn(**order).text
    assert _asked(services) == []
    tables = ("fulltext_attempt", "abstract_lookup")
    assert [_select(order, f"SELECT count(*) FROM {table}") for table in tables] == [[(0,)]] * 2
    assert not (Path(order["reviews"]) / "bees" / "fulltext").exists()
    after = review.fn(**order, fulltext="oa").text
    assert _select(order, "SELECT fulltext FROM review") == [("oa",)]
    assert _sources(order)["W1"].startswith("full text")
    assert after != before


def test_a_review_with_full_texts_finds_fetches_and_says_so(services: ScholarlyServices, order: dict[str, Any]) -> None:
    """Missing abstracts come first, then files; every corpus work ends in one status; a second run asks nobody."""
    review.fn(**order, fulltext="oa")
    abstracts = dict(_select(order, "SELECT work_id, abstract_source FROM work WHERE work_id IN ('W3', 'W4')"))
    assert abstracts == {"W3": "europepmc", "W4": None}
    statuses = dict(_select(order, "SELECT work_id, status FROM fulltext"))
    assert {work for work, status in statuses.items() if status == "full text"} == {"W1", "W4"}
    assert statuses["W3"] == "abstract only"
    # Works without abstract had a text before they were judged, the rest was fetched once it was in the corpus.
    first = (
        "SELECT a.work_id FROM fulltext_attempt AS a JOIN screening_decision AS d USING (work_id) "
        'WHERE a."at" < d.decided_at'
    )
    assert set(_select(order, first)) == {("W4",), ("W5",)}
    looked = (
        "SELECT l.work_id FROM abstract_lookup AS l JOIN screening_decision AS d USING (work_id) "
        'WHERE l."at" < d.decided_at'
    )
    assert set(_select(order, looked)) == {("W3",), ("W4",), ("W5",)}
    incomplete = "SELECT work_id FROM problem WHERE kind = 'incomplete reference' ORDER BY work_id"
    bare = "SELECT work_id FROM corpus WHERE abstract IS NULL ORDER BY work_id"
    assert ("W4",) in _select(order, incomplete) == _select(order, bare)
    sources = _sources(order)
    assert {work for work, source in sources.items() if source.startswith("full text")} == {"W1", "W4"}
    assert sources["W3"] == "abstract"
    asked = _asked(services)
    before = _hashes(order)
    review.fn(**order, fulltext="oa")
    assert _asked(services) == asked
    assert _hashes(order) == before
    with pytest.raises(PlanMismatch, match="repeat --fulltext oa"):
        review.fn(**order)


def test_a_service_that_is_offline_is_asked_once_and_told(
    services: ScholarlyServices, order: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several works want it; it is tried for one of them, three times, and a problem says what is missing."""
    with socket.socket() as closed:
        closed.bind(("localhost", 0))
        monkeypatch.setenv("LITREVIEW_EUROPE_PMC_URL", f"http://localhost:{closed.getsockname()[1]}")
    asked = ReviewOrder(
        **{name: value for name, value in order.items() if name not in ("quiet", "seeds")}, fulltext="oa"
    )
    with open_context(asked, read_settings(), Progress(quiet=True)) as bench:
        for phase in (discovery, snowballing, retrieval):
            phase.fn(bench)
        counts = (
            "(SELECT count(*) FROM corpus), (SELECT count(*) FROM api_call WHERE service = 'europepmc' AND status = 0)"
        )
        works, calls = bench.ledger.select(f"SELECT {counts}").row(0)
        problems = bench.ledger.select("SELECT message FROM problem WHERE kind = 'service unavailable'").to_series()
    assert works > 1
    assert calls == 3
    why = "europepmc could not be reached (ConnectError) and was not asked again"
    assert problems.to_list() == [f"{why}; what it may have is looked for when the review is resumed"]
    assert services.asked("europepmc") == []


def test_pdfs_alone_are_read_without_asking_anybody(
    services: ScholarlyServices, order: dict[str, Any], tmp_path: Path
) -> None:
    """With --pdfs and nothing to fetch the user's files are matched; one that comes later is read in a later run."""
    (tmp_path / "pdfs").mkdir()
    page = wrap_column(72, 90, _WORDS * 6, 90)
    write_pdf(tmp_path / "pdfs" / "10.1234_bee.1.pdf", [page])
    review.fn(**order, pdfs=str(tmp_path / "pdfs"))
    stored = "SELECT work_id FROM fulltext WHERE status = 'full text' ORDER BY work_id"
    assert _select(order, stored) == [("W1",)]
    planned = read_published_order(Path(order["reviews"]) / "bees")
    assert (planned["fulltext"], planned["pdfs"]) == ("never", str(tmp_path / "pdfs"))
    write_pdf(tmp_path / "pdfs" / "10.1234_bee.3.pdf", [page, page])
    review.fn(**planned, name="bees", reviews=order["reviews"], quiet=True)
    assert _select(order, stored) == [("W1",), ("W3",)]
    assert _asked(services) == []


@pytest.mark.parametrize("fulltext", ["oa", "never"])
def test_a_reader_is_not_asked_about_a_mere_title_where_texts_were_sought(
    services: ScholarlyServices, order: dict[str, Any], fulltext: str
) -> None:
    """What was looked up or condensed is judged; what nobody has a text of stays unsure, unless none was sought."""
    reader = GoldReader(gold=frozenset(f"W{number}" for number in range(1, 13)))
    asked = ReviewOrder(
        **{name: value for name, value in order.items() if name not in ("quiet", "seeds")}, fulltext=fulltext
    )
    with open_context(asked, read_settings(), Progress(quiet=True)) as bench:
        reading = replace(bench, analyst=reader)
        discovery.fn(reading)
        snowballing.fn(reading)
        verdicts = dict(bench.ledger.select("SELECT work_id, verdict FROM screening_decision").iter_rows())
    expected = {"W3": "include", "W4": "include", "W5": "unsure" if fulltext == "oa" else "include"}
    assert {work: verdicts[work] for work in expected} == expected
    assert bool(services.requests) == (fulltext == "oa")
