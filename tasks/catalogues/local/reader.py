"""Reading the index of a local catalogue: read-only, from any thread, again after pickling."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from storage.core.errors import CatalogueError
from tasks.catalogues.local.index import DATABASE, MANIFEST, RANKING, Ranking
from tasks.catalogues.local.tables import IDS_AT_POSITIONS

OPEN_ACCESS_BONUS = 1.05
"""What the score of an open work is multiplied by: enough to decide between near equals, no more."""


class IndexReader:
    """One open index; `manifest` holds the digest of the files and the counts of records left out."""

    def __init__(self, index: Path) -> None:
        """Open the index folder.

        Raises:
            CatalogueError: the index is gone or damaged.
        """
        self._index = index
        self._own = threading.local()
        self._lock = threading.Lock()
        self._ranking: Ranking | None = None
        try:
            self.manifest: dict[str, Any] = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
            self._connection = duckdb.connect(str(index / DATABASE), read_only=True)
        except (OSError, ValueError, duckdb.Error) as error:
            raise self._damaged(error) from error

    def __reduce__(self) -> tuple[type[IndexReader], tuple[Path]]:
        """Pickle as the folder, to be opened again."""
        return IndexReader, (self._index,)

    def fetch(self, sql: str, **parameters: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query with its bound parameters."""
        return self._cursor().execute(sql, parameters).fetchall()

    def rank(self, text: str, limit: int, sql: str, **parameters: object) -> tuple[list[str], int]:
        """Return the ids of the best works for the text among those the query selects, and how many match in all.

        The query gives position and is_oa. Scores are BM25 times the open-access bonus; ties go by work id.
        """
        columns = self._cursor().execute(sql, parameters).fetchnumpy()
        positions = np.asarray(columns["position"])
        scores = self._load_ranking().score(text)[positions]
        scores = np.where(np.asarray(columns["is_oa"]), scores * OPEN_ACCESS_BONUS, scores)
        total = int(np.count_nonzero(scores > 0))
        kept = min(limit, total)
        if kept <= 0:
            return [], total
        lowest = np.partition(scores, -kept)[-kept]
        best = np.flatnonzero(scores >= lowest)
        ids = dict(self.fetch(IDS_AT_POSITIONS, positions=positions[best].tolist()))
        ranked = sorted((-float(scores[row]), ids[int(positions[row])]) for row in best)
        return [work_id for _, work_id in ranked[:kept]], total

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        cursor: duckdb.DuckDBPyConnection | None = getattr(self._own, "cursor", None)
        if cursor is None:
            cursor = self._own.cursor = self._connection.cursor()
        return cursor

    def _load_ranking(self) -> Ranking:
        with self._lock:
            if self._ranking is None:
                try:
                    self._ranking = Ranking(self._index / RANKING)
                except (OSError, ValueError) as error:
                    raise self._damaged(error) from error
            return self._ranking

    def _damaged(self, error: Exception) -> CatalogueError:
        reason = str(error).splitlines()[0]
        return CatalogueError(
            f"The catalogue's index {self._index} cannot be opened ({reason}); delete that folder and run again."
        )
