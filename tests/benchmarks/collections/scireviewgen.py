"""SciReviewGen (Kasanishi et al. 2023): literature reviews of computing with titles and abstracts of what they cite.

Rows of `original_survey_df` (`paper_id`, `title`, `bib_titles`, `bib_abstracts`), saved as Parquet or JSON lines: the
published pickles can run code when they are read. Each world has what all reviews of the file cite; the works a review
cites are its included ones. No citations among them are known.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from storage.core.errors import InputError
from tasks.metadata.titles import normalise_title
from tests.benchmarks.collections.pool import Judged, Written, make_record, write_shared
from tests.benchmarks.collections.tables import list_files, read_rows, say


def convert(source: Path, to: Path, records: Sequence[Path], fewest: int) -> list[Written]:
    """Write a world of each review.

    Raises:
        InputError: files or columns are missing, or records are given, of which SciReviewGen has its own.
    """
    if records:
        raise InputError("SciReviewGen has records of its own; leave out --records")
    works: dict[str, dict[str, Any]] = {}
    reviews: dict[str, Judged] = {}
    for row in read_rows(list_files(source), ["paper_id", "title", "bib_titles", "bib_abstracts"]):
        titles, abstracts = _read_list(row["bib_titles"]), _read_list(row["bib_abstracts"])
        if len(titles) != len(abstracts):
            raise InputError(
                f"review {row['paper_id']} has {len(titles)} bib_titles and {len(abstracts)} bib_abstracts; each work "
                "cited has one of either"
            )
        cited = dict[str, bool]()
        for title, abstract in zip(titles, abstracts, strict=True):
            if key := normalise_title(title):
                works.setdefault(key, make_record(key, title, abstract))
                cited[key] = True
        name = say(row["paper_id"])
        earlier = dict(reviews[name].verdicts) if name in reviews else {}  # of the split version, a row is a chapter
        reviews[name] = Judged(name, say(row["title"]), earlier | cited)
    return write_shared(to, works, reviews.values(), fewest)


def _read_list(cell: object) -> list[str]:
    """Return the texts of a cell that holds a list, or of one in Python's notation, as CSV keeps it."""
    read = _read_literal(cell) if isinstance(cell, str) else cell
    return [say(each) for each in read] if isinstance(read, list) else []


def _read_literal(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError) as error:
        raise InputError(f"'{text[:60]}' is no list of texts; save bib_titles and bib_abstracts as lists") from error
