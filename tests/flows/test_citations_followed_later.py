"""Second indexes are asked about what an update or an expansion follows: once, resumed after a kill, and replayed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import flows.updating.phases as updating
from flows.review import review
from flows.supervision.expansion import Room, expansion
from flows.update import update
from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger
from storage.publication.published import explain_work, select_published
from tasks.revision.gaps import Gap
from tests.benchmarks.citations import make_papers
from tests.benchmarks.servers.citation_indexes import CitationSite, Paper, serve_citation_indexes
from tests.benchmarks.servers.world import World
from tests.faults.world import TOPIC, write_world
from tests.flows.supervision import gap_world

pytestmark = pytest.mark.slow

INDEX = "semantic-scholar"
FRESH, CITING = "W40", "W41"
REPORT = "Street trees and summer heat in cities: a report of one index"
OWN = Paper(REPORT, 2016, "10.5555/report", authors=("Ora Lund",))
HIDDEN = {"W2", "W3", "W4"}
CONCEPT = gap_world.CONCEPTS[0][0]
GAP = Gap(CONCEPT, "underlying_theory", "It is not named.", (CONCEPT,), "Name it.")
ROOM = Room(works=5, seeds=2)


@dataclass(frozen=True)
class Home:
    """A finished review of a small world, which has grown since, and the second index."""

    path: Path
    site: CitationSite

    def update(self, name: str) -> Path:
        """Bring a review up to date and return its folder."""
        update.fn(name, reviews=str(self.path), quiet=True)
        return self.path / name

    def copy(self, name: str) -> Path:
        """Copy the review under another name and return the folder."""
        return shutil.copytree(self.path / "first", self.path / name)


def write_records(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def read_records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def hide(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without its references."""
    return record | {"referenced_works": []}


