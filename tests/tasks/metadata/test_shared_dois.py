"""Abstracts of a meeting that all have its DOI are works with ids of their own; records of one work are not."""

from __future__ import annotations

from dataclasses import replace

from storage.records.search import Author, Work
from tasks.metadata.shared_dois import find_shared_dois, have_one_id, set_apart

FIRST = Work("work-1", "Hair cortisol of children at school", doi="10.1000/meeting", authors=(Author("Stone A"),))
SECOND = replace(FIRST, title="Insulin and the liver of mice", authors=(Author("Marsh C"),))


def test_parts_of_what_a_doi_names_are_told_from_records_of_one_work():
    """What is one all the same is said beside; a DOI of one work, however many records, is not shared, nor is none."""
    again, alone = replace(FIRST, work_id="W2", title=FIRST.title.upper()), replace(FIRST, doi="10.1000/ab")
    works = [FIRST, replace(SECOND, work_id="work-2"), again, alone, replace(alone, work_id="W4")]
    assert find_shared_dois(works) == (["10.1000/meeting"], [("W2", "work-1")])
    assert find_shared_dois([alone, replace(alone, work_id="W4"), replace(FIRST, doi=None)]) == ([], [])


def test_a_work_set_apart_has_an_id_that_follows_from_what_it_is():
    """The same each time, and another for each; what a catalogue calls by one id is one."""
    assert have_one_id(FIRST, SECOND)
    assert not have_one_id(FIRST, replace(FIRST, title="Hair cortisol"))
    assert not have_one_id(replace(FIRST, work_id="W1"), replace(SECOND, work_id="W1"))
    ids = [set_apart(work).work_id for work in (FIRST, SECOND, replace(SECOND, title=f"{SECOND.title}."))]
    assert ids[0] != ids[1] == ids[2]
    assert all(work_id.startswith("work-") for work_id in ids)
    assert set_apart(replace(FIRST, work_id="import-1")).work_id.startswith("import-")
