"""The nightly check and the export as deployments run them, without a server."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from flows.export.flow import export
from flows.review import review
from flows.verify.all import verify
from storage.core.errors import InputError, LitreviewError
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from storage.publication.finished import finished_reviews
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished review, a copy of it, a review that was stopped, and what is no review."""
    home = tmp_path_factory.mktemp("shelf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITREVIEW_CACHE", str(home / "cache"))
        order = {"topic": TOPIC, "quality": "quick", "analyst": "instant", "reviews": str(home), "quiet": True}
        review.fn(**order, name="first", catalogue=str(write_world(home / "works.jsonl")))
    shutil.copytree(home / "first", home / "second")
    shutil.copytree(home / "first", home / "stopped")
    change(home / "stopped", "UPDATE run SET status = 'stopped'")
    (home / "notes").mkdir()
    return home


def change(folder: Path, sql: str) -> None:
    for name in (PUBLISHED_FILE, WORKING_FILE):
        with duckdb.connect(folder / name) as connection:
            connection.execute(sql)


def test_finished_reviews_are_found_and_others_not(reviews: Path) -> None:
    """By name; a review that was stopped, or a folder of something else, is not among them."""
    assert [folder.name for folder in finished_reviews(reviews)] == ["first", "second"]
    with pytest.raises(InputError, match="there is no folder"):
        finished_reviews(reviews / "nowhere")


def test_reviews_that_hold_pass_and_one_that_does_not_is_named(reviews: Path, tmp_path: Path) -> None:
    """The flow fails in one sentence, so that an automation can tell somebody; it looks at every review first."""
    assert verify.fn(reviews=str(reviews)) == 2
    for name in ("first", "second"):
        shutil.copytree(reviews / name, tmp_path / name)
    change(tmp_path / "first", "UPDATE quote SET text = 'Nobody ever wrote these words.'")
    with pytest.raises(LitreviewError, match="1 of 2 finished reviews do not hold: first; run 'litreview verify'"):
        verify.fn(reviews=str(tmp_path))


def test_a_review_that_cannot_be_read_does_not_hold(reviews: Path, tmp_path: Path) -> None:
    """A published copy that is no database is told, not passed over."""
    shutil.copytree(reviews / "first", tmp_path / "broken")
    for name in (PUBLISHED_FILE, WORKING_FILE):
        (tmp_path / "broken" / name).write_bytes(b"nothing")
    with pytest.raises(LitreviewError, match="1 of 1 finished reviews do not hold: broken"):
        verify.fn(reviews=str(tmp_path))


def test_an_export_writes_where_it_says(reviews: Path) -> None:
    """The file of the format asked for, in the review's exports, as `litreview export` writes it."""
    written = export.fn(name="first", to="bib", reviews=str(reviews))
    assert written == (reviews / "first" / "exports" / "references.bib").resolve()
    assert written.read_text("utf-8") == (reviews / "first" / "references.bib").read_text("utf-8")
