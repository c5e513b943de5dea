"""`litreview check-bib` as it is typed: exit codes, text, JSON, hostile names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

_RECORD = {
    "DOI": "10.1000/bees.7",
    "type": "journal-article",
    "title": ["Wild bees in orchards"],
    "author": [{"family": "Bee", "given": "Ana"}],
    "volume": "12",
}
_GOOD = "@article{bees, title = {Wild bees in orchards}, author = {Bee, Ana}, doi = {10.1000/bees.7}, volume = 12}"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / "crossref.json").write_text(json.dumps(_RECORD))
    (folder / "s2.json").write_text('{"status": "error", "errors": [{"message": "Rate limit exceeded"}]}')
    return folder


def _run(text: str, answers: Path, *options: str) -> subprocess.CompletedProcess[str]:
    bibliography = answers.parent / "test.bib"
    bibliography.write_text(text, "utf-8")
    command = [sys.executable, "-m", "flows.cli.main", "check-bib", str(bibliography), str(answers), *options]
    root = Path(__file__).resolve().parents[3]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=60)


def test_a_verified_bibliography_ends_with_zero_and_the_warnings(answers: Path) -> None:
    """Nothing is wrong, and the answer that is an error is still named."""
    done = _run(_GOOD, answers)
    assert done.returncode == 0, done.stderr
    assert "warning: s2.json has error status error: Rate limit exceeded" in done.stdout
    assert "1 entries: 1 verified, 0 unverifiable, 0 violating, 0 absent" in done.stdout


def test_a_violation_names_entry_field_value_source_path_and_remedy(answers: Path) -> None:
    """Strict ends with one; to warn prints the same and ends with zero."""
    wrong = _GOOD.replace("volume = 12", "volume = 13, number = 4")
    strict, warn = _run(wrong, answers), _run(wrong, answers, "--mode", "warn")
    assert (strict.returncode, warn.returncode) == (1, 0)
    assert strict.stdout == warn.stdout
    for said in (
        "@bees (article, line 1): violating",
        'volume "13": contradicted',
        'crossref: "12" (crossref.json $.volume)',
        'remedy: write "12" as crossref states',
        'number "4": unverifiable (absent)',
    ):
        assert said in strict.stdout


def test_json_holds_every_verdict_and_the_class_of_each_violation(answers: Path) -> None:
    """One object with a verdict on every field of every entry, and each violation in full."""
    done = _run(_GOOD.replace("volume = 12", "volume = 13") + "\n@book{none, title = {Nothing}}", answers, "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert report["counts"]["entries"] == 2
    fields = {field["field"]: field["verdict"] for field in report["entries"][0]["fields"]}
    assert fields == dict.fromkeys(["type", "title", "author", "doi"], "verified") | {"volume": "contradicted"}
    first, second = report["violations"]
    assert (first["entry"], first["field"], first["value"], first["class"]) == ("bees", "volume", "13", "contradicted")
    assert first["sources"] == [
        {"source": "crossref", "file": "crossref.json", "path": "$.volume", "value": "12"},
    ]
    assert first["remedy"]
    assert (second["entry"], second["field"], second["class"]) == ("none", "entry", "absent")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_control_characters_never_reach_the_terminal(answers: Path, options: tuple[str, ...]) -> None:
    """Escape sequences and direction marks in entries and answers are written as escapes."""
    hostile = _GOOD.replace("volume = 12", "volume = {1\x1b[31m3\u202e}").replace("Ana", "An\x9ba")
    (answers / "other.json").write_text(json.dumps(_RECORD | {"volume": "1\u202e2\x1b]0;x\x07"}))
    done = _run(hostile, answers, *options)
    assert done.returncode == 1
    assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(done.stdout + done.stderr)
    assert "\\u202e" in done.stdout


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("@article{a,\n title = }", (), "line 2"),
        (_GOOD, ("--mode", "loose"), "loose"),
    ],
)
def test_bad_input_ends_with_two(answers: Path, text: str, options: tuple[str, ...], said: str) -> None:
    """Malformed BibTeX is reported by line, an unknown mode by its name; no traceback."""
    done = _run(text, answers, *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_folder_ends_with_two(tmp_path: Path) -> None:
    """The folder is named with the remedy."""
    done = _run(_GOOD, tmp_path / "nowhere")
    assert done.returncode == 2
    assert "is not a folder" in done.stderr
