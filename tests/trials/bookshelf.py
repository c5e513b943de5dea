"""A catalogue made up for a trial: a service whose records have a shape that no other has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.records.search import Author, Expert, Formulation, Hit, Response, SearchOutcome, Topic, Work
from storage.searching.api_calls import Answers, CatalogueLog
from tasks.catalogues.protocol import Catalogue, Keeper
from tasks.catalogues.work_record import parse_work
from tasks.environment.settings import Settings
from tasks.metadata.fields import decode_json
from tasks.metadata.record_shape import RecordShape
from tests.faults.world import write_world

NAME = "bookshelf"
SHAPE = RecordShape(
    {
        "title": ("called",),
        "type": ("kind",),
        "venue": ("stands.in",),
        "volume": ("stands.volume",),
        "issue": ("stands.issue",),
        "pages": ("stands.at",),
        "publisher": ("stands.by",),
        "year": ("written",),
        "doi": ("handle",),
        "language": ("tongue",),
        "oa_url": ("open",),
    },
    {"authors": "writers"},
    ("label",),
)


def open_bookshelf(_settings: Settings, _recorded: Answers | None) -> Catalogue:
    """Return the catalogue: a small world in records of its own."""
    with TemporaryDirectory() as folder:
        lines = write_world(Path(folder) / "works.jsonl").read_text(encoding="utf-8").splitlines()
    return Bookshelf([_write_down(parse_work(decode_json(line))) for line in lines])


def _write_down(work: Work) -> Work:
    record = {
        "called": work.title,
        "kind": work.type,
        "stands": {
            "in": work.venue,
            "volume": work.volume,
            "issue": work.issue,
            "at": work.pages,
            "by": work.publisher,
        },
        "written": work.year,
        "handle": work.doi,
        "tongue": work.language,
        "open": work.oa_url,
        "writers": [{"label": author.name} for author in work.authors],
    }
    kept = {name: getattr(work, name) for name in Work.__slots__ if name not in {"response", "authors"}}
    response = Response(NAME, f"{NAME}:{work.work_id}", json.dumps(record))
    return Work(**kept, authors=tuple(Author(author.name) for author in work.authors), response=response)


class Bookshelf:
    """Works in memory, found by the words they share with a text, as a `Catalogue`."""

    name, is_metered = NAME, False

    def __init__(self, works: Sequence[Work]) -> None:
        """Take the works."""
        self._works = {work.work_id: work for work in works}

    def newest_year(self) -> int:
        """Return the newest year."""
        return max(work.year or 0 for work in self._works.values())

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return the works that share most words."""
        best = self._rank(formulation.text)[: formulation.limit]
        hits = tuple(Hit(work, rank) for rank, work in enumerate(best, start=1))
        return SearchOutcome(formulation, f"{NAME}:{formulation.text}", len(best), hits)

    def works_by_id(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the known ones."""
        return [self._works[one] for one in dict.fromkeys(work_ids) if one in self._works]

    def works_by_doi(self, dois: Sequence[str]) -> list[Work]:
        """Return the known ones."""
        return [work for work in self._works.values() if work.doi in set(dois)]

    def works_by_pmid(self, pmids: Sequence[str]) -> dict[str, Work]:
        """Return none: books have no such numbers."""
        del pmids
        return {}

    def citing_works(self, work_ids: Sequence[str]) -> list[Work]:
        """Return those that cite any."""
        return [work for work in self._works.values() if set(work.references) & set(work_ids)]

    def topics(self, text: str, limit: int = 5) -> list[Topic]:
        """Return none: a bookshelf has no headings."""
        del text, limit
        return []

    def authors_of_topic(self, topic_id: str, text: str, limit: int = 10) -> list[Expert]:
        """Return none."""
        del topic_id, text, limit
        return []

    def works_of_author(self, author_id: str, limit: int = 10) -> list[Work]:
        """Return none."""
        del author_id, limit
        return []

    def drain(self) -> CatalogueLog:
        """Return an empty log."""
        return CatalogueLog()

    def recall(self, answers: Answers) -> None:
        """Do nothing."""

    def report_to(self, keeper: Keeper | None) -> None:
        """Do nothing."""

    def _rank(self, text: str) -> list[Work]:
        words = set(text.lower().split())
        shared = {
            work.work_id: len(words & set(f"{work.title} {work.abstract or ''}".lower().split()))
            for work in self._works.values()
        }
        return [self._works[one] for one in sorted(shared, key=lambda one: (-shared[one], one)) if shared[one]]
