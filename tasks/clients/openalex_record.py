"""OpenAlex as a recorded review was answered, for a replay: nothing is sent, and nothing costs anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import httpx
import orjson

from storage.calls import ApiCall
from storage.errors import RecordMissing
from tasks.clients.openalex_http import OpenAlexClient


class RecordedOpenAlex(OpenAlexClient):
    """The API at the base address of a record, from which every answer comes."""

    def __init__(self, base_url: str, answers: Mapping[tuple[str, str], bytes | None]) -> None:
        """Take the answers by base address and path."""
        super().__init__(base_url)
        self._recorded = answers

    def __reduce__(self) -> tuple[type[RecordedOpenAlex], tuple[str, Mapping[tuple[str, str], bytes | None]]]:  # type: ignore[override]
        """Pickle as address and record."""
        return RecordedOpenAlex, (self.base_url, self._recorded)

    def get(self, path: str, find_fault: Callable[[Mapping[str, Any]], str | None]) -> Mapping[str, Any] | None:
        """Return the recorded answer to a path.

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
        status = httpx.codes.OK if body is not None else httpx.codes.NOT_FOUND
        with self._lock:
            self._calls.append(ApiCall("openalex", f"{self.base_url}{path}", status, 0.0, 0.0))
        return self._keep(path, None if body is None else orjson.loads(body))
