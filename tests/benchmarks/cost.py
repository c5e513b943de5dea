"""What a review by language models costs, phase by phase, and whether it reads as asked, beside bounds.

The models are a loopback service that answers by script, at the real price list: what is measured is what this project
sends, how much of it is cached and batched, and the checks that an answer must pass. How well a model writes is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import SecretStr

from flows.context.context import ReviewContext
from flows.context.loops import LOOPS, read_workload
from flows.context.order import ReviewOrder
from flows.language_models.models import choose_language_models
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from flows.supervision.flow import supervision
from storage.core.errors import InputError
from storage.publication.published import select_published
from storage.records.search import Tier
from storage.writing.themes import read_themes
from tasks.analysts.registry import PAID
from tasks.environment.settings import read_settings
from tasks.language_models.estimate import estimate_cost
from tasks.synthesis import ANSWERS, plan_sections
from tests.benchmarks.cost_figures import describe_estimate, describe_lengths, describe_review, describe_thought
from tests.benchmarks.requests import read_topic
from tests.benchmarks.rows import Row
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS

_IPBES = "ipbes"
_NAME = "cost"


def measure_cost(folders: Sequence[Path], quality: str) -> list[Row]:
    """Return calls, tokens and dollars of a review of each world, and what it cites; without folders, of `ipbes`.

    A folder holds `works.jsonl.gz` and, unless it is `ipbes`, `review.json`.

    Raises:
        InputError: a folder is no such world.
    """
    rows: list[Row] = []
    for folder in folders or [DEFAULT_WORLDS / _IPBES]:
        if not (folder / WORKS).is_file():
            raise InputError(f"the world '{folder}' has no {WORKS}; give --world a folder that has")
        with TemporaryDirectory(prefix="litreview-bench-") as reviews:
            tier, lengths = write_by_script(folder, quality, Path(reviews))
            name, review = folder.resolve().name, Path(reviews) / _NAME
            estimate = estimate_cost(tier, choose_language_models(read_settings(), PAID), batch=True)
            rows += [*describe_review(name, review), *describe_lengths(name, review, lengths)]
            rows += describe_estimate(name, review, estimate)
            rows += _measure_supervision(name, folder, quality, Path(reviews))
            rows += describe_thought(name, review)
    return rows


def write_by_script(folder: Path, quality: str, reviews: Path) -> tuple[Tier, dict[str, int]]:
    """Write the review of a world into a folder through a loopback service; return its tier, and words by section."""
    with _open_by_script(folder, quality, reviews, "none") as bench:
        work_through(bench)
        sections = plan_sections(bench.tier, read_themes(bench.ledger))
        # Of the answers the words of each are asked for, and how certain it is is printed after it.
        return bench.tier, {section.section_id: section.words for section in sections if section.section_id != ANSWERS}


def _measure_supervision(world: str, folder: Path, quality: str, reviews: Path) -> list[Row]:
    """Return what all loops of supervision cost on top of the finished review, beside the estimate.

    The scripts find little to mend, so that the least of the estimate is what they should come near to.
    """
    total = "SELECT sum(usd) AS usd, count(*) AS calls FROM llm_call"
    before = select_published(reviews / _NAME, total).row(0)
    with _open_by_script(folder, quality, reviews, "all") as bench:
        bench.driver.enter(supervision, bench)
        tier = bench.tier
    usd, calls = (
        after - own for after, own in zip(select_published(reviews / _NAME, total).row(0), before, strict=True)
    )
    models = choose_language_models(read_settings(), PAID)
    estimate = estimate_cost(tier, models, batch=True, loops=[read_workload(name) for name in LOOPS])[-1]
    return [
        Row(world, "supervision on top: calls", calls),
        Row(world, "supervision on top: dollars", round(usd, 4)),
        Row(world, "supervision on top: estimated least, dollars", round(estimate.least_usd, 4), peer=usd),
        Row(world, "supervision on top: estimated most, dollars", round(estimate.most_usd, 4), peer=usd),
    ]


@contextmanager
def _open_by_script(folder: Path, quality: str, reviews: Path, loops: str) -> Iterator[ReviewContext]:
    order = ReviewOrder(
        topic=read_topic(folder),
        quality=quality,
        name=_NAME,
        catalogue=str(folder / WORKS),
        analyst="anthropic",
        reviews=str(reviews),
        supervision=tuple(loops.split(",")),
    )
    with serve_anthropic(SCRIPTS) as server:
        settings = read_settings().model_copy(
            update={"anthropic_base_url": server.url, "anthropic_api_key": SecretStr("none"), "open_library_url": ""}
        )
        with open_context(order, settings, Progress(quiet=True)) as bench:
            yield bench
