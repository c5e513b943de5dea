"""A review whose catalogue states few references: a second index gives them back, once, and is told of everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import flows.review as review_module
import flows.searching.second_citations as second
from flows.context.order import ReviewOrder, read_order
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import review, work_through
from flows.snowballing import snowballing
from flows.verify.review import verify_review
from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger
from storage.publication.published import explain_work, read_published_order, select_published
from tasks.environment.settings import read_settings
from tests.benchmarks.citations import make_papers
from tests.benchmarks.servers.citation_indexes import CitationSite, Paper, serve_citation_indexes
from tests.benchmarks.servers.world import World
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow

HIDDEN = {"W2", "W3", "W4"}
OWN = Paper(
    "Street trees and summer heat in cities: a report that only one index has",
    2016,
    "10.5555/report",
    authors=("Ora Lund",),
)
KEY, EMAIL = "key-of-somebody", "somebody@example.org"
NAMES = {"semantic-scholar", "crossref", "opencitations"}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CitationSite]:
    """Serve every citation of a small world; its file hides those of three works. One work cites a report besides."""
    path = write_world(tmp_path / "works.jsonl")
    papers = make_papers(World(path))
    papers |= {"OWN": OWN, "W2": replace(papers["W2"], references=(*papers["W2"].references, "OWN"))}
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        if record["id"].rpartition("/")[2] in HIDDEN:
            record["referenced_works"] = []
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    with serve_citation_indexes(papers) as served:
        for name in ("SEMANTIC_SCHOLAR", "CROSSREF", "OPENCITATIONS"):
            monkeypatch.setenv(f"LITREVIEW_{name}_URL", served.url)
        yield served


def order(home: Path, name: str, **asked: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"catalogue": str(home / "works.jsonl"), "citations_from": ["semantic-scholar"]}
    given |= {"quality": "quick", "analyst": "instant", "supervision": "none", "quiet": True, "reviews": str(home)}
    return {"topic": TOPIC, "name": name, **given, **asked}


def search(home: Path, name: str, **asked: Any) -> Path:
    """Run a review up to the end of snowballing, without a Prefect server, and return its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review_module, "PHASES", (discovery, snowballing))
        with open_context(ReviewOrder(**order(home, name, **asked)), read_settings(), Progress(quiet=True)) as bench:
            work_through(bench)
    return home / name


