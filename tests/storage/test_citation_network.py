"""The citation network handed to analysis, its metrics, and the views that rest on them."""

from __future__ import annotations

import polars as pl
import pytest

from storage.searching.snowballing import add_metrics, citation_network, corpus_is_measured, replace_corpus_metrics
from storage.writing.versions import appendix_frames


@pytest.fixture
def network(ledger, make_work, find_works, screen_works):
    """Return a ledger with four corpus works, an excluded one that they all cite, and one never met that three cite."""
    works = [
        make_work(1, references=("W1", "W2", "W5"), citations_by_year=((2019, 3), (2020, 4))),
        *(make_work(number, references=("W1", "W5", "W99")) for number in (2, 3, 4)),
        make_work(5, references=("W1",)),
    ]
    find_works(ledger, works)
    find_works(ledger, works[:2], strategy="expert")
    screen_works(ledger, {f"W{number}": "include" for number in range(1, 5)} | {"W5": "exclude"})
    return ledger


def _metrics(in_degrees):
    return pl.DataFrame(
        [
            {"work_id": f"W{number}", "in_degree": n, "betweenness": n / 10, "velocity": 0.0, "community": 0}
            for number, n in enumerate(in_degrees, 1)
        ]
    )


@pytest.mark.parametrize("view", ["corpus", "relevant"])
def test_network_has_works_of_the_view_and_edges_between_them(network, view):
    """Edges to and from works outside are left out; citations by year and years come per work."""
    frames = citation_network(network, view)
    assert frames["works"]["work_id"].to_list() == ["W1", "W2", "W3", "W4"]
    assert frames["edges"].rows() == [("W1", "W1"), ("W1", "W2"), ("W2", "W1"), ("W3", "W1"), ("W4", "W1")]
    assert frames["citations"].rows() == [("W1", 2019, 3), ("W1", 2020, 4)]
    assert frames["years"]["year"].to_list() == [2015] * 4


def test_final_metrics_follow_the_corpus(network, screen_works):
    """The final measurement is known to be that of the corpus, until the corpus changes; then it is replaced."""
    assert not corpus_is_measured(network)
    add_metrics(network, 1, _metrics((9, 9, 9, 9)))
    assert not corpus_is_measured(network)
    replace_corpus_metrics(network, _metrics((3, 1, 0, 0)))
    assert corpus_is_measured(network)
    assert network.select("SELECT work_id, in_degree FROM seminal").rows() == [("W1", 3), ("W2", 1)]
    screen_works(network, {"W4": "exclude"}, method="human", batch=None)
    assert not corpus_is_measured(network)
    replace_corpus_metrics(network, _metrics((2, 5, 0)))
    assert corpus_is_measured(network)
    assert network.select("SELECT work_id, betweenness FROM bridging").rows() == [("W2", 0.5), ("W1", 0.2)]
    assert network.select("SELECT * FROM rising").is_empty()


def test_missed_works_are_named_with_the_reason(network):
    """What three corpus works cite and the corpus lacks is listed: excluded with its reason, or never met."""
    assert network.select("SELECT work_id, cited_by_corpus, reason FROM missed_seminal").rows() == [
        ("W5", 4, "As judged."),
        ("W99", 3, "No search or followed citation led to a record of it."),
    ]


def test_appendix_counts_works_and_included_works_by_strategy(network):
    """A work found in two ways counts for both; every frame of the appendix answers for a review in the making."""
    frames = appendix_frames(network)
    assert frames["strategies"].rows() == [("keyword", 5, 4), ("expert", 2, 2)]
    assert frames["missed"].height == 2
    others = [
        "queries",
        "stages",
        "criteria",
        "themes",
        "agreement",
        "models",
        "people",
        "screeners",
        "pairs",
        "loops",
        "edits",
        "hand_edits",
        "problems",
        "appraisals",
        "differing",
        "poolings",
        "pooled_results",
    ]
    empty = {name: frame.height for name, frame in frames.items() if name not in {"strategies", "missed"}}
    assert empty == dict.fromkeys(others, 0)
