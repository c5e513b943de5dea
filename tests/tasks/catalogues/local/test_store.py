"""A store answers alike however its files were divided, built, interrupted and brought up to date."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import polars as pl
import pytest

from storage.core.errors import CatalogueError, InputError
from storage.records.search import Formulation
from tasks.catalogues.local.catalogue import open_catalogue
from tasks.catalogues.local.contents import digest_contents
from tasks.catalogues.local.files import list_parts
from tasks.catalogues.local.index import find_or_build_index
from tasks.catalogues.local.snapshot import check_manifest
from tests.benchmarks.made_snapshots import make_snapshot, release_again
from tests.benchmarks.made_words import spell_topic, vocabulary

ROOT = Path(__file__).resolve().parents[4]


def ask(store: Path) -> list[object]:
    """Return what some searches, and the citations of their hits, give."""
    catalogue = open_catalogue(store, store)
    told: list[object] = [catalogue.newest_year(), catalogue.left_out]
    for topic in range(5):
        text = f"{spell_topic(topic)} {' '.join(vocabulary().gather([3 * topic, 50 + topic]).to_list())}"
        outcome = catalogue.search(Formulation("keyword", "test", text, from_year=2000, languages=("en",)))
        ids = [hit.work.work_id for hit in outcome.hits]
        told += [outcome.total, [asdict(hit.work) for hit in outcome.hits], catalogue.topics(text)]
        told += [[work.work_id for work in catalogue.citing_works(ids)]]
    return told


def test_a_store_does_not_depend_on_its_segments(tmp_path: Path, snapshot: Path, bring) -> None:
    """Six segments and one hold the same, answer the same, and go by the same name."""
    apart, together = tmp_path / "apart", tmp_path / "together"
    divided, whole = bring(snapshot, apart), bring(snapshot, together, together=True)
    assert (len(divided.segments), len(whole.segments)) == (6, 1)
    assert divided.digest == whole.digest
    assert digest_contents(apart) == digest_contents(together)
    assert ask(apart) == ask(together)


def test_a_snapshot_given_directly_is_indexed_likewise(tmp_path: Path, snapshot: Path, bring) -> None:
    """A folder opened without a store of its own holds what a store of it holds: works merged away count no longer."""
    stated = bring(snapshot, tmp_path / "store")
    assert stated.left_out == {"merged away": 1}
    assert ask(tmp_path / "store") == ask(find_or_build_index(snapshot, tmp_path / "cache"))


def test_an_update_equals_a_fresh_build(tmp_path: Path, snapshot: Path, bring) -> None:
    """Works moved, changed, added, gone and merged away leave what a new store of the new release holds."""
    store, fresh = tmp_path / "store", tmp_path / "fresh"
    before = bring(snapshot, store)
    was = digest_contents(store)
    release_again(snapshot)
    after, new = bring(snapshot, store), bring(snapshot, fresh, together=True)
    assert after.works != before.works
    assert after.left_out == new.left_out
    assert after.left_out["merged away"] == 2
    assert after.digest == new.digest != before.digest
    assert digest_contents(store) == digest_contents(fresh) != was
    assert ask(store) == ask(fresh)


def test_an_update_reads_only_what_changed(tmp_path: Path, snapshot: Path, bring) -> None:
    """Segments of files that did not change stay; what no longer holds is removed from the disk."""
    store = tmp_path / "store"
    before = {segment.name for segment in bring(snapshot, store).segments}
    release_again(snapshot)
    after = {segment.name for segment in bring(snapshot, store).segments}
    assert len(before & after) == 3
    assert {folder.name for folder in (store / "segments").iterdir()} == after


def test_of_records_of_an_id_the_newest_file_counts(tmp_path: Path, bring, make_record) -> None:
    """A record that a newer file repeats counts no longer, nor do its words; when that file is gone, it does again."""
    snapshot, store = tmp_path / "snapshot", tmp_path / "store"
    files = {}
    for day, title in (("2023-01-01", "Old dams"), ("2024-01-01", "New rivers")):
        files[day] = snapshot / "works" / f"updated_date={day}" / "part_000.gz"
        files[day].parent.mkdir(parents=True)
        files[day].write_bytes(gzip.compress(json.dumps(make_record(1, title)).encode()))
    bring(snapshot, store)
    catalogue = open_catalogue(store, store)
    assert catalogue.left_out == {"repeated id": 1}
    assert [hit.work.title for hit in catalogue.search(Formulation("keyword", "test", "dams rivers")).hits] == [
        "New rivers"
    ]
    assert catalogue.search(Formulation("keyword", "test", "dams")).total == 0
    files["2024-01-01"].unlink()
    bring(snapshot, store)
    assert open_catalogue(store, store).search(Formulation("keyword", "test", "dams")).total == 1


def test_many_updates_leave_few_segments(tmp_path: Path, bring, make_record, write_lines) -> None:
    """Small segments are built anew together when they have become many."""
    snapshot, store = tmp_path / "snapshot", tmp_path / "store"
    for day in range(1, 20):
        write_lines(snapshot / "works" / f"updated_date=2024-01-{day:02d}" / "part_000.jsonl", [make_record(day)])
        stated = bring(snapshot, store, together=True)
    assert stated.works == 19
    assert len(stated.segments) < 19


def test_files_of_parquet_give_the_same_store(tmp_path: Path, snapshot: Path, bring) -> None:
    """The same works in Parquet have the same words and citations."""
    make_snapshot(tmp_path / "parquet", 600, works_in_part=100, form="parquet")
    bring(snapshot, tmp_path / "lines")
    bring(tmp_path / "parquet", tmp_path / "columns")
    lines, columns = (open_catalogue(tmp_path / name, tmp_path) for name in ("lines", "columns"))
    query = Formulation("keyword", "test", spell_topic(3) + " " + vocabulary()[4])
    found = [[hit.work.work_id for hit in catalogue.search(query).hits] for catalogue in (lines, columns)]
    assert found[0] == found[1] != []


@pytest.mark.parametrize(
    ("where", "test"),
    [
        ("year >= 2010", lambda work: work.year >= 2010),
        ("year >= 2000 and year <= 2005", lambda work: 2000 <= work.year <= 2005),
        ("type in review, book", lambda work: work.type in ("review", "book")),
        ("is_oa = true and language in (en)", lambda work: work.is_oa and work.language == "en"),
    ],
)
def test_a_slice_holds_what_the_conditions_say(tmp_path: Path, snapshot: Path, bring, where, test) -> None:
    """The works of a slice are those of the whole that pass, and their own terms alone are counted."""
    bring(snapshot, tmp_path / "whole")
    stated = bring(snapshot, tmp_path / "slice", where)
    ids = [f"W{1_000_000_000 + number}" for number in range(600)]
    expected = [work.work_id for work in open_catalogue(tmp_path / "whole", tmp_path).works_by_id(ids) if test(work)]
    assert [work.work_id for work in open_catalogue(tmp_path / "slice", tmp_path).works_by_id(ids)] == expected != []
    assert stated.works == len(expected)


def test_topics_of_both_schemas_make_a_slice(tmp_path: Path, bring, make_record, write_lines) -> None:
    """A topic goes by id, address or name, a concept too; field and domain by name."""
    topic = {"id": "https://openalex.org/T7", "display_name": "Soil, ecology", "field": {"display_name": "Biology"}}
    concept = {"id": "https://openalex.org/C9", "display_name": "Soil ecology", "level": 2, "score": 0.5}
    works = write_lines(
        tmp_path / "works.jsonl", [make_record(1, topics=[topic]), make_record(2, concepts=[concept]), make_record(3)]
    )
    expected = {
        "topic in T7": 1,
        "topic in soil ECOLOGY": 1,
        "topic in T7, https://openalex.org/C9": 2,
        "field = biology": 1,
    }
    for place, (where, count) in enumerate(expected.items()):
        assert bring(works, tmp_path / f"store{place}", where).works == count, where


@pytest.mark.parametrize("where", ["topic", "colour = red", "type >= 3", "year >= soon", "year 2010", "; DROP TABLE"])
def test_conditions_that_cannot_be_read_are_named(tmp_path: Path, snapshot: Path, bring, where: str) -> None:
    """What cannot be read is said in one sentence with an example."""
    with pytest.raises(InputError, match="--where"):
        bring(snapshot, tmp_path / "store", where)


def test_a_snapshot_that_is_not_all_there_is_refused(snapshot: Path) -> None:
    """A file that the manifest names and that is missing or cut off is named."""
    check_manifest(snapshot, list_parts(snapshot, {}))
    file = next((snapshot / "works").rglob("part_0003.gz"))
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(CatalogueError, match=r"part_0003\.gz .* manifest"):
        check_manifest(snapshot, list_parts(snapshot, {}))
    file.unlink()
    with pytest.raises(CatalogueError, match=r"lacks .*part_0003\.gz"):
        check_manifest(snapshot, list_parts(snapshot, {}))


def test_made_up_works_are_cited_as_they_state(snapshot: Path) -> None:
    """The generator's `cited_by_count` is the number of its works that list a work, and few works get most of it."""
    works = [
        json.loads(line)
        for file in (snapshot / "works").rglob("*.gz")
        for line in gzip.decompress(file.read_bytes()).splitlines()
    ]
    cited = pl.Series([key for work in works for key in work["referenced_works"]]).value_counts(name="times")
    stated = {work["id"]: work["cited_by_count"] for work in works}
    assert len(works) == len(stated) == 600
    assert dict(cited.rows()) == {key: times for key, times in stated.items() if times}
    most = sorted(stated.values(), reverse=True)
    assert sum(most[:60]) > 2 * 0.1 * sum(most)
    assert {"concepts" in work for work in works} == {"topics" in work for work in works} == {True, False}