def test_hidden_references_come_back_and_are_told_of(
    site: CitationSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Snowballing follows them, one question a stage asks for all, the report is a candidate, and verify holds."""
    folder = tmp_path / "asked"
    monkeypatch.setenv("LITREVIEW_SEMANTIC_SCHOLAR_API_KEY", KEY)
    monkeypatch.setenv("LITREVIEW_CONTACT_EMAIL", EMAIL)
    asked = order(tmp_path, "asked", citations_from=sorted(NAMES))
    review.fn(**asked)
    questions = site.count_questions()
    with Ledger(folder) as ledger:
        lookups = ledger.select("SELECT work_id, stage FROM citation_lookup ORDER BY work_id")
        hidden = ledger.select(
            "SELECT count(*) FROM citation WHERE source = 'semantic-scholar' AND citing_id IN ('W2', 'W3', 'W4')"
        ).item()
        own = ledger.select("SELECT work_id, title FROM work WHERE doi = '10.5555/report'").row(0)
        found = ledger.select(
            "SELECT sources FROM discovery_source WHERE work_id = $work AND via_work_id = 'W2'", work=own[0]
        )
        disagreement = ledger.select(
            "SELECT DISTINCT second_only FROM citation_disagreement WHERE work_id = 'W2' AND first = 'local'"
        ).item()
        calls = ledger.select("SELECT count(*) FROM api_call WHERE service = 'semanticscholar' AND stage > 0").item()
        problems = ledger.select("SELECT message FROM problem WHERE phase = 'snowballing'")
        secrets = ledger.select(
            "SELECT count(*) FROM (SELECT url FROM api_call UNION ALL SELECT url || body FROM response) AS kept (text) "
            "WHERE contains(text, $key) OR contains(text, $email)",
            key=KEY,
            email=EMAIL,
        )
    assert secrets.item() == 0
    assert set(lookups["work_id"]) >= HIDDEN
    assert questions <= lookups["stage"].n_unique()
    assert hidden == len([cited for work in HIDDEN for cited in site.papers[work].references])
    assert own[1] == OWN.title
    assert found["sources"].to_list() == [sorted(NAMES)]
    assert disagreement == len(site.papers["W2"].references)
    assert calls == len([path for path, _ in site.asked if "references." in path or ",abstract" in path])
    assert problems.is_empty()
    appendix = (folder / "appendix.md").read_text()
    assert "Citations by source" in appendix
    assert "citations of works with few references" in appendix
    text = " ".join((folder / "review.md").read_text().split())
    assert "taken from Crossref, OpenCitations and Semantic Scholar as well" in text
    assert explain_work(folder, own[0])["Found by"]["stated_by"].to_list() == [", ".join(sorted(NAMES))]
    said, status = verify_review(folder, read_settings())
    assert status == 0, said
    review.fn(**asked)
    assert site.count_questions() == questions


def test_a_catalogue_in_files_asks_nobody_unless_told_to(site: CitationSite, tmp_path: Path):
    """Addresses alone do not: without the option, and with none, nothing is asked about citations."""
    for name, asked in (("tier", ()), ("none", ["none"])):
        folder = search(tmp_path, name, citations_from=asked, quality="standard")
        assert select_published(folder, "SELECT count(*) FROM citation_lookup").item() == 0
        assert read_order(read_published_order(folder)).citations_from == ("none",)
    assert site.count_questions() == 0


@pytest.mark.usefixtures("site")
def test_every_index_is_asked_and_agrees_with_the_others(tmp_path: Path):
    """The report is one work, however many describe it, and a resumed run asks the same indexes."""
    folder = search(tmp_path, "all", citations_from=sorted(NAMES))
    assert set(read_order(read_published_order(folder)).citations_from) == NAMES
    assert set(select_published(folder, "SELECT DISTINCT source FROM citation_lookup")["source"]) == NAMES
    assert select_published(folder, "SELECT count(*) FROM work WHERE doi = '10.5555/report'").item() == 1
    shares = select_published(
        folder,
        "SELECT share FROM citation_disagreement WHERE work_id IN ('W2', 'W3') AND first <> 'local' "
        "AND second IN ('opencitations', 'semantic-scholar')",
    )
    assert set(shares["share"]) == {1.0}
    assert len(shares) >= 6


def test_a_replay_is_the_same_without_asking(site: CitationSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What the indexes told the recorded review, records of works of their own included, is taken from it."""
    folder = search(tmp_path, "recorded", citations_from=sorted(NAMES))
    asked = len(site.asked)
    monkeypatch.setenv("LITREVIEW_REPLAY", str(folder))
    again = search(tmp_path, "again", citations_from=())
    assert len(site.asked) == asked
    with Ledger(folder) as one, Ledger(again) as other:
        assert one.select("SELECT count(*) FROM citation_record").item() > 0
        assert canonical_hash(one) == canonical_hash(other)


@pytest.mark.parametrize("step", ["add_records", "add_citations"])
def test_a_run_cut_short_does_not_ask_again(
    step: str, site: CitationSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Answers were committed as they came: the resumed review asks what is left, and ends the same."""
    whole = search(tmp_path, "whole")
    questions = site.count_questions()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(second, step, stop)
        with pytest.raises(KeyboardInterrupt):
            search(tmp_path, "cut")
    search(tmp_path, "cut")
    assert site.count_questions() == 2 * questions
    with Ledger(whole) as one, Ledger(tmp_path / "cut") as other:
        assert canonical_hash(one) == canonical_hash(other)


@pytest.mark.usefixtures("site")
def test_an_index_that_is_silent_is_a_problem_of_record(
    tmp_path: Path, closed_port: int, monkeypatch: pytest.MonkeyPatch
):
    """The review goes on with the others; the works stay to be asked about, without the address in any record."""
    monkeypatch.setenv("LITREVIEW_SEMANTIC_SCHOLAR_URL", f"http://127.0.0.1:{closed_port}")
    folder = search(tmp_path, "silent", citations_from=["semantic-scholar", "crossref"])
    problems = select_published(folder, "SELECT kind, message FROM problem WHERE phase = 'snowballing'")
    assert set(problems["kind"]) == {"index unavailable"}
    assert "semanticscholar could not be reached" in problems["message"][0]
    assert not [message for message in problems["message"] if str(closed_port) in message]
    assert set(select_published(folder, "SELECT DISTINCT source FROM citation_lookup")["source"]) == {"crossref"}
