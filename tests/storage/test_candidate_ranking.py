"""Which works are ranked for screening, and how closely a candidate is tied to the corpus: counted by hand."""

from __future__ import annotations

import pytest

from storage.runs.reviews import count_works
from storage.screening.ranking import add_ranker, ranking_pool, screening_verdicts
from storage.screening.screening import exclude_ineligible, exclude_unreached, read_candidates


def _waiting(ledger, stage):
    pool = ranking_pool(ledger, stage)
    return dict(pool.select("work_id", "pending").iter_rows())


def test_everything_found_so_far_is_ranked_decided_or_not(ledger, make_work, find_works, screen_works):
    """The pool of a stage holds works of this and earlier stages; rules take works out, screening only settles them."""
    find_works(ledger, [make_work(1, references=("W11", "W99")), make_work(2), make_work(3, type="dataset")])
    find_works(ledger, [make_work(11)], stage=1, strategy="backward")
    find_works(ledger, [make_work(21)], stage=2, strategy="forward")
    exclude_ineligible(ledger, 0, grey=False)
    screen_works(ledger, {"W1": "include"})
    assert _waiting(ledger, 0) == {"W1": False, "W2": True}
    assert _waiting(ledger, 1) == {"W1": False, "W2": True, "W11": True}
    pool = ranking_pool(ledger, 1)
    assert pool["references"].to_list() == [["W11", "W99"], [], []]
    assert not pool["named"].any()


def test_works_the_user_named_are_marked(ledger, make_work, find_works):
    """A work found by its DOI goes first whatever it says."""
    find_works(ledger, [make_work(1)])
    find_works(ledger, [make_work(2)], strategy="seed")
    assert dict(ranking_pool(ledger, 0).select("work_id", "named").iter_rows()) == {"W1": False, "W2": True}


def test_verdicts_teach_unless_unsure(ledger, make_work, find_works, screen_works):
    """What a work left unsure is like teaches nothing; a person's verdict teaches instead of the analyst's."""
    find_works(ledger, [make_work(number) for number in range(1, 5)])
    screen_works(ledger, {"W1": "include", "W2": "exclude", "W3": "unsure", "W4": "exclude"})
    screen_works(ledger, {"W4": "include"}, method="human", batch=1)
    assert screening_verdicts(ledger) == {"W1": True, "W2": False, "W4": True}


def test_structural_links_by_hand(ledger, make_work, find_works, screen_works):
    """Direct links, works cited together and works sharing references are counted over distinct relevant works only."""
    find_works(
        ledger,
        [
            make_work(1, references=("W102",)),
            make_work(2),
            make_work(3, references=("W50",)),
            make_work(4, references=("W101", "W102")),
            make_work(5, references=("W50", "W1", "W2", "W101")),  # excluded, but what it cites together counts
            make_work(6, references=("W50", "W2", "W3", "W5")),
        ],
    )
    screen_works(ledger, {"W1": "include", "W2": "include", "W3": "include", "W4": "include"})
    screen_works(ledger, {"W5": "exclude", "W6": "exclude"})
    find_works(ledger, [make_work(50, references=("W101", "W102", "W1")), make_work(60)], stage=1, strategy="backward")
    candidates = read_candidates(ledger, ["W60", "W50"])
    assert [candidate.work.work_id for candidate in candidates] == ["W60", "W50"]
    alone, tied = candidates
    assert tied.links == 2  # cites 1, is cited by 3
    assert tied.cocited_with == 3  # with 1, 2 (twice) and 3; 5 is not relevant
    assert tied.coupled_with == 2  # shares 101 and 102 with 4, 102 with 1
    assert (alone.links, alone.cocited_with, alone.coupled_with) == (0, 0, 0)


def test_works_cut_off_are_candidates_again_when_the_search_goes_on(ledger, make_work, find_works, screen_works):
    """A raised tier screens what the lower one did not reach; a screened work then no longer counts as not reached."""
    find_works(ledger, [make_work(1), make_work(2)], stage=1, strategy="backward")
    exclude_unreached(ledger, {"W1": 0.4, "W2": 0.3})
    assert ledger.select("SELECT score FROM decision ORDER BY work_id")["score"].to_list() == [0.4, 0.3]
    assert count_works(ledger)["not_reached"] == 2
    assert _waiting(ledger, 2) == {"W1": True, "W2": True}
    screen_works(ledger, {"W1": "include"}, stage=2)
    assert _waiting(ledger, 2) == {"W1": False, "W2": True}
    counts = count_works(ledger)
    assert (counts["not_reached"], counts["screened"], counts["corpus"]) == (1, 1, 1)


@pytest.mark.parametrize("times", [1, 2])
def test_the_weights_of_a_stage_are_kept_once(ledger, times):
    """A stage resumed after its screening writes the same weights; they are one fact."""
    for _ in range(times):
        with ledger.transaction():
            add_ranker(ledger, 1, {"citation_weight": 0.5})
    assert ledger.select("SELECT stage, weights FROM ranker").rows() == [(1, '{"citation_weight":0.5}')]
