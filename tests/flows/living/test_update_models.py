"""Updates of a review by language models: what changed is asked about and nothing else, and without news nobody is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from flows.bench.loopback.messages_server import LoopbackAnthropic, serve_anthropic
from flows.bench.loopback.scripted import SCRIPTS
from flows.living import update
from flows.review import review
from storage.ledger import open_published
from tests.faults.grown_world import NEW, grow_world
from tests.faults.world import TOPIC, write_world

_NAME = "trees"
# What tells of runs, and what holds their times.
_CHANGING = {"run.json", "corpus.duckdb", ".ledger.duckdb", "journal.log"}


@dataclass(frozen=True)
class Story:
    """The folder of the review, its files after each update, and the requests each sent."""

    folder: Path
    files: tuple[dict[str, bytes], ...]
    sent: tuple[int, ...]


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """Have models write a review, let its world grow, and update it twice."""
    home = tmp_path_factory.mktemp("models")
    catalogue, reviews, folder = home / "works.jsonl", str(home / "reviews"), home / "reviews" / _NAME
    with serve_anthropic(SCRIPTS, looks=1) as server, pytest.MonkeyPatch.context() as environment:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        environment.setenv("ANTHROPIC_BASE_URL", server.url)
        environment.setenv("ANTHROPIC_API_KEY", "key")
        write_world(catalogue)
        order = {"quality": "quick", "analyst": "anthropic", "supervision": "none", "batch": False, "quiet": True}
        review.fn(TOPIC, name=_NAME, catalogue=str(catalogue), reviews=reviews, **order)
        grow_world(catalogue)
        counts, files = [_count(server)], []
        for _ in range(2):
            update.fn(_NAME, reviews=reviews, batch=False, quiet=True)
            counts.append(_count(server))
            files.append({path.name: path.read_bytes() for path in folder.iterdir() if path.name not in _CHANGING})
        yield Story(folder, tuple(files), tuple(after - before for before, after in pairwise(counts)))


def _count(server: LoopbackAnthropic) -> int:
    return sum(request.method == "POST" for request in server.requests)


def test_models_are_asked_about_what_changed(story: Story) -> None:
    """The new works are judged and read, changed themes and the frame written; other sections stand to the letter."""
    with open_published(story.folder) as connection:
        asked = connection.execute(
            "SELECT (SELECT llm_calls FROM living_result WHERE number = 1), "
            "(SELECT count(*) FROM corpus WHERE list_contains($new, work_id))",
            {"new": list(NEW)},
        ).fetchone()
        carried = connection.execute(
            "SELECT count(*), count(*) FILTER (a.markdown = b.markdown) FROM living_section AS l "
            "JOIN section AS a ON a.section_id = l.section_id AND a.version = l.version "
            "JOIN current_section AS b ON b.section_id = l.section_id WHERE l.action = 'carried'"
        ).fetchone()
        assert connection.execute("FROM unsupported_claim").fetchall() == []
    assert asked == (story.sent[0], len(NEW))
    assert carried
    assert carried[0] == carried[1] > 0


def test_an_update_without_news_asks_no_model(story: Story) -> None:
    """The second update sends no request and leaves every file as it was."""
    assert story.sent[1] == 0
    assert story.files[1] == story.files[0]
