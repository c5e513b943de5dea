"""The works a loopback OpenAlex serves: in today's schema, found by filters, ranked as the local catalogue ranks.

Records of 2023 are served as OpenAlex would serve them now: host venues as sources, concepts as topics (``C71924100``
becomes ``T71924100``), Crossref's types in today's vocabulary.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from storage.records.search import Work
from tasks.catalogues.local.files import find_files, read_records
from tasks.catalogues.local.filters import Filters
from tasks.catalogues.local.index import find_or_build_index
from tasks.catalogues.local.reader import StoreReader
from tasks.catalogues.work_record import find_work_id, parse_work, read_subjects
from tasks.metadata.fields import decode_json

Test = Callable[[Work], bool]


class World:
    """Works of a file or folder, by id, with the questions OpenAlex answers about them."""

    def __init__(self, path: Path) -> None:
        """Load the works; of those with the same id, the first."""
        self.records: dict[str, dict[str, Any]] = {}
        self.works: dict[str, Work] = {}
        self.topics: dict[str, set[str]] = {}
        for file in find_files(path):
            for raw in read_records(file):
                record = decode_json(raw.text)
                work_id = find_work_id(record)
                if work_id is None or work_id in self.records:
                    continue
                work = parse_work(record)
                self.works[work_id] = work
                self.records[work_id] = serve(record, work)
                self.topics[work_id] = {_topic_key(key) for key, _ in read_subjects(record)}
        self._citing: dict[str, set[str]] = defaultdict(set)
        for work in self.works.values():
            for cited in work.references:
                self._citing[cited].add(work.work_id)
        self._folder = TemporaryDirectory(prefix="openalex-")
        self._store = StoreReader(find_or_build_index(path, Path(self._folder.name)))

    @property
    def newest_year(self) -> int:
        """Return the newest publication year."""
        return max(work.year or 0 for work in self.works.values())

    def find(self, filters: list[tuple[str, str]], text: str, sort: str) -> list[tuple[str, float | None]]:
        """Return (id, relevance score) of the works that pass all filters, in order.

        Raises:
            KeyError: a filter or sort is not known; the argument is its name.
        """
        tests = [self._test(name, value) for name, value in filters]
        scores: dict[str, float | None] = dict.fromkeys(self.works)
        if text:
            scores = dict(self._store.rank(text, len(self.works), Filters())[0])
        found = [(key, score) for key, score in scores.items() if all(test(self.works[key]) for test in tests)]
        if sort == "cited_by_count:desc":
            return sorted(found, key=lambda pair: (-self.works[pair[0]].cited_by_count, pair[0]))
        if sort:
            raise KeyError(sort)
        return sorted(found, key=lambda pair: (-(pair[1] or 0.0), pair[0]))

    def find_pmid(self, number: str) -> str:
        """Return the id of the work with this number of PubMed, "" if none has it."""
        address = f"https://pubmed.ncbi.nlm.nih.gov/{number}"
        return next(
            (key for key, record in self.records.items() if (record.get("ids") or {}).get("pmid") == address), ""
        )

    def _test(self, name: str, value: str) -> Test:
        values = set(value.split("|"))
        if name == "cites":
            citing = set().union(*(self._citing[cited] for cited in values))
            return lambda work: work.work_id in citing
        if name in ("topics.id", "primary_topic.id"):
            return lambda work: bool(self.topics[work.work_id] & values)
        tests: dict[str, Test] = {
            "openalex": lambda work: work.work_id in values,
            "doi": lambda work: work.doi in {doi.lower().removeprefix("https://doi.org/") for doi in values},
            "author.id": lambda work: any(author.author_id in values for author in work.authors),
            "type": lambda work: work.type in values,
            "language": lambda work: work.language in values,
            "has_abstract": lambda work: (work.abstract is not None) == (value == "true"),
            "publication_year": lambda work: _in_years(work.year, value),
            "cited_by_count": lambda work: _compares(work.cited_by_count, value),
        }
        tests["authorships.author.id"] = tests["author.id"]
        return tests[name]


def serve(record: dict[str, Any], work: Work) -> dict[str, Any]:
    """Return a record in today's schema."""
    served = {name: value for name, value in record.items() if name not in ("host_venue", "concepts")}
    location = dict(record.get("primary_location") or {})
    source = dict(location.get("source") or {})
    host = record.get("host_venue") or {}
    if not source.get("display_name"):
        source["display_name"] = host.get("display_name")
    if not source.get("host_organization_name"):
        source["host_organization_name"] = host.get("publisher")
    topics = [
        {"id": f"https://openalex.org/{_topic_key(key)}" if key != name else None, "display_name": name}
        for key, name in read_subjects(record)
    ]
    paratext = record.get("type") == "paratext"
    return served | {
        "primary_location": location | {"source": source},
        "topics": topics,
        "type": "paratext" if paratext else work.type,
    }


def _topic_key(key: str) -> str:
    return f"T{key[1:]}" if key[:1] == "C" and key[1:].isdigit() else key


def _in_years(year: int | None, value: str) -> bool:
    first, dash, last = value.partition("-")
    if not dash:
        return year == int(value)
    return year is not None and (not first or year >= int(first)) and (not last or year <= int(last))


def _compares(number: int, value: str) -> bool:
    if value.startswith(">"):
        return number > int(value[1:])
    return number < int(value[1:]) if value.startswith("<") else number == int(value)
