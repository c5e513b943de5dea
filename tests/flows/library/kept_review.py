"""A review of works about bees, ready for the phase that keeps a Zotero library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from flows.context.context import ReviewContext
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from flows.zotero import choose_zotero, library
from storage.core.ledger import Ledger, open_published
from storage.reading.reading import FULL_TEXT, add_reading
from storage.records.screening import Decision
from storage.records.search import Author, Plan, Work
from storage.records.writing import Page, Summary
from storage.runs.reviews import add_citekeys, read_tier, settle_plan
from storage.screening.screening import add_decisions, select_corpus
from storage.searching.works import add_works, citekeys_taken, corpus_without_citekeys
from tasks.analysts.extractive import InstantAnalyst
from tasks.catalogues.local.catalogue import open_catalogue
from tasks.environment.settings import Settings
from tasks.references.citekeys import assign_citekeys
from tasks.screening.embeddings import INSTANT_MODEL_NAME, instant_vectors
from tests.fakes.zotero_server import KEY, ZoteroLibrary
from tests.new_ledger import open_new_ledger

SHORT = "Bees matter."
MANY, FEW = 300, 60


def make_work(number: int) -> Work:
    """Return a work about bees, of a type, year and with or without DOI as its number says."""
    return Work(
        work_id=f"W{number}",
        title=f"Wild bees in landscape {number}: Ökologie é",
        doi=f"10.1234/bee.{number}" if number % 3 else None,
        abstract="Flower strips raise visits of wild bees. " * 80,
        year=2000 + number % 20,
        type=("article", "book", "preprint", "software")[number % 4],
        venue="Journal of Bees",
        authors=(Author("Ada van der Bee"), Author("李 明")),
    )


@contextmanager
def open_review(folder: Path, zotero: ZoteroLibrary | None) -> Iterator[ReviewContext]:
    """Yield the workbench of the review in a folder, with a Zotero library or none."""
    settings = Settings(
        _env_file=None,
        zotero_url=zotero.url if zotero else Settings.model_fields["zotero_url"].default,
        zotero_library_id="1" if zotero else "",
        zotero_api_key=SecretStr(KEY) if zotero else None,
    )
    catalogue = open_catalogue(folder / "works.jsonl", folder / "cache")
    bees = folder / "bees"
    with Ledger(bees) if bees.exists() else open_new_ledger(bees) as ledger:
        plan = settle_plan(ledger, Plan("wild bees", quality="high_quality", as_of=2020))
        yield ReviewContext(
            plan=plan,
            tier=read_tier(ledger, plan.quality),
            ledger=ledger,
            catalogue=catalogue,
            analyst=InstantAnalyst(),
            embed=instant_vectors,
            embedding_model=INSTANT_MODEL_NAME,
            catalogue_location="demo",
            structural_rule="feature",
            driver=Driver(),
            progress=Progress(quiet=True),
            zotero=choose_zotero(settings),
        )


def make_review(folder: Path, works: int) -> Path:
    """Return the folder of a review with a corpus of so many works, all read from their abstracts."""
    (folder / "works.jsonl").write_text(json.dumps({"id": "https://openalex.org/W1", "title": "Bees"}) + "\n")
    with open_review(folder, None) as bench:
        ledger, made = bench.ledger, [make_work(number) for number in range(works)]
        with ledger.transaction():
            add_works(ledger, made, 0)
            add_decisions(
                ledger, [Decision(work.work_id, "screening", 0, "include", "llm", "Fits.", 0.9, 0) for work in made]
            )
        select_corpus(ledger, bench.tier.works)
        add_citekeys(ledger, assign_citekeys(corpus_without_citekeys(ledger), citekeys_taken(ledger)))
        ledger.change(
            "INSERT INTO reading (work_id, source, produced_by) SELECT work_id, 'abstract', 'instant' FROM corpus"
        )
    return folder


def read_again(bench: ReviewContext, work_id: str, pages: int) -> None:
    """Store that a work was read, so many pages of it."""
    texts = [Page(work_id, page, "Bees.", FULL_TEXT) for page in range(1, pages + 1)]
    add_reading(bench.ledger, Summary(work_id, "", "", "", (), SHORT, (), FULL_TEXT), texts, "instant")


def keep_library(folder: Path, zotero: ZoteroLibrary) -> None:
    """Run the phase."""
    with open_review(folder, zotero) as bench:
        library.fn(bench)


def select_rows(folder: Path, sql: str) -> list[dict[str, Any]]:
    """Return rows of the published copy."""
    with open_published(folder / "bees") as connection:
        return connection.sql(sql).pl().to_dicts()


def item_rows(folder: Path) -> list[dict[str, Any]]:
    """Return what is on record of items."""
    return select_rows(folder, "SELECT * FROM zotero_item ORDER BY work_id")


def list_problems(folder: Path) -> list[tuple[str, str]]:
    """Return kind and message of the problems of the phase."""
    return [(row["kind"], row["message"]) for row in select_rows(folder, "FROM problem WHERE phase = 'library'")]


def list_items(zotero: ZoteroLibrary) -> dict[str, Any]:
    """Return what the items say, without what depends on when they were written."""
    return {key: {n: v for n, v in item.items() if n != "version"} for key, item in zotero.items.items()}
