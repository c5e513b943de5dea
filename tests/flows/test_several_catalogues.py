"""A review over two indexes at once: one row a work with the ids of both, and where each was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.review import review
from flows.verify.review import verify_review
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from tasks.catalogues.registry import check_catalogue
from tasks.environment.settings import read_settings
from tests.fakes.europe_pmc_index import EuropePmcSite, serve_europe_pmc
from tests.fakes.pubmed_server import Eutils, serve_eutils
from tests.flows.indexed_works import TOPIC, as_europe_pmc, choose_articles


@pytest.mark.slow
def test_a_review_over_two_indexes_counts_both_and_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Works of both are one row with both ids, also without a DOI; PRISMA counts each database, and verify holds."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    articles = choose_articles()
    with serve_eutils(Eutils(articles)) as eutils:
        monkeypatch.setenv("LITREVIEW_PUBMED_URL", eutils.url)
        asked = {
            "quality": "quick",
            "analyst": "instant",
            "supervision": "none",
            "reviews": str(tmp_path),
            "quiet": True,
        }
        review.fn(TOPIC, name="two", catalogue="demo,pubmed", **asked)
        calls = len(eutils.asked)
        review.fn(TOPIC, name="two", catalogue="demo,pubmed", **asked)
        assert len(eutils.asked) == calls > 0
    with Ledger(tmp_path / "two") as ledger:
        counts = dict(ledger.select("SELECT item, n FROM prisma").iter_rows())
        ids = ledger.select(
            "SELECT i.work_id, i.identifier AS pmid FROM work_identifier AS i WHERE scheme = 'pmid' ORDER BY ALL"
        )
        found = ledger.select(
            "SELECT DISTINCT work_id FROM discovery JOIN search_query USING (query_id) WHERE catalogue = 'pubmed'"
        )
        title = ledger.select("SELECT work_id FROM work WHERE title = $title", title=articles[0].title)
        alone = ledger.select("SELECT catalogue, records, alone FROM database_records WHERE catalogue = 'pubmed'")
        searched = ledger.select("SELECT DISTINCT catalogue FROM search_query")
        fields = ledger.select("SELECT count(*) FROM search_query WHERE catalogue = 'pubmed' AND url LIKE '%tiab%'")
    assert ids["pmid"].n_unique() == ids["work_id"].n_unique() == ids.height == len(articles)
    assert set(found["work_id"]) == set(ids["work_id"])
    assert counts["records_from pubmed"] == len(articles)
    assert alone.row(0)[2] >= 1
    assert title.height == 1
    assert fields.item() > 0
    assert not [one for one in searched["catalogue"] if ", " in one]
    text = (tmp_path / "two" / "review.md").read_text()
    assert "catalogues" in text
    assert "in pubmed" in (tmp_path / "two" / "prisma.svg").read_text()
    assert "tiab" in (tmp_path / "two" / "appendix.md").read_text()
    said, status = verify_review(tmp_path / "two", read_settings())
    assert status == 0, said


@pytest.mark.slow
def test_a_work_of_three_indexes_is_one_row_with_the_ids_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Europe PMC, PubMed and the file know the same works by DOI or PMID; PRISMA counts each, and verify holds."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    articles = choose_articles()
    records = as_europe_pmc(articles)
    records.append({"id": "PPR9", "source": "PPR", "title": "Hair cortisol, stress and obesity in night workers"})
    with serve_eutils(Eutils(articles)) as eutils, serve_europe_pmc(EuropePmcSite(records)) as site:
        monkeypatch.setenv("LITREVIEW_PUBMED_URL", eutils.url)
        monkeypatch.setenv("LITREVIEW_EUROPE_PMC_URL", site.url)
        review.fn(
            TOPIC,
            name="three",
            catalogue="demo,pubmed,europe-pmc",
            quality="quick",
            analyst="instant",
            supervision="none",
            reviews=str(tmp_path),
            quiet=True,
        )
    with Ledger(tmp_path / "three") as ledger:
        counts = dict(ledger.select("SELECT item, n FROM prisma").iter_rows())
        both = ledger.select(
            "SELECT work_id, count(DISTINCT scheme) AS ids FROM work_identifier "
            "WHERE scheme IN ('pmid', 'pubmed', 'europe-pmc') GROUP BY ALL ORDER BY ids"
        )
        one = ledger.select("SELECT title FROM work WHERE title ILIKE '%night workers'")
    assert counts["records_from pubmed"] == len(articles)
    assert counts["records_from europe-pmc"] == len(records)
    assert both["ids"].to_list() == [1, *[3] * len(articles)]
    assert one.height == 1
    assert r"TITLE\_ABS" in (tmp_path / "three" / "appendix.md").read_text()
    said, status = verify_review(tmp_path / "three", read_settings())
    assert status == 0, said


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        ("pubmed", "--catalogue openalex,pubmed"),
        ("openalex,demo", "name one of them"),
        ("openalex,pubmed,pubmed", "names one twice"),
        ("openalex,nowhere.jsonl", "nowhere.jsonl"),
    ],
)
def test_catalogues_that_do_not_go_together_are_refused(named: str, complaint: str):
    """Exactly one says who cites whom, which snowballing needs; the sentence names the remedy."""
    with pytest.raises(InputError, match=complaint):
        check_catalogue(named)
