"""What every second index of citations can be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from storage.records.citations import AskedWork, CitationAnswer, Linked
from storage.records.search import Response
from tasks.services.answers import Absence
from tasks.services.service import ServiceClient


@dataclass(frozen=True, slots=True)
class Answered:
    """What an index says about works, and why it is silent on those that are missing ("" if none is)."""

    answers: tuple[CitationAnswer, ...] = ()
    silence: str = ""


class CitationIndex(Protocol):
    """An index of citations. Instances can be pickled and used from several threads at once.

    A service that does not answer, or not usably, is an expected absence, never an error.
    """

    @property
    def name(self) -> str:
        """Return what the index is called in the option, and in `citation`."""

    @property
    def client(self) -> ServiceClient:
        """Return the client that sends requests."""

    @property
    def described_at_once(self) -> int:
        """Return how many works `describe` takes at a time."""

    def cut(self, works: Sequence[AskedWork]) -> list[tuple[AskedWork, ...]]:
        """Return the works it can be asked about, in batches of which each is one question or a few."""

    def ask(self, works: Sequence[AskedWork]) -> Answered:
        """Return what it says about the works of a batch: each answer holds references and, if asked for, citers."""

    def describe(self, linked: Sequence[Linked]) -> Mapping[str, Response | None] | Absence:
        """Return its records of works by their names, None for one it has no record of, or why it gave no answer."""
