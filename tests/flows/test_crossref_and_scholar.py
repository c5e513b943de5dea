"""Reviews that search Crossref and Semantic Scholar beside a catalogue: each by itself, and both beside PubMed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from flows.review import review
from flows.verify.review import verify_review
from storage.core.ledger import Ledger
from tasks.environment.settings import read_settings
from tests.fakes.index_sites import CrossrefSite, IndexSite, ScholarSite, serve_index
from tests.fakes.pubmed_server import Article, Eutils, serve_eutils
from tests.flows.test_several_catalogues import TOPIC, choose_articles

pytestmark = pytest.mark.slow

SECRETS = {"LITREVIEW_CONTACT_EMAIL": "who@example.org", "LITREVIEW_SEMANTIC_SCHOLAR_API_KEY": "s3cret-key"}
LATE = Article("", "Hair cortisol, stress and obesity in night workers", "", "", 2018, (), (("Ada B", "Stone"),))


def write_item(article: Article) -> dict[str, Any]:
    return {
        "DOI": article.doi.removeprefix("https://doi.org/").upper() or "10.5555/late",
        "type": "journal-article",
        "title": [article.title],
        "abstract": f"<jats:p>{article.abstract}</jats:p>",
        "author": [{"given": given, "family": family} for given, family in article.authors],
        "container-title": ["Journal of Hair"],
        "issued": {"date-parts": [[article.year, 5]]},
        "language": "en",
    }


def write_paper(article: Article) -> dict[str, Any]:
    doi = article.doi.removeprefix("https://doi.org/")
    return {
        "paperId": f"p{article.pmid or 'late'}",
        "externalIds": {"PubMed": article.pmid, **({"DOI": doi} if doi else {})},
        "title": article.title,
        "abstract": article.abstract or None,
        "year": article.year,
        "authors": [{"authorId": "1", "name": f"{given} {family}"} for given, family in article.authors],
        "venue": "Journal of Hair",
        "publicationTypes": ["JournalArticle"],
        "citationCount": 3,
    }


@pytest.fixture
def sites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[CrossrefSite, ScholarSite]]:
    """Return both, with the works of the sample on hair cortisol and one that only they have; keys are set."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("tasks.catalogues.crossref.catalogue._POLITE_PACE", 0.0)
    monkeypatch.setattr("tasks.catalogues.semantic_scholar.catalogue._PACE", 0.0)
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    articles = choose_articles()
    crossref = CrossrefSite([write_item(one) for one in articles if one.doi] + [write_item(LATE)])
    scholar = ScholarSite([write_paper(one) for one in (*articles, LATE)])
    with serve_index(crossref), serve_index(scholar):
        yield crossref, scholar


def write_review(home: Path, name: str, catalogue: str | None) -> Path:
    review.fn(
        TOPIC,
        name=name,
        catalogue=catalogue,
        quality="quick",
        analyst="instant",
        supervision="none",
        reviews=str(home),
        quiet=True,
    )
    return home / name


def check_secrets(folder: Path) -> None:
    """No file and no row of a review holds a key or the contact address."""
    for path in folder.rglob("*"):
        held = path.read_bytes() if path.is_file() else b""
        assert not [value for value in SECRETS.values() if value.encode() in held], path
    with Ledger(folder) as ledger:
        tables = ledger.select("SELECT table_name FROM duckdb_tables() WHERE NOT internal")["table_name"]
        assert {"api_call", "catalogue_answer", "response", "problem", "run"} <= set(tables)
        for table in tables:
            for value in SECRETS.values():
                row = f'SELECT count(*) FROM "{table}" AS t WHERE contains(t::VARCHAR, $value)'
                assert ledger.select(row, value=value).item() == 0, table


