"""Real catalogues of both schemas load whole and can be asked everything."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path

import pytest

from storage.core.email_addresses import blank_addresses
from storage.records.search import Formulation
from tasks.catalogues.local.catalogue import LocalCatalogue, open_catalogue
from tasks.catalogues.work_record import find_work_id

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ipbes(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> LocalCatalogue:
    """Return the catalogue of 10,394 works, indexed within a minute of processor (seven seconds alone)."""
    started = time.process_time()
    catalogue = open_catalogue(shared_data / "worlds/ipbes/works.jsonl.gz", tmp_path_factory.mktemp("cache"))
    assert time.process_time() - started < 60
    return catalogue


def has_abstract(line: str) -> bool:
    return bool(json.loads(line)["abstract_inverted_index"])


@pytest.mark.parametrize(
    ("world", "works", "newest"),
    [("van_der_valk_2021", 725, 2021), ("current-schema", 1_000, 2025)],
)
def test_gold_worlds_load_whole(shared_data: Path, tmp_path: Path, world: str, works: int, newest: int) -> None:
    """Every work of both schemas loads with its line without e-mail addresses, venue, authors and subjects."""
    path = shared_data / "worlds" / world / "works.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).decode().rstrip("\n").split("\n")
    catalogue = open_catalogue(path, tmp_path)
    loaded = catalogue.works_by_id([find_work_id(json.loads(line)) or "" for line in lines])
    assert [work.response.body for work in loaded if work.response] == [blank_addresses(line) for line in lines]
    assert len(loaded) == works
    assert catalogue.left_out == {}
    assert catalogue.newest_year() == newest
    assert sum(work.abstract is not None for work in loaded) == sum(map(has_abstract, lines))
    for stated in ("venue", "authors", "topics", "references", "doi", "publisher"):
        assert sum(bool(getattr(work, stated)) for work in loaded) > 0.7 * works, stated
    assert not {"journal-article", "proceedings-article", "posted-content"} & {work.type for work in loaded}


def test_tombstones_paratext_and_untitled_works_of_ipbes_are_left_out(ipbes: LocalCatalogue) -> None:
    """What cannot be part of a review is counted, not returned."""
    assert ipbes.left_out == {"no title": 30, "paratext": 9, "tombstone": 1}
    assert ipbes.works_by_id(["W4285719527"]) == []


def test_ipbes_answers_about_its_subject(ipbes: LocalCatalogue) -> None:
    """Search, topics, experts and their works agree on what business, finance and biodiversity is about."""
    outcome = ipbes.search(Formulation("keyword", "test", "business, finance and biodiversity", from_year=2000))
    assert len(outcome.hits) == 50 < outcome.total
    best = [f"{hit.work.title} {hit.work.abstract}".lower() for hit in outcome.hits[:10]]
    assert sum("biodiversity" in text for text in best) >= 6
    assert all("business" in text or "financ" in text for text in best)
    assert all((hit.work.year or 0) >= 2000 for hit in outcome.hits)
    topic = ipbes.topics("business, finance and biodiversity")[0]
    assert topic.name == "Biodiversity"
    expert = ipbes.authors_of_topic(topic.topic_id, "business, finance and biodiversity")[0]
    assert expert.works >= 5
    assert {expert.author_id} <= {author.author_id for author in ipbes.works_of_author(expert.author_id)[0].authors}


def test_citing_works_are_the_reverse_of_references(ipbes: LocalCatalogue) -> None:
    """Every work said to cite the best hits does, and every hit that a hit cites is found citing it."""
    hits = [hit.work for hit in ipbes.search(Formulation("keyword", "test", "biodiversity offsets")).hits]
    ids = {work.work_id for work in hits}
    citing = ipbes.citing_works(sorted(ids))
    assert all(ids & set(work.references) for work in citing)
    assert {work.work_id for work in hits if ids & set(work.references)} <= {work.work_id for work in citing}
    assert [work.work_id for work in citing] == sorted(work.work_id for work in citing)
