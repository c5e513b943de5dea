"""Worlds are read whole, or refused in one sentence."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tests.benchmarks.worlds import find_worlds, read_world

WORK = '{"id": "https://openalex.org/W1", "title": "One", "referenced_works": ["https://openalex.org/W2"]}'


def write_world(folder: Path, works: str = WORK, labels: str = "W1,1\n", review: str = '{"review_title": "T"}') -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "works.jsonl.gz").write_bytes(gzip.compress(works.encode()))
    (folder / "labels.csv").write_text("openalex_id,included\n" + labels)
    (folder / "review.json").write_text(review)
    return folder


def test_a_world_has_short_keys(tmp_path):
    """Works, references and labels of full addresses come out under the ledger's short keys."""
    works = WORK + "\n" + json.dumps({"id": "https://openalex.org/W2", "title": None})
    world = read_world(write_world(tmp_path / "w", works, "https://openalex.org/W1,1\nhttps://openalex.org/W2,0\n"))
    assert (world.name, world.title, world.gold) == ("w", "T", {"W1"})
    assert world.references == {"W1": ("W2",), "W2": ()}
    assert world.prevalence == 0.5


@pytest.mark.parametrize("missing", ["works.jsonl.gz", "labels.csv", "review.json"])
def test_a_missing_file_is_named(tmp_path, missing):
    """A folder without one of the three files is refused with the file's name."""
    (write_world(tmp_path / "w") / missing).unlink()
    with pytest.raises(InputError, match=f"has no {missing}"):
        read_world(tmp_path / "w")


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"labels": "W1,1\nW9,0\n"}, "labels W9, which works.jsonl.gz lacks"),
        ({"labels": "W1,maybe\n"}, "line 2, is no label"),
        ({"labels": "nonsense,1\n"}, "line 2, is no label"),
        ({"labels": "W1\n"}, "line 2, is no label"),
        ({"labels": "W1,0\n"}, "includes no work"),
        ({"review": "{"}, "is not JSON"),
        ({"review": '{"doi": "10.1/x"}'}, "states no review_title"),
        ({"works": "{"}, "works.jsonl.gz, line 1 in .* is not JSON"),
        ({"works": '{"id": "https://openalex.org/A1"}'}, "works.jsonl.gz, line 1 in .* is no OpenAlex work"),
    ],
)
def test_a_malformed_world_is_one_sentence(tmp_path, parts, sentence):
    """Each malformed part is refused in one line that names it and the remedy, with exit code 2."""
    with pytest.raises(InputError, match=sentence) as caught:
        read_world(write_world(tmp_path / "w", **parts))
    assert "\n" not in str(caught.value)
    assert "; " in str(caught.value)
    assert caught.value.exit_code == 2


def test_no_world_names_the_remedy(tmp_path, monkeypatch):
    """Without worlds given or beside the folder, the sentence says how to give one."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="give --world"):
        find_worlds([])


def test_default_worlds_are_those_with_labels(tmp_path, monkeypatch):
    """Unless told otherwise the labelled worlds beside the current folder are taken, by name."""
    worlds = tmp_path / "shared" / "data" / "worlds"
    for name in ("b", "a", "unlabelled"):
        write_world(worlds / name)
    (worlds / "unlabelled" / "labels.csv").unlink()
    (tmp_path / "main").mkdir()
    monkeypatch.chdir(tmp_path / "main")
    assert [world.name for world in find_worlds([])] == ["a", "b"]


def test_gold_of_a_real_world(shared_data):
    """A real world is read with the numbers its README states."""
    world = read_world(shared_data / "worlds" / "van_der_valk_2021")
    assert (world.works, len(world.gold)) == (725, 89)
    assert world.title.startswith("Cross")