# The process kills itself before or after its Nth change of the disk.
KILLED = """
import os, signal, sys
from pathlib import Path
import pyarrow.parquet as pq
from tasks.catalogues.local import building, files, snapshot
at, changes = int(sys.argv[3]), 0
def watch(act):
    def acted(*arguments, **options):
        global changes
        for moment in (False, True):
            changes += 1
            if changes == at:
                os.kill(os.getpid(), signal.SIGKILL)
            if not moment:
                result = act(*arguments, **options)
        return result
    return acted
pq.write_table, Path.rename, Path.replace = watch(pq.write_table), watch(Path.rename), watch(Path.replace)
path, store = Path(sys.argv[1]), Path(sys.argv[2])
from tasks.catalogues.local.store import read_store
before = read_store(store) if files.is_store(store) else None
with building.hold_store(store):
    building.prepare_store(store)
    known = {part.name: part for part in before.parts} if before else {}
    parts = files.list_parts(path, known)
    plan = building.plan_store(str(path), parts, "", deleted=snapshot.read_deleted(path), before=before, largest=1)
    for batch in plan.batches:
        batch.build(store)
    building.finish_store(store, plan)
print(changes)
"""


def run_until(snapshot: Path, store: Path, at: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", KILLED, str(snapshot), str(store), str(at)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["build", "update"])
def test_a_build_killed_anywhere_goes_on(tmp_path: Path, phase: str) -> None:
    """Killed before or after a change of the disk, the same command ends with the same store and nothing left over."""
    snapshot, fresh = tmp_path / "snapshot", tmp_path / "fresh"
    make_snapshot(snapshot, 90, works_in_part=30)
    if phase == "update":
        run_until(snapshot, tmp_path / "base", 0)
        release_again(snapshot)
    whole = run_until(snapshot, fresh, 0)
    assert whole.returncode == 0, whole.stderr
    expected, changes = digest_contents(fresh), int(whole.stdout)
    every = 1 if "LITREVIEW_ALL_KILL_POINTS" in os.environ else changes // 7
    for at in range(1, changes + 1, every):
        store = tmp_path / f"store-{at}"
        if phase == "update":
            subprocess.run(["cp", "-r", str(tmp_path / "base"), str(store)], check=True)  # noqa: S607
        killed = run_until(snapshot, store, at)
        assert killed.returncode in (-9, 0), killed.stderr
        ended = run_until(snapshot, store, 0)
        assert ended.returncode == 0, ended.stderr
        assert digest_contents(store) == expected, at
        segments = {folder.name for folder in (store / "segments").iterdir()}
        assert not any(name.startswith(".") for name in segments), at
        assert not list(store.glob("*.new")), at
