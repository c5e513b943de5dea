"""What is shown of a review after each phase: where it stands, and what the phase brought, in tables and pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flows.orchestration.artifacts import show_markdown, show_picture, show_table
from flows.pictures import draw_search, map_themes
from flows.renewal import CHANGES_FILE
from flows.workbench import Workbench
from storage.reading import read_corpus
from storage.reviews import count_works, review_numbers
from storage.themes import read_themes
from tasks.figures import PRISMA, SATURATION, THEMES
from tasks.reporting import read_title

_FILES = {
    "review.md": "the review, in Pandoc Markdown",
    "references.bib": "the works cited, BibTeX",
    "references.csl.json": "the same, CSL-JSON",
    "references.ris": "the same, RIS",
    PRISMA: "the PRISMA 2020 flow diagram",
    SATURATION: "relevant works found against works screened",
    THEMES: "the works by theme",
    "appendix.md": "every query as run, exclusions, methods",
    "run.json": "the numbers and the canonical hash, written when the run ends",
    "corpus.duckdb": "works, decisions, findings, quotes, claims: open it with DuckDB",
}


def show_phase(bench: Workbench, phase: str) -> None:
    """Show where the review stands after a phase, and what that phase brought."""
    rows: list[dict[str, Any]] = [{"measure": item, "value": n} for item, n in count_works(bench.ledger).items()]
    if phase in ("organization", "synthesis"):
        rows = [{"measure": item, "value": value} for item, value in review_numbers(bench.ledger).items()]
    show_table(f"progress-{phase}", rows, f"Where the review stands after {phase}")
    shown: dict[str, Callable[[Workbench], None]] = {
        "snowballing": _show_search,
        "organization": _show_themes,
        "reporting": _show_report,
        "closing": _show_changes,
    }
    if phase in shown:
        shown[phase](bench)


def list_files(folder: Path) -> str:
    """Return a Markdown list of the review's files, each with its place on the machine that made it."""
    place = folder.resolve()
    lines = [f"- [`{name}`]({(place / name).as_uri()}): {what}" for name, what in _FILES.items()]
    return "\n".join([f"In `{place}`, on the machine that made the review:", "", *lines, ""])


def _show_search(bench: Workbench) -> None:
    stages = bench.ledger.select(
        "SELECT stage, seeds, candidates AS screened, relevant, round(coverage_delta, 3) AS coverage_delta, "
        "round(recall_estimate, 2) AS recall_estimate, coalesce(stop_reason, '') AS stop_reason "
        "FROM saturation ORDER BY stage"
    )
    show_table("coverage", stages.to_dicts(), "What each diffusion stage brought, and why the search stopped")
    show_picture("saturation", draw_search(bench.ledger), "Relevant works found against works screened")


def _show_themes(bench: Workbench) -> None:
    corpus = read_corpus(bench.ledger)
    rows = [
        {
            "theme": theme.label,
            "works": len(theme.work_ids),
            "key works": ", ".join(f"@{corpus[work_id].citekey}" for work_id in theme.key_work_ids),
            "coherence": theme.coherence,
        }
        for theme in read_themes(bench.ledger)
    ]
    show_table("themes", rows, "The themes of the review and how many works each has")
    show_picture("theme-map", map_themes(bench.ledger), "The works by theme: near dots have similar texts")


def _show_report(bench: Workbench) -> None:
    counts = [{"item": item, "n": n} for item, n in count_works(bench.ledger).items()]
    show_table("prisma", counts, "PRISMA 2020 counts")
    cost = bench.ledger.select(
        "SELECT kind, phase, coalesce(tier, '') AS tier, calls, round(usd, 4) AS usd FROM cost ORDER BY ALL"
    )
    total = {"kind": "all", "phase": "", "tier": "", "calls": cost["calls"].sum(), "usd": round(cost["usd"].sum(), 4)}
    show_table("cost", [*cost.to_dicts(), total], "Calls to language models and services, and their price in dollars")
    folder = bench.ledger.folder
    # What stands before the second line of dashes is for Pandoc.
    text = (folder / "review.md").read_text(encoding="utf-8").split("\n---\n", 1)[-1].lstrip("\n")
    show_markdown("review", text, read_title(bench.plan.topic))
    show_markdown("files", list_files(folder), "The files of the review")


def _show_changes(bench: Workbench) -> None:
    text = (bench.ledger.folder / CHANGES_FILE).read_text(encoding="utf-8")
    show_markdown("changes", text, f"What changed in: {bench.plan.topic}")
