"""Which neighbours of the corpus are screened first, and how closely each is tied to it: counted by hand."""

from __future__ import annotations

from storage.reviews import count_works
from storage.screening import BATCH_SIZE, exclude_unreached, next_batch


def test_neighbours_are_ranked_by_links_damped_by_fame(ledger, make_work, find_works, screen_works):
    """By links / sqrt(cited_by_count), links, id; works decided on or found only by the first search stay out."""
    relevant = [
        make_work(1, references=("W11", "W13", "W14", "W16")),
        make_work(2, references=("W11", "W13")),
        make_work(3, references=("W11",)),
        make_work(4, references=("W15", "W15")),
    ]
    find_works(ledger, relevant)
    screen_works(ledger, {"W1": "include", "W2": "include", "W3": "include", "W4": "exclude"})
    neighbours = [
        make_work(11, cited_by_count=100),  # cited by 1, 2, 3: 3 / 10
        make_work(12, cited_by_count=1, references=("W1",)),  # cites 1: 1 / 1
        make_work(13, cited_by_count=4),  # cited by 1, 2: 2 / 2
        make_work(14, cited_by_count=16, references=("W1",)),  # cited by 1 and cites it, one link: 1 / 4
        make_work(15, cited_by_count=0),  # cited by an excluded work only: 0
        make_work(16, cited_by_count=0),  # cited by 1: 1 / 1, never cited counts as once
        make_work(17, cited_by_count=0, references=("W1", "W2")),  # decided on
    ]
    find_works(ledger, neighbours, stage=1, strategy="backward")
    find_works(ledger, [make_work(18, references=("W1", "W2", "W3"))])
    screen_works(ledger, {"W17": "exclude"}, stage=1)
    batch = next_batch(ledger, stage=1)
    assert [(candidate.work.work_id, candidate.links) for candidate in batch] == [
        ("W13", 2),
        ("W12", 1),
        ("W16", 1),
        ("W11", 3),
        ("W14", 1),
        ("W15", 0),
    ]


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
    candidates = {candidate.work.work_id: candidate for candidate in next_batch(ledger, stage=1)}
    tied = candidates["W50"]
    assert tied.links == 2  # cites 1, is cited by 3
    assert tied.cocited_with == 3  # with 1, 2 (twice) and 3; 5 is not relevant
    assert tied.coupled_with == 2  # shares 101 and 102 with 4, 102 with 1
    assert (candidates["W60"].links, candidates["W60"].cocited_with, candidates["W60"].coupled_with) == (0, 0, 0)


def test_first_search_is_screened_by_best_rank(ledger, make_work, find_works, screen_works):
    """At stage 0 a work's best rank in any query counts; works without a rank (seeds of later stages) come by id."""
    find_works(ledger, [make_work(1), make_work(2), make_work(3)])
    find_works(ledger, [make_work(3), make_work(4)], strategy="expert")
    find_works(ledger, [make_work(5)], stage=1, strategy="backward")
    screen_works(ledger, {"W2": "exclude"})
    batch = next_batch(ledger, stage=0)
    assert [candidate.work.work_id for candidate in batch] == ["W1", "W3", "W4"]


def test_works_cut_off_are_candidates_again_when_the_search_goes_on(ledger, make_work, find_works, screen_works):
    """A raised tier screens what the lower one did not reach; a screened work then no longer counts as not reached."""
    find_works(ledger, [make_work(1), make_work(2)], stage=1, strategy="backward")
    exclude_unreached(ledger)
    assert count_works(ledger)["not_reached"] == 2
    assert [candidate.work.work_id for candidate in next_batch(ledger, stage=2)] == ["W1", "W2"]
    screen_works(ledger, {"W1": "include"}, stage=2)
    assert [candidate.work.work_id for candidate in next_batch(ledger, stage=2)] == ["W2"]
    counts = count_works(ledger)
    assert (counts["not_reached"], counts["screened"], counts["corpus"]) == (1, 1, 1)


def test_batch_has_25_works_and_screening_comes_to_an_end(ledger, make_work, find_works, screen_works):
    """Batches are full until the rest, never repeat a work, and end with an empty one."""
    find_works(ledger, [make_work(number) for number in range(60)], stage=1, strategy="forward")
    sizes, seen = [], []
    while batch := next_batch(ledger, stage=1):
        sizes.append(len(batch))
        seen += [candidate.work.work_id for candidate in batch]
        screen_works(ledger, {candidate.work.work_id: "exclude" for candidate in batch}, stage=1, batch=len(sizes))
    assert sizes == [BATCH_SIZE, BATCH_SIZE, 10]
    assert len(set(seen)) == 60
