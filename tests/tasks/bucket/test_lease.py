"""A review in a bucket has one holder, however slow, late, lossy or wrong about the time its contenders are."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from storage.core.errors import InputError, LedgerInUse, ServiceUnavailable
from tasks.bucket import addresses as bucket_addresses
from tasks.bucket.addresses import open_store
from tasks.bucket.lease import MANIFEST, Lease
from tasks.bucket.objects import Objects
from tasks.bucket.review import ReviewBucket, open_bucket
from tests.fakes.bucket_server import BucketServer
from tests.tasks.lease_trials import SITUATIONS, count_twice, run_trials


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[BucketServer]:
    """Yield Amazon S3, as moto has it, to which the environment leads."""
    with BucketServer() as served:
        for name, value in served.environment.items():
            monkeypatch.setenv(name, value)
        yield served


@pytest.fixture
def url(server: BucketServer, request: pytest.FixtureRequest) -> str:
    """Return the address of a bucket that no other test uses."""
    return server.make_bucket(f"b{abs(hash(request.node.name))}")


def contend(url: str, seconds: float = 300.0) -> Lease:
    """Return a contender for the one review of a bucket."""
    return Lease(Objects(open_store(url), "r", f"{url}/r"), seconds)


def make_folder(folder: Path, text: str) -> Path:
    """Return the folder of a review that says something."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "review.md").write_text(text)
    (folder / ".ledger.duckdb").write_text(f"ledger of {text}")
    return folder


def test_never_two_holders(server: BucketServer, url: str) -> None:
    """Requests of up to half a second each way, steps as far apart: one takes it, one pushes, whatever was before."""
    server.delay = 0.5
    outcomes = run_trials(url, 12)
    assert {situation for situation, _, _ in outcomes} == set(SITUATIONS)
    assert count_twice(outcomes) == 0
    assert {pushes for _, _, pushes in outcomes} == {1}


def test_never_two_holders_of_a_folder(tmp_path: Path) -> None:
    """The same where the bucket is a folder that many share."""
    outcomes = run_trials((tmp_path / "bucket").as_uri(), 12)
    assert count_twice(outcomes) == 0
    assert {pushes for _, _, pushes in outcomes} == {1}


def test_a_lease_is_renewed_given_back_and_runs_out(url: str) -> None:
    """It is refused while it is renewed, free when it is given back, free when its holder was silent long enough."""
    first = contend(url)
    first.renewed_each = 0.2
    first.take()
    first.keep()
    versions, deadline = set(), time.monotonic() + 60
    while len(versions) < 3:
        with pytest.raises(
            LedgerInUse, match=r"another run \(on .+\) holds the review in 's3://.+/r' for another \d+ s"
        ):
            contend(url).take()
        present = first.objects.read(MANIFEST)
        assert present is not None
        versions.add(present.version["e_tag"])
        assert time.monotonic() < deadline
    first.drop()
    second = contend(url, seconds=1.0)
    second.take()
    with pytest.raises(LedgerInUse, match="lost"):
        first.write({"files": {}, "ledger": ""})
    third, deadline = contend(url), time.monotonic() + 30
    while True:
        try:
            third.take()
            break
        except LedgerInUse:
            assert time.monotonic() < deadline
    with pytest.raises(LedgerInUse, match="was lost to another run"):
        second.write({"files": {}, "ledger": ""})
    third.drop()


def test_the_clock_of_a_machine_says_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is an hour ahead does not take a lease that stands by the service's time."""
    holder = contend(url)
    holder.take()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    with pytest.raises(LedgerInUse, match="holds the review"):
        contend(url).take()
    holder.write({"files": {}, "ledger": ""})


def test_a_lost_answer_is_no_lost_lease(server: BucketServer, url: str) -> None:
    """A write that was carried out and whose answer never came is found to be our own."""
    lease = contend(url)
    for step in (lease.take, lambda: lease.write({"files": {}, "ledger": "1"})):
        server.losing.add(("PUT", MANIFEST))
        step()
        assert not server.losing
    with pytest.raises(LedgerInUse):
        contend(url).take()
    lease.write({"files": {}, "ledger": "2"})


def test_a_service_that_does_not_heed_conditions_is_refused(server: BucketServer, url: str, tmp_path: Path) -> None:
    """Where two could write at once, nothing is pretended: no lease is taken and nothing is left behind."""
    server.heeds = False
    with pytest.raises(InputError, match="ignores the conditions of a write"):
        open_bucket(url, make_folder(tmp_path / "r", "one")).__enter__()
    assert Objects(open_store(url), "r", url).list_names() == []


