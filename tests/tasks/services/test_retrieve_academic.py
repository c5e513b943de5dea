"""The user's retrieve-academic service, over a loopback one: jobs that end, fail, and never end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from storage.records.search import Author, Work
from tasks.services import retrieve_academic as client
from tasks.services.answers import Absence, Location
from tasks.services.retrieve_academic import RetrieveAcademic
from tests.fakes.scholarly_services import PublishedWork, ScholarlyServices, serve_scholarly_services

WORK = Work("W1", "A title", doi="10.1234/a", authors=(Author("Ada Lovelace"),))


@pytest.fixture(autouse=True)
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at jobs every hundredth of a second."""
    monkeypatch.setattr(client, "_FIRST_LOOK", 0.01)
    monkeypatch.setattr(client, "_SLOWEST_LOOK", 0.02)


@pytest.fixture
def services() -> Iterator[ScholarlyServices]:
    """Serve one work."""
    with serve_scholarly_services([PublishedWork("10.1234/a", "A title", pdf=b"%PDF-1.4")]) as running:
        yield running


def answer_job(server: HTTPServer, job: dict[str, Any]) -> RetrieveAcademic:
    server.expect_request("/health").respond_with_json({"status": "ok"})
    server.expect_request("/retrieve").respond_with_json({"job_id": "j1", "status": "pending"})
    server.expect_request("/jobs/j1").respond_with_json({"job_id": "j1"} | job)
    return RetrieveAcademic.at(server.url_for(""))


def test_a_job_is_posted_looked_at_until_it_ends_and_leads_to_its_file(services: ScholarlyServices):
    """The order holds what the service asks for; the file is fetched only after completion."""
    found = RetrieveAcademic.at(services.url).locate(WORK)

    assert found == [Location("retrieve-academic", f"{services.url}/jobs/job-1/file", "pdf")]
    assert services.posted == [
        {
            "doi": "10.1234/a",
            "title": "A title",
            "authors": ["Ada Lovelace"],
            "preferred_formats": ["xml", "pdf"],
            "timeout_seconds": 180,
        }
    ]
    assert services.asked("retrieve-academic") == ["/health", "/retrieve", "/jobs/job-1", "/jobs/job-1"]


def test_a_failed_job_is_an_absence_with_its_code(services: ScholarlyServices):
    """The service's code is told, its free text is not."""
    found = RetrieveAcademic.at(services.url).locate(Work("W2", "Unknown", doi="10.1234/b"))

    assert found == Absence("retrieve-academic", "retrieve-academic found no file (NOT_FOUND).")


def test_a_job_that_never_ends_is_given_up(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch):
    """The time of a whole job is bounded, however often the service says that it is downloading."""
    monkeypatch.setattr(client, "_TIMEOUT", 0.2)
    started = time.monotonic()

    found = answer_job(httpserver, {"status": "downloading"}).locate(WORK)

    assert isinstance(found, Absence)
    assert found.status == "unavailable"
    assert "did not finish" in found.reason
    assert time.monotonic() - started < 2


@pytest.mark.parametrize(
    ("job", "why"),
    [
        ({"status": "completed", "file_format": "exe", "file_size": 9}, "neither PDF nor XML"),
        ({"status": "completed", "file_format": "pdf", "file_size": 0}, "empty"),
        ({"status": "failed", "error": "x", "error_code": "<b>secret path</b>"}, "found no file."),
        ({"status": "sleeping"}, "found no file."),
        ({}, "found no file."),
    ],
)
def test_odd_ends_are_absences(httpserver: HTTPServer, job: dict[str, Any], why: str):
    """Only a completed job with a PDF or XML file is a find; texts of the service are not repeated."""
    found = answer_job(httpserver, job).locate(WORK)

    assert isinstance(found, Absence)
    assert why in found.reason
    assert "secret" not in found.reason


@pytest.mark.parametrize("job_id", ["../../admin", "", None, "a/b", "x" * 200])
def test_a_job_that_names_a_path_is_not_followed(httpserver: HTTPServer, job_id: object):
    """What the service calls a job never leads to another path."""
    httpserver.expect_request("/health").respond_with_json({})
    httpserver.expect_request("/retrieve").respond_with_json({"job_id": job_id, "status": "completed"})

    found = RetrieveAcademic.at(httpserver.url_for("")).locate(WORK)

    assert isinstance(found, Absence)
    assert len(httpserver.log) == 2


def test_a_service_that_is_not_well_gets_no_job(httpserver: HTTPServer):
    """Without health nothing is posted."""
    httpserver.expect_request("/health").respond_with_data("", status=404)

    found = RetrieveAcademic.at(httpserver.url_for("")).locate(WORK)

    assert found == Absence("retrieve-academic", "retrieve-academic has no health check.", "unavailable")
    assert len(httpserver.log) == 1
