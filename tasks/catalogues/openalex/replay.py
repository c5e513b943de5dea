"""OpenAlex as a recorded review was answered, for a replay: nothing is sent, and nothing costs anything."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from storage.core.errors import RecordMissing
from storage.searching.api_calls import Answers, ApiCall
from tasks.catalogues.openalex.client import Fault, OpenAlexClient, Row, unpack


class RecordedOpenAlex(OpenAlexClient):
    """The API at the base address of a record, from which every answer comes."""

    def __init__(self, base_url: str, answers: Answers) -> None:
        """Take the answers by base address and path."""
        super().__init__(base_url)
        self._recorded = answers
        self._calls: list[ApiCall] = []

    def __reduce__(self) -> tuple[type[RecordedOpenAlex], tuple[str, Answers]]:  # type: ignore[override]
        """Pickle as address and record."""
        return RecordedOpenAlex, (self.base_url, self._recorded)

    def get(self, path: str, find_fault: Callable[[Row], Fault | None]) -> Row | None:
        """Return the recorded answer to a path, as incomplete as it was.

        Raises:
            RecordMissing: the recorded review never asked this.
        """
        del find_fault
        key = (self.base_url, path)
        if key not in self._recorded:
            raise RecordMissing(
                "the recorded review never asked OpenAlex what this one asks; replay it with the same topic and "
                "options, or unset LITREVIEW_REPLAY"
            )
        body = self._recorded[key]
        if path in self._known:
            return unpack(body)
        status = httpx.codes.OK if body is not None else httpx.codes.NOT_FOUND
        with self._lock:
            self._calls.append(ApiCall("openalex", f"{self.base_url}{path}", status, 0.0, 0.0))
        return self._keep(path, unpack(body))

    def _drain_calls(self) -> tuple[ApiCall, ...]:
        with self._lock:
            calls, self._calls = self._calls, []
        return tuple(calls)
