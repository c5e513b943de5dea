"""What is shown after each phase of a review: where it stands and what the phase brought, in tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from flows.context.context import ReviewContext, ReviewRecord
from flows.export.downloads import list_downloads
from flows.export.pictures import draw_search, map_themes
from flows.orchestration.artifacts import ProgressTable, is_shown, show_markdown, show_picture, show_table
from flows.protocols import PROTOCOL_FILE
from flows.updating.phases import CHANGES_FILE
from storage.core.errors import LitreviewError
from storage.reading.reading import read_corpus
from storage.records.search import Work
from storage.references.references import read_references
from storage.runs.reviews import count_works, review_numbers
from storage.writing.themes import read_themes
from tasks.environment.settings import read_settings
from tasks.procedure.facts import STOP_CLAUSES
from tasks.reporting.figures import CITATIONS, PRISMA, SATURATION, THEMES, TIMELINE, label_counts
from tasks.reporting.files import read_title
from tasks.reporting.narrative_citations import narrate_citations
from tasks.reporting.page.rendering import PAGE
from tasks.reporting.pandoc import Manuscript, convert_document

_COUNTED = frozenset({"organization", "synthesis", "supervision", "verification", "reporting", "closing"})
_FILES = {
    PAGE: "the review with its evidence, figures and search, to be opened in a browser",
    "review.md": "the review, in Pandoc Markdown",
    "references.bib": "the works cited, BibTeX",
    "references.csl.json": "the same, CSL-JSON",
    "references.ris": "the same, RIS",
    PRISMA: "the PRISMA 2020 flow diagram",
    SATURATION: "relevant works found against works screened",
    THEMES: "the works by theme",
    TIMELINE: "the works by theme and year",
    CITATIONS: "which works of the review cite which",
    "appendix.md": "every query as run, exclusions, methods",
    PROTOCOL_FILE: "the protocol and its amendments, PRISMA-P item by item",
    "checklists.md": "PRISMA 2020, PRISMA-S and others, item by item",
    "run.json": "the numbers and the canonical hash, written when the run ends",
    "corpus.duckdb": "works, decisions, findings, quotes, claims: open it with DuckDB",
}


# The UI shows ten rows of a table at a time; where records were identified is in the PRISMA flow diagram.
_HEADLINES = ("identified", "screened", "relevant", "corpus", "findings", "quotes", "themes")


def show_phase(review: ReviewContext, phase: str, table: ProgressTable) -> None:
    """Show where the review stands after a phase, in the run's one table, and what that phase brought."""
    numbers = review_numbers(review.ledger) if phase in _COUNTED else {}
    counts = {**numbers, **count_works(review.ledger)}
    first = {name: counts[name] for name in _HEADLINES if name in counts}
    rest = {name: n for name, n in counts.items() if name not in first and not name.startswith("identified_")}
    rows = [{"what": label, "number": n} for label, n in (*label_counts(first), *label_counts(rest))]
    table.show(rows, f"Where the review stands after {phase}")
    shown: dict[str, Callable[[ReviewContext], None]] = {
        "snowballing": _show_search,
        "organization": _show_themes,
        "reporting": _show_report,
        "closing": _show_changes,
    }
    if phase in shown:
        shown[phase](review)


def list_files(folder: Path) -> str:
    """Return a Markdown list of the review's files, each with its path on the machine that made it."""
    place = folder.resolve()
    there = {name: what for name, what in _FILES.items() if name != PROTOCOL_FILE or (place / name).is_file()}
    lines = [f"- [`{name}`]({(place / name).as_uri()}): {what}" for name, what in there.items()]
    return "\n".join([f"In `{place}`, on the machine that made the review:", "", *lines, ""])


def _show_search(review: ReviewRecord) -> None:
    stages = review.ledger.select(
        'SELECT stage, seeds, candidates AS "works screened", relevant, round(coverage_delta, 3) AS "share relevant", '
        """round(recall_estimate, 2) AS "estimated recall", coalesce(stop_reason, '') AS "ended because" """
        "FROM saturation ORDER BY stage"
    )
    rows = [row | {"ended because": STOP_CLAUSES.get(row["ended because"], "")} for row in stages.to_dicts()]
    show_table("coverage", rows, "What each diffusion stage brought, and why the search stopped")
    show_picture("saturation", draw_search(review.ledger), "Relevant works found against works screened")


def _show_themes(review: ReviewRecord) -> None:
    corpus = read_corpus(review.ledger)
    rows = [
        {
            "theme": theme.label,
            "works": len(theme.work_ids),
            "key works": ", ".join(f"@{corpus[work_id].citekey}" for work_id in theme.key_work_ids),
            "coherence": theme.coherence,
        }
        for theme in read_themes(review.ledger)
    ]
    show_table("themes", rows, "The themes of the review and how many works each has")
    show_picture("theme-map", map_themes(review.ledger), "The works by theme: near dots have similar texts")


def _show_report(review: ReviewRecord) -> None:
    folder = review.ledger.folder
    show_picture("prisma", (folder / PRISMA).read_text(encoding="utf-8"), "PRISMA 2020 flow diagram")
    cost = review.ledger.select(
        "SELECT kind, phase, coalesce(tier, '') AS tier, calls, round(usd, 4) AS dollars FROM cost ORDER BY ALL"
    )
    sums = {"calls": cost["calls"].sum(), "dollars": round(cost["dollars"].sum(), 4)}
    total = {"kind": "all", "phase": "", "tier": "", **sums}
    show_table("cost", [*cost.to_dicts(), total], "Calls to language models and services, and their price in dollars")
    if is_shown():
        works = {key: work for key, work in read_references(review.ledger).items() if key}
        show_markdown("review", _read_rendered(folder, works), read_title(review.plan.topic))
    files = read_settings().files_url
    told = f"{list_downloads(files, folder)}\n" if files else ""
    show_markdown("files", told + list_files(folder), "The files of the review")


def _read_rendered(folder: Path, works: Mapping[str, Work]) -> str:
    """Return the review with citations, references and figures rendered; as it is where Pandoc fails."""
    text = (folder / "review.md").read_text(encoding="utf-8")
    pictures = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.svg")}
    references = (folder / "references.csl.json").read_text(encoding="utf-8")
    try:
        told = narrate_citations(text, works)
        written = Manuscript(told, references, datetime.now(UTC).replace(tzinfo=None), pictures)
        text = convert_document(written, "gfm").decode()
    except LitreviewError as error:
        text += f"\n> **Note.** Citations are shown here in Pandoc's syntax: {error}.\n"
    # What comes before the second line of dashes is for Pandoc.
    return text.split("\n---\n", 1)[-1].lstrip("\n")


def _show_changes(review: ReviewRecord) -> None:
    text = (review.ledger.folder / CHANGES_FILE).read_text(encoding="utf-8")
    show_markdown("changes", text, f"What changed in: {review.plan.topic}")
