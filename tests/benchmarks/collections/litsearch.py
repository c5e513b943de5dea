"""LitSearch (Ajith et al. 2024): questions about a corpus of 64,183 papers, each with the few that answer it.

Its configurations `query` (`query`, `corpusids`) and `corpus_clean` (`corpusid`, `title`, `abstract`, `citations`),
saved as Parquet or JSON lines under names with `query` and `corpus` in them. All worlds have the whole corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storage.core.errors import InputError
from tests.benchmarks.collections.pool import Judged, Written, make_record, write_shared
from tests.benchmarks.collections.tables import list_files, read_rows, say


def convert(source: Path, to: Path, records: Sequence[Path], fewest: int) -> list[Written]:
    """Write a world of each question.

    Raises:
        InputError: files or columns are missing, or records are given, of which LitSearch has its own.
    """
    if records:
        raise InputError("LitSearch has records of its own; leave out --records")
    works = {}
    for row in read_rows(list_files(source, ["corpus"]), ["corpusid", "title", "abstract", "citations"]):
        key = say(row["corpusid"])
        cited = [say(each) for each in row["citations"] or ()]
        works[key] = make_record(key, say(row["title"]), say(row["abstract"]), cited=cited)
    reviews = [
        Judged(
            f"{number:03d} {say(row['query'])}",
            say(row["query"]),
            dict.fromkeys(map(say, row["corpusids"] or ()), True),
        )
        for number, row in enumerate(read_rows(list_files(source, ["query"]), ["query", "corpusids"]), start=1)
    ]
    return write_shared(to, works, reviews, fewest)
