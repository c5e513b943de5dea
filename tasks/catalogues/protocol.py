"""What every catalogue of works can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from storage.records.search import Expert, Formulation, SearchOutcome, Topic, Work
from storage.searching.api_calls import Answers, CatalogueLog


class Index(Protocol):
    """A source of scholarly works that can be searched. Instances can be pickled and used from several threads at once.

    Tombstones, paratext and records without a title are never returned.
    """

    @property
    def name(self) -> str:
        """Return what identifies the index."""

    @property
    def is_metered(self) -> bool:
        """Return whether it is a service that counts, and may charge for, requests."""

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return works matching the formulation in the index's order; `url` holds what was asked, without secrets."""

    def drain(self) -> CatalogueLog:
        """Return what is to be recorded since the last call of this: calls, answers, their gaps, the quota."""

    def recall(self, answers: Answers) -> None:
        """Take over answers that are on record, which then are not asked for again, and forget all others."""

    def report_to(self, keeper: Keeper | None) -> None:
        """Have each answer put on record as it comes."""


class Catalogue(Index, Protocol):
    """An index that also states citations, so that works can be followed to what they cite and what cites them.

    Unknown ids, DOIs, topics and authors are expected absences: they are missing from the answer, never an error.
    Tombstones (OpenAlex's "Deleted Work"), paratext and records without a title are never returned.
    """

    @property
    def name(self) -> str:
        """Return what identifies the catalogue's content: for a file, its file name and content digest."""

    @property
    def is_metered(self) -> bool:
        """Return whether it is a service that counts, and may charge for, requests."""

    def newest_year(self) -> int:
        """Return the newest publication year in the catalogue (future years of more than 1 ahead left out)."""

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return works matching the formulation in rank order (BM25 of title and abstract, open access a bonus).

        `cited_by_over` is waived for works of `cited_by_exempt_from` and later; years are inclusive.
        """

    def works_by_id(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the known works among the ids, in the order asked, without repeats."""

    def works_by_doi(self, dois: Sequence[str]) -> list[Work]:
        """Return the known works among the DOIs (any spelling: resolver, case), in the order asked."""

    def works_by_pmid(self, pmids: Sequence[str]) -> dict[str, Work]:
        """Return the known works among the numbers that PubMed gave them, by those."""

    def citing_works(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the works that cite any of the ids, each once; `references` of each tells which."""

    def topics(self, text: str, limit: int = 5) -> list[Topic]:
        """Return the subject headings most frequent among the best hits for the text."""

    def authors_of_topic(self, topic_id: str, text: str, limit: int = 10) -> list[Expert]:
        """Return authors with most weight among works in the topic that match the text, best first."""

    def works_of_author(self, author_id: str, limit: int = 10) -> list[Work]:
        """Return an author's works, most cited first."""


class Keeper(Protocol):
    """Records what comes in."""

    def keep(self) -> None:
        """Return once everything that came so far is on record.

        Raises:
            StoppedShort: nobody is waiting for the result any more.
        """
