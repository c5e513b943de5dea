"""Reviews kept in a bucket: any machine goes on with what was published last, and only one at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from flows.bucket import fetch_review
from flows.review import review
from storage.errors import InputError, LedgerInUse, StoppedShort
from storage.ledger import Ledger
from storage.published import select_published
from tasks.review_bucket import ReviewBucket, open_bucket
from tasks.settings import read_settings
from tests.flows.conftest import make_record

Write = Callable[..., Path]
Go = Callable[[str], Path]


@pytest.fixture
def catalogue(write_catalogue: Write) -> str:
    """Return the path of a small catalogue."""
    return str(write_catalogue([make_record(number) for number in range(1, 25)]))


@pytest.fixture
def go(tmp_path: Path, catalogue: str, monkeypatch: pytest.MonkeyPatch) -> Go:
    """Return what runs the review on a machine of that name, and returns its folder there."""

    def run(machine: str) -> Path:
        use_machine(tmp_path, machine, monkeypatch)
        review.fn(
            "wild bees in orchards", quality="quick", analyst="instant", catalogue=catalogue, name="r", quiet=True,
            supervision="none",
        )  # fmt: skip
        return read_settings().reviews / "r"

    return run


def use_machine(home: Path, machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the environment of a machine: the bucket is the same for all, the cache its own."""
    monkeypatch.setenv("LITREVIEW_REVIEWS", (home / "bucket").as_uri())
    monkeypatch.setenv("LITREVIEW_CACHE", str(home / machine))


def test_another_machine_reads_and_goes_on(go: Go, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What one machine published is there for the next, which finds nothing left to do and changes nothing."""
    made = go("one")
    use_machine(tmp_path, "two", monkeypatch)
    there = fetch_review(read_settings(), read_settings().reviews / "r")
    assert there != made
    assert (there / "review.md").read_bytes() == (made / "review.md").read_bytes()
    assert not (there / ".ledger.duckdb").exists()
    again = go("two")
    hashes = [json.loads((folder / "run.json").read_bytes())["canonical_hash"] for folder in (made, again)]
    assert hashes[0] == hashes[1]
    assert select_published(again, "SELECT count(*) FROM run").item() == 2
    assert [path.name for path in (tmp_path / "bucket" / "r").glob(".ledger-*")] != []
    assert len(list((tmp_path / "bucket" / "r").glob(".ledger-*"))) == 1
    assert not (tmp_path / "bucket" / "r" / ".lease.json").exists()


def test_a_machine_that_dies_loses_nothing_published(go: Go, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It stops in the middle and never comes back: another goes on from the last push and ends the same."""
    whole = json.loads((go("undisturbed") / "run.json").read_bytes())["canonical_hash"]
    (tmp_path / "bucket").rename(tmp_path / "kept")
    pushes = []

    def die(bucket: ReviewBucket) -> None:
        pushes.append(bucket)
        if len(pushes) == 8:
            raise StoppedShort("the machine is gone")
        push(bucket)

    with monkeypatch.context() as patch:
        push = ReviewBucket.push
        patch.setattr(ReviewBucket, "push", die)
        patch.setattr(ReviewBucket, "_drop_lease", lambda _: None)
        with pytest.raises(StoppedShort, match="gone"):
            go("dead")
    with pytest.raises(LedgerInUse, match="another run holds"):
        go("heir")
    lease = tmp_path / "bucket" / "r" / ".lease.json"
    lease.write_bytes(orjson.dumps(orjson.loads(lease.read_bytes()) | {"until": 0}))
    assert json.loads((go("heir") / "run.json").read_bytes())["canonical_hash"] == whole


def test_a_lost_lease_stops_the_push(go: Go, tmp_path: Path):
    """Who lost the lease does not write over what its heir has put up."""
    folder = go("one")
    with Ledger(folder), open_bucket((tmp_path / "bucket").as_uri(), folder) as bucket:
        bucket._lost = True
        with pytest.raises(LedgerInUse, match="was lost"):
            bucket.push()


def test_a_manifest_reaches_no_file_outside(tmp_path: Path):
    """What stands in the bucket is data: a path that leaves the review's folder is refused."""
    place = tmp_path / "bucket" / "r"
    place.mkdir(parents=True)
    (place / ".manifest.json").write_bytes(orjson.dumps({"files": {"../evil": "0"}, "ledger": ""}))
    with pytest.raises(InputError, match="outside the review"):
        open_bucket((tmp_path / "bucket").as_uri(), tmp_path / "here" / "r").fetch()


def test_an_address_nothing_can_read_is_one_sentence(tmp_path: Path):
    """The kind of address is named, and what to do."""
    with pytest.raises(InputError, match="LITREVIEW_REVIEWS names 'nonsense://'"):
        open_bucket("nonsense://bucket", tmp_path / "r")
