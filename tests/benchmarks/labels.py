"""Whether the labels of themes hold: ``litreview bench labels``.

A key-less review is made from each world's title up to its themes. A label holds for a work in whose title or abstract
all its words stand, in some inflection and spelling; it should hold for half of the works of its theme, and no two
labels of a review should be of the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.organization import organization
from flows.snowballing import snowballing
from flows.summarization import summarization
from storage.reading.reading import read_corpus
from storage.records.writing import ReadWork
from storage.writing.themes import read_themes
from tasks.analysts.extractive.label_holding import HOLDS_FOR, list_texts, share_held
from tasks.analysts.extractive.title_phrases import content_of
from tasks.environment.settings import read_settings
from tests.benchmarks.rows import Row, average, share
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS, World, find_worlds

_BOUND = 0.9
_HOLDING = "themes whose label holds for half of the works"
_ALIKE, _MEAN = "labels of the same words", "mean share held"
# A world without labels of its own, with the topic that its published snowballs share.
_UNLABELLED = {"ipbes": "business, finance and biodiversity"}

Themes = Sequence[tuple[str, Sequence[ReadWork]]]


def measure_labels(folders: Sequence[Path], quality: str) -> list[Row]:
    """Return the measures of each world, all four with labels and ipbes unless folders are given, then their means."""
    worlds = find_worlds(folders)
    if not folders:
        worlds += [
            World(name, DEFAULT_WORLDS / name / WORKS, topic, {}, frozenset())
            for name, topic in _UNLABELLED.items()
            if (DEFAULT_WORLDS / name / WORKS).is_file()
        ]
    rows = [row for world in worlds for row in describe_labels(world.name, organise_world(world, quality))]
    return rows + [
        replace(row, bound=_BOUND if row.measure == _HOLDING else None) for row in average(rows, (_HOLDING,))
    ]


def organise_world(world: World, quality: str) -> Themes:
    """Return the labels and works of the themes of a key-less review from the world's title."""
    with TemporaryDirectory(prefix="litreview-bench-") as reviews:
        order = ReviewOrder(
            topic=world.title, quality=quality, name="world", catalogue=str(world.works_file), reviews=reviews
        )
        with open_context(order, read_settings(), Progress(quiet=True)) as bench:
            for phase in (discovery, snowballing, summarization, organization):
                bench.driver.enter(phase, bench)
            corpus = read_corpus(bench.ledger)
            return [(theme.label, [corpus[one] for one in theme.work_ids]) for theme in read_themes(bench.ledger)]


def describe_labels(name: str, themes: Themes) -> Iterator[Row]:
    """Yield how many labels hold for half of their works, how many repeat another, and each label's own share."""
    held = [share_held(label, list(list_texts(works))) for label, works in themes]
    distinct = {frozenset(content_of(label)) for label, _ in themes}
    yield Row(name, _HOLDING, share(sum(each >= HOLDS_FOR for each in held), len(held)), bound=_BOUND)
    yield Row(name, _MEAN, share(sum(held), len(held)))
    yield Row(name, _ALIKE, len(themes) - len(distinct))
    for (label, works), each in zip(themes, held, strict=True):
        yield Row(name, f"“{label}” ({len(works)})", round(each, 4))
