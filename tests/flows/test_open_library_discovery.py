"""Open Library in the book strategy of a review: committed, recorded as a problem, asked again."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from pytest_httpserver import HTTPServer

from flows import review as review_module
from flows.discovery import discovery
from flows.snowballing import snowballing
from storage.core.ledger import Ledger

pytestmark = pytest.mark.slow

PATH = "/search.json"
ANSWER: dict[str, Any] = {
    "numFound": 2,
    "docs": [
        {"key": "/works/OL2629977W", "title": "Stress, appraisal, and coping", "first_publish_year": 1984},
        {"key": "/works/OL5W", "title": "Cortisol"},
    ],
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the demo corpus's index, built once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def search_demo(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, pl.DataFrame]]:
    """Return what runs a review of the demo corpus up to the end of snowballing and reads what it left."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(cache))
    monkeypatch.setattr(review_module, "PHASES", (discovery, snowballing))

    def run(base_url: str, *, include_books: bool = True) -> dict[str, pl.DataFrame]:
        monkeypatch.setenv("LITREVIEW_OPEN_LIBRARY_URL", base_url)
        review_module.review.fn(
            "hair cortisol, stress and obesity",
            quality="quick",
            catalogue="demo",
            analyst="instant",
            include_books=include_books,
            reviews=str(tmp_path),
            name="demo",
            quiet=True,
        )
        with Ledger(tmp_path / "demo") as ledger:
            return {
                "books": ledger.select(
                    "SELECT d.work_id, d.strategy, d.stage, d.rank, v.verdict IS NOT NULL AS decided "
                    "FROM discovery AS d JOIN search_query AS s USING (query_id) "
                    "LEFT JOIN current_decision AS v ON v.work_id = d.work_id "
                    "WHERE s.catalogue = 'openlibrary' ORDER BY d.rank"
                ),
                "others": ledger.select("SELECT work_id FROM discovery WHERE work_id NOT LIKE 'OL%'"),
                "problems": ledger.select("SELECT phase, kind, message FROM problem"),
                "responses": ledger.select("SELECT body FROM response WHERE source = 'openlibrary'"),
            }

    return run


def test_a_review_discovers_and_screens_books_of_open_library(
    httpserver: HTTPServer, search_demo: Callable[..., dict[str, pl.DataFrame]]
):
    """With the setting, the books are discoveries of the book strategy, kept raw, each with a decision."""
    httpserver.expect_request(PATH).respond_with_json(ANSWER)

    left = search_demo(httpserver.url_for(""))

    assert left["books"].select("work_id", "strategy", "stage", "rank", "decided").rows() == [
        ("OL2629977W", "book", 0, 1, True),
        ("OL5W", "book", 0, 2, True),
    ]
    assert left["responses"].height == 2
    assert left["problems"].is_empty()


def test_a_review_goes_on_without_open_library_and_says_so(
    search_demo: Callable[..., dict[str, pl.DataFrame]],
):
    """At a closed port discovery ends as it would have without the setting, with one problem on record."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        closed_port = probe.getsockname()[1]

    left = search_demo(f"http://localhost:{closed_port}")

    assert left["books"].is_empty()
    assert left["others"].height > 50
    ((phase, kind, message),) = left["problems"].rows()
    assert (phase, kind) == ("discovery", "open library unreachable")
    assert "could not be reached (ConnectError)" in message


@pytest.mark.parametrize(("setting", "include_books"), [(False, True), (True, False)])
def test_open_library_is_asked_only_with_setting_and_books(
    httpserver: HTTPServer, search_demo: Callable[..., dict[str, pl.DataFrame]], *, setting: bool, include_books: bool
):
    """Without the setting, or without books in the plan, nothing leaves the machine."""
    httpserver.expect_request(PATH).respond_with_json(ANSWER)

    left = search_demo(httpserver.url_for("") if setting else "", include_books=include_books)

    assert httpserver.log == []
    assert left["books"].is_empty()


def test_what_failed_is_asked_again_on_resuming_and_what_succeeded_is_not(
    httpserver: HTTPServer, search_demo: Callable[..., dict[str, pl.DataFrame]], monkeypatch: pytest.MonkeyPatch
):
    """A run cut off after its searches asks Open Library again, and once answered never more."""

    def cut_off(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("flows.screening.eligibility.exclude_repeats", cut_off)
        httpserver.expect_oneshot_request(PATH).respond_with_data("no", status=403)
        with pytest.raises(KeyboardInterrupt):
            search_demo(httpserver.url_for(""))
        httpserver.expect_oneshot_request(PATH).respond_with_json(ANSWER)
        with pytest.raises(KeyboardInterrupt):
            search_demo(httpserver.url_for(""))
    left = search_demo(httpserver.url_for(""))

    assert len(httpserver.log) == 2
    assert left["books"]["work_id"].to_list() == ["OL2629977W", "OL5W"]
    assert left["problems"].height == 1
