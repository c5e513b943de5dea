"""What indexes reached through a service have in common: what they record, and wider queries after narrow ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Self

from storage.records.search import Formulation, Hit, SearchOutcome, Work
from storage.searching.api_calls import Answers, CatalogueLog
from tasks.catalogues.index_client import IndexClient
from tasks.catalogues.protocol import Keeper

Found = tuple[str, int, dict[str, Work]]
"""The address asked, how many records match there, and those listed, by what the index calls them, in its order."""


class ServiceIndex:
    """An index behind an `IndexClient`; every method that asks may raise what `IndexClient.ask` raises."""

    def __init__(self, client: IndexClient) -> None:
        """Answer through a client."""
        self._client = client

    def __reduce__(self) -> tuple[type[Self], tuple[IndexClient]]:
        """Pickle as the client."""
        return type(self), (self._client,)

    @property
    def name(self) -> str:
        """Return what the index is called."""
        return self._client.address.name

    @property
    def is_metered(self) -> bool:
        """Return that calls are counted, though free."""
        return True

    def drain(self) -> CatalogueLog:
        """Return calls, what the answers lack, and answers, since this was last asked."""
        return self._client.drain()

    def recall(self, answers: Answers) -> None:
        """Take over answers that are on record, and forget all others."""
        self._client.recall(answers)

    def report_to(self, keeper: Keeper | None) -> None:
        """Have each answer put on record as it comes."""
        self._client.report_to(keeper)


def list_found(formulation: Formulation, queries: Iterable[str], look_up: Callable[[str], Found]) -> SearchOutcome:
    """Return what queries find, the narrowest first; the next one is asked where works are still wanted."""
    works: dict[str, Work] = {}
    asked: list[str] = []
    totals = [0]
    for query in queries:
        if query:
            address, total, found = look_up(query)
            asked.append(address)
            totals.append(total)
            works = {**works, **{key: work for key, work in found.items() if key not in works}}
        if len(works) >= formulation.limit:
            break
    best = list(works.values())[: formulation.limit]
    hits = tuple(Hit(work, rank) for rank, work in enumerate(best, start=1))
    return SearchOutcome(formulation, " ".join(asked), max(totals), hits, api_calls=len(asked))
