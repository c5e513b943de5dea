"""Moved to `flows.bench.loopback.server`; this name goes once nobody imports it."""

from flows.bench.loopback.server import Loopback, serve_openalex

__all__ = ["Loopback", "serve_openalex"]
