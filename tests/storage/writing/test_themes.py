"""Themes, their analyses and vectors come back as they were made, for the corpus they were made for."""

from __future__ import annotations

import dataclasses

import polars as pl
import pytest

from storage.records.writing import Groupings, Theme, ThemeAnalysis, ThemePath
from storage.screening.ranking import add_vectors, stored_vectors
from storage.writing.themes import add_analysis, add_themes, read_analyses, read_themes
from storage.writing.versions import appendix_frames

STRESS = Theme("t2", "Stress", "About stress.", ("stress", "hair"), 0.25, ("W3", "W1"), ("W3",), "bertopic")
TOLD = Theme(
    "t1", "Obesity", "", (), -0.5, ("W2", "W1"), (), "merged", ("Boys", "Girls"), "Stress: shares.", "None.", "Many."
)  # fmt: skip
PATHS = (
    ThemePath("W1", "t2", 0, 1, "keep", "Whole."),
    ThemePath("W1", "t1", 0, 0, "bridge", "In both."),
    ThemePath("W2", "t1", 1, 0, "leftover", "Unclaimed."),
    ThemePath("W3", "t2", 0, 1, "keep", "Whole."),
)
NO_AGREEMENT = pl.DataFrame(schema={"ari": pl.Float64, "nmi": pl.Float64, "works": pl.Int64})
ONE = Groupings(
    pl.DataFrame({"method": ["leaf"], "work_id": ["W1"], "label": [0], "probability": [0.9]}),
    pl.DataFrame({"method": ["leaf"], "label": [0], "name": ["stress, hair"], "description": ["stress, hair, nurse"]}),
    NO_AGREEMENT,
)
TWO = dataclasses.replace(
    ONE,
    groups=pl.DataFrame(
        {"method": ["semantic"] * 2, "label": [0, 1], "name": ["Obesity", "Stress"], "description": ["", "Strain."]}
    ),
    agreement=pl.DataFrame({"ari": [0.5], "nmi": [0.25], "works": [3]}),
)


@pytest.fixture
def screened(ledger, make_work, find_works, screen_works):
    """Return a ledger with three works in the corpus and one that is not."""
    find_works(ledger, [make_work(1), make_work(2), make_work(3), make_work(4)])
    screen_works(ledger, {"W1": "include", "W2": "include", "W3": "include"})
    return ledger


def test_themes_keep_order_and_works(screened, screen_works):
    """Themes return in the order of the review, works in order of weight; a changed corpus has no themes yet."""
    add_themes(screened, (STRESS, TOLD), PATHS, ONE)
    analysis = ThemeAnalysis("t2", "Together.", "Since 2000.", "", "", "Who?", "extractive")
    add_analysis(screened, analysis)
    assert read_themes(screened) == [STRESS, TOLD]
    assert read_analyses(screened) == {"t2": analysis}
    screen_works(screened, {"W4": "include"})
    assert read_themes(screened) == []
    assert read_analyses(screened) == {}


def test_what_nobody_said_of_a_theme_is_null(screened):
    """Empty sub-themes, relationships, conflicts and gaps are absent, as they are where no analyst reads."""
    add_themes(screened, (STRESS,), PATHS[:1], ONE)
    row = screened.select("SELECT sub_themes, relationships, conflicts, gaps FROM theme").row(0)
    assert row == (None, None, None, None)


def test_paths_and_groupings_are_kept(screened):
    """Each work's way into each theme can be read, also where one of the groupings is missing; groups have names."""
    loose = dataclasses.replace(PATHS[3], semantic_group=None)
    add_themes(screened, (STRESS, TOLD), (*PATHS[:3], loose), ONE)
    kept = screened.select("SELECT * EXCLUDE (edition) FROM theme_path ORDER BY work_id, theme_id DESC")
    assert [ThemePath(**row) for row in kept.iter_rows(named=True)] == [*PATHS[:3], loose]
    assert screened.select("SELECT name FROM clustering_group").item() == "stress, hair"
    assert screened.select("SELECT count(*) FROM agreement").item() == 0


def test_the_appendix_counts_both_groupings(screened):
    """Agreement, groups, bridges and works placed by rule are counted where there are two groupings."""
    add_themes(screened, (STRESS, TOLD), PATHS, TWO)
    assert appendix_frames(screened)["agreement"].rows(named=True) == [
        {"ari": 0.5, "nmi": 0.25, "works": 3, "topic_groups": 2, "semantic_groups": 2, "themes": 2,
         "bridges": 1, "leftovers": 1}
    ]  # fmt: skip


def test_one_grouping_has_nothing_to_agree_with(screened):
    """Without a semantic grouping the appendix has no row of agreement."""
    add_themes(screened, (STRESS,), PATHS[:1], ONE)
    assert appendix_frames(screened)["agreement"].is_empty()


def test_nothing_is_kept_of_themes_that_could_not_be_written(screened):
    """Themes, paths and groupings are one transaction: a row that cannot be written leaves none of the others."""
    nameless = dataclasses.replace(PATHS[0], reason=None)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="NOT NULL"):
        add_themes(screened, (STRESS,), (nameless,), ONE)
    assert read_themes(screened) == []
    assert screened.select("SELECT count(*) FROM clustering").item() == 0


def test_an_empty_corpus_has_no_themes(ledger):
    """Without works there is nothing to write, and no row is made up."""
    add_themes(ledger, (), (), Groupings(ONE.clustering.clear(), ONE.groups.clear(), NO_AGREEMENT))
    tables = ("clustering", "clustering_group", "agreement", "theme", "theme_work", "theme_path")
    assert [ledger.select(f"SELECT count(*) FROM {table}").item() for table in tables] == [0] * 6


def test_vectors_are_kept_by_text_and_model(ledger):
    """A vector comes back for its hash and model only; the first stored stays."""
    add_vectors(ledger, {"aa": (0.5, -0.25), "bb": (1.0, 0.0)}, "minilm")
    add_vectors(ledger, {"aa": (9.0, 9.0)}, "minilm")
    add_vectors(ledger, {}, "minilm")
    assert stored_vectors(ledger, ["aa", "cc"], "minilm") == {"aa": (0.5, -0.25)}
    assert stored_vectors(ledger, ["aa"], "instant") == {}
    assert stored_vectors(ledger, [], "minilm") == {}
