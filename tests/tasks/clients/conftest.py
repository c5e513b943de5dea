"""A client of a loopback Open Library."""

from __future__ import annotations

import socket

import pytest
from pytest_httpserver import HTTPServer

from tasks.clients.open_library import OpenLibrary


@pytest.fixture
def library(httpserver: HTTPServer) -> OpenLibrary:
    """Return a client of the loopback server."""
    return OpenLibrary(httpserver.url_for("/"))


@pytest.fixture
def closed_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
