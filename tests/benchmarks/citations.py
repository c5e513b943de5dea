"""What second indexes of citations give back of references that the catalogue does not state.

The references of a third of a world's works, drawn by hash, are hidden from a loopback OpenAlex; a loopback Semantic
Scholar states them all.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from flows.context.context import ReviewContext
from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.searching.second_citations import consult_citations
from flows.snowballing import snowballing
from storage.core.errors import InputError
from storage.records.screening import Decision
from storage.screening.screening import add_decisions
from storage.searching.works import add_works
from tasks.environment.settings import read_settings
from tests.benchmarks.requests import read_topic
from tests.benchmarks.rows import Row, share
from tests.benchmarks.servers.citation_indexes import MOST_PAPERS, CitationSite, Paper, serve_citation_indexes
from tests.benchmarks.servers.server import serve_openalex
from tests.benchmarks.servers.world import World
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS

LEAST = 0.95
"""Share of the hidden citations that is to be found."""

_FIRST_OWN_KEY = 4_000_000_000  # numbers of works that the Microsoft Academic Graph did not have


def measure_citations(folders: Sequence[Path], quality: str, hidden: float, seed: int) -> list[Row]:
    """Return what is found of the citations hidden in each world; without folders, of `ipbes`.

    Raises:
        InputError: a folder is no such world.
    """
    rows: list[Row] = []
    for folder in folders or [DEFAULT_WORLDS / "ipbes"]:
        if not (folder / WORKS).is_file():
            raise InputError(f"the world '{folder}' has no {WORKS}; give --world a folder that has")
        rows += _measure(folder, quality, hidden, seed)
    return rows


def _measure(folder: Path, quality: str, hidden: float, seed: int) -> list[Row]:
    whole = World(folder / WORKS)
    blind = {work_id for work_id, work in whole.works.items() if work.references and _draw(work_id, seed) < hidden}
    edges = {(work_id, cited) for work_id in blind for cited in whole.works[work_id].references if cited in whole.works}
    name, topic = folder.resolve().name, read_topic(folder)
    with TemporaryDirectory(prefix="litreview-bench-") as place, serve_citation_indexes(make_papers(whole)) as site:
        partial = World(_write_blind(whole, blind, Path(place) / WORKS))
        trial = _Trial(site, topic, Path(place))
        found, asked = trial.consult_all(partial)
        questions = site.count_questions()
        of_whole, all_of_it = trial.search(whole, quality, "none")
        alone, kept_alone = trial.search(partial, quality, "none")
        beside, kept = trial.search(partial, quality, "semantic-scholar")

    batches = math.ceil(asked / MOST_PAPERS)

    def row(measure: str, value: float | None, *, bound: float | None = None, peer: float | None = None) -> Row:
        return Row(name, measure, value, bound=bound, peer=peer, seed=seed)

    def hold(measure: str, beside: set[str], alone: set[str], whole: set[str]) -> Row:
        return row(measure, share(len(beside & whole), len(whole)), peer=share(len(alone & whole), len(whole)))

    return [
        row("works", len(whole.works)),
        row("works with hidden references", len(blind)),
        row("hidden citations", len(edges)),
        row("hidden citations found", share(len(edges & found), len(edges)), bound=LEAST, peer=0.0),
        row("works asked about", asked),
        row("questions", questions, bound=batches),
        row("questions per 500 works or fewer", share(questions, batches), bound=1.0),
        hold("search: works seen of those seen with nothing hidden", beside, alone, of_whole),
        hold("search: corpus works of those with nothing hidden", kept, kept_alone, all_of_it),
        row("search: questions", site.count_questions() - questions),
    ]


def _draw(work_id: str, seed: int) -> float:
    return int(hashlib.sha256(f"{seed} {work_id}".encode()).hexdigest()[:8], 16) / 2**32


def make_papers(world: World) -> dict[str, Paper]:
    """Return the works of a world as a second index has them, with citations among themselves."""
    papers = {}
    for work_id, work in world.works.items():
        number = work_id.removeprefix("W")
        papers[work_id] = Paper(
            work.title,
            work.year,
            work.doi or "",
            number if int(number) < _FIRST_OWN_KEY else "",
            authors=tuple(author.name for author in work.authors),
            references=tuple(cited for cited in work.references if cited in world.works),
        )
    return papers


def _write_blind(world: World, blind: set[str], path: Path) -> Path:
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as file:
        for work_id, record in world.records.items():
            shown = record | {"referenced_works": []} if work_id in blind else record
            file.write(json.dumps(shown) + "\n")
    return path


@dataclass(frozen=True)
class _Trial:
    """Searches on one topic: the second index, and where reviews are kept."""

    site: CitationSite
    topic: str
    folder: Path

    @contextmanager
    def open(self, world: World, quality: str, citations: str) -> Iterator[ReviewContext]:
        """Yield a review through a loopback OpenAlex of the world, in a folder of its own."""
        with TemporaryDirectory(dir=self.folder) as reviews, serve_openalex(world) as loopback:
            loopback.allowance = math.inf
            settings = read_settings().model_copy(
                update={"openalex_url": loopback.url, "open_library_url": "", "semantic_scholar_url": self.site.url}
            )
            order = ReviewOrder(
                topic=self.topic,
                quality=quality,
                name="citations",
                catalogue="openalex",
                analyst="instant",
                as_of=world.newest_year,
                citations_from=(citations,),
                reviews=reviews,
            )
            with open_context(order, settings, Progress(quiet=True)) as bench:
                yield bench

    def consult_all(self, world: World) -> tuple[set[tuple[str, str]], int]:
        """Return citations learnt, and how many works were asked about, where all works of the world are relevant."""
        included = [
            Decision(work_id, "screening", 0, "include", "rule", "All are.", score=1.0, batch=0)
            for work_id in world.works
        ]
        with self.open(world, "quick", "semantic-scholar") as bench:
            with bench.ledger.transaction():
                add_works(bench.ledger, world.works.values(), 0)
                add_decisions(bench.ledger, included)
            consult_citations(bench, 0)
            learnt = bench.ledger.select("SELECT citing_id, cited_id FROM citation WHERE source = 'semantic-scholar'")
            return set(learnt.iter_rows()), bench.ledger.select("SELECT count(*) FROM citation_lookup").item()

    def search(self, world: World, quality: str, citations: str) -> tuple[set[str], set[str]]:
        """Return the works that a search finds, and its corpus."""
        with self.open(world, quality, citations) as bench:
            bench.driver.enter(discovery, bench)
            bench.driver.enter(snowballing, bench)
            found = bench.ledger.select("SELECT DISTINCT work_id FROM discovery")
            return set(found["work_id"]), set(bench.ledger.select("SELECT work_id FROM corpus")["work_id"])
