"""What is kept of a catalogue's records, from files or through the API: no e-mail address, every open copy."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from storage.records.search import Work
from tasks.catalogues.local.catalogue import open_catalogue
from tasks.catalogues.protocol import Catalogue
from tasks.retrieval.locating import read_content_copies, read_open_copies
from tests.benchmarks.servers.server import serve_openalex
from tests.benchmarks.servers.world import World
from tests.tasks.catalogues.openalex_loopback import ask, facts

ADDRESS = "ann.bee@uni-x.example.org"
RECORD = {
    "id": "https://openalex.org/W1",
    "title": "Hives on roofs",
    "publication_year": 2020,
    "authorships": [{"author": {"id": "https://openalex.org/A1", "display_name": f"Ann Bee {ADDRESS}"}}],
    "abstract_inverted_index": {"Bees": [0], "rise.": [1], "Electronic\nmail:": [2], ADDRESS: [3]},
    "has_content": {"pdf": True, "grobid_xml": False},
    "content_urls": {"pdf": "https://content.openalex.org/works/W1.pdf"},
    "best_oa_location": {"is_oa": True, "pdf_url": "https://a.example/1.pdf", "license": "cc-by"},
    "locations": [{"is_oa": True, "pdf_url": "https://b.example/2.pdf"}],
}


@pytest.fixture
def works_file(tmp_path: Path) -> Path:
    path = tmp_path / "works.jsonl"
    path.write_text(json.dumps(RECORD) + "\n")
    return path


def read(catalogue: Catalogue) -> Work:
    (work,) = catalogue.works_by_id(["W1"])
    return work


def test_no_address_is_kept_of_a_record(works_file: Path, tmp_path: Path) -> None:
    """Work, raw record and the answer kept for a replay have asterisks, alike from files and through the API."""
    local = read(open_catalogue(works_file, tmp_path / "cache"))
    with serve_openalex(World(works_file)) as server:
        catalogue = ask(server)
        asked = read(catalogue)
        kept = [zlib.decompress(answer.body or b"") for answer in catalogue.drain().answers]
    assert facts([asked]) == facts([local])
    assert local.abstract == f"Bees rise. Electronic mail: {'*' * len(ADDRESS)}"
    assert kept
    for text in (repr(local), repr(asked), *(body.decode() for body in kept)):
        assert "Ann Bee" in text
        assert "@" not in text


def test_every_open_copy_is_known_through_the_api(works_file: Path) -> None:
    """The fields asked for name the best copy, the others, and OpenAlex's own."""
    with serve_openalex(World(works_file)) as server:
        work = read(ask(server))
    copies = dict.fromkeys(place.url for place in read_open_copies(work))
    assert list(copies) == ["https://a.example/1.pdf", "https://b.example/2.pdf"]
    assert [place.url for place in read_content_copies(work)] == ["https://content.openalex.org/works/W1.pdf"]
