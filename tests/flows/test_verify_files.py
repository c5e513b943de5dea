"""`litreview verify FILE.md FILE.bib [JSON_DIR]` as it is typed: exit codes, text, JSON, bad input."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.verify.files import FilesToVerify, verify_files
from storage.core.errors import InputError

RECORD = {"DOI": "10.1000/bees.7", "type": "journal-article", "title": ["Wild bees in orchards"], "volume": "12"}
BIB = "@article{bees, title = {Wild bees in orchards}, doi = {10.1000/bees.7}, volume = 12}\n"
TEXT = "# Bees\n\nBees visit orchards [@bees, p. 3].\n"


@pytest.fixture
def files(tmp_path: Path) -> FilesToVerify:
    """Return a review, its bibliography and a folder of answers in which nothing is wrong."""
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "crossref.json").write_text(json.dumps(RECORD))
    (tmp_path / "review.md").write_text(TEXT)
    (tmp_path / "references.bib").write_text(BIB)
    return FilesToVerify(tmp_path / "review.md", tmp_path / "references.bib", tmp_path / "json")


Litreview = Callable[..., subprocess.CompletedProcess[str]]


def test_the_command_ends_by_what_it_finds(files: FilesToVerify, type_here: Litreview) -> None:
    """0 where all holds, 1 with each failure, 2 and one sentence where the bibliography is missing."""
    names = [str(path) for path in (files.review, files.bibliography, files.answers)]
    clean = type_here("verify", *names)
    assert (clean.returncode, clean.stderr) == (0, "")
    assert clean.stdout == "1 works cited, 1 entries: 0 failures, 0 warnings, 0 notes\n"
    files.review.write_text(TEXT + "\nSo do wasps [@wasps].\n")
    failed = type_here("verify", *names, "--json")
    told = json.loads(failed.stdout)
    assert failed.returncode == 1
    assert told["counts"] == {"cited": 2, "entries": 1, "failures": 1, "warnings": 0, "notes": 0}
    (finding,) = told["findings"]
    assert (finding["key"], finding["line"], finding["finding_class"]) == ("wasps", 5, "missing")
    alone = type_here("verify", names[0])
    assert alone.returncode == 2
    assert alone.stderr.startswith("litreview: the bibliography of ")


def test_failures_come_first_with_place_and_remedy(files: FilesToVerify) -> None:
    """Failures, then warnings, then notes; without answers it is said that entries were not checked."""
    files.review.write_text("So do wasps [@wasps].\n")
    report, exit_code = verify_files(FilesToVerify(files.review, files.bibliography), as_json=False)
    assert exit_code == 1
    assert report.splitlines() == [
        "FAILURE @wasps (review.md, line 1): missing: no entry has this key",
        "    remedy: add the entry of a work that exists, or cite another",
        "NOTE @bees (references.bib, line 1): uncited: the text never cites this entry",
        "No folder of API answers was given: what the entries state was not checked.",
        "1 works cited, 1 entries: 1 failures, 0 warnings, 1 notes",
    ]


def test_control_characters_never_reach_the_terminal(files: FilesToVerify) -> None:
    """What stands in files is written as escapes, in text and JSON."""
    files.bibliography.write_text(BIB.replace("volume = 12", "volume = {1\u202e3\x1b[31m}"))
    for as_json in (False, True):
        report, exit_code = verify_files(files, as_json=as_json)
        assert exit_code == 1
        assert not {"\u202e", "\x1b"} & set(report)


def test_bad_input_is_one_sentence(files: FilesToVerify, tmp_path: Path) -> None:
    """A file that is missing, not UTF-8 or no BibTeX, and a folder without answers, are InputError."""
    latin = tmp_path / "latin.md"
    latin.write_bytes("Bienen\n\nBlüten".encode("latin-1"))
    broken = tmp_path / "broken.bib"
    broken.write_text("@article{bees, title = {Wild")
    for wrong, said in (
        (FilesToVerify(tmp_path / "none.md", files.bibliography), "none.md cannot be read"),
        (FilesToVerify(latin, files.bibliography), "latin.md, line 3: not UTF-8"),
        (FilesToVerify(files.review, broken), "broken.bib is malformed BibTeX: line 1"),
        (FilesToVerify(files.review, files.bibliography, tmp_path / "empty"), "empty is not a folder"),
        (FilesToVerify(files.review, files.bibliography, None, tmp_path / "rw.csv"), "Retraction Watch file"),
    ):
        with pytest.raises(InputError, match=said):
            verify_files(wrong, as_json=False)
