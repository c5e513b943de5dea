"""Works of a real world, exported by every tool, are read whole and matched by DOI to the right work."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from storage.core.errors import InputError
from tasks.catalogues.local.catalogue import LocalCatalogue, open_catalogue
from tasks.imports.reading import read_import
from tasks.imports.works import match_records, read_work
from tests.tasks.imports.tools import TOOLS

pytestmark = pytest.mark.slow

LEAST_SHARE = 0.95


@pytest.fixture(scope="module", params=["chou_2004", "donners_2021"])
def world(
    request: pytest.FixtureRequest, shared_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[dict[str, Any]], LocalCatalogue]:
    """Return the works of a world that have a DOI and a title, and the world as a catalogue."""
    path = shared_data / "worlds" / request.param / "works.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        works = [work for line in lines if (work := json.loads(line)).get("doi") and work.get("title")]
    return works, open_catalogue(path, tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("name", TOOLS)
def test_records_with_a_doi_are_matched_to_the_right_work(world, tmp_path, name, record_property):
    """Every record is read; at least 95% are matched by their DOI, and hardly one to another work."""
    works, catalogue = world
    path = tmp_path / name
    path.write_text(TOOLS[name](works), encoding="utf-8", newline="")
    records = read_import(path).records
    assert len(records) == len(works)
    matches = match_records.fn([(str(number), record) for number, record in enumerate(records)], catalogue)
    ids = [work["id"].rsplit("/", 1)[-1] for work in works]
    right = [
        match.matched_by == "DOI" and match.work is not None and match.work.work_id == work_id
        for match, work_id in zip(matches, ids, strict=True)
    ]
    record_property("matched", f"{sum(right)} of {len(works)}")
    print(f"{name}: {sum(right)} of {len(works)} by DOI")  # noqa: T201 - the figure is reported
    assert sum(right) >= LEAST_SHARE * len(works)


@pytest.mark.parametrize("name", TOOLS)
def test_titles_and_years_are_those_of_the_work(world, tmp_path, name):
    """Of nearly every record, whatever signs its title has."""
    works = world[0][:400]
    path = tmp_path / name
    path.write_text(TOOLS[name](works), encoding="utf-8", newline="")
    read = [read_work(record) for record in read_import(path).records]
    pairs = [(one, work) for one, work in zip(read, works, strict=True) if one is not None]
    assert sum(one.year == work["publication_year"] for one, work in pairs) >= 0.97 * len(works)
    assert sum(_letters(one.title) == _letters(work["title"]) for one, work in pairs) >= LEAST_SHARE * len(works)


@pytest.mark.parametrize("name", [name for name in TOOLS if not name.endswith((".ris", ".nbib"))])
def test_a_file_cut_short_names_its_line_or_gives_what_is_whole(world, tmp_path, name):
    """A download that broke off is refused with the file and a line, or holds fewer records, never a made-up one."""
    works = world[0][:50]
    text = TOOLS[name](works)
    path = tmp_path / name
    path.write_text(text[: len(text) * 2 // 3], encoding="utf-8", newline="")
    told, read = "", 0
    try:
        read = len(read_import(path).records)
    except InputError as error:
        told = str(error)
    assert 10 < read < len(works) or re.match(rf"{re.escape(name)}\b.*\bline \d+", told)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
