"""A client of a loopback Open Library."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from tasks.services.open_library import OpenLibrary


@pytest.fixture
def library(httpserver: HTTPServer) -> OpenLibrary:
    """Return a client of the loopback server."""
    return OpenLibrary(httpserver.url_for("/"))
