"""Snowballing in fields whose references are unknown: keyword searches go on, once each, and are on record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flows.discovery import discovery
from flows.searching.further import search_further
from flows.snowballing import snowballing
from tests.flows.human.reviews import open_review

_PLANTS = ("canopy", "shade", "crown", "leaf", "bark", "root", "branch", "alley")


def _record(number: int, cited: list[int]) -> dict[str, object]:
    title = f"Street trees and summer heat in cities: {_PLANTS[number % len(_PLANTS)]} in plot {number}"
    abstract = "Street trees cool cities in summer. We found lower heat under trees, as measured in one plot."
    return {
        "id": f"https://openalex.org/W{number}",
        "title": title,
        "publication_year": 2000 + number % 20,
        "type": "article",
        "language": "en",
        "cited_by_count": 20,
        "referenced_works": [f"https://openalex.org/W{other}" for other in cited],
        "abstract_inverted_index": {word: [place] for place, word in enumerate(abstract.split())},
    }


def write_world(path: Path, *, linked: bool) -> None:
    """Write 260 works on one topic; `linked` ones cite the thirty before them."""
    records = [_record(n, list(range(max(1, n - 30), n)) if linked else []) for n in range(1, 261)]
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")


def test_without_citations_words_find_what_the_first_search_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deeper and deeper in stages of their own; a stage that is gone on with asks nothing twice."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    write_world(tmp_path / "works.jsonl", linked=False)
    with open_review(tmp_path, "words") as bench:
        discovery.fn(bench)
        ask = "SELECT count(DISTINCT work_id) FROM discovery"
        first = bench.ledger.select(ask).item()
        search_further(bench, 1)
        queries = "SELECT framing, count(*) FROM search_query GROUP BY ALL ORDER BY ALL"
        once = bench.ledger.select(queries).rows()
        assert ("topic, the first 100", 1) in once
        search_further(bench, 1)
        assert bench.ledger.select(queries).rows() == once
        snowballing.fn(bench)
        assert bench.ledger.select(ask).item() > 2 * first
        stages = bench.ledger.select("SELECT DISTINCT stage FROM discovery WHERE strategy = 'keyword' ORDER BY ALL")
        assert stages["stage"].to_list()[:2] == [0, 1]
        assert bench.ledger.select("SELECT count(*) FROM saturation WHERE stop_reason IS NOT NULL").item() == 1


def test_where_citations_lead_on_words_are_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    write_world(tmp_path / "works.jsonl", linked=True)
    with open_review(tmp_path, "links") as bench:
        discovery.fn(bench)
        snowballing.fn(bench)
        brought = (
            "SELECT count(DISTINCT work_id) FROM discovery WHERE stage = 1 AND strategy IN ('backward', 'forward')"
        )
        assert bench.ledger.select(brought).item() >= 25
        assert not bench.ledger.select("SELECT count(*) FROM discovery WHERE stage = 1 AND strategy = 'keyword'").item()
