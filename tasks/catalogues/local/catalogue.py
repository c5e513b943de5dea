"""The local catalogue: OpenAlex works from files of the user, indexed once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from storage.core.email_addresses import blank_addresses
from storage.records.search import Expert, Formulation, Hit, Response, SearchOutcome, Topic, Work
from storage.searching.api_calls import Answers, CatalogueLog
from tasks.catalogues.experts import rank_experts
from tasks.catalogues.local import tables as local_tables
from tasks.catalogues.local.index import find_or_build_index
from tasks.catalogues.local.reader import IndexReader
from tasks.catalogues.protocol import Keeper
from tasks.catalogues.work_record import parse_work
from tasks.metadata.fields import decode_json, normalise_doi, openalex_key

# How many of the best hits for a text represent its topics and experts.
_HITS_ON_TOPIC = 200


def open_catalogue(path: Path, cache: Path) -> LocalCatalogue:
    """Return the catalogue of a file or folder of OpenAlex works, indexed in the cache folder on first use.

    Raises:
        CatalogueError: the path is missing, unreadable, damaged or not of OpenAlex works.
    """
    return LocalCatalogue(path.resolve().name, IndexReader(find_or_build_index(path, cache)))


class LocalCatalogue:
    """OpenAlex works in files on this machine, as a `Catalogue`."""

    def __init__(self, file_name: str, index: IndexReader) -> None:
        """Answer from an open index; the file name is for addresses shown to people."""
        self._file_name = file_name
        self._index = index

    @property
    def name(self) -> str:
        """Return file name and the first twelve digits of the content's SHA-256."""
        return f"{self._file_name}@{self._index.manifest['digest'][:12]}"

    @property
    def left_out(self) -> dict[str, int]:
        """Return how many records were not indexed, by reason."""
        return dict(self._index.manifest["left_out"])

    def newest_year(self) -> int:
        """Return the newest year at most one beyond the newest record's date; 0 when no work states a year."""
        ((year,),) = self._index.fetch(local_tables.NEWEST_YEAR)
        return int(year)

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return the best works by BM25, open ones times 1.05, ties by id.

        Works that state no language pass that filter; works that state no year or type fail theirs.
        """
        ids, total = self._index.rank(
            formulation.text,
            formulation.limit,
            local_tables.MATCHING,
            from_year=formulation.from_year,
            to_year=formulation.to_year,
            types=list(formulation.types),
            languages=[language.lower() for language in formulation.languages],
            cited_by_over=formulation.cited_by_over,
            cited_by_exempt_from=formulation.cited_by_exempt_from,
        )
        hits = tuple(Hit(work, rank) for rank, work in enumerate(self.works_by_id(ids), start=1))
        return SearchOutcome(formulation, self._address(formulation), total, hits)

    def works_by_id(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the known works among the ids (short or as address), in the order asked, without repeats."""
        keys = dict.fromkeys(key for work_id in work_ids if (key := openalex_key(work_id, "W")))
        return self._works(self._index.fetch(local_tables.WORKS_BY_ID, keys=list(keys)))

    def works_by_doi(self, dois: Sequence[str]) -> list[Work]:
        """Return the known works among the DOIs, in the order asked; several records of one DOI follow each other."""
        keys = dict.fromkeys(key for doi in dois if (key := normalise_doi(doi)))
        return self._works(self._index.fetch(local_tables.WORKS_BY_DOI, keys=list(keys)))

    def works_by_pmid(self, pmids: Sequence[str]) -> dict[str, Work]:
        """Return the known works among the numbers that PubMed gave them, by those; the first record of each."""
        rows = self._index.fetch(local_tables.WORKS_BY_PMID, keys=list(dict.fromkeys(pmids))) if pmids else []
        works = self._works((work_id, raw) for _, work_id, raw in rows)
        return {pmid: work for (pmid, _, _), work in reversed(list(zip(rows, works, strict=True)))}

    def citing_works(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the works that cite any of the ids, each once, by id."""
        keys = [key for work_id in work_ids if (key := openalex_key(work_id, "W"))]
        return self._works(self._index.fetch(local_tables.CITING_WORKS, keys=keys))

    def topics(self, text: str, limit: int = 5) -> list[Topic]:
        """Return the subject headings most frequent among the 200 best hits for the text, ties by id."""
        ids = self._best_on_topic(text, None)
        return [Topic(*row) for row in self._index.fetch(local_tables.SUBJECTS_OF_WORKS, keys=ids, limit=limit)]

    def authors_of_topic(self, topic_id: str, text: str, limit: int = 10) -> list[Expert]:
        """Return the experts (`rank_experts`) among the topic's 200 best works for the text."""
        works = self.works_by_id(self._best_on_topic(text, topic_id))
        return rank_experts(works, self.newest_year(), limit)

    def works_of_author(self, author_id: str, limit: int = 10) -> list[Work]:
        """Return the works of an author (id short or as address), most cited first, ties by id."""
        key = openalex_key(author_id, "A")
        return self._works(self._index.fetch(local_tables.WORKS_OF_AUTHOR, author_id=key, limit=limit))

    def drain(self) -> CatalogueLog:
        """Return an empty log: files are read without calls."""
        return CatalogueLog()

    @property
    def is_metered(self) -> bool:
        """Return that files are free to read."""
        return False

    def recall(self, answers: Answers) -> None:
        """Do nothing: files are read again."""

    def report_to(self, keeper: Keeper | None) -> None:
        """Do nothing: there is nothing to put on record."""

    def _best_on_topic(self, text: str, topic_id: str | None) -> list[str]:
        ids, _ = self._index.rank(text, _HITS_ON_TOPIC, local_tables.MATCHING_SUBJECT, subject_id=topic_id)
        return ids

    def _works(self, rows: Iterable[tuple[Any, ...]]) -> list[Work]:
        return [
            parse_work(decode_json(kept), Response("local", f"local:{self._file_name}#{work_id}", kept))
            for work_id, raw in rows
            for kept in (blank_addresses(raw),)
        ]

    def _address(self, formulation: Formulation) -> str:
        filters = []
        if formulation.from_year is not None or formulation.to_year is not None:
            filters.append(f"publication_year:{formulation.from_year or ''}-{formulation.to_year or ''}")
        if formulation.types:
            filters.append(f"type:{'|'.join(formulation.types)}")
        if formulation.languages:
            filters.append(f"language:{'|'.join(formulation.languages)}")
        if formulation.cited_by_over is not None:
            exempt = formulation.cited_by_exempt_from
            waiver = f" or publication_year:{exempt}-" if exempt is not None else ""
            filters.append(f"cited_by_count:>{formulation.cited_by_over}{waiver}")
        address = f"local:{quote(self._file_name)}?search={quote(formulation.text)}"
        return f"{address}&filter={quote(','.join(filters), safe=':,|>-')}" if filters else address
