"""The local catalogue: OpenAlex works from files of the user, indexed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from storage.core.email_addresses import blank_addresses
from storage.records.search import Expert, Formulation, Hit, Response, SearchOutcome, Topic, Work
from storage.searching.api_calls import Answers, CatalogueLog
from tasks.catalogues.experts import rank_experts
from tasks.catalogues.local.facts import read_pmid
from tasks.catalogues.local.filters import Filters
from tasks.catalogues.local.index import find_or_build_index
from tasks.catalogues.local.reader import StoreReader
from tasks.catalogues.protocol import Keeper
from tasks.catalogues.work_record import parse_work, read_subjects
from tasks.metadata.fields import decode_json, normalise_doi, openalex_key

# How many of the best hits for a text represent its topics and experts.
_HITS_ON_TOPIC = 200


def open_catalogue(path: Path, cache: Path) -> LocalCatalogue:
    """Return the catalogue of a store, or of a file or folder of OpenAlex works, indexed in the cache on first use.

    Raises:
        CatalogueError: the path is missing, unreadable, damaged or not of OpenAlex works.
    """
    store = StoreReader(find_or_build_index(path, cache))
    return LocalCatalogue(store.stated.source, store)


class LocalCatalogue:
    """OpenAlex works in files on this machine, as a `Catalogue`."""

    def __init__(self, file_name: str, store: StoreReader) -> None:
        """Answer from an open store; the file name is for addresses shown to people."""
        self._file_name = file_name
        self._store = store

    @property
    def name(self) -> str:
        """Return file name and the first twelve digits of the content's SHA-256."""
        return f"{self._file_name}@{self._store.stated.digest[:12]}"

    @property
    def left_out(self) -> dict[str, int]:
        """Return how many records were not indexed, by reason."""
        return dict(self._store.stated.left_out)

    def newest_year(self) -> int:
        """Return the newest year at most one beyond the newest record's date; 0 when no work states a year."""
        return self._store.stated.newest_year

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return the best works by BM25, open ones times 1.05, ties by id.

        Works that state no language pass that filter; works that state no year or type fail theirs.
        """
        ranked, total = self._store.rank(formulation.text, formulation.limit, Filters.of(formulation))
        works = self.works_by_id([work_id for work_id, _ in ranked])
        hits = tuple(Hit(work, rank) for rank, work in enumerate(works, start=1))
        return SearchOutcome(formulation, self._address(formulation), total, hits)

    def works_by_id(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the known works among the ids (short or as address), in the order asked, without repeats."""
        keys = [key for work_id in work_ids if (key := openalex_key(work_id, "W"))]
        numbers = list(dict.fromkeys(int(key[1:]) for key in keys))
        records = self._store.find_works(numbers)
        return self._works((number, records[number]) for number in numbers if number in records)

    def works_by_doi(self, dois: Sequence[str]) -> list[Work]:
        """Return the known works among the DOIs, in the order asked; several records of one DOI by id."""
        keys = list(dict.fromkeys(key for doi in dois if (key := normalise_doi(doi))))
        works = self._works(sorted(self._store.find_identified("doi", keys).items()))
        return [work for key in keys for work in works if work.doi == key]

    def works_by_pmid(self, pmids: Sequence[str]) -> dict[str, Work]:
        """Return the known works among the numbers that PubMed gave them, by those; of several the one of least id."""
        found: dict[str, Work] = {}
        for number, raw in sorted(self._store.find_identified("pmid", list(dict.fromkeys(pmids))).items()):
            pmid = read_pmid(decode_json(raw))
            if pmid and pmid in pmids and pmid not in found:
                found[pmid] = self._works([(number, raw)])[0]
        return found

    def citing_works(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the works that cite any of the ids, each once, by id."""
        keys = [key for work_id in work_ids if (key := openalex_key(work_id, "W"))]
        records = self._store.find_citing(int(key[1:]) for key in keys)
        return self._works(sorted(records.items(), key=lambda one: f"W{one[0]}"))

    def topics(self, text: str, limit: int = 5) -> list[Topic]:
        """Return the subject headings most frequent among the 200 best hits for the text, ties by id."""
        records = self._store.find_works(self._best_on_topic(text, None))
        names: dict[str, str] = {}
        works: Counter[str] = Counter()
        for raw in records.values():
            for key, name in read_subjects(decode_json(raw)):
                names[key] = min(name, names.get(key, name))
                works[key] += 1
        best = sorted(works, key=lambda key: (-works[key], key))[:limit]
        return [Topic(key, names[key], works[key]) for key in best]

    def authors_of_topic(self, topic_id: str, text: str, limit: int = 10) -> list[Expert]:
        """Return the experts (`rank_experts`) among the topic's 200 best works for the text."""
        works = self.works_by_id([f"W{number}" for number in self._best_on_topic(text, topic_id)])
        return rank_experts(works, self.newest_year(), limit)

    def works_of_author(self, author_id: str, limit: int = 10) -> list[Work]:
        """Return the works of an author (id short or as address), most cited first, ties by id."""
        key = openalex_key(author_id, "A")
        return self._works(self._store.find_most_cited(int(key[1:]), limit) if key else [])

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

    def _best_on_topic(self, text: str, topic_id: str | None) -> list[int]:
        ranked, _ = self._store.rank(text, _HITS_ON_TOPIC, Filters(subject=topic_id))
        return [int(work_id[1:]) for work_id, _ in ranked]

    def _works(self, records: Iterable[tuple[int, str]]) -> list[Work]:
        return [
            parse_work(decode_json(kept), Response("local", f"local:{self._file_name}#W{number}", kept))
            for number, raw in records
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
