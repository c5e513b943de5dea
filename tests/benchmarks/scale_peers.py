"""Three ways to search the same works and to follow their citations: our store, SQLite's FTS5, and scans by DuckDB.

A search is the 50 best works for some words, some of them from a year on, and how many match. A stage takes seeds and
gives the works that cite them and the works they cite, as records.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import duckdb
import numpy as np
import orjson

from storage.records.search import Formulation
from tasks.catalogues.local.catalogue import open_catalogue
from tasks.catalogues.local.files import find_files, read_records
from tasks.catalogues.local.reader import StoreReader
from tasks.catalogues.local.sorted_table import hash_text
from tasks.metadata.fields import rebuild_abstract
from tasks.text.words import split_terms, split_words

BEST = 50
Query = tuple[str, int | None]


class Way(Protocol):
    """One way to search works."""

    def search(self, query: Query) -> int:
        """Return how many works match."""

    def stage(self, seeds: Sequence[int]) -> int:
        """Return how many records the seeds' citations lead to."""


class Ours:
    """The store as reviews use it."""

    def __init__(self, folder: Path) -> None:
        """Open it."""
        self._catalogue = open_catalogue(folder, folder)
        self._reader = StoreReader(folder)

    def search(self, query: Query) -> int:
        """Return how many works match."""
        text, from_year = query
        return self._catalogue.search(Formulation("keyword", "bench", text, from_year=from_year, limit=BEST)).total

    def count_postings(self, query: Query) -> int:
        """Return how many postings the terms of a query have."""
        hashes = np.array(sorted({hash_text(term) for term in split_terms(query[0])}), dtype=np.int64)
        return sum(int(segment.find_terms(hashes).counts.sum()) for segment in self._reader.segments)

    def find_hits(self, query: Query) -> list[int]:
        """Return the numbers of the best works."""
        hits = self._catalogue.search(Formulation("keyword", "bench", query[0], from_year=query[1], limit=BEST)).hits
        return [int(hit.work.work_id[1:]) for hit in hits]

    def stage(self, seeds: Sequence[int]) -> int:
        """Return how many works cite the seeds or are cited by them."""
        ids = [f"W{number}" for number in seeds]
        citing = self._catalogue.citing_works(ids)
        cited = {reference for work in self._catalogue.works_by_id(ids) for reference in work.references}
        return len(citing) + len(self._catalogue.works_by_id(sorted(cited)))


class Sqlite:
    """SQLite with FTS5 (Porter's stems, BM25) and an index of citations."""

    def __init__(self, file: Path) -> None:
        """Open it."""
        self._file = sqlite3.connect(file)

    @staticmethod
    def build(snapshot: Path, file: Path) -> None:
        """Write the database of a snapshot."""
        with sqlite3.connect(file) as base:
            base.executescript(
                "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                "CREATE TABLE work (id INTEGER PRIMARY KEY, year INTEGER, record BLOB);"
                "CREATE TABLE citation (cited INTEGER, citing INTEGER);"
                "CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61');"
            )
            for number, year, text, references, record in _read_works(snapshot):
                base.execute("INSERT INTO work VALUES (?, ?, ?)", (number, year, record))
                base.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, text))
                base.executemany("INSERT INTO citation VALUES (?, ?)", [(cited, number) for cited in references])
            base.execute("CREATE INDEX citation_cited ON citation (cited, citing)")

    def search(self, query: Query) -> int:
        """Return how many works match."""
        words = " OR ".join(f'"{word}"' for word in split_words(query[0]))
        found = self._file.execute(
            "SELECT work.id, work.record FROM words JOIN work ON work.id = words.rowid "
            "WHERE words MATCH ? AND year >= ? ORDER BY bm25(words) LIMIT ?",
            (words, query[1] or 0, BEST),
        ).fetchall()
        if not found:
            return 0
        ((total,),) = self._file.execute(
            "SELECT count(*) FROM words JOIN work ON work.id = words.rowid WHERE words MATCH ? AND year >= ?",
            (words, query[1] or 0),
        )
        return int(total)

    def stage(self, seeds: Sequence[int]) -> int:
        """Return how many works cite the seeds or are cited by them."""
        marks = ",".join("?" * len(seeds))
        citing = self._file.execute(
            f"SELECT record FROM work WHERE id IN (SELECT citing FROM citation WHERE cited IN ({marks}))", seeds
        ).fetchall()
        own = self._file.execute(f"SELECT record FROM work WHERE id IN ({marks})", seeds).fetchall()
        cited = list({reference for (record,) in own for reference in _read_references(orjson.loads(record))})
        marks = ",".join("?" * len(cited))
        return len(citing) + len(self._file.execute(f"SELECT record FROM work WHERE id IN ({marks})", cited).fetchall())


