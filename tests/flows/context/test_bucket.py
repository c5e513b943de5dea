"""Reviews kept in a bucket: any machine goes on with what was published last, and only one at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import orjson
import pytest

from flows.context.bucket import fetch_review
from flows.review import review
from storage.core.errors import InputError, LedgerInUse, StoppedShort
from storage.core.ledger import Ledger
from storage.publication.published import select_published
from tasks.bucket.addresses import open_store
from tasks.bucket.lease import MANIFEST, Lease
from tasks.bucket.objects import Objects
from tasks.bucket.review import ReviewBucket, open_bucket
from tasks.environment.settings import read_settings
from tests.fakes.bucket_server import BucketServer
from tests.flows.conftest import make_record

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
Go = Callable[[str], Path]


@pytest.fixture
def catalogue(write_catalogue: Write) -> str:
    """Return the path of a small catalogue."""
    return str(write_catalogue([make_record(number) for number in range(1, 25)]))


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of a bucket of Amazon S3, as moto has it, to which the environment leads."""
    with BucketServer() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        yield server.make_bucket(f"b{abs(hash(tmp_path))}") + "/reviews"


@pytest.fixture
def go(bucket: str, tmp_path: Path, catalogue: str, monkeypatch: pytest.MonkeyPatch) -> Go:
    """Return what runs the review on a machine of that name, and returns its folder there."""

    def run(machine: str) -> Path:
        use_machine(bucket, tmp_path, machine, monkeypatch)
        review.fn(
            "wild bees in orchards", quality="quick", analyst="instant", catalogue=catalogue, name="r", quiet=True,
            supervision="none",
        )  # fmt: skip
        return read_settings().reviews / "r"

    return run


def use_machine(bucket: str, home: Path, machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the environment of a machine: the bucket is the same for all, the cache its own."""
    monkeypatch.setenv("LITREVIEW_REVIEWS", bucket)
    monkeypatch.setenv("LITREVIEW_CACHE", str(home / machine))


def list_ledgers(bucket: str) -> list[str]:
    """Return the names of the ledgers that are kept of the review."""
    return [name for name in Objects(open_store(bucket), "r", bucket).list_names() if name.startswith(".ledger-")]


def test_another_machine_reads_and_goes_on(go: Go, bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What one machine published is there for the next, which finds nothing left to do and changes nothing."""
    made = go("one")
    use_machine(bucket, tmp_path, "two", monkeypatch)
    there = fetch_review(read_settings(), read_settings().reviews / "r")
    assert there != made
    assert (there / "review.md").read_bytes() == (made / "review.md").read_bytes()
    assert not (there / ".ledger.duckdb").exists()
    again = go("two")
    hashes = [json.loads((folder / "run.json").read_bytes())["canonical_hash"] for folder in (made, again)]
    assert hashes[0] == hashes[1]
    assert select_published(again, "SELECT count(*) FROM run").item() == 2
    assert len(list_ledgers(bucket)) == 1
    manifest = Objects(open_store(bucket), "r", bucket).read(MANIFEST)
    assert manifest is not None
    assert orjson.loads(manifest.content)["lease"] is None


def test_a_machine_that_dies_loses_nothing_published(go: Go, bucket: str, monkeypatch: pytest.MonkeyPatch):
    """It stops in the middle and never comes back: another goes on from the last push and ends the same."""
    whole = json.loads((go("undisturbed") / "run.json").read_bytes())["canonical_hash"]
    objects = Objects(open_store(bucket), "r", bucket)
    objects.remove(objects.list_names())
    pushes = []

    def die(dying: ReviewBucket) -> None:
        pushes.append(dying)
        if len(pushes) == 8:
            raise StoppedShort("the machine is gone")
        push(dying)

    with monkeypatch.context() as patch:
        push = ReviewBucket.push
        patch.setattr(ReviewBucket, "push", die)
        patch.setattr(Lease, "drop", lambda lease: lease._is_over.set())
        with pytest.raises(StoppedShort, match="gone"):
            go("dead")
    with pytest.raises(LedgerInUse, match="holds the review"):
        go("heir")
    expire(bucket)
    assert json.loads((go("heir") / "run.json").read_bytes())["canonical_hash"] == whole
    with pytest.raises(LedgerInUse, match="was lost"):
        pushes[0].push()


def test_a_lost_lease_stops_the_push(go: Go, bucket: str):
    """Who lost the lease does not write over what its heir has put up."""
    folder = go("one")
    with Ledger(folder), open_bucket(bucket, folder) as held:
        expire(bucket)
        heir = open_bucket(bucket, folder)
        heir.lease.take()
        with pytest.raises(LedgerInUse, match="was lost"):
            held.push()
        heir.lease.drop()


def test_reviews_may_be_kept_in_a_folder_that_many_share(tmp_path: Path):
    """A file:// address is a bucket too, with the same lease."""
    (folder := tmp_path / "here" / "r").mkdir(parents=True)
    (folder / "review.md").write_text("one")
    (folder / ".ledger.duckdb").write_bytes(b"ledger")
    url = (tmp_path / "shared").as_uri()
    with open_bucket(url, folder) as held:
        held.push()
        with pytest.raises(LedgerInUse, match="holds the review"):
            open_bucket(url, tmp_path / "there" / "r").__enter__()
    with open_bucket(url, tmp_path / "there" / "r"):
        assert (tmp_path / "there" / "r" / ".ledger.duckdb").read_bytes() == b"ledger"
    assert (tmp_path / "shared" / "r" / "review.md").read_text() == "one"


def test_a_manifest_reaches_no_file_outside(tmp_path: Path):
    """What stands in the bucket is data: a path that leaves the review's folder is refused."""
    place = tmp_path / "bucket" / "r"
    place.mkdir(parents=True)
    (place / ".manifest.json").write_bytes(orjson.dumps({"files": {"../evil": "0"}, "ledger": ""}))
    with pytest.raises(InputError, match="outside the review"):
        open_bucket((tmp_path / "bucket").as_uri(), tmp_path / "here" / "r").fetch()


def expire(bucket: str) -> None:
    """Let the lease run out, as if its seconds had gone by."""
    objects = Objects(open_store(bucket), "r", bucket)
    present = objects.read(MANIFEST)
    assert present is not None
    manifest = orjson.loads(present.content)
    objects.upload(MANIFEST, orjson.dumps(manifest | {"lease": manifest["lease"] | {"seconds": 0.0}}))
