"""retrieve-academic: a service the user may run for material they have lawful access to.

A job is posted, polled until it ends, and its file is fetched from the service like any other full text.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storage.records.search import Work
from tasks.metadata.fields import count
from tasks.services.answers import Absence, FileFormat, Location
from tasks.services.exchange import ServiceAddress
from tasks.services.service import ServiceClient, read_object

NAME = "retrieve-academic"
_TIMEOUT = 180  # seconds, for a whole job
_FIRST_LOOK, _SLOWEST_LOOK = 0.5, 5.0  # seconds between two polls of a job; each wait is half as long again
_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
_UNDER_WAY = ("pending", "searching", "downloading")
_FORMATS: dict[str, FileFormat] = {"pdf": "pdf", "xml": "xml", "jats": "xml", "tei": "xml"}
_CODE = re.compile(r"[A-Za-z0-9_-]{1,60}")
_MOST_AUTHORS = 20
_SMALLEST_WAIT = 0.01  # seconds


@dataclass(frozen=True, slots=True)
class RetrieveAcademic:
    """Files by DOI, title and authors."""

    client: ServiceClient

    @classmethod
    def at(cls, base_url: str) -> RetrieveAcademic:
        """Return the service at the address where the user runs it."""
        return cls(ServiceClient(ServiceAddress(NAME, "LITREVIEW_RETRIEVE_ACADEMIC_URL", base_url)))

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask."""
        return bool(work.doi or work.title)

    def locate(self, work: Work) -> list[Location] | Absence:
        """Return where the service holds the file once its job is completed; a job has 180 seconds."""
        deadline = time.monotonic() + _TIMEOUT
        healthy = self.client.ask("/health", is_whole=str)
        if isinstance(healthy, Absence):
            return Absence(
                NAME, healthy.reason.replace("does not know this work", "has no health check"), "unavailable"
            )
        order = {
            "doi": work.doi,
            "title": work.title,
            "authors": [author.name for author in work.authors[:_MOST_AUTHORS]],
            "preferred_formats": ["xml", "pdf"],
            "timeout_seconds": _TIMEOUT,
        }
        posted = read_object(self.client.ask("/retrieve", send=order))
        if isinstance(posted, Absence):
            return posted
        job_id = str(posted[0].get("job_id"))
        if not _JOB_ID.fullmatch(job_id):
            return Absence(NAME, "retrieve-academic did not say which job it began.", "unavailable")
        job = self._await_end(job_id, posted[0], deadline)
        return job if isinstance(job, Absence) else self._read_job(job_id, job)

    def _await_end(self, job_id: str, job: Mapping[str, Any], deadline: float) -> Mapping[str, Any] | Absence:
        pause = _FIRST_LOOK
        while job.get("status") in _UNDER_WAY:
            left = deadline - time.monotonic()
            if left <= 0:
                return Absence(NAME, f"retrieve-academic did not finish within {_TIMEOUT} s.", "unavailable")
            time.sleep(max(min(pause, left), _SMALLEST_WAIT))
            pause = min(pause * 1.5, _SLOWEST_LOOK)
            seen = read_object(self.client.ask(f"/jobs/{job_id}"))
            if isinstance(seen, Absence):
                return seen
            job = seen[0]
        return job

    def _read_job(self, job_id: str, job: Mapping[str, Any]) -> list[Location] | Absence:
        code = _CODE.fullmatch(str(job.get("error_code") or ""))
        if job.get("status") != "completed":
            return Absence(NAME, f"retrieve-academic found no file{f' ({code[0]})' if code else ''}.")
        kind = _FORMATS.get(str(job.get("file_format")).lower().lstrip("."))
        if kind is None or (job.get("file_size") is not None and not count(job["file_size"])):
            return Absence(NAME, "retrieve-academic found a file that is empty or neither PDF nor XML.")
        return [Location(NAME, f"{self.client.root}/jobs/{job_id}/file", kind)]
