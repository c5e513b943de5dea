"""Themes, their analyses and vectors come back as they were made, for the corpus they were made for."""

from __future__ import annotations

import polars as pl

from storage.manuscript import Theme, ThemeAnalysis
from storage.themes import add_analysis, add_themes, read_analyses, read_themes
from storage.vectors import add_vectors, stored_vectors

THEMES = (
    Theme("t2", "Stress", "About stress.", ("stress", "hair"), 0.25, ("W3", "W1"), ("W3",), "bertopic"),
    Theme("t1", "Obesity", "", (), -0.5, ("W2",), (), "bertopic"),
)
CLUSTERING = pl.DataFrame({"method": ["leaf"], "work_id": ["W1"], "label": [0], "probability": [0.9]})


def test_themes_keep_order_and_works(ledger, make_work, find_works, screen_works):
    """Themes return in the order of the review, works in order of weight; a changed corpus has no themes yet."""
    find_works(ledger, [make_work(1), make_work(2), make_work(3), make_work(4)])
    screen_works(ledger, {"W1": "include", "W2": "include", "W3": "include"})
    add_themes(ledger, THEMES, CLUSTERING)
    analysis = ThemeAnalysis("t2", "Together.", "Since 2000.", "", "", "Who?", "extractive")
    add_analysis(ledger, analysis)
    assert read_themes(ledger) == list(THEMES)
    assert read_analyses(ledger) == {"t2": analysis}
    screen_works(ledger, {"W4": "include"})
    assert read_themes(ledger) == []
    assert read_analyses(ledger) == {}


def test_vectors_are_kept_by_text_and_model(ledger):
    """A vector comes back for its hash and model only; the first stored stays."""
    add_vectors(ledger, {"aa": (0.5, -0.25), "bb": (1.0, 0.0)}, "minilm")
    add_vectors(ledger, {"aa": (9.0, 9.0)}, "minilm")
    add_vectors(ledger, {}, "minilm")
    assert stored_vectors(ledger, ["aa", "cc"], "minilm") == {"aa": (0.5, -0.25)}
    assert stored_vectors(ledger, ["aa"], "instant") == {}
    assert stored_vectors(ledger, [], "minilm") == {}
