"""The versions of a review's text, and a private ledger in which to inspect them.

The frames from which the appendix and the report tables are made.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from storage.core.errors import InputError
from storage.core.ledger import Ledger, open_published
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from storage.records.search import Work
from storage.searching.works import read_works
from storage.writing.merging import read_key


def appendix_frames(ledger: Ledger) -> dict[str, pl.DataFrame]:
    """Return the contents of the appendix, frame by frame: search, screening, themes, judges, supervision, problems."""
    return {
        "queries": ledger.frame("queries_as_run").with_columns(text=pl.concat_str("framing", pl.lit(": "), "text")),
        "strategies": ledger.select(
            "SELECT strategy, count(DISTINCT d.work_id) AS works, count(DISTINCT c.work_id) AS included "
            "FROM discovery AS d LEFT JOIN corpus AS c USING (work_id) GROUP BY strategy ORDER BY works DESC, strategy"
        ),
        "stages": ledger.select(
            "SELECT stage, seeds, candidates, relevant, coverage_delta, api_calls FROM diffusion_stage ORDER BY stage"
        ),
        "criteria": ledger.select(
            "SELECT c.name, c.kind, c.text, c.proposed_by, e.works FROM stated_criterion AS c "
            "LEFT JOIN criterion_exclusion AS e USING (criterion_id) ORDER BY c.kind DESC, c.name NULLS LAST, c.text"
        ),
        "themes": ledger.select(
            "SELECT t.label, count(*) AS works, t.words, t.coherence, t.source FROM current_theme AS t "
            "JOIN theme_work USING (edition, theme_id) GROUP BY ALL ORDER BY min(t.position)"
        ),
        "models": ledger.select(
            "SELECT phase, step, model, effort, prompt_sha256[:12] AS prompt, count(*) AS answers FROM llm_call "
            "WHERE model <> '' GROUP BY ALL ORDER BY phase, step, model, effort, prompt"
        ),
        "agreement": ledger.frame("organization_agreement"),
        "appraisals": ledger.frame("appraisals"),
        "differing": ledger.select(
            "FROM appraisal_disagreement ORDER BY citekey, tool, domain, reviewer, other_reviewer"
        ),
        "poolings": ledger.frame("poolings"),
        "pooled_results": ledger.frame("pooled_results"),
        "people": ledger.frame("people_judging"),
        "screeners": ledger.frame("screeners_judging"),
        "pairs": ledger.select("FROM screener_agreement ORDER BY phase NULLS FIRST, screener, other"),
        "loops": ledger.frame("supervision_loops"),
        "edits": ledger.frame("supervision_edits"),
        "hand_edits": ledger.frame("hand_edited_sections"),
        "missed": ledger.select("SELECT * FROM missed_seminal LIMIT 25"),
        "problems": ledger.select(
            "SELECT phase, kind, message, count(*) AS n FROM problem GROUP BY ALL ORDER BY phase, kind, message"
        ),
    }


def exhibit_frames(ledger: Ledger) -> dict[str, pl.DataFrame]:
    """Return what the tables and figures among the sections are made of (`tasks.reporting.exhibits`)."""
    return {
        "characteristics": ledger.frame("characteristics"),
        "evidence": ledger.frame("theme_evidence"),
        "vote_count": ledger.select("FROM vote_count ORDER BY works DESC, exposure, outcome"),
        "stated": ledger.select("SELECT DISTINCT citekey, text, design, n, outcome FROM evidence ORDER BY ALL"),
        "contradictions": ledger.frame("contradictions", theme_id=None),
        "effects": ledger.frame("compared_effects"),
        "poolings": ledger.frame("poolings"),
        "pooled_results": ledger.frame("pooled_results"),
    }


@dataclass(frozen=True, slots=True)
class ReviewVersion:
    """A version of the whole text, counted from 1; the last of the current edition is the review as it stands.

    Version 1 consists of the first drafts. Each further version is the text after one more pass over it (integration, a
    round of a loop, a repair of citations), with sections that the pass did not write left unchanged. An edition, the
    text for a corpus of a certain tier, continues the numbering of the one before it.
    """

    number: int
    edition: str
    step: int
    is_current: bool


@contextmanager
def open_snapshot(folder: Path) -> Iterator[Ledger]:
    """Yield a ledger with what a review has published, to be read and changed at will and discarded afterwards.

    Raises:
        InputError: there is no review in the folder, nothing was published yet, or the copy cannot be read.
    """
    with open_published(folder), TemporaryDirectory(prefix="litreview-snapshot-") as scratch:
        place = Path(scratch) / folder.resolve().name
        place.mkdir()
        shutil.copyfile(folder / PUBLISHED_FILE, place / WORKING_FILE)
        with Ledger(place) as ledger:
            yield ledger


def read_versions(ledger: Ledger) -> list[ReviewVersion]:
    """Return the versions of a review's text, oldest first; none where no edition was finished."""
    return [ReviewVersion(**row) for row in ledger.frame("review_versions").iter_rows(named=True)]


def choose_version(ledger: Ledger, number: int | None) -> ReviewVersion:
    """Return the version with that number, the current one if None.

    Raises:
        InputError: there is no such version, or no finished text.
    """
    versions = read_versions(ledger)
    name = ledger.folder.name
    if not versions or (number is None and not versions[-1].is_current):
        raise InputError(f"the text of review '{name}' is not finished; finish it with 'litreview resume {name}'")
    if number is None:
        return versions[-1]
    if not 1 <= number <= len(versions):
        there = f"1 to {len(versions)}" if len(versions) > 1 else "1, the only one, or leave it out"
        raise InputError(f"review '{name}' has no version {number}; give --version {there}")
    return versions[number - 1]


def read_version(ledger: Ledger, version: ReviewVersion) -> tuple[list[tuple[str, str]], datetime]:
    """Return the sections of a version in order, as (heading, Markdown), and when the last was written (UTC)."""
    rows = ledger.frame("version_sections", edition=version.edition, step=version.step)
    written_at: datetime = max(rows["created_at"].to_list())
    return list(rows.select("heading", "markdown").iter_rows()), written_at


def read_version_sections(ledger: Ledger, version: ReviewVersion) -> list[tuple[str, str, str]]:
    """Return the sections of a version in order, as (section id, heading, Markdown)."""
    rows = ledger.frame("version_sections", edition=version.edition, step=version.step)
    return list(rows.select("section_id", "heading", "markdown").iter_rows())


def read_typed(ledger: Ledger, version: ReviewVersion | None) -> dict[str, frozenset[str]]:
    """Return the paragraphs that people typed and that stand in a version, by heading, as `merging.read_key` has them.

    Without a version these are those of the sections as they stand. In a review that is shown in another language they
    are as they are; what a person only moved is the program's.
    """
    sections = (
        ledger.select("SELECT section_id, version FROM current_section")
        if version is None
        else ledger.frame("version_sections", edition=version.edition, step=version.step)
    )
    found: dict[str, set[str]] = {}
    rows = ledger.frame("typed_paragraphs").join(sections, on=["section_id", "version"], how="semi")
    for heading, text in rows.select("heading", "text").iter_rows():
        found.setdefault(heading, set()).add(read_key(text))
    return {heading: frozenset(keys) for heading, keys in found.items()}


def citable_works(ledger: Ledger) -> dict[str, Work]:
    """Return every work that ever had a citekey, by citekey: earlier versions may cite works that left the corpus."""
    rows = ledger.select("SELECT * FROM work WHERE citekey IS NOT NULL ORDER BY work_id")
    return dict(zip(rows["citekey"], read_works(rows), strict=True))
