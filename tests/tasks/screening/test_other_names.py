"""Works are ranked and scored with the topic's own names where they use other ones of the same things."""

from __future__ import annotations

import polars as pl

from storage.records.search import Work
from tasks.screening.other_names import unfold_work, unfold_works

NAMES = [("drugomab", "AB123")]


def test_a_work_that_has_only_the_code_reads_as_if_it_had_the_name():
    """Title and abstract change together; a work that has the name anywhere stays as it is."""
    only_code = Work("W1", "AB-123 in asthma", abstract="We gave AB123.")
    assert unfold_work(only_code, NAMES) == Work("W1", "drugomab in asthma", abstract="We gave drugomab.")
    named = Work("W2", "Drugomab in asthma", abstract="AB123 was given.")
    assert unfold_work(named, NAMES) is named
    assert unfold_work(Work("W3", "AB 123 in asthma"), NAMES) == Work("W3", "drugomab in asthma")


def test_a_frame_of_works_is_read_likewise():
    """Rows, order and other columns stay; without synonyms nothing is touched."""
    works = pl.DataFrame(
        {"work_id": ["W1", "W2", "W3"], "title": ["AB123 works", "Tea", None], "abstract": [None, "AB123", "Tea"]}
    )
    told = unfold_works(works, NAMES)
    assert told.columns == works.columns
    assert told["title"].to_list() == ["drugomab works", "Tea", ""]
    assert told["abstract"].to_list() == [None, "drugomab", "Tea"]
    assert unfold_works(works, []) is works