@pytest.mark.usefixtures("server")
def test_what_is_wrong_with_a_bucket_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bucket that is not there, an address of no kind, a service that does not answer: each with the remedy."""
    with pytest.raises(InputError, match=r"there is no bucket for 's3://nowhere-at-all/r'; create it"):
        open_bucket("s3://nowhere-at-all", tmp_path / "r").__enter__()
    with pytest.raises(InputError, match=r"LITREVIEW_REVIEWS names 'nonsense://'; give s3://"):
        open_bucket("nonsense://bucket", tmp_path / "r")
    with pytest.raises(InputError, match=r"LITREVIEW_REVIEWS is 'az://container', which cannot be used"):
        open_bucket("az://container", tmp_path / "r")
    monkeypatch.setitem(bucket_addresses._RETRIES, "max_retries", 1)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    with pytest.raises(ServiceUnavailable, match=r"'s3://bucket/r' cannot be reached .*; run 'litreview resume'"):
        open_bucket("s3://bucket", tmp_path / "r").fetch()


def test_a_machine_that_comes_back_late_is_refused(url: str, tmp_path: Path) -> None:
    """A holder stands still, another takes over when the lease has run out and pushes, the first wakes and pushes."""
    ours = (
        "import sys, time; from pathlib import Path; from tasks.bucket.review import open_bucket\n"
        "bucket = open_bucket(sys.argv[1], Path(sys.argv[2])); bucket.lease.seconds = 2.0\n"
        "with bucket:\n"
        "    bucket.push(); print('pushed', flush=True); sys.stdin.readline()\n"
        "    (bucket.folder / 'review.md').write_text('late'); bucket.push()\n"
    )
    asleep, awake = make_folder(tmp_path / "one" / "r", "one"), tmp_path / "two" / "r"
    with subprocess.Popen(
        [sys.executable, "-c", ours, url, str(asleep)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "pushed\n"
        process.send_signal(signal.SIGSTOP)
        heir = _take_over(url, awake)
        assert (awake / "review.md").read_text() == "one"
        make_folder(awake, "two")
        heir.push()
        process.send_signal(signal.SIGCONT)
        _, said = process.communicate("go on\n", timeout=120)
    assert process.returncode == 1
    assert "LedgerInUse: the lease on" in said
    heir.push()
    heir.lease.drop()
    reader = tmp_path / "three" / "r"
    open_bucket(url, reader).fetch()
    assert (reader / "review.md").read_text() == "two"
    objects = Objects(open_store(url), "r", url)
    shown = objects.read("review.md")
    assert shown is not None
    assert shown.content == b"two"


def test_a_machine_that_was_killed_finds_its_own_set_aside(url: str, tmp_path: Path) -> None:
    """Killed with work that was not pushed, it comes back after another: theirs is the present one, its own is kept."""
    first, second = make_folder(tmp_path / "one" / "r", "one"), tmp_path / "two" / "r"
    killed = open_bucket(url, first)
    killed.lease.seconds = 0.0
    killed.objects.require_conditions()
    killed.lease.take()
    killed.push()
    make_folder(first, "not pushed")
    with open_bucket(url, second) as heir:
        make_folder(second, "two")
        heir.push()
        with pytest.raises(LedgerInUse):
            killed.push()
        orphans = [name for name in heir.objects.list_names() if killed.lease.owner[:16] in name]
    assert orphans, "what the late push put up stays until the next holder comes"
    with open_bucket(url, first) as again:
        assert not [name for name in again.objects.list_names() if killed.lease.owner[:16] in name]
    assert (first / "review.md").read_text() == "two"
    assert (first / ".ledger.duckdb").read_text() == "ledger of two"
    assert (first / ".ledger-set-aside.duckdb").read_text() == "ledger of not pushed"


def test_readers_see_one_state_while_it_is_replaced(url: str, tmp_path: Path) -> None:
    """Files that belong together arrive together, however often they are pushed meanwhile."""
    writer = make_folder(tmp_path / "writer" / "r", "0")
    with open_bucket(url, writer) as bucket:
        bucket.push()

        def write() -> None:
            for number in range(1, 12):
                make_folder(writer, str(number))
                (writer / "run.json").write_text(json.dumps({"number": number}))
                bucket.push()

        with ThreadPoolExecutor(1) as pool:
            writing = pool.submit(write)
            seen = set()
            while not writing.done():
                reader = tmp_path / "reader" / "r"
                open_bucket(url, reader).fetch()
                if (reader / "run.json").exists():
                    number = json.loads((reader / "run.json").read_text())["number"]
                    assert (reader / "review.md").read_text() == str(number)
                    seen.add(number)
            writing.result()
    assert seen


def test_a_review_of_before_is_read_and_gone_on_with(url: str, tmp_path: Path) -> None:
    """Manifests that know neither holder nor places are those of reviews pushed before there were any."""
    before = make_folder(tmp_path / "before", "old")
    objects = Objects(open_store(url), "r", url)
    hashes = {name: _hash((before / name).read_bytes()) for name in ("review.md", ".ledger.duckdb")}
    objects.upload("review.md", (before / "review.md").read_bytes())
    objects.upload(f".ledger-{hashes['.ledger.duckdb'][:16]}.duckdb", (before / ".ledger.duckdb").read_bytes())
    manifest = {"files": {"review.md": hashes["review.md"]}, "ledger": hashes[".ledger.duckdb"]}
    objects.upload(MANIFEST, json.dumps(manifest).encode())
    folder = tmp_path / "here" / "r"
    with open_bucket(url, folder) as bucket:
        assert (folder / ".ledger.duckdb").read_text() == "ledger of old"
        make_folder(folder, "new")
        bucket.push()
    assert [name for name in objects.list_names() if name.startswith(".ledger-")] == [
        f".ledger-{bucket.lease.owner[:16]}-{_hash(b'ledger of new')[:32]}.duckdb"
    ]
    shown = objects.read("review.md")
    assert shown is not None
    assert shown.content == b"new"


def _take_over(url: str, folder: Path) -> ReviewBucket:
    deadline = time.monotonic() + 60
    while True:
        bucket = open_bucket(url, folder)
        try:
            return bucket.__enter__()
        except LedgerInUse:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
