"""The index is built once, completely or not at all."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from storage.core.errors import CatalogueError
from storage.records.search import Formulation
from tasks.catalogues.local.catalogue import open_catalogue
from tasks.catalogues.local.index import find_or_build_index
from tasks.catalogues.local.segment import name_folder

ROOT = Path(__file__).resolve().parents[4]
SEARCH = Formulation("keyword", "test", "cortisol stress")


def test_an_index_is_built_once_and_named_by_content(tmp_path: Path, make_record, write_lines) -> None:
    """The same content under the same name has the same index anywhere; other content has another."""
    one = write_lines(tmp_path / "here" / "works.jsonl", [make_record(1)])
    same = write_lines(tmp_path / "there" / "works.jsonl", [make_record(1)])
    other = write_lines(tmp_path / "other" / "works.jsonl", [make_record(2)])
    cache = tmp_path / "cache"
    index = find_or_build_index(one, cache)
    built = (index / "catalogue.json").stat().st_mtime_ns
    assert find_or_build_index(same, cache) == index
    assert (index / "catalogue.json").stat().st_mtime_ns == built
    assert find_or_build_index(other, cache) != index
    assert open_catalogue(one, cache).name == open_catalogue(same, tmp_path / "second cache").name


def test_what_is_left_out_is_counted_by_reason(catalogue_of, make_record) -> None:
    """Tombstones, paratext, untitled, repeated and other records are counted; of a repeated id the first wins."""
    catalogue = catalogue_of(
        [
            make_record(1, "The first record counts"),
            make_record(1, "The second does not"),
            make_record(4285719527, "Deleted Work", referenced_works=["https://openalex.org/W1"]),
            make_record(2, "Deleted Work"),
            make_record(3, "Issue front cover page", is_paratext=True),
            make_record(4, ""),
            {"id": "https://openalex.org/A5", "display_name": "Ana"},
        ]
    )
    assert catalogue.left_out == {"no title": 1, "not a work": 1, "paratext": 1, "repeated id": 1, "tombstone": 2}
    assert [work.title for work in catalogue.works_by_id([f"W{number}" for number in (1, 2, 3, 4, 4285719527)])] == [
        "The first record counts"
    ]
    assert catalogue.citing_works(["W1"]) == []


def test_a_failed_build_leaves_nothing_behind(tmp_path: Path, make_record, write_lines) -> None:
    """After a bad line the cache is as empty as before, and the mended file indexes."""
    works, cache = tmp_path / "works.jsonl", tmp_path / "cache"
    write_lines(works, [*(make_record(number) for number in range(1, 3_000)), {"no": "id"}])
    with pytest.raises(CatalogueError, match="line 3000"):
        open_catalogue(works, cache)
    assert list(cache.iterdir()) == []
    assert open_catalogue(write_lines(works, [make_record(1)]), cache).search(SEARCH).total == 1


def build(works: Path, cache: Path, barrier: Any, answers: Any) -> None:
    barrier.wait()
    answers.put([hit.work.work_id for hit in open_catalogue(works, cache).search(SEARCH).hits])


def test_processes_that_build_at_once_all_end_well(tmp_path: Path, make_record, write_lines) -> None:
    """Three builders of one index all answer alike and leave one index, nothing temporary."""
    works = write_lines(tmp_path / "works.jsonl", [make_record(number) for number in range(1, 2_000)])
    context = multiprocessing.get_context("spawn")
    barrier, answers = context.Barrier(3), context.Queue()
    builders = [context.Process(target=build, args=(works, tmp_path / "cache", barrier, answers)) for _ in range(3)]
    for builder in builders:
        builder.start()
    results = [answers.get(timeout=60) for _ in builders]
    for builder in builders:
        builder.join()
    assert [builder.exitcode for builder in builders] == [0, 0, 0]
    assert results[0] == results[1] == results[2]
    assert len(results[0]) == 50
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_a_builder_that_comes_second_keeps_the_first_index(tmp_path: Path) -> None:
    """An index named while another process was still building stays as it is, without an error for the other."""
    first, second = tmp_path / "catalogue-1", tmp_path / ".building-2"
    for folder, text in ((first, "first"), (second, "second")):
        folder.mkdir()
        (folder / "manifest.json").write_text(text)
    name_folder(second, first)
    assert (first / "manifest.json").read_text() == "first"


def test_abandoned_builds_are_swept_after_a_day(tmp_path: Path, make_record, write_lines) -> None:
    """What a killed builder left is removed by a later build, but a build that may be under way is not."""
    cache = tmp_path / "cache"
    old, new = cache / ".building-old", cache / ".building-new"
    for folder, age in ((old, 90_000), (new, 60)):
        folder.mkdir(parents=True)
        os.utime(folder, (time.time() - age,) * 2)
    find_or_build_index(write_lines(tmp_path / "works.jsonl", [make_record(1)]), cache)
    assert (old.exists(), new.exists()) == (False, True)


def test_any_process_builds_the_same_ranking(tmp_path: Path, make_record, write_lines) -> None:
    """Hash randomisation does not reach the index: the segments' files are equal byte for byte."""
    records = [make_record(number, f"Cortisol stress word{number} term{number % 7} hair") for number in range(1, 200)]
    works = write_lines(tmp_path / "works.jsonl", records)
    program = (
        "import sys; from pathlib import Path; from tasks.catalogues.local.index import find_or_build_index as f\n"
    )
    program += "print(f(Path(sys.argv[1]), Path(sys.argv[2])))"
    built = []
    for seed in ("1", "2"):
        command = [sys.executable, "-c", program, str(works), str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        assert run.stderr == ""
        files = Path(run.stdout.strip(), "segments").rglob("*.*")
        built.append({file.name: file.read_bytes() for file in files})
    assert built[0] == built[1]
    assert len(built[0]) == 11


@pytest.mark.parametrize("file", ["catalogue.json", "works.parquet", "terms.parquet", "postings.parquet", "frames.npy"])
def test_a_damaged_index_says_what_to_delete(tmp_path: Path, make_record, write_lines, file: str) -> None:
    """A cut-off file of the index is an error that names the folder and the remedy."""
    works, cache = write_lines(tmp_path / "works.jsonl", [make_record(1)]), tmp_path / "cache"
    index = find_or_build_index(works, cache)
    (found,) = index.rglob(file)
    found.write_bytes(b"{")
    with pytest.raises(CatalogueError, match=r"index .*catalogue-.* cannot be opened .*delete that folder"):
        open_catalogue(works, cache).search(SEARCH)


def test_an_unwritable_cache_is_named(tmp_path: Path, make_record, write_lines) -> None:
    """A cache that cannot be written is an error that names it and the setting."""
    works = write_lines(tmp_path / "works.jsonl", [make_record(1)])
    with pytest.raises(CatalogueError, match=r"works\.jsonl/cache .*LITREVIEW_CACHE"):
        open_catalogue(works, works / "cache")
