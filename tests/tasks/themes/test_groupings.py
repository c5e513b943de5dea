"""What is kept of how works were grouped: one row per work and way, names of groups, agreement where there are two."""

from __future__ import annotations

from storage.records.writing import Theme, ThemePath
from tasks.themes.bertopic import Assignment, Group, Grouping
from tasks.themes.description import MergedThemes, SemanticGroup, describe_members, theme_text
from tasks.themes.groupings import record_groupings
from tests.tasks.analysts.anthropic.crossed_groups import make_work

GROUPING = Grouping(
    "leaf",
    (Assignment("W1", 0, 0.9), Assignment("W2", 0, 0.8), Assignment("W3", 1, 0.7)),
    (Group(("hair", "stress", "nurse", "shift"), 0.1, ("W1",)), Group(("soil",), 0.2, ("W3",))),
)
SEMANTIC = (SemanticGroup("Stress", "On stress.", ("W1", "W2")), SemanticGroup("Soil", "On soil.", ("W2", "W3")))
MERGED = MergedThemes(
    (
        Theme("a", "Strain", "About strain.", (), 0.0, ("W1", "W2"), (), "merged"),
        Theme("b", "Earth", "About earth.", (), 0.0, ("W2", "W3"), (), "merged"),
    ),
    (
        ThemePath("W1", "a", 0, 0, "keep", "So."),
        ThemePath("W2", "a", 0, 0, "keep", "So."),
        ThemePath("W2", "b", 0, 1, "bridge", "Both."),
        ThemePath("W3", "b", 1, 1, "keep", "So."),
    ),
)


def test_both_groupings_and_the_merged_one_have_a_row_per_work():
    """A work in two groups counts in the first with half the certainty; groups and themes are named by number."""
    kept = record_groupings(GROUPING, SEMANTIC, MERGED)
    assert kept.clustering.rows() == [
        ("leaf", "W1", 0, 0.9),
        ("leaf", "W2", 0, 0.8),
        ("leaf", "W3", 1, 0.7),
        ("semantic", "W1", 0, 1.0),
        ("semantic", "W2", 0, 0.5),
        ("semantic", "W3", 1, 1.0),
        ("merged", "W1", 0, 1.0),
        ("merged", "W2", 0, 0.5),
        ("merged", "W3", 1, 1.0),
    ]
    assert kept.groups.rows() == [
        ("leaf", 0, "hair, stress, nurse", "hair, stress, nurse, shift"),
        ("leaf", 1, "soil", "soil"),
        ("semantic", 0, "Stress", "On stress."),
        ("semantic", 1, "Soil", "On soil."),
        ("merged", 0, "Strain", "About strain."),
        ("merged", 1, "Earth", "About earth."),
    ]
    assert kept.agreement.rows() == [(1.0, 1.0, 3)]


def test_one_grouping_is_kept_as_it_is():
    """Without a semantic grouping nothing was merged, and there is nothing to agree with."""
    kept = record_groupings(GROUPING, (), MERGED)
    assert kept.clustering["method"].unique().to_list() == ["leaf"]
    assert kept.groups.height == 2
    assert kept.agreement.is_empty()


def test_words_of_a_theme_are_those_that_tell_it_from_the_others():
    """What all works say names no theme first; the words of two sets of works differ, and coherence has its bounds."""
    reads = [make_work(number, "obesity in children" if number < 4 else "stress of nurses") for number in range(8)]
    corpus = {read.work.work_id: read for read in reads}
    ids = list(corpus)
    (obesity, one), (stress, other) = describe_members([ids[:4], ids[4:]], corpus)
    assert obesity[0] in {"obesity", "obesity children", "children"}
    assert "nurses" in " ".join(stress)
    assert not set(obesity[:2]) & set(stress[:2])
    assert -1 <= min(one, other) <= max(one, other) <= 1
    assert theme_text(reads[0]).splitlines()[0] == reads[0].work.title


def test_no_works_have_no_groups():
    """An empty corpus gives empty frames with the ledger's columns."""
    kept = record_groupings(Grouping("no works", (), ()), (), MergedThemes((), ()))
    assert kept.clustering.columns == ["method", "work_id", "label", "probability"]
    assert kept.clustering.is_empty()
    assert describe_members([], {}) == []