def grow(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return two works of the newest year, the first on the topic; the second cites it and shares no word with it."""
    second = next(record for record in records if record["id"].endswith("/W2"))
    newest = max(record["publication_year"] for record in records)
    fresh = second | {"id": f"https://openalex.org/{FRESH}", "doi": "https://doi.org/10.5555/trees.40"}
    fresh |= {"title": "Street trees and summer heat in cities: ten summers later", "publication_year": newest}
    citing = second | {"id": f"https://openalex.org/{CITING}", "doi": "https://doi.org/10.5555/trees.41"}
    citing |= {"title": "Canopies over asphalt", "publication_year": newest, "cited_by_count": 0}
    citing |= {"abstract_inverted_index": {"Shade": [0], "helps.": [1]}}
    citing |= {"authorships": [{"author": {"id": "https://openalex.org/A999", "display_name": "Uma Zell"}}]}
    return [hide(fresh), hide(citing)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """Write a review while the index is out of reach, then let the world grow and the index answer."""
    path = tmp_path_factory.mktemp("home")
    catalogue = write_world(path / "works.jsonl")
    whole = read_records(catalogue)
    fresh = grow(whole)
    write_records(path / "whole.jsonl", [*whole, *fresh])
    papers = make_papers(World(path / "whole.jsonl")) | {"OWN": OWN}
    papers[FRESH] = replace(papers[FRESH], references=("W2", "OWN"))
    papers[CITING] = replace(papers[CITING], references=(FRESH,))
    first = [hide(one) if one["id"].rpartition("/")[2] in HIDDEN else one for one in whole]
    write_records(catalogue, first)
    with pytest.MonkeyPatch.context() as patch, serve_citation_indexes(papers) as site:
        patch.setenv("LITREVIEW_CACHE", str(path / "cache"))
        patch.setenv("LITREVIEW_SEMANTIC_SCHOLAR_URL", "http://127.0.0.1:9")
        given = {"catalogue": str(catalogue), "citations_from": [INDEX], "quality": "quick", "analyst": "instant"}
        review.fn(TOPIC, name="first", supervision="none", quiet=True, reviews=str(path), **given)
        patch.setenv("LITREVIEW_SEMANTIC_SCHOLAR_URL", site.url)
        write_records(catalogue, [*first, *fresh])
        yield Home(path, site)


def test_an_update_asks_about_what_it_follows_and_takes_up_what_is_stated(home: Home):
    """The index was silent at first: works of the text are asked about now, then the new one, each in one question.

    A report that the index alone has and a work that it alone knows to cite the new one are found through it, with who
    says so. The next update asks nobody.
    """
    home.copy("updated")
    questions = home.site.count_questions()
    folder = home.update("updated")
    assert home.site.count_questions() == questions + 2
    asked = set(select_published(folder, "SELECT work_id FROM citation_lookup WHERE stage = 101")["work_id"])
    assert asked >= {*HIDDEN, FRESH}
    found = select_published(
        folder,
        "SELECT w.doi, d.via_work_id, s.sources FROM discovery AS d JOIN work AS w USING (work_id) "
        "JOIN discovery_source AS s USING (discovery_id) WHERE d.via_work_id = 'W40' ORDER BY 1",
    )
    assert found.rows() == [("10.5555/report", FRESH, [INDEX]), ("10.5555/trees.41", FRESH, [INDEX])]
    assert set(explain_work(folder, CITING)["Found by"]["stated_by"]) == {INDEX}
    decided = "SELECT count(*) FROM discovery WHERE stage = 101 AND work_id NOT IN (SELECT work_id FROM decision)"
    assert select_published(folder, decided).item() == 0
    home.update("updated")
    assert home.site.count_questions() == questions + 2


@pytest.mark.parametrize("step", ["add_stated", "settle"])
def test_an_update_cut_short_asks_what_is_left(step: str, home: Home, monkeypatch: pytest.MonkeyPatch):
    """It ends as one that was not, and no question is put twice."""
    questions = home.site.count_questions()
    home.copy(f"whole-{step}")
    whole = home.update(f"whole-{step}")
    asked = home.site.count_questions() - questions

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    cut = home.copy(f"cut-{step}")
    with monkeypatch.context() as patch:
        patch.setattr(updating, step, stop)
        with pytest.raises(KeyboardInterrupt):
            home.update(cut.name)
    home.update(cut.name)
    assert home.site.count_questions() == questions + 2 * asked
    with Ledger(whole) as one, Ledger(cut) as other:
        assert canonical_hash(one) == canonical_hash(other)


def test_an_expansion_follows_what_a_second_index_states_and_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its seed is asked about once; run again it asks nothing, and a replay asks nobody and is the same."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    world = gap_world.write_world(tmp_path)
    papers = make_papers(World(world))
    papers["W112"] = replace(papers["W112"], references=("W101",))
    write_records(world, [hide(one) if one["id"].endswith("/W101") else one for one in read_records(world)])
    gap_world.write_review(tmp_path / "home", world)
    shutil.copytree(tmp_path / "home", tmp_path / "again")
    with serve_citation_indexes(papers) as site:
        monkeypatch.setenv("LITREVIEW_SEMANTIC_SCHOLAR_URL", site.url)
        for _ in range(2):
            with gap_world.open_bench(tmp_path / "home", world, citations_from=[INDEX]) as bench:
                expansion.fn(bench, GAP, 1001, ROOM)
                found = bench.ledger.select(
                    "SELECT work_id, via_work_id FROM discovery WHERE stage = 1001 AND via_work_id IS NOT NULL"
                )
                asked = bench.ledger.select("SELECT work_id, stage FROM citation_lookup ORDER BY work_id")
                bench.publish()
                known = canonical_hash(bench.ledger)
            assert asked.rows() == [("W101", 1001)]
            assert {("W102", "W101"), ("W112", "W101")} <= set(found.iter_rows())
            assert site.count_questions() == 1
        monkeypatch.setenv("LITREVIEW_REPLAY", str(tmp_path / "home" / gap_world.NAME))
        sent = len(site.asked)
        with gap_world.open_bench(tmp_path / "again", world) as bench:
            expansion.fn(bench, GAP, 1001, ROOM)
            assert canonical_hash(bench.ledger) == known
        assert len(site.asked) == sent
