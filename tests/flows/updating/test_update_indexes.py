"""An update asks the indexes beside the catalogue again, and knows what it knows by number or title."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.review import review
from flows.update import update
from storage.core.ledger import Ledger
from tests.fakes.dblp_index import DblpSite, serve_dblp
from tests.fakes.pubmed_server import Article, Eutils, serve_eutils
from tests.flows.updating.living_world import NEWEST, TOPIC, write_first

pytestmark = pytest.mark.slow

KNOWN = "Hair cortisol as a measure of long-term stress and its relation to obesity in shift workers"
FRESH = "Hair cortisol, long-term stress and obesity: a measure and its relation in sailors"
PLACE = ("Journal of Work", "7", "11-19")


def test_a_work_that_one_index_found_before_is_not_news_when_another_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """PubMed had it without a DOI; DBLP has it now, spelt otherwise, and one more, which alone is new."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
    monkeypatch.setattr("tasks.catalogues.dblp.catalogue._PACE", 0.0)
    path, reviews = tmp_path / "works.jsonl", str(tmp_path / "reviews")
    write_first(path)
    known = Article("9001", KNOWN, "Hair cortisol measured stress and obesity.", year=NEWEST + 1, place=PLACE)
    bibliography = DblpSite([])
    with serve_eutils(Eutils([known])) as eutils, serve_dblp(bibliography):
        monkeypatch.setenv("LITREVIEW_PUBMED_URL", eutils.url)
        monkeypatch.setenv("LITREVIEW_DBLP_URL", bibliography.url)
        order = {"quality": "quick", "analyst": "extractive", "grey": True, "supervision": "none"}
        review.fn(TOPIC, name="work", catalogue=f"{path},pubmed,dblp", reviews=reviews, quiet=True, **order)
        info = {"authors": {"author": {"text": "Ada B. Stone"}}, "venue": PLACE[0], "type": "Journal Articles"}
        bibliography.records = [
            {**info, "key": "journals/trees/Stone23", "title": f"{KNOWN.upper()}.", "year": str(NEWEST + 1)},
            {**info, "key": "journals/trees/Stone24", "title": f"{FRESH}.", "year": str(NEWEST + 1)},
        ]
        update.fn("work", reviews=reviews, quiet=True)
    with Ledger(Path(reviews) / "work") as ledger:
        found = ledger.select(
            "SELECT title, (SELECT list(DISTINCT scheme ORDER BY scheme) FROM work_identifier AS i "
            "WHERE i.work_id = w.work_id) AS called, EXISTS (FROM discovery AS d WHERE d.work_id = w.work_id "
            "AND strategy = 'update') AS new FROM work AS w WHERE regexp_matches(title, 'shift workers|sailors', 'i') "
            "ORDER BY new"
        )
    assert found.rows() == [(KNOWN, ["dblp", "pmid", "pubmed"], False), (FRESH, ["dblp"], True)]
