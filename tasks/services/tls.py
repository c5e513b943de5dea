"""Which certificates are trusted: loading them takes a twentieth of a second, so it is done once."""

from __future__ import annotations

import functools
import ssl

import httpx


@functools.cache
def trusted_certificates() -> ssl.SSLContext:
    """Return the context all connections share; certificate and host name are verified."""
    return httpx.create_ssl_context()
