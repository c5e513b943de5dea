"""Works read by the extractive analyst, real ones where the data is at hand."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.records.search import Author, Plan, Work
from storage.records.writing import Page, ReadWork, Theme
from tasks.analysts.extractive.summary import summarise_work
from tasks.analysts.protocol import ThemeMaterial


def read_abstract(work: Work, text: str, source: str = "openalex") -> ReadWork:
    """Return the work as the writer sees it, its summary made from the text."""
    pages = [Page(work.work_id, 0, text, source)] if text else []
    return ReadWork(work, f"key{work.work_id}", summarise_work(work, pages))


def gather(works: list[ReadWork], label: str = "Hair Cortisol", words: tuple[str, ...] = ()) -> ThemeMaterial:
    """Return a theme of these works."""
    ids = tuple(work.work.work_id for work in works)
    return ThemeMaterial(
        Plan("hair cortisol and stress"), Theme("t1", label, "", words, 0.1, ids, ids[:1], "t"), tuple(works)
    )


@pytest.fixture(scope="session")
def real_works(shared_data: Path) -> Callable[[str, int], list[ReadWork]]:
    """Return a function that reads the first works with an abstract of a world."""

    def read(world: str, count: int) -> list[ReadWork]:
        found: list[ReadWork] = []
        with gzip.open(shared_data / "worlds" / world / "works.jsonl.gz", "rt") as lines:
            for line in lines:
                record = json.loads(line)
                index = record.get("abstract_inverted_index") or {}
                index = json.loads(index) if isinstance(index, str) else index
                index = index.get("InvertedIndex", index)
                text = " ".join(word for _, word in sorted((p, word) for word, places in index.items() for p in places))
                authors = tuple(Author(a["author"]["display_name"] or "") for a in record["authorships"] or [])
                key = record["id"].rsplit("/", 1)[1]
                if text and record["title"]:
                    work = Work(key, record["title"], year=record["publication_year"], authors=authors, abstract=text)
                    found.append(read_abstract(work, text))
                if len(found) == count:
                    break
        return found

    return read
