"""The measure of theme labels counts those whose words stand together in half of the works."""

from __future__ import annotations

from storage.records.search import Work
from tests.benchmarks.labels import describe_labels
from tests.tasks.analysts.conftest import read_abstract


def _works(*titles: str) -> list:
    return [read_abstract(Work(f"W{i}", title), "") for i, title in enumerate(titles)]


def test_a_label_holds_where_all_its_words_stand_in_half_of_the_works():
    """Inflections and spellings count as the word, and a word that few works have makes the label fail."""
    towns = _works("Gambling behaviours of towns", "Behavior when gambling", "Noise")
    themes = [("Gambling behavior", towns), ("Noise in towns", towns), ("Behaviour of gamblings", towns)]
    rows = {row.measure: row.value for row in describe_labels("w", themes)}
    assert rows["themes whose label holds for half of the works"] == 0.6667
    assert rows["labels of the same words"] == 1
    assert rows["“Noise in towns” (3)"] == 0.0
