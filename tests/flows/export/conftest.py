"""A finished review of hostile works, and the command that exports it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.export.report import compose_review
from storage.records.screening import Decision
from storage.records.search import Author, Plan, Response, Work
from storage.records.writing import Draft
from storage.runs.reviews import add_citekeys, finish_run, settle_plan, start_run
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section, written_sections
from tasks.reporting.files import render_files, write_files
from tests.flows.export.hostile_review import KEYS, MAIL, TITLES
from tests.new_ledger import open_new_ledger


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished review of hostile works whose introduction was written twice."""
    folder = tmp_path_factory.mktemp("reviews") / "hair"
    with open_new_ledger(folder) as ledger:
        settle_plan(ledger, Plan(topic="Hair & stress", quality="quick", as_of=2020, catalogue="test"))
        works = [
            Work(
                f"W{i}", title, year=2000 + i, type="article", venue=title, doi=f"10.1/x{i}", family_id=f"f{i}",
                abstract=f"Write to {MAIL}.", authors=(Author(f"Ann Lee{i}", affiliation=MAIL),),
                response=Response("test", f"test:W{i}", json.dumps({"id": f"W{i}", "mail": MAIL})),
            )
            for i, title in enumerate(TITLES)
        ]  # fmt: skip
        with ledger.transaction():
            add_works(ledger, works, 0)
            add_discoveries(ledger, [(work.work_id, "keyword", 0, None, None, 1) for work in works])
            add_decisions(
                ledger,
                [
                    Decision(work.work_id, "screening", 0, "include", "llm", title)
                    for work, title in zip(works, TITLES, strict=True)
                ],
            )
        add_citekeys(ledger, {work.work_id: key for work, key in zip(works, KEYS, strict=True)})
        cited = "\n\n".join(f"Claim {i} [@{key}]." for i, key in enumerate(KEYS))
        cited += f"\n\nLee1 (2001) say so [@{KEYS[1]}]."
        add_section(ledger, "introduction", 1, "Introduction", Draft(f"First draft [@{KEYS[0]}]."))
        add_section(ledger, "abstract", 0, "Abstract", Draft("In short."))
        add_section(ledger, "introduction", 1, "Introduction", Draft(f"Second draft. {cited}"))
        run = start_run(ledger, "1", {"catalogue": "/home/ann/works.jsonl"}, None)
        finish_run(ledger, run, "finished", 0)
        title, meta, counts = compose_review(ledger)
        files = render_files.fn(title, list(written_sections(ledger).values()), meta, counts)
        write_files(folder, files | {"run.json": json.dumps({"catalogue": "/home/ann/works.jsonl", "asked_by": MAIL})})
        ledger.publish()
    return folder


@pytest.fixture
def export(review: Path, type_here: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[..., tuple[int, str]]:
    """Return what runs ``litreview export hair …`` and returns its exit code and what it printed."""

    def call(*options: str, name: str = "hair") -> tuple[int, str]:
        done = type_here("export", name, *options, "--reviews", str(review.parent))
        return done.returncode, (done.stdout + done.stderr).strip()

    return call
