"""The OpenAlex API as a catalogue.

Works without a key, but then the daily allowance is a tenth of what a free key has: too small for most reviews.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import orjson

from storage.records.search import Expert, Formulation, Hit, Response, SearchOutcome, Topic, Work
from storage.searching.api_calls import Answers, CatalogueLog
from tasks.catalogues.experts import rank_experts
from tasks.catalogues.openalex.citing import pack_seeds, read_citing
from tasks.catalogues.openalex.client import OpenAlexClient
from tasks.catalogues.openalex.pages import MOST_ROWS, Listing, Row, at_once, collect_list, read_list
from tasks.catalogues.openalex.queries import (
    WorksQuery,
    any_word,
    one_of,
    pack_values,
    single_work,
    word_search,
    word_subject,
)
from tasks.catalogues.protocol import Keeper
from tasks.catalogues.work_record import find_reason_to_leave_out, find_work_id, parse_work, read_subjects
from tasks.metadata.fields import normalise_doi, number, openalex_key

# How many of the best hits for a text represent its topics and experts, as in the local catalogue.
_HITS_ON_TOPIC = 200
_ID = "openalex"  # the filter for ids


class OpenAlexCatalogue:
    """All works of OpenAlex, as a `Catalogue`; every method may raise what `OpenAlexClient.get` raises."""

    def __init__(self, client: OpenAlexClient, most_citing: int) -> None:
        """Answer through a client; of the works citing one work at most `most_citing` are read, most cited first."""
        self._client = client
        self._most_citing = most_citing
        self._citations: dict[str, int] = {}
        # References to works that OpenAlex does not have recur in every stage; they are asked for once.
        self._absent: set[str] = set()
        self._on_topic: dict[WorksQuery, list[Row]] = {}
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type[OpenAlexCatalogue], tuple[OpenAlexClient, int]]:
        """Pickle as the client and the cap."""
        return OpenAlexCatalogue, (self._client, self._most_citing)

    @property
    def name(self) -> str:
        """Return "openalex": the catalogue changes daily, so nothing else identifies its content."""
        return "openalex"

    @property
    def is_metered(self) -> bool:
        """Return that OpenAlex counts calls, and charges for most of them."""
        return True

    def newest_year(self) -> int:
        """Return the current year (UTC)."""
        return datetime.now(UTC).year

    def drain(self) -> CatalogueLog:
        """Return calls (retries included), what the answers lack, quota and answers, since this was last asked."""
        return self._client.drain()

    def recall(self, answers: Answers) -> None:
        """Take over answers that are on record, which then are not asked for again, and forget all others."""
        self._client.recall(answers)

    def report_to(self, keeper: Keeper | None) -> None:
        """Have each answer put on record as it comes."""
        self._client.report_to(keeper)

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return the works in the API's order of relevance; if few hold every word, those with any word follow."""
        rows, listings, total = self._search(word_search(formulation), formulation.limit)
        works = list(self._works(rows).values())[: formulation.limit]
        hits = tuple(Hit(work, rank) for rank, work in enumerate(works, start=1))
        url = " ".join(f"{self._client.base_url}{listing.path}" for listing in listings)
        return SearchOutcome(formulation, url, total, hits, api_calls=sum(listing.pages for listing in listings))

    def works_by_id(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the known works among the ids, in the order asked; a merged id asked alone gives what it became."""
        keys = list(dict.fromkeys(key for work_id in work_ids if (key := openalex_key(work_id, "W"))))
        if len(keys) == 1:
            return list(self._works(self._read_single(keys[0])).values())
        asked = [key for key in keys if key not in self._absent]
        found = self._works(self._read_all(_ID, asked))
        self._absent.update(key for key in asked if key not in found)
        return [found[key] for key in keys if key in found]

    def works_by_doi(self, dois: Sequence[str]) -> list[Work]:
        """Return the known works among the DOIs, in the order asked; several records of one DOI follow each other."""
        keys = list(dict.fromkeys(key for doi in dois if (key := normalise_doi(doi))))
        # "," and "|" join filters and their values.
        alone = [key for key in keys if len(keys) == 1 or "," in key or "|" in key]
        together = [key for key in keys if key not in alone]
        rows = [row for found in at_once(self._read_single, [f"doi:{key}" for key in alone]) for row in found]
        places = {key: place for place, key in enumerate(keys)}
        works = [work for work in self._works([*rows, *self._read_all("doi", together)]).values() if work.doi in places]
        return sorted(works, key=lambda work: (places[work.doi or ""], len(work.work_id), work.work_id))

    def works_by_pmid(self, pmids: Sequence[str]) -> dict[str, Work]:
        """Return the known works among the numbers of PubMed, by those; each is asked for alone, for free."""
        keys = list(dict.fromkeys(pmids))
        found = at_once(self._read_single, [f"pmid:{key}" for key in keys])
        return {key: work for key, rows in zip(keys, found, strict=True) for work in self._works(rows).values()}

    def citing_works(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the works that cite any of the ids, each once, by id; a cap that was reached is put on record."""
        keys = [key for work_id in work_ids if (key := openalex_key(work_id, "W"))]
        parts = read_citing(self._client, pack_seeds(keys), self._count_citations, self._most_citing)
        for part in parts:
            if part.is_cut:
                there = f"More than {len(part.rows)}" if part.total is None else part.total
                self._client.note(
                    "citing works left out",
                    f"{there} works cite {part.seeds[0]}; the {len(part.rows)} most cited of them were followed "
                    f"(LITREVIEW_OPENALEX_MOST_CITING)",
                )
        works = self._works(row for part in parts for row in part.rows)
        return [works[key] for key in sorted(works)]

    def topics(self, text: str, limit: int = 5) -> list[Topic]:
        """Return the subject headings most frequent among the 200 best hits for the text, ties by id."""
        rows = self._best_on_topic(text, None)
        subjects = [subject for row in rows if not find_reason_to_leave_out(row) for subject in read_subjects(row)]
        names = dict(sorted(subjects, reverse=True))
        counted = Counter(subject_id for subject_id, _ in subjects)
        best = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
        return [Topic(subject_id, names[subject_id], works) for subject_id, works in best]

    def authors_of_topic(self, topic_id: str, text: str, limit: int = 10) -> list[Expert]:
        """Return the experts (`rank_experts`) among the topic's 200 best works for the text."""
        works = self._works(self._best_on_topic(text, topic_id))
        return rank_experts(list(works.values()), self.newest_year(), limit)

    def works_of_author(self, author_id: str, limit: int = 10) -> list[Work]:
        """Return the works of an author (id short or as address), most cited first."""
        key = openalex_key(author_id, "A")
        if key is None:
            return []
        query = WorksQuery((("authorships.author.id", key),), sort="cited_by_count")
        return list(self._works(read_list(self._client, query, limit).rows).values())

    def _best_on_topic(self, text: str, topic_id: str | None) -> list[Row]:
        query = word_subject(text, topic_id)
        if query is None:
            return []
        with self._lock:
            # Expert and book search ask the same, and a search costs ten times what a list does.
            if query not in self._on_topic:
                self._on_topic[query] = self._search([query], _HITS_ON_TOPIC)[0][:_HITS_ON_TOPIC]
            return self._on_topic[query]

    def _search(self, queries: Sequence[WorksQuery], limit: int) -> tuple[list[Row], list[Listing], int]:
        """Return rows in rank order, each once, the lists they come from, and how many rows there are in all."""
        if not queries[0].text:
            return [], [], 0
        listings = [read_list(self._client, query, limit) for query in queries]
        rows = _rank(listings)
        total = sum(listing.least for listing in listings)
        relaxed = [query for asked in queries if (query := any_word(asked))] if total < limit else []
        if relaxed:
            wider = [read_list(self._client, query, limit) for query in relaxed]
            rows += _rank(wider)
            listings += wider
            total = max(total, sum(listing.least for listing in wider))
        unique: dict[object, Row] = {}
        for row in rows:
            unique.setdefault(row.get("id"), row)
        return list(unique.values()), listings, total

    def _read_single(self, key: str) -> list[Row]:
        row = self._client.get(single_work(key), lambda _: None)
        return [row] if row else []

    def _read_all(self, field: str, values: Sequence[str]) -> list[Row]:
        lists = at_once(lambda group: self._read_values(field, group), list(pack_values(values)))
        return [row for rows in lists for row in rows]

    def _read_values(self, field: str, group: Sequence[str]) -> list[Row]:
        """Return the records that have one of the values; one missing from the list is requested alone, for free."""
        # Several records can share a DOI, so a group has no natural limit.
        most = 2 * len(group)
        limit = len(group) if field == _ID else most
        listing = collect_list(self._client, one_of(field, group), limit, size=min(most, MOST_ROWS))
        if not listing.missing:
            return list(listing.rows)
        prefix = "" if field == _ID else f"{field}:"
        there = {value for row in listing.rows for value in (find_work_id(row), normalise_doi(row.get("doi")))}
        lacking = [f"{prefix}{value}" for value in group if value not in there]
        return [*listing.rows, *(row for rows in at_once(self._read_single, lacking) for row in rows)]

    def _count_citations(self, keys: Sequence[str]) -> Mapping[str, int]:
        """Return citations by work id; works that this process has not met yet are looked up."""
        if missing := [key for key in keys if key not in self._citations]:
            self._works(self._read_all(_ID, missing))
        return self._citations

    def _works(self, rows: Iterable[Row]) -> dict[str, Work]:
        works = {}
        for row in rows:
            work_id = find_work_id(row)
            if work_id is None or work_id in works or find_reason_to_leave_out(row):
                continue
            works[work_id] = parse_work(row, self._keep(work_id, row))
            self._citations[work_id] = works[work_id].cited_by_count
        return works

    def _keep(self, work_id: str, row: Mapping[str, object]) -> Response:
        """Return the record as answered, with the address that answers it alone; its score belongs to the search."""
        body = orjson.dumps({name: value for name, value in row.items() if name != "relevance_score"}).decode()
        return Response("openalex", f"{self._client.base_url}{single_work(work_id)}", body)


def _rank(listings: Sequence[Listing]) -> list[Row]:
    """Return the rows of one list as they are, those of several merged by score, ties by id."""
    rows = [row for listing in listings for row in listing.rows]
    if len(listings) > 1:
        rows.sort(key=lambda row: (-number(row.get("relevance_score")), str(find_work_id(row))))
    return rows
