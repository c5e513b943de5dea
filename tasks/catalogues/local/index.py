"""Building the index of a local catalogue: once, under a temporary name, renamed when it is complete.

BM25 over title and abstract (Robertson & Zaragoza 2009, Lucene's variant as bm25s computes it), kept in files.

bm25s is imported where it is used: with numba behind it, that takes half a second which most commands never need.
"""

from __future__ import annotations

import json
import logging
import shutil
import tempfile
import time
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import polars as pl

from storage.core.errors import CatalogueError
from storage.records.search import Work, content_id
from tasks.catalogues.local.files import digest_files, find_files, read_records
from tasks.catalogues.local.tables import FORMAT, REMEDY, TABLES, decode_record
from tasks.catalogues.work_record import (
    find_reason_to_leave_out,
    find_work_id,
    is_other_entity,
    parse_work,
    read_subjects,
)
from tasks.metadata.fields import read_year
from tasks.text.words import split_terms


class RankingBuilder:
    """Collects documents as term numbers, four bytes a term, and writes the ranking."""

    def __init__(self) -> None:
        """Start without documents."""
        self._vocabulary: dict[str, int] = {}
        self._documents: list[array[int]] = []

    def add(self, text: str) -> None:
        """Add the next document; its position is the number of documents before it."""
        numbers = (self._vocabulary.setdefault(term, len(self._vocabulary)) for term in split_terms(text))
        self._documents.append(array("i", numbers))

    def save(self, folder: Path) -> None:
        """Compute the scores of all documents and write them as arrays that can be memory-mapped."""
        import bm25s  # noqa: PLC0415 - see the module's docstring

        if not self._vocabulary:
            # bm25s cannot index a vocabulary of nothing; a term that no query can contain is used instead.
            self._vocabulary = {"": 0}
            self._documents = [array("i", [0]) for _ in self._documents]
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        ranking = bm25s.BM25(k1=1.5, b=0.75, method="lucene", backend="numpy")
        ranking.index((self._documents, self._vocabulary), create_empty_token=False, show_progress=False)
        ranking.save(folder, show_progress=False)


class Ranking:
    """A saved ranking, memory-mapped; it is only read, so threads can share it."""

    def __init__(self, folder: Path) -> None:
        """Map the arrays of the folder.

        Raises:
            OSError, ValueError: files are missing or damaged.
        """
        import bm25s  # noqa: PLC0415 - see the module's docstring

        self._bm25: Any = bm25s.BM25.load(folder, mmap=True, show_progress=False)

    def score(self, text: str) -> npt.NDArray[np.float32]:
        """Return the BM25 score of every document (shape: documents); 0 where no term of the text occurs."""
        vocabulary = self._bm25.vocab_dict
        numbers = [vocabulary[term] for term in split_terms(text) if term in vocabulary]
        if not numbers:
            return np.zeros(self._bm25.scores["num_docs"], dtype=np.float32)
        scores: npt.NDArray[np.float32] = self._bm25.get_scores_from_ids(numbers)
        return scores


DATABASE, RANKING, MANIFEST = "works.duckdb", "ranking", "manifest.json"
_WORKS_AT_ONCE = 500
_ABANDONED_SECONDS = 86_400
_TABLES = ("work", "citation", "authorship", "subject")


def find_or_build_index(path: Path, cache: Path) -> Path:
    """Return the folder of the complete index of a catalogue, building it in the cache unless it is there.

    Of several processes that build the same index at once the first to finish names it; the others drop theirs.

    Raises:
        CatalogueError: the catalogue is missing, unreadable or not of OpenAlex works, or the cache not writable.
    """
    files = find_files(path)
    digest = digest_files(path, files)
    index = cache / f"catalogue-{content_id(FORMAT, digest)}"
    try:
        if index.is_dir():
            return index
        cache.mkdir(parents=True, exist_ok=True)
        _sweep_abandoned(cache)
        building = Path(tempfile.mkdtemp(prefix=".building-", dir=cache))
    except OSError as error:
        raise _unwritable(cache, error) from error
    try:
        left_out = _fill(building, path, files)
        manifest = {"digest": digest, "left_out": left_out}
        (building / MANIFEST).write_text(json.dumps(manifest, sort_keys=True), encoding="utf-8")
        _name_index(building, index)
    except (OSError, duckdb.Error) as error:
        raise _unwritable(cache, error) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return index


def _fill(building: Path, path: Path, files: list[Path]) -> dict[str, int]:
    left_out: Counter[str] = Counter()
    ranking = RankingBuilder()
    position = 0
    with duckdb.connect(str(building / DATABASE)) as connection:
        connection.execute(TABLES)
        works = _usable_works(files, left_out)
        while chunk := list(islice(works, _WORKS_AT_ONCE)):
            rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _TABLES}
            for record, raw, work in chunk:
                ranking.add(f"{work.title} {work.abstract or ''}")
                _add_rows(rows, record, raw, work, position)
                position += 1
            _insert(connection, rows)
    if not position:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(left_out.items())) or "no record"
        raise CatalogueError(f"The catalogue {path} holds no usable work ({reasons}); {REMEDY}.")
    ranking.save(building / RANKING)
    return dict(sorted(left_out.items()))


def _usable_works(files: list[Path], left_out: Counter[str]) -> Iterator[tuple[dict[str, Any], str, Work]]:
    seen: set[str] = set()
    for file in files:
        for raw in read_records(file):
            record = decode_record(raw)
            reason = _find_reason(record, seen)
            if reason:
                left_out[reason] += 1
                continue
            work = parse_work(record)
            seen.add(work.work_id)
            yield record, raw.text, work


def _find_reason(record: Any, seen: set[str]) -> str | None:
    if is_other_entity(record):
        return "not a work"
    return "repeated id" if find_work_id(record) in seen else find_reason_to_leave_out(record)


def _add_rows(
    rows: dict[str, list[tuple[Any, ...]]], record: dict[str, Any], raw: str, work: Work, position: int
) -> None:
    recorded = max(read_year(record.get("updated_date")) or 0, read_year(record.get("created_date")) or 0) or None
    facts = (work.doi, work.year, work.type, work.language, work.cited_by_count, work.is_oa)
    rows["work"].append((position, work.work_id, *facts, recorded, raw))
    rows["citation"] += [(work.work_id, cited_id) for cited_id in work.references]
    author_ids = dict.fromkeys(author.author_id for author in work.authors if author.author_id)
    rows["authorship"] += [(author_id, work.work_id) for author_id in author_ids]
    rows["subject"] += [(subject_id, name, work.work_id) for subject_id, name in read_subjects(record)]


def _insert(connection: duckdb.DuckDBPyConnection, rows: dict[str, list[tuple[Any, ...]]]) -> None:
    for table, values in rows.items():
        if values:
            connection.register("chunk", pl.DataFrame(values, orient="row", infer_schema_length=None))
            connection.execute(f"INSERT INTO {table} SELECT * FROM chunk")
            connection.unregister("chunk")


def _name_index(building: Path, index: Path) -> None:
    try:
        building.rename(index)
    except OSError:
        # A folder that is not empty cannot be renamed onto: another process was first.
        if not index.is_dir():
            raise


def _sweep_abandoned(cache: Path) -> None:
    oldest = time.time() - _ABANDONED_SECONDS
    for folder in cache.glob(".building-*"):
        with suppress(FileNotFoundError):  # its builder may just have named it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def _unwritable(cache: Path, error: Exception) -> CatalogueError:
    reason = str(error).splitlines()[0]
    return CatalogueError(
        f"The catalogue's index cannot be written in {cache} ({reason}); free space or set LITREVIEW_CACHE."
    )