class Scans:
    """Plain Parquet, scanned by DuckDB: words are looked for in every text, citations in every pair."""

    def __init__(self, folder: Path) -> None:
        """Open it."""
        self._folder = folder
        self._duck = duckdb.connect(config={"memory_limit": "4GB"})

    @staticmethod
    def build(snapshot: Path, folder: Path) -> None:
        """Write works and citations of a snapshot as Parquet."""
        folder.mkdir(parents=True, exist_ok=True)
        files = [str(file) for file in find_files(snapshot)]
        with duckdb.connect(config={"memory_limit": "4GB", "temp_directory": str(folder)}) as duck:
            columns = (
                "{id: 'VARCHAR', title: 'VARCHAR', publication_year: 'INTEGER', referenced_works: 'VARCHAR[]', "
                "abstract_inverted_index: 'JSON'}"
            )
            duck.execute(
                f"COPY (SELECT id[23:]::BIGINT AS id, publication_year AS year, referenced_works AS cited, "
                f"lower(title || ' ' || coalesce(array_to_string(json_keys(abstract_inverted_index), ' '), '')) "
                f"AS text "
                f"FROM read_json($files, format = 'newline_delimited', columns = {columns})) "
                f"TO '{folder}/works.parquet'",
                {"files": files},
            )
            duck.execute(
                f"COPY (SELECT id AS citing, unnest(cited)[23:]::BIGINT AS cited FROM '{folder}/works.parquet') "
                f"TO '{folder}/citations.parquet'"
            )

    def search(self, query: Query) -> int:
        """Return how many works match."""
        words = split_words(query[0])
        score = " + ".join(f"(contains(text, $w{place}))::INT" for place in range(len(words)))
        bound = {f"w{place}": word for place, word in enumerate(words)}
        found = self._duck.execute(
            f"SELECT id, count(*) OVER () FROM (SELECT id, {score} AS score FROM '{self._folder}/works.parquet' "
            f"WHERE year >= $year) WHERE score > 0 ORDER BY score DESC, id LIMIT {BEST}",
            {**bound, "year": query[1] or 0},
        ).fetchall()
        return found[0][1] if found else 0

    def stage(self, seeds: Sequence[int]) -> int:
        """Return how many works cite the seeds or are cited by them."""
        pairs, works = f"'{self._folder}/citations.parquet'", f"'{self._folder}/works.parquet'"
        found = self._duck.execute(
            f"SELECT * FROM {works} WHERE id IN (SELECT citing FROM {pairs} WHERE list_contains($seeds, cited)) "
            f"OR id IN (SELECT cited FROM {pairs} WHERE list_contains($seeds, citing))",
            {"seeds": list(seeds)},
        ).fetchall()
        return len(found)


WAYS: dict[str, type[Ours | Sqlite | Scans]] = {"ours": Ours, "SQLite FTS5": Sqlite, "DuckDB scans": Scans}


def drop_cached(path: Path) -> None:
    """Have the system forget what it read of a file or folder, where it allows that."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    for file in files:
        with suppress(OSError, AttributeError), file.open("rb") as stream:
            os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _read_works(snapshot: Path) -> Iterator[tuple[int, int, str, list[int], bytes]]:
    for file in find_files(snapshot):
        for raw in read_records(file):
            record = json.loads(raw.text)
            text = f"{record['title']} {rebuild_abstract(record['abstract_inverted_index'])}"
            number = int(record["id"].rpartition("W")[2])
            yield number, record["publication_year"], text, _read_references(record), raw.text.encode()


def _read_references(record: dict[str, Any]) -> list[int]:
    return [int(address.rpartition("W")[2]) for address in record["referenced_works"]]
