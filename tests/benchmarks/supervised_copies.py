"""A clean review of the embedded sample, and copies of it in which flaws are planted for supervision to find."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pydantic import SecretStr

from flows.context.context import ReviewContext
from flows.context.order import DEMO_CATALOGUE, DEMO_TOPIC, ReviewOrder
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from flows.supervision.flow import supervision
from storage.core.ledger import Ledger
from storage.records.writing import Draft
from storage.writing.citation_checks import read_checked_sections, read_claims
from storage.writing.sections import append_version
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.environment.settings import read_settings
from tasks.revision.paragraphs import StandingSection
from tasks.screening.embeddings import INSTANT_MODEL_NAME, instant_vectors
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Script

_NAME = "clean"


def write_clean_review(reviews: Path) -> Path:
    """Write the review of the embedded sample in its sources' sentences, without supervision; return its folder.

    A script would write some paragraphs twice, and what stands twice is no clean review.
    """
    with _open(reviews, SCRIPTS, (), scripted=False) as bench:
        work_through(bench)
    return reviews / _NAME


def copy_review(clean: Path, reviews: Path) -> Path:
    """Return the folder of a new copy of a review, in a folder of its own."""
    shutil.copytree(clean, reviews / _NAME)
    return reviews / _NAME


def read_sections(ledger: Ledger) -> list[StandingSection]:
    """Return the current sections of a review with their claims."""
    return [
        StandingSection(one.section_id, one.version, one.heading, one.markdown, read_claims(ledger, one))
        for one in read_checked_sections(ledger)
    ]


def put_in_flaws(ledger: Ledger, clean: Sequence[StandingSection], flawed: Sequence[StandingSection]) -> None:
    """Make new versions of the sections that have flaws."""
    with ledger.transaction():
        for before, after in zip(clean, flawed, strict=True):
            if after.markdown != before.markdown:
                append_version(ledger, after.section_id, Draft(after.markdown, after.claims), "planted")


def supervise_review(
    review: Path, loops: Sequence[str], scripts: Mapping[str, Script], *, scripted: bool, quality: str = "quick"
) -> None:
    """Run loops of supervision over a review, by scripts or the extractive analyst; `quality` bounds their rounds."""
    with _open(review.parent, SCRIPTS | dict(scripts), loops, scripted=scripted) as bench:
        supervised = replace(bench, plan=replace(bench.plan, quality=quality))
        supervised.driver.enter(supervision, supervised)


@contextmanager
def _open(
    reviews: Path, scripts: Mapping[str, Script], loops: Sequence[str], *, scripted: bool
) -> Iterator[ReviewContext]:
    order = ReviewOrder(
        topic=DEMO_TOPIC,
        quality="standard",
        name=_NAME,
        catalogue=DEMO_CATALOGUE,
        analyst="anthropic",
        reviews=str(reviews),
        supervision=tuple(loops) or ("none",),
    )
    with serve_anthropic(dict(scripts)) as server:
        settings = read_settings().model_copy(
            update={"anthropic_base_url": server.url, "anthropic_api_key": SecretStr("none"), "open_library_url": ""}
        )
        with open_context(order, settings, Progress(quiet=True)) as bench:
            quick = replace(bench, embed=instant_vectors, embedding_model=INSTANT_MODEL_NAME)
            yield quick if scripted else replace(quick, analyst=ExtractiveAnalyst(), gateway=None)
