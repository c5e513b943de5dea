"""A small world on bees in orchards, a review of it, and works on matters that the review does not name.

Works 1-14 are what the topic finds. Of each concept of `CONCEPTS` there are three works that share no word with the
topic: W100-W102 on the first, W110-W112 on the second, …; the last of each three is not called by the concept's name,
but the two others cite it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import SecretStr

from flows.context.context import ReviewContext
from flows.context.order import ReviewOrder
from flows.language_models.budget import Budget
from flows.language_models.gateway import Gateway
from flows.language_models.single_requests import Singles
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.organization import organization
from flows.records import settle_records
from flows.snowballing import settle_corpus
from flows.summarization import summarization
from flows.synthesis import synthesis
from storage.records.screening import Decision
from storage.records.writing import Groupings, Theme, ThemePath
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.themes import add_themes
from tasks.analysts.llm.analyst import AnthropicAnalyst
from tasks.environment.settings import read_settings
from tasks.language_models.anthropic.messages import LanguageService
from tasks.language_models.table import choose_models
from tests.benchmarks.servers.messages_server import LoopbackAnthropic

TOPIC = "Wild bees and flower strips in orchards"
NAME = "bees"
# A matter, another word for it, and what is found about it.
CONCEPTS = (
    ("metapopulation dynamics", "patch occupancy", "local extinction is balanced by colonisation from afar"),
    ("occupancy detection modelling", "imperfect observation", "repeated visits separate absence from oversight"),
    ("ecosystem service bundles", "multifunctional margins", "several benefits rise and fall together"),
    ("functional redundancy", "insurance hypothesis", "species that do the same work replace one another"),
    ("honeybee competition", "resource overlap", "managed hives draw down nectar for other visitors"),
)
QUESTION = "Which part does functional redundancy of species play?"
_MATTERS = (
    ("nesting", "soil nests", "bare ground between the rows"),
    ("fruit set", "pollination of apple", "visits to apple blossom"),
    ("forage", "nectar and pollen supply", "bloom after the apple"),
)


def write_world(folder: Path) -> Path:
    """Write the world as a catalogue of OpenAlex works, one a line, and return its path."""
    records = [_bees(number) for number in range(1, 15)]
    for place, concept in enumerate(CONCEPTS):
        records += [_concept(100 + 10 * place, number, *concept) for number in range(3)]
    records += [_classic(number) for number in (200, 201)]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "works.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def _record(number: int, title: str, abstract: str, cited: list[int], **facts: Any) -> dict[str, Any]:
    author = {"id": f"https://openalex.org/A{number}", "display_name": f"Ada {chr(65 + number % 26)}lm{number % 7}"}
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.5555/bees.{number}",
        "title": title,
        "abstract": abstract,
        "publication_year": 2008 + number % 12,
        "type": "article",
        "language": "en",
        "cited_by_count": 30 + number % 20,
        "authorships": [{"author": author}],
        "referenced_works": [f"https://openalex.org/W{other}" for other in cited],
    } | facts


def _bees(number: int) -> dict[str, Any]:
    name, matter, place = _MATTERS[number % 3]
    title = f"Wild bees, flower strips and {name} in orchards of region {number}"
    abstract = (
        f"We studied wild bees and {matter} in orchards with flower strips. We found that flower strips raised the "
        f"number of wild bees on {place} by {number + 10} percent. Orchards without flower strips had fewer wild bees "
        f"and less {name}. A limitation is the short period of the study. Future research should follow {matter} "
        "for years."
    )
    return _record(number, title, abstract, [other for other in (number - 1, number - 2) if other > 0] + [200, 201])


def _concept(base: int, number: int, name: str, other: str, finding: str) -> dict[str, Any]:
    called = f"{name}, or {other}" if number < 2 else other
    title = f"A study of {called} in grassland butterflies, part {number + 1}"
    abstract = (
        f"This study examined {called} in grassland butterflies. We found that {finding} under {called}. "
        f"Sites with strong {other} kept their species longer than sites with weak {other}."
    )
    return _record(base + number, title, abstract, [base + 2] if number < 2 else [])


def _classic(number: int) -> dict[str, Any]:
    title = f"Wild bees, flower strips and nesting in orchards of region {number}"
    abstract = (
        "We studied wild bees and soil nests in orchards with flower strips. We found that flower strips raised the "
        f"number of wild bees on open soil by {number - 180} percent. Orchards without flower strips had fewer wild "
        "bees and less nesting. A limitation is the short period of the study."
    )
    return _record(number, title, abstract, [], cited_by_count=900)


def order(home: Path, world: Path, **changes: Any) -> ReviewOrder:
    """Return the order of the review in a folder."""
    return ReviewOrder(
        topic=TOPIC, quality="quick", name=NAME, catalogue=str(world), analyst="instant", reviews=str(home), **changes
    )


@contextmanager
def open_bench(
    home: Path, world: Path, server: LoopbackAnthropic | None = None, **changes: Any
) -> Iterator[ReviewContext]:
    """Yield the workbench of the review; with a server the analyst is the one that asks it, from here on."""
    with open_context(order(home, world, **changes), read_settings(), Progress(quiet=True)) as bench:
        yield ask_server(bench, server.url) if server else bench


def ask_server(bench: ReviewContext, url: str) -> ReviewContext:
    """Return the workbench with the analyst that asks a server at a URL."""
    budget = Budget(bench.ledger, None)
    singles = Singles(bench.ledger, bench.driver, budget, LanguageService(url, SecretStr("key")))
    gateway = Gateway(bench.ledger, bench.progress, budget, choose_models({}), singles)
    return replace(bench, analyst=AnthropicAnalyst(), gateway=gateway)


def write_review(home: Path, world: Path, **changes: Any) -> None:
    """Write a review of works 1-14, as if the search had ended there: the classics they cite were not reached."""
    with open_bench(home, world, **changes) as bench:
        ledger = bench.ledger
        works = bench.catalogue.works_by_id([f"W{number}" for number in range(1, 15)])
        classics = bench.catalogue.works_by_id(["W200", "W201"])
        with ledger.transaction():
            add_works(ledger, [*works, *classics], 0)
            add_discoveries(
                ledger, [(one.work_id, "keyword", 0, None, None, place) for place, one in enumerate(works, 1)]
            )
            add_discoveries(ledger, [(one.work_id, "backward", 1, "W1", None, None) for one in classics])
            add_decisions(
                ledger,
                [Decision(one.work_id, "screening", 0, "include", "ranker", "It fits.", 0.9, batch=0) for one in works]
                + [Decision(one.work_id, "cutoff", 0, "exclude", "rule", "Not reached.", 0.1) for one in classics],
            )
            ledger.change(
                "INSERT INTO diffusion_stage VALUES (0, 0, 14, 14, 1.0, 0, 0, 0, 0, 0), (1, 14, 0, 0, 0, 0, 0, 0, 0, 0)"
            )
        bench.keep_log()
        settle_corpus(bench)
        settle_records(bench)
        summarization.fn(bench)
        add_themes(ledger, *_group())
        organization.fn(bench)
        synthesis.fn(bench)


def _group() -> tuple[list[Theme], list[ThemePath], Groupings]:
    themes, paths = [], []
    for place, (name, matter, _) in enumerate(_MATTERS):
        theme_id, work_ids = f"theme{place}", tuple(f"W{number}" for number in range(1, 15) if number % 3 == place)
        words = tuple(matter.split())
        description = f"Works on {matter} in orchards."
        themes.append(Theme(theme_id, f"Bees and {name}", description, words, 0.1, work_ids, work_ids[:2], "by hand"))
        paths += [ThemePath(work_id, theme_id, place, None, "keep", "By its number.") for work_id in work_ids]
    none = pl.DataFrame()
    return themes, paths, Groupings(none, none, none)


def plant(bench: ReviewContext, sentence: str, place: int = 0) -> str:
    """Add a sentence to the description of a theme, and return the id of its section."""
    theme_id = bench.ledger.select("SELECT theme_id FROM current_theme ORDER BY position").item(place, 0)
    with bench.ledger.transaction():
        bench.ledger.change(
            "UPDATE theme SET description = description || ' ' || $sentence WHERE theme_id = $theme_id",
            sentence=sentence,
            theme_id=theme_id,
        )
    return f"theme:{theme_id}"
