"""Small corpora grouped in two ways by hand, and proposals for how to merge them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from storage.records.search import Author, Plan, Work
from storage.records.writing import Finding, Quote, ReadWork, Summary
from tasks.themes.bertopic import Assignment, Group, Grouping
from tasks.themes.description import MergeMaterial, SemanticGroup

PLAN = Plan("hair cortisol", questions=("Does it reflect stress?",), as_of=2023)
SUBJECTS = ("obesity in children", "stress of nurses", "assay of hair", "pregnancy and birth", "sleep of students")


def make_work(number: int, subject: str, **fields: Any) -> ReadWork:
    """Return a work on a subject with one finding, read; the lower its number, the more it is cited."""
    work_id = f"W{number:03}"
    text = f"Hair cortisol matters for {subject} in sample {number}."
    finding = Finding(work_id, text, Quote(work_id, 0, 0, len(text), text))
    facts = {"year": 2000 + number % 20, "authors": (Author(f"Ann Author{number}"),)} | fields
    work = Work(work_id, f"A study of {subject}", **facts)
    summary = Summary(work_id, "", "", "Longer studies are needed.", (subject,), text, (finding,), "abstract")
    return ReadWork(work, f"author{number}", summary, in_degree=1000 - number)


def make_material(topics: Sequence[int], meanings: Sequence[tuple[int, ...]]) -> MergeMaterial:
    """Return works of which the n-th is in topic group `topics[n]` and in the semantic groups `meanings[n]`."""
    reads = [make_work(number, SUBJECTS[group % len(SUBJECTS)]) for number, group in enumerate(topics)]
    corpus = {read.work.work_id: read for read in reads}
    ids = list(corpus)
    numbers = sorted({group for groups in meanings for group in groups})
    members = {number: [w for w, groups in zip(ids, meanings, strict=True) if number in groups] for number in numbers}
    return MergeMaterial(
        PLAN,
        corpus,
        Grouping(
            "by hand",
            tuple(Assignment(work_id, group, 1.0) for work_id, group in zip(ids, topics, strict=True)),
            tuple(Group((f"word{group}",), 0.5, (ids[list(topics).index(group)],)) for group in range(max(topics) + 1)),
        ),
        tuple(
            SemanticGroup(f"Meaning {number}", f"Works of meaning {number}.", tuple(members[number]))
            for number in numbers
        ),
    )


def propose(themes: Mapping[str, Sequence[str]], **fields: Any) -> str:
    """Return an answer with a theme of these parts for each label; other fields are the same for all."""
    facts: dict[str, Any] = {
        "description": "What works ask.",
        "key_works": [],
        "sub_themes": [],
        "relationships": [],
        "conflicts": "",
        "gaps": "",
        "reason": "Both groupings say so.",
    }
    rows = [{"label": label, "parts": [*parts]} | facts | fields for label, parts in themes.items()]
    return orjson.dumps({"themes": rows}).decode()
