"""Formats for other programs: each is read back by a reader of its own, and nothing hostile works there."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import polars as pl
import pypandoc

from tests.flows.export.hostile_review import KEYS, MAIL, read_export


def test_other_programs_read_what_they_are_given(export: Callable[..., tuple[int, str]], tmp_path: Path):
    """Tables, Quarto, notes and crate hold every work; Pandoc reads the Quarto text without a warning."""
    book = openpyxl.load_workbook(io.BytesIO(read_export(export("--to", "xlsx"))))
    heads = [cell.value for cell in book["Included"][1]]
    keys = [row[heads.index("citekey")].value for row in book["Included"].iter_rows(min_row=2)]
    assert sorted(keys) == sorted(KEYS)
    for to in ("csv", "qmd", "obsidian", "rocrate"):
        packed = read_export(export("--to", to))
        # DuckDB does not write the same bytes twice, and the crate holds the database.
        assert to == "rocrate" or packed == read_export(export("--to", to))
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(tmp_path)
    done = subprocess.run(
        [
            *(pypandoc.get_pandoc_path(), "review.qmd", "--from=markdown", "--citeproc"),
            *("--bibliography=references.bib", "--fail-if-warnings"),
        ],
        cwd=tmp_path / "hair-quarto", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert all(done.stdout.count(f'id="ref-{key}"') == 1 for key in KEYS)
    assert pl.read_csv(tmp_path / "hair-csv" / "included.csv").height == len(KEYS)
    assert {path.stem for path in (tmp_path / "hair-notes").glob("*.md")} == {"Review", *KEYS}
    crate = json.loads((tmp_path / "hair" / "ro-crate-metadata.json").read_text("utf-8"))
    there = {path.name for path in (tmp_path / "hair").iterdir()}
    root = next(entity for entity in crate["@graph"] if entity["@id"] == "./")
    assert {part["@id"] for part in root["hasPart"]} == there - {"ro-crate-metadata.json"}
    assert MAIL not in json.dumps(crate)


def test_tables_can_be_shared_and_a_crate_is_a_share(export: Callable[..., tuple[int, str]], tmp_path: Path):
    """What other programs are given goes into the zip beside the review; the crate's metadata does too."""
    for to, file in (("xlsx", "works.xlsx"), ("rocrate", "ro-crate-metadata.json")):
        _, path = export("--share", "--to", to, "--output", str(tmp_path))
        with zipfile.ZipFile(path) as archive:
            assert f"hair/{file}" in archive.namelist()
            assert not any("zip" in name for name in archive.namelist())
