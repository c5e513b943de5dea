"""Versions of a review's text: first drafts, every rewriting, every edition, and a snapshot to look into them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.core.errors import InputError
from storage.core.places import WORKING_FILE
from storage.records.writing import Draft
from storage.runs.reviews import add_citekeys
from storage.writing.sections import add_section
from storage.writing.supervision import Edit, add_edits, append_new_section
from storage.writing.versions import citable_works, open_snapshot, read_version, read_versions


@pytest.fixture
def review_of_two(ledger, make_work, find_works, screen_works):
    """Return a ledger whose corpus holds two works with citekeys and whose text is the first drafts."""
    find_works(ledger, [make_work(1), make_work(2)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    add_citekeys(ledger, {"W1": "lee2015hair", "W2": "wong2015hair"})
    _write(ledger, introduction="Intro 1.", abstract="Abstract 1.")
    return ledger


def _write(ledger, **texts: str):
    positions = {"abstract": 0, "introduction": 1}
    for name, text in texts.items():
        add_section(ledger, name, positions[name], name.title(), Draft(text))


def _texts(ledger, number):
    sections, _ = read_version(ledger, read_versions(ledger)[number - 1])
    return [text for _, text in sections]


def test_each_rewriting_is_a_version(review_of_two):
    """A section written more often than others makes a version in which the others stay as they were."""
    _write(review_of_two, introduction="Intro 2.")
    _write(review_of_two, introduction="Intro 3.", abstract="Abstract 2.")
    assert [version.number for version in read_versions(review_of_two)] == [1, 2, 3]
    assert _texts(review_of_two, 1) == ["Abstract 1.", "Intro 1."]
    assert _texts(review_of_two, 2) == ["Abstract 2.", "Intro 2."]
    assert _texts(review_of_two, 3) == ["Abstract 2.", "Intro 3."]


def test_the_last_version_is_what_stands(review_of_two):
    """The highest number is the present edition, and says when the last of its sections was written."""
    _write(review_of_two, introduction="Intro 2.")
    last = read_versions(review_of_two)[-1]
    _, written_at = read_version(review_of_two, last)
    assert last.is_current
    assert written_at == review_of_two.select("SELECT max(created_at) FROM section").item()


def test_editions_go_on_counting(review_of_two, screen_works):
    """When the corpus changes the earlier text stays to be had; a text that was never finished is no version."""
    screen_works(review_of_two, {"W2": "exclude"}, method="human", batch=1)
    _write(review_of_two, introduction="Of one work.")
    assert [(version.number, version.is_current) for version in read_versions(review_of_two)] == [(1, False)]
    _write(review_of_two, abstract="Short.")
    assert [(version.number, version.is_current) for version in read_versions(review_of_two)] == [(1, False), (2, True)]
    assert _texts(review_of_two, 1) == ["Abstract 1.", "Intro 1."]
    assert _texts(review_of_two, 2) == ["Short.", "Of one work."]
    assert sorted(citable_works(review_of_two)) == ["lee2015hair", "wong2015hair"]


def test_a_corpus_that_comes_back_is_the_last_version(review_of_two, screen_works):
    """The edition that stands is counted last, even if another was begun after it."""
    screen_works(review_of_two, {"W2": "exclude"}, method="human", batch=1)
    _write(review_of_two, introduction="Of one work.", abstract="Short.")
    screen_works(review_of_two, {"W2": "include"}, method="human", batch=2)
    assert _texts(review_of_two, 2) == ["Abstract 1.", "Intro 1."]


def test_a_snapshot_is_ones_own(review_of_two):
    """What is changed in a snapshot changes nothing in the review, which may be held by another process meanwhile."""
    review_of_two.publish()
    published = (review_of_two.folder / "corpus.duckdb").read_bytes()
    with open_snapshot(review_of_two.folder) as snapshot:
        snapshot.change("DELETE FROM section")
        assert read_versions(snapshot) == []
        assert snapshot.folder.name == review_of_two.folder.name
        place = snapshot.folder
    assert not place.exists()
    assert len(read_versions(review_of_two)) == 1
    assert (review_of_two.folder / "corpus.duckdb").read_bytes() == published


def test_a_snapshot_needs_a_published_review(tmp_path):
    """Where nothing was published the sentence names the folder, and nothing is made there."""
    with pytest.raises(InputError, match="there is no review"), open_snapshot(tmp_path / "none"):
        pass
    assert not (tmp_path / "none" / WORKING_FILE).exists()


def test_a_pass_of_a_loop_is_one_version_and_what_it_added_is_not_in_earlier_ones(review_of_two):
    """Sections written in one round stand together in a version; a section that a loop made is in no first draft."""
    edit = Edit("theory", 1, "introduction", 1, Draft("Intro 2."), None, None, (), (), (), "worked in")
    add_edits(review_of_two, [edit])
    with review_of_two.transaction():
        new = replace(edit, loop="literature", section_id="theme:x", from_version=0, draft=Draft("Theme 1."))
        append_new_section(review_of_two, new, 2, "X")
    both = [("abstract", 1), ("introduction", 2)]
    for name, version in both:
        last = replace(edit, loop="facts", section_id=name, from_version=version, draft=Draft(f"{name} checked."))
        add_edits(review_of_two, [last])
    assert [_texts(review_of_two, number) for number in (1, 2, 3, 4)] == [
        ["Abstract 1.", "Intro 1."],
        ["Abstract 1.", "Intro 2."],
        ["Abstract 1.", "Intro 2.", "Theme 1."],
        ["abstract checked.", "introduction checked.", "Theme 1."],
    ]
    assert len(read_versions(review_of_two)) == 4


def test_a_repair_of_citations_follows_the_pass_it_repairs(review_of_two):
    """Repairs after different loops are different versions, although each counts as its section's first."""
    for loop in ("verification", "theory", "verification"):
        version = review_of_two.select("SELECT max(version) FROM section WHERE section_id = 'introduction'").item()
        made = Draft(f"Intro {version + 1}, {loop}.")
        add_edits(review_of_two, [Edit(loop, 1, "introduction", version, made, None, None, (), (), (), "")])
    assert [_texts(review_of_two, number)[1] for number in (1, 2, 3, 4)] == [
        "Intro 1.",
        "Intro 2, verification.",
        "Intro 3, theory.",
        "Intro 4, verification.",
    ]
