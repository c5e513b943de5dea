"""Moved to `flows.bench.loopback.world`; this name goes once nobody imports it."""

from flows.bench.loopback.world import World

__all__ = ["World"]
