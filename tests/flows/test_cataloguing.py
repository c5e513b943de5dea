"""`litreview catalogue`: built by processes or a cluster, refused in one sentence, opened like any path."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from signal import SIGKILL

import pytest

from flows.cataloguing import build_catalogue, update_catalogue
from flows.orchestration.progress import Progress
from storage.core.errors import CatalogueError, InputError
from storage.records.search import Formulation
from tasks.catalogues.local.building import hold_store
from tasks.catalogues.local.contents import digest_contents
from tasks.catalogues.registry import check_catalogue, locate, open_catalogue
from tasks.environment.settings import read_settings
from tests.benchmarks.made_snapshots import make_snapshot
from tests.benchmarks.made_words import vocabulary

ROOT = Path(__file__).resolve().parents[2]
QUIET = Progress(quiet=True)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a snapshot of 300 works in three parts."""
    folder = tmp_path_factory.mktemp("openalex")
    make_snapshot(folder, 300, works_in_part=100)
    return folder


@pytest.fixture(autouse=True)
def _small_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.cataloguing._LEAST", 1)


def type_command(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "flows.cli.main", "catalogue", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


def test_processes_build_what_one_builds(tmp_path: Path, snapshot: Path) -> None:
    """Segments built by two processes hold what one process builds."""
    build_catalogue(snapshot, tmp_path / "one", "", 1, QUIET)
    stated = build_catalogue(snapshot, tmp_path / "two", "", 2, QUIET)
    assert len(stated.segments) > 1
    assert digest_contents(tmp_path / "one") == digest_contents(tmp_path / "two")


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["dask", "ray"])
def test_a_cluster_builds_what_one_process_builds(
    tmp_path: Path, snapshot: Path, monkeypatch: pytest.MonkeyPatch, runner: str
) -> None:
    """With LITREVIEW_TASK_RUNNER the workers of a cluster build the segments."""
    if find_spec(f"prefect_{runner}") is None:
        pytest.skip(reason=f"prefect-{runner} is not installed: `make scale` installs it")
    build_catalogue(snapshot, tmp_path / "one", "", 1, QUIET)
    monkeypatch.setenv("LITREVIEW_TASK_RUNNER", runner)
    stated = build_catalogue(snapshot, tmp_path / "cluster", "", 2, QUIET)
    assert len(stated.segments) > 1
    assert digest_contents(tmp_path / "one") == digest_contents(tmp_path / "cluster")


def test_a_store_is_a_catalogue_like_any_path(tmp_path: Path, snapshot: Path) -> None:
    """Checked, located, opened and named; nothing is indexed in the cache."""
    store = tmp_path / "store"
    stated = build_catalogue(snapshot, store, "year >= 2000", 1, QUIET)
    check_catalogue(str(store))
    catalogue = open_catalogue(str(store), read_settings(), None)
    assert catalogue.name == f"{snapshot.name}@{stated.digest[:12]}"
    assert locate(str(store)) == str(store)
    outcome = catalogue.search(Formulation("keyword", "test", vocabulary()[3]))
    assert all((hit.work.year or 0) >= 2000 for hit in outcome.hits)
    assert outcome.total > 10


def test_what_is_there_is_not_built_over(tmp_path: Path, snapshot: Path) -> None:
    """A finished store, another folder's content, a missing store and a store in use are refused in one sentence."""
    store = tmp_path / "store"
    with pytest.raises(InputError, match=r"no catalogue in .* 'litreview catalogue build'"):
        update_catalogue(snapshot, store, 1, QUIET)
    with pytest.raises(InputError, match="holds something else"):
        build_catalogue(snapshot, snapshot, "", 1, QUIET)
    with hold_store(store), pytest.raises(CatalogueError, match="Another process"):
        build_catalogue(snapshot, store, "", 1, QUIET)
    build_catalogue(snapshot, store, "", 1, QUIET)
    with pytest.raises(InputError, match="'litreview catalogue update'"):
        build_catalogue(snapshot, store, "", 1, QUIET)


def test_a_broken_file_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    """The line of a broken file is named; segments of others stay, and the mended snapshot is built from them."""
    snapshot, store = tmp_path / "snapshot", tmp_path / "store"
    make_snapshot(snapshot, 300, works_in_part=100)
    (snapshot / "works" / "manifest").unlink()
    file = sorted((snapshot / "works").rglob("*.gz"))[1]
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CatalogueError, match=rf"{file.name} is cut off .* line \d+.*; 2 of 3 segments are complete"):
        build_catalogue(snapshot, store, "", 3, QUIET)
    kept = {folder.name: folder.stat().st_mtime_ns for folder in (store / "segments").iterdir()}
    assert len(kept) == 2
    file.write_bytes(whole)
    build_catalogue(snapshot, store, "", 3, QUIET)
    assert kept.items() <= {folder.name: folder.stat().st_mtime_ns for folder in (store / "segments").iterdir()}.items()


def test_the_command_line_builds_updates_and_tells(tmp_path: Path, snapshot: Path) -> None:
    """Build, update and info print what the store holds; a folder that is no snapshot is one sentence, exit 2."""
    store = tmp_path / "store"
    built = type_command("build", snapshot, store, "--where", "year >= 1990", "--workers", "1")
    assert built.returncode == 0, built.stderr
    assert "year >= 1990" in built.stdout
    assert "segment 1 of" in built.stderr
    updated = type_command("update", snapshot, store)
    told = type_command("info", store, "--contents")
    assert told.stdout.startswith(updated.stdout)
    assert digest_contents(store) in told.stdout
    (tmp_path / "nothing").mkdir()
    for arguments in (("build", tmp_path / "nothing", tmp_path / "new"), ("info", tmp_path / "nothing")):
        refused = type_command(*arguments)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1), refused.stderr


@pytest.mark.slow
def test_a_killed_command_goes_on(tmp_path: Path) -> None:
    """Killed with -9 while two processes build, the same command ends with the same store; no process stays behind."""
    snapshot, store = tmp_path / "snapshot", tmp_path / "store"
    make_snapshot(snapshot, 20_000, works_in_part=2_500)
    command = [
        sys.executable,
        "-m",
        "flows.cli.main",
        "catalogue",
        "build",
        str(snapshot),
        str(store),
        "--workers",
        "2",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE) as running:
        deadline = time.monotonic() + 240
        while not list((store / "segments").glob("[!.]*")) and time.monotonic() < deadline and running.poll() is None:
            time.sleep(0.05)
        running.send_signal(SIGKILL)
    assert not (store / "catalogue.json").exists()
    kept = {folder.name for folder in (store / "segments").glob("[!.]*")}
    ended = type_command("build", snapshot, store, "--workers", "2")
    assert ended.returncode == 0, ended.stderr
    assert kept <= {folder.name for folder in (store / "segments").iterdir()}
    build_catalogue(snapshot, tmp_path / "fresh", "", 1, QUIET)
    assert digest_contents(store) == digest_contents(tmp_path / "fresh")


def test_a_disk_that_is_full_is_said(tmp_path: Path, snapshot: Path) -> None:
    """A store that cannot be written is one sentence; the same command goes on when it can."""
    store = tmp_path / "store"
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000));"
        "sys.argv[0] = 'litreview'; from flows.cli.main import main; main()"
    )
    command = [sys.executable, "-c", program, "catalogue", "build", str(snapshot), str(store), "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    full = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert full.returncode == 2
    assert "cannot be written in" in full.stderr.splitlines()[-1]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    assert build_catalogue(snapshot, store, "", 1, QUIET).works > 290
