"""Records are matched to the works of a catalogue by DOI, PMID and title, and to none where it could be another."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tasks.catalogues.local.catalogue import LocalCatalogue, open_catalogue
from tasks.imports.reading import read_import
from tasks.imports.works import Match, match_records

LEAST_SHARE = 0.95


def match(path: Path, text: str, catalogue: LocalCatalogue) -> list[Match]:
    """Return what the records of a text are in a catalogue."""
    path.write_text(text, encoding="utf-8")
    numbered = [(str(number), record) for number, record in enumerate(read_import(path).records)]
    return match_records.fn(numbered, catalogue)


@pytest.fixture(scope="module")
def world(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], LocalCatalogue]:
    """Return the works of a real world that have a DOI and a title, and the world as a catalogue."""
    path = shared_data / "worlds/donners_2021/works.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        works = [work for line in lines if (work := json.loads(line)).get("doi") and work.get("title")]
    return works, open_catalogue(path, tmp_path_factory.mktemp("cache"))


def test_records_with_a_doi_in_a_real_world_are_matched(world, tmp_path):
    """At least 95% by DOI, however it is written, and all that have a PMID by that, to the right work."""
    works, catalogue = world
    ids = [work["id"].rsplit("/", 1)[-1] for work in works]
    table = ["Title,DOI"] + [
        f"Another wording,{work['doi'].removeprefix('https://doi.org/').upper()}" for work in works
    ]
    found = [
        each.work.work_id if each.matched_by == "DOI" else ""
        for each in match(tmp_path / "a.csv", "\n".join(table), catalogue)
    ]
    assert sum(one == other for one, other in zip(found, ids, strict=True)) >= LEAST_SHARE * len(works)
    known = {
        work["id"].rsplit("/", 1)[-1]: work["ids"]["pmid"].rsplit("/", 1)[-1] for work in works if "pmid" in work["ids"]
    }
    assert len(known) > 100
    medline = "\n".join(f"PMID- {pmid}\nTI  - Another wording\n" for pmid in known.values())
    by_pmid = match(tmp_path / "a.nbib", medline, catalogue)
    assert [each.work.work_id for each in by_pmid if each.work and each.matched_by == "PMID"] == list(known)


def test_the_entries_of_a_real_bibliography_are_read(shared_data, tmp_path, world):
    """All 121 are works, and those on another subject match nothing."""
    path = shared_data / "provenance/extended-mind-cognitive-offloading/literature-all.bib"
    matches = match(tmp_path / "a.bib", path.read_text(encoding="utf-8"), world[1])
    assert len(matches) == 121
    assert all(each.work and not each.matched_by and each.work.work_id.startswith("import-") for each in matches)
    assert sum(bool(each.work.doi) for each in matches) == 110


TITLE = "Wild bees and flower strips in orchard landscapes"


@pytest.fixture
def bees(tmp_path: Path) -> LocalCatalogue:
    """Return a catalogue of one article and one that has a short title."""
    people = [{"author": {"id": "https://openalex.org/A1", "display_name": "Ada Lehmann"}}]
    common = {"type": "article", "publication_year": 2019, "authorships": people}
    records = [
        {"id": "https://openalex.org/W1", "title": TITLE, "doi": "https://doi.org/10.1234/bee.1", **common},
        {"id": "https://openalex.org/W2", "title": "Abstracts", **common},
    ]
    path = tmp_path / "works.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return open_catalogue(path, tmp_path / "cache")


@pytest.mark.parametrize(
    ("stated", "matched_by"),
    [
        ((f"{TITLE}.", "2020", "", "Lehmann, A."), "title"),
        ((TITLE.upper(), "", "", ""), "title"),
        ((TITLE, "2023", "", "Lehmann, A."), ""),
        ((TITLE, "2019", "", "Ruiz, C."), ""),
        ((TITLE, "2019", "10.9999/other", "Lehmann, A."), ""),
        (("Abstracts", "2019", "", "Lehmann, A."), ""),
        (("Something else", "1990", "HTTPS://DOI.ORG/10.1234/BEE.1", "Ruiz, C."), "DOI"),
    ],
)
def test_a_title_matches_with_year_and_author(bees, tmp_path, stated, matched_by):
    """A year of difference is none; another DOI, author or year is another work, and a short title says nothing."""
    lines = zip(("TI", "PY", "DO", "AU"), stated, strict=True)
    text = "TY  - JOUR\n" + "".join(f"{tag}  - {value}\n" for tag, value in lines if value) + "ER  - \n"
    (found,) = match(tmp_path / "one.ris", text, bees)
    assert found.matched_by == matched_by
    assert (found.work.work_id == "W1") == bool(matched_by)


def test_abstracts_that_share_the_doi_of_their_meeting_are_each_a_work(bees, tmp_path):
    """Where the catalogue has nothing of that DOI, neither is the other."""
    table = "Title,DOI,Authors\nHair cortisol,10.1234/meeting,Stone A\nInsulin of mice,10.1234/meeting,Marsh C"
    one, other = match(tmp_path / "a.csv", table, bees)
    assert (one.matched_by, other.matched_by) == ("", "")
    assert one.work.work_id != other.work.work_id
