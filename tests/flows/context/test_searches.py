"""Works that an index found get the ids of those on record that they are, and keep their own otherwise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flows.context.searches import recognise
from storage.records.search import Author, Work
from storage.searching.works import add_works
from tests.new_ledger import open_new_ledger

ABSTRACT = Work("work-1", "Hair cortisol of children", doi="10.1000/meeting", year=2015, authors=(Author("Stone A"),))
OTHER = replace(ABSTRACT, title="Insulin and the liver of mice", authors=(Author("Marsh C"),))
THIRD = replace(ABSTRACT, title="Wool and its weavers", authors=(Author("Wood B"),))
BARE = Work("work-9", "Haarcortisol bei Kindern", year=2015, authors=ABSTRACT.authors)


def test_works_are_recognised_and_abstracts_of_one_doi_told_apart(tmp_path: Path):
    """In whatever order they come, also in later searches, each has one id; a translated title is one by its place."""
    placed = replace(
        ABSTRACT,
        work_id="W5",
        title="Hair cortisol and the weight of children at school",
        doi="10.1000/ab",
        venue="Journal of Hair Studies",
        volume="12",
        pages="11-19",
        authors=(Author("Stone A"), Author("Marsh C"), Author("Wood B")),
    )
    translated = replace(placed, work_id="work-5", title="Haarcortisol und Gewicht von Schulkindern", doi=None)
    with open_new_ledger(tmp_path / "review") as ledger:
        with ledger.transaction():
            add_works(ledger, [placed, *recognise(ledger, [OTHER])], stage=0)
        first = recognise(ledger, [ABSTRACT, OTHER, ABSTRACT, BARE])
        with ledger.transaction():
            add_works(ledger, first, stage=0)
        later = recognise(ledger, [THIRD, ABSTRACT, OTHER, translated])
    assert [work.work_id for work in (first[1], first[3])] == ["work-1", "work-9"]
    assert first[0].work_id == first[2].work_id == later[1].work_id
    assert later[2].work_id == "work-1"
    assert later[3].work_id == "W5"
    assert len({work.work_id for work in (*first, *later)}) == 5