@pytest.mark.parametrize("place", [0, 1])
def test_a_review_beside_one_of_them_holds_and_is_made_again_without_asking(
    sites: tuple[IndexSite, IndexSite],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    place: int,
):
    """PRISMA, appendix and `discovery` say what it found, no key is on record, verify holds, a replay asks nothing."""
    caplog.set_level(logging.INFO, "httpx")
    site, named = sites[place], ("crossref", "semantic-scholar")[place]
    monkeypatch.setenv(f"LITREVIEW_{named.upper().replace('-', '_')}_URL", site.url)
    folder = write_review(tmp_path, "one", f"demo,{named}")
    said, status = verify_review(folder, read_settings())
    assert status == 0, said
    with Ledger(folder) as ledger:
        counts = dict(ledger.select("SELECT item, n FROM prisma").iter_rows())
        ids = ledger.select("SELECT work_id, identifier FROM work_identifier WHERE scheme = $named", named=named)
        found = ledger.select(
            "SELECT DISTINCT work_id FROM discovery JOIN search_query USING (query_id) WHERE catalogue = $named",
            named=named,
        )
        alone = ledger.select("SELECT alone FROM database_records WHERE catalogue = $named", named=named)
        late = ledger.select("SELECT work_id FROM work WHERE title = $title", title=LATE.title)
        gaps = ledger.select("SELECT * FROM provenance_violation")
    assert ids["identifier"].n_unique() == ids["work_id"].n_unique() == ids.height == len(site.records)
    assert set(found["work_id"]) == set(ids["work_id"])
    assert counts[f"records_from {named}"] == len(site.records)
    assert alone.item() >= 2
    assert late.height == 1
    assert gaps.height == 0, gaps
    assert f"in {named}" in (folder / "prisma.svg").read_text()
    appendix = (folder / "appendix.md").read_text()
    sent = {"crossref": "query.bibliographic=hair", "semantic-scholar": "(hair cortisol) + ("}[named]
    assert sent in appendix.replace("\\", "")
    check_secrets(folder)
    assert site.url in caplog.text
    assert not [value for value in SECRETS.values() if value in caplog.text]
    site.asked.clear()
    monkeypatch.setenv("LITREVIEW_REPLAY", str(folder))
    again = write_review(tmp_path, "again", None)
    assert site.asked == []
    assert (again / "review.md").read_text() == (folder / "review.md").read_text()


def test_a_work_of_four_indexes_is_one_row_with_the_ids_of_all(
    sites: tuple[CrossrefSite, ScholarSite], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Each row has all ids and verify holds, though both answer badly at first: too fast, no JSON, failing, cut off."""
    crossref, scholar = sites
    crossref.faults = [(429, {"Retry-After": "0"}, b"slow down"), (200, {}, b"<html>busy</html>")]
    scholar.faults = [(500, {}, b"oops"), (200, {}, b'{"total": 3, "data": [{"paper')]
    articles = choose_articles()
    monkeypatch.setenv("LITREVIEW_CROSSREF_URL", crossref.url)
    monkeypatch.setenv("LITREVIEW_SEMANTIC_SCHOLAR_URL", scholar.url)
    with ExitStack() as stack:
        eutils = stack.enter_context(serve_eutils(Eutils(articles)))
        monkeypatch.setenv("LITREVIEW_PUBMED_URL", eutils.url)
        folder = write_review(tmp_path, "four", "demo,pubmed,crossref,semantic-scholar")
        said, status = verify_review(folder, read_settings())
    assert status == 0, said
    with Ledger(folder) as ledger:
        counts = dict(ledger.select("SELECT item, n FROM prisma").iter_rows())
        known = ledger.select(
            "SELECT work_id, list(DISTINCT scheme ORDER BY scheme) AS schemes FROM work_identifier "
            "WHERE scheme IN ('pubmed', 'crossref', 'semantic-scholar') GROUP BY ALL"
        )
        late = ledger.select("SELECT work_id FROM work WHERE title = $title", title=LATE.title)
        repeated = ledger.select("SELECT doi FROM work WHERE doi IS NOT NULL GROUP BY doi HAVING count(*) > 1")
    schemes = known["schemes"].to_list()
    assert schemes.count(["crossref", "pubmed", "semantic-scholar"]) == len([one for one in articles if one.doi])
    assert schemes.count(["pubmed", "semantic-scholar"]) == len([one for one in articles if not one.doi])
    # One index gives it a DOI, the other none and another id: it is recognised by title, first author and year.
    assert schemes.count(["crossref", "semantic-scholar"]) == late.height == 1
    assert repeated.height == 0
    assert counts["records_from crossref"] == len(crossref.records)
    assert counts["records_from semantic-scholar"] == len(scholar.records)
    check_secrets(folder)
