"""Records of snowballing: seeds followed together in one direction, and the works at the other end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from storage.records.search import content_id

if TYPE_CHECKING:
    from storage.records.search import Work

Direction = Literal["backward", "forward"]


@dataclass(frozen=True, slots=True)
class SeedGroup:
    """Seeds followed together in one direction: each seed's references as its record and second indexes state them.

    `known` are the references whose records the ledger already has, so that nothing is asked twice. `citers` are each
    seed's citing works that only a second index states, whose records the ledger has as well.
    """

    stage: int
    direction: Direction
    seeds: tuple[str, ...]
    references: tuple[tuple[str, ...], ...] = ()
    known: frozenset[str] = frozenset()
    citers: tuple[tuple[str, ...], ...] = ()

    @property
    def group_id(self) -> str:
        """Return the content id of stage, direction and seeds."""
        return content_id("group", self.stage, self.direction, *self.seeds)


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """Works at the other end of a group's citations, each once, and the catalogue calls they took."""

    group: SeedGroup
    works: tuple[Work, ...]
    api_calls: int = 0
