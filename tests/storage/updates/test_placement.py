"""What works of updates do to the corpus: they come on top, bounded, and put nobody out; versions and notices."""

from __future__ import annotations

import pytest

from storage.references.retractions import exclude_retracted
from storage.screening.screening import exclude_repeats, select_corpus
from storage.updates.changes import heed_notices, place_additions, replace_preprints
from storage.updates.search import Encounter, add_encounters, pending_works
from storage.updates.updates import FIRST_STAGE, Update

STAGE = FIRST_STAGE + 1


@pytest.fixture
def update():
    """Return the first update, from an edition of no works."""
    return Update(1, STAGE, 2019, "", {}, is_static=False)


@pytest.fixture
def full_corpus(ledger, make_work, find_works, screen_works):
    """Return a ledger of twelve relevant works of which eight fill the tier's places."""
    works = [make_work(number, type="preprint" if number == 1 else "article") for number in range(1, 13)]
    find_works(ledger, works)
    for number in range(1, 13):
        screen_works(ledger, {f"W{number}": "include"}, score=1 - number / 100, batch=number)
    select_corpus(ledger, 8)
    return ledger


def _meet(ledger, update, works):
    add_encounters(ledger, update, "asked", [Encounter(work, query_id="q") for work in works])


@pytest.fixture
def with_additions(full_corpus, update, make_work, screen_works):
    """Return that ledger with four works more that an update found relevant, better than any."""
    _meet(full_corpus, update, [make_work(number) for number in range(21, 25)])
    for number in range(21, 25):
        screen_works(full_corpus, {f"W{number}": "include"}, STAGE, score=number / 25, batch=0)
    return full_corpus


def _first(corpus_ids, ledger):
    return {work_id for work_id in corpus_ids(ledger) if int(work_id[1:]) < 20}


def test_additions_put_nobody_out(with_additions, update, corpus_ids):
    """The tier's places stay with those who have them, also when places are dealt out again."""
    before = {f"W{number}" for number in range(1, 9)}
    place_additions(with_additions, update, 8)
    select_corpus(with_additions, 8)
    assert _first(corpus_ids, with_additions) == before


def test_additions_are_bounded_and_the_best_come_first(with_additions, update, corpus_ids):
    """A quarter of the tier's works may come on top; the best do, and deciding again decides nothing."""
    for _ in range(2):
        place_additions(with_additions, update, 8)
        assert corpus_ids(with_additions) - _first(corpus_ids, with_additions) == {"W23", "W24"}
    moves = with_additions.select(
        "SELECT count(*) FROM decision WHERE phase = 'selection' AND work_id LIKE 'W2_'"
    ).item()
    assert moves == 2


def test_free_places_are_filled_and_those_who_wait_compete_again(with_additions, make_work, screen_works, corpus_ids):
    """In a tier with free places all come in; a later update has room for those whom an earlier one had none for."""
    place_additions(with_additions, Update(1, STAGE, 2019, "", {}, is_static=False), 8)
    later = Update(2, STAGE + 1, 2019, "", {}, is_static=False)
    _meet(with_additions, later, [make_work(31)])
    screen_works(with_additions, {"W31": "include"}, STAGE + 1, score=0.5, batch=0)
    select_corpus(with_additions, 12)
    place_additions(with_additions, later, 12)
    assert corpus_ids(with_additions) - _first(corpus_ids, with_additions) == {"W22", "W23", "W24"}
    assert len(_first(corpus_ids, with_additions)) == 12


def test_a_published_version_takes_the_place_of_its_preprint(full_corpus, update, make_work, corpus_ids):
    """The preprint goes, the version comes, and neither the next in line nor the end of the line moves."""
    _meet(full_corpus, update, [make_work(41, family_id="family 1", year=2018)])
    assert replace_preprints(full_corpus, update) == 1
    exclude_repeats(full_corpus, STAGE)
    place_additions(full_corpus, update, 8)
    select_corpus(full_corpus, 8)
    assert corpus_ids(full_corpus) == {"W41", *(f"W{number}" for number in range(2, 9))}
    assert pending_works(full_corpus, update) == []


def test_a_person_keeps_a_preprint(full_corpus, update, make_work, screen_works, corpus_ids):
    """A preprint that a person included stays, and its published version is set aside as another version of it."""
    screen_works(full_corpus, {"W1": "include"}, method="human", batch=-1)
    _meet(full_corpus, update, [make_work(41, family_id="family 1", year=2016)])
    assert replace_preprints(full_corpus, update) == 0
    exclude_repeats(full_corpus, STAGE)
    assert "W1" in corpus_ids(full_corpus)
    assert "W41" not in corpus_ids(full_corpus)


def test_a_notice_retracts_the_work_it_names(full_corpus, update, make_work, corpus_ids):
    """The notice is decided against by rule, the work leaves and the next comes in; what else names it is screened."""
    long_title = "Hair cortisol of adults in three large cohorts of Europe"
    full_corpus.change("UPDATE work SET title = $title WHERE work_id = 'W2'", title=long_title)
    _meet(
        full_corpus,
        update,
        [make_work(51, title=f"Retraction: {long_title}"), make_work(52, title=f"A reply to {long_title}")],
    )
    assert heed_notices(full_corpus, update) == 1
    assert pending_works(full_corpus, update) == ["W52"]
    exclude_retracted(full_corpus, 8)
    assert corpus_ids(full_corpus) == {"W1", *(f"W{number}" for number in range(3, 10))}


def test_what_anything_else_found_is_no_news(full_corpus, update, make_work):
    """A work that the search had found, decided on or not, is not found again by an update."""
    _meet(full_corpus, update, [make_work(12), make_work(61)])
    assert pending_works(full_corpus, update) == ["W61"]
    assert full_corpus.select("SELECT found, fresh FROM living_search").row(0) == (2, 1)
