"""A finished review is made again from its record: under a new name, without asking anybody, word for word the same."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from pydantic import SecretStr

from flows.context.order import ReviewOrder
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from storage.core.errors import InputError, RecordMissing
from storage.publication.published import select_published
from tasks.environment.settings import Settings, read_settings
from tasks.screening.embeddings import INSTANT_MODEL_NAME, instant_vectors
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.server import serve_openalex
from tests.benchmarks.servers.world import World
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow

NOWHERE = "http://127.0.0.1:9"


def make(home: Path, name: str, settings: Settings, topic: str = TOPIC, budget: float | None = None) -> Path:
    order = ReviewOrder(
        topic=topic,
        quality="quick",
        name=name,
        catalogue=None if settings.replay else str(home / "works.jsonl"),
        analyst="anthropic",
        budget=budget,
        reviews=home,
    )
    with open_context(order, settings, Progress(quiet=True)) as bench:
        work_through(replace(bench, embed=instant_vectors, embedding_model=INSTANT_MODEL_NAME))
    return home / name


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review that a service was asked for, under a budget that forced economies on it."""
    home = tmp_path_factory.mktemp("replay")
    write_world(home / "works.jsonl")
    with serve_anthropic(SCRIPTS) as server:
        settings = configure(home).model_copy(update={"anthropic_base_url": server.url})
        with pytest.raises(Exception, match="--budget"):
            make(home, "recorded", settings, budget=0.10)
        return make(home, "recorded", settings, budget=0.70)


def configure(home: Path, record: Path | None = None) -> Settings:
    return read_settings().model_copy(
        update={
            "anthropic_base_url": NOWHERE,
            "anthropic_api_key": None if record else SecretStr("key"),
            "open_library_url": "",
            "cache": home / "cache",
            "replay": record,
        }
    )


def test_replay_gives_the_same_review(recorded: Path) -> None:
    """Hash and text are the same, nothing is paid, and the catalogue and the year looked back from are the record's."""
    again = make(recorded.parent, "again", configure(recorded.parent, recorded))
    runs = [json.loads((folder / "run.json").read_text()) for folder in (recorded, again)]
    assert runs[0]["canonical_hash"] == runs[1]["canonical_hash"]
    assert (again / "review.md").read_text() == (recorded / "review.md").read_text()
    assert select_published(again, "SELECT sum(usd) FROM cost").item() == 0
    count = "SELECT count(*) FROM llm_answer"
    assert select_published(again, count).item() == select_published(recorded, count).item() > 20


def test_economies_are_followed(recorded: Path) -> None:
    """The record was made under a budget that ran short; the replay, which has none, follows it."""
    kinds = "SELECT kind FROM problem WHERE phase = 'budget' ORDER BY kind"
    assert select_published(recorded, kinds).height > 0
    again = recorded.parent / "again"
    assert select_published(again, kinds).rows() == select_published(recorded, kinds).rows()
    assert "To keep to its budget" in (again / "review.md").read_text()


def test_searches_are_dated_as_the_record_dates_them(recorded: Path) -> None:
    """A replay searches nothing: the days that its appendix states are those of the searches on record."""
    record = Path(shutil.copytree(recorded, recorded.parent / "dated"))
    with duckdb.connect(record / "corpus.duckdb") as connection:
        connection.execute("UPDATE search_query SET retrieved_at = TIMESTAMP '2021-03-04 12:00:00'")
        connection.execute("UPDATE response SET fetched_at = TIMESTAMP '2021-03-06 12:00:00'")
    again = make(recorded.parent, "redated", configure(recorded.parent, record))
    appendix = (again / "appendix.md").read_text("utf-8")
    assert "The search was made from 4 March 2021 to 6 March 2021 (UTC; PRISMA-S item 13)." in appendix


def test_what_was_never_asked_stops_the_replay(recorded: Path) -> None:
    """Where the record holds no answer to what is asked, the run stops short and says what to do."""
    record = Path(shutil.copytree(recorded, recorded.parent / "poorer"))
    with duckdb.connect(record / "corpus.duckdb") as connection:
        connection.execute(
            "DELETE FROM llm_answer WHERE request_sha256 IN (SELECT min(request_sha256) FROM llm_answer)"
        )
    with pytest.raises(RecordMissing, match="LITREVIEW_REPLAY"):
        make(recorded.parent, "other", configure(recorded.parent, record))


def test_another_topic_is_refused(recorded: Path) -> None:
    """It is named before anything is asked."""
    with pytest.raises(InputError, match="has the topic"):
        make(recorded.parent, "other", configure(recorded.parent, recorded), topic="Street trees and burglary")


def test_replay_of_no_review_is_refused(tmp_path: Path) -> None:
    """A folder without a review is named."""
    with pytest.raises(InputError, match="no review in"):
        make(tmp_path, "again", configure(tmp_path, tmp_path / "missing"))


def test_answers_of_the_openalex_api_are_played_again(tmp_path: Path) -> None:
    """A review that asked the API is made again from its record when the API is gone."""
    settings = configure(tmp_path).model_copy(update={"openalex_url": NOWHERE})
    order = ReviewOrder(
        topic=TOPIC, quality="quick", catalogue="openalex", analyst="instant", as_of=2023, reviews=tmp_path
    )
    with serve_openalex(World(write_world(tmp_path / "works.jsonl"))) as server:
        asking = settings.model_copy(update={"openalex_url": server.url})
        with open_context(order.model_copy(update={"name": "asked"}), asking, Progress(quiet=True)) as bench:
            work_through(bench)
    replaying = settings.model_copy(update={"replay": tmp_path / "asked"})
    with open_context(order.model_copy(update={"name": "again"}), replaying, Progress(quiet=True)) as bench:
        work_through(bench)
    runs = [json.loads((tmp_path / name / "run.json").read_text()) for name in ("asked", "again")]
    assert runs[0]["canonical_hash"] == runs[1]["canonical_hash"]
    assert (tmp_path / "again" / "review.md").read_text() == (tmp_path / "asked" / "review.md").read_text()
    assert select_published(tmp_path / "again", "SELECT sum(usd) FROM api_call").item() == 0
