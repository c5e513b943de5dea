"""A made-up second index of citations, of which only the name is asked."""

from __future__ import annotations

from types import SimpleNamespace

from tasks.environment.settings import Settings


def open_index(_settings: Settings) -> SimpleNamespace:
    """Return something of the index's name."""
    return SimpleNamespace(name="second sight")
