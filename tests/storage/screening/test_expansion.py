"""Works of expansions: on top of the tier's size, in every count once, and outside of what the search is judged by."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.records.citations import CitationAnswer
from storage.records.screening import Decision
from storage.runs.reviews import count_works
from storage.screening.expansion import (
    SCREENING,
    admit_works,
    admitted_works,
    choose_expansion_seeds,
    exclude_unjudged,
    expansion_candidates,
    is_judged,
    lower_decile,
    name_works,
    next_expansion,
    read_seed_group,
)
from storage.screening.screening import add_decisions, exclude_unreached, select_corpus
from storage.searching.citations import StatedCitations, add_answers, add_citations
from storage.writing.supervision import Note, add_notes
from storage.writing.themes import current_edition

VERDICT = st.sampled_from(["include", "exclude", "unsure"])
# What became of a work in the search, what an expansion makes of it, and a person's verdict before or after.
HISTORY = st.fixed_dictionaries(
    {
        "search": st.sampled_from([None, "cutoff", "screening"]),
        "verdict": VERDICT,
        "expansion": st.none() | VERDICT,
        "human": st.none() | st.tuples(st.booleans(), VERDICT),
    }
)


def _decide(ledger, work_id, phase, verdict, *, stage=0, method="llm", score=0.8, batch=0):
    with ledger.transaction():
        add_decisions(ledger, [Decision(work_id, phase, stage, verdict, method, "As it came.", score, batch=batch)])


def _expand(ledger, find_works, work, verdict, *, score=0.8):
    if next_expansion(ledger) == 1001:
        add_notes(ledger, [Note("theory", 1, "gap", stage=1001)])
    find_works(ledger, [work], stage=1001, strategy="expansion")
    _decide(ledger, work.work_id, SCREENING, verdict, stage=1001, score=score)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    histories=st.lists(HISTORY, min_size=1, max_size=12),
    rooms=st.tuples(st.integers(1, 4), st.integers(0, 4), st.integers(1, 5)),
)
def test_counts_reconcile_with_expansions(ledger, make_work, find_works, histories, rooms):
    """Whatever the search had made of a work, it is counted once; selection neither evicts nor makes room for it."""
    for table in ("work", "response", "discovery", "decision"):
        ledger.change(f"DELETE FROM {table}")
    works = [make_work(number) for number in range(len(histories))]
    for work, history in zip(works, histories, strict=True):
        if history["search"]:
            find_works(ledger, [work])
            screened = history["search"] == "screening"
            _decide(ledger, work.work_id, history["search"], history["verdict"] if screened else "exclude")
        if history["human"] and history["human"][0] and history["search"]:
            _decide(ledger, work.work_id, "screening", history["human"][1], method="human", batch=1)
    select_corpus(ledger, rooms[0])
    before = set(ledger.select("SELECT work_id FROM corpus")["work_id"])
    for work, history in zip(works, histories, strict=True):
        if work.work_id not in before and history["expansion"]:
            _expand(ledger, find_works, work, history["expansion"])
    admit_works(ledger, 1001, rooms[1])
    for work, history in zip(works, histories, strict=True):
        if history["human"] and not history["human"][0] and (history["search"] or history["expansion"]):
            _decide(ledger, work.work_id, "screening", history["human"][1], method="human", batch=2)
    select_corpus(ledger, rooms[2])
    counts = count_works(ledger)
    assert counts["identified"] == sum(
        counts[item] for item in ("duplicates", "rule_excluded", "not_reached", "screened", "pending")
    )
    assert counts["screened"] == counts["excluded"] + counts["unsure"] + counts["relevant"]
    assert counts["relevant"] == counts["beyond_tier"] + counts["corpus"]
    assert counts["identified"] == sum(n for item, n in counts.items() if item.startswith("identified_"))
    assert counts.get("expansion", 0) <= rooms[1]
    first = ledger.select("SELECT count(*) FROM edition_corpus").item()
    assert counts["corpus"] == first + counts.get("expansion", 0)


@pytest.mark.parametrize("earlier", [None, "cutoff", "exclude", "beyond"])
def test_a_work_enters_whatever_the_search_had_made_of_it(ledger, make_work, find_works, screen_works, earlier):
    """Unknown, not reached, excluded or beyond the tier: an expansion brings it in, and the edition stays."""
    one, other = make_work(1), make_work(2)
    find_works(ledger, [one])
    screen_works(ledger, {"W1": "include"})
    if earlier:
        find_works(ledger, [other])
    if earlier == "cutoff":
        exclude_unreached(ledger, {"W2": 0.1})
    elif earlier:
        screen_works(ledger, {"W2": "exclude" if earlier == "exclude" else "include"}, score=0.7)
    select_corpus(ledger, 1)
    edition = current_edition(ledger)
    _expand(ledger, find_works, other, "include", score=0.66)
    assert admitted_works(ledger, 1001) == []
    admit_works(ledger, 1001, 10)
    select_corpus(ledger, 1)
    assert ledger.select("SELECT work_id, stage, score, method FROM corpus ORDER BY work_id").rows() == [
        ("W1", 0, 0.8, "llm"),
        ("W2", 1001, 0.66, "llm"),
    ]
    assert current_edition(ledger) == edition
    assert count_works(ledger)["expansion"] == 1


def test_what_was_judged_relevant_takes_places_best_first(ledger, make_work, find_works):
    """Where there is no room a work stays relevant and outside; a second call changes nothing."""
    for number, score in ((1, 0.7), (2, 0.9), (3, 0.8)):
        _expand(ledger, find_works, make_work(number), "include", score=score)
    for _ in range(2):
        admit_works(ledger, 1001, 2)
    assert admitted_works(ledger, 1001) == ["W2", "W3"]
    assert ledger.select("SELECT count(*) FROM decision WHERE phase = 'expansion'").item() == 3
    assert {name: count_works(ledger)[name] for name in ("relevant", "beyond_tier", "corpus")} == {
        "relevant": 3,
        "beyond_tier": 1,
        "corpus": 2,
    }


def test_what_is_further_from_the_topic_than_most_of_the_corpus_stays_out(ledger, make_work, find_works, screen_works):
    """It stays relevant and says why; nine in ten works of the corpus reach the bound, and none does where none is."""
    assert lower_decile(ledger) == 0
    find_works(ledger, [make_work(number) for number in range(1, 11)])
    screen_works(ledger, {f"W{number}": "include" for number in range(1, 11)})
    assert 0 < lower_decile(ledger) <= 1
    for number, score in ((11, 0.7), (12, 0.9)):
        _expand(ledger, find_works, make_work(number), "include", score=score)
    admit_works(ledger, 1001, 5, least=0.8)
    assert admitted_works(ledger, 1001) == ["W12"]
    told = "SELECT reason FROM decision WHERE phase = 'expansion' AND work_id = 'W11'"
    assert "nine in ten works of the corpus are nearer" in ledger.select(told).item()


def test_a_person_takes_a_work_out_again(ledger, make_work, find_works):
    """The verdict wins over that of the expansion."""
    _expand(ledger, find_works, make_work(1), "include")
    admit_works(ledger, 1001, 2)
    _decide(ledger, "W1", "screening", "exclude", method="human")
    assert admitted_works(ledger, 1001) == []
    assert count_works(ledger)["excluded"] == 1


def test_candidates_are_what_nothing_stands_in_the_way_of(ledger, make_work, find_works, screen_works):
    """Not the corpus, nor repeats, ineligible or retracted works, nor those a person or this expansion judged."""
    works = [make_work(number) for number in range(1, 8)]
    find_works(ledger, works, stage=1001, strategy="expansion")
    screen_works(ledger, {"W1": "include"})
    for work_id, phase in (("W2", "deduplication"), ("W3", "eligibility"), ("W4", "retraction")):
        _decide(ledger, work_id, phase, "exclude", method="rule")
    _decide(ledger, "W5", "screening", "exclude", method="human")
    _decide(ledger, "W6", SCREENING, "exclude", stage=1001)
    assert expansion_candidates(ledger, 1001)["work_id"].to_list() == ["W7"]
    assert (is_judged(ledger, 1001, 0), is_judged(ledger, 1001, 1), is_judged(ledger, 1002, 0)) == (True, False, False)


def test_an_expansion_is_no_part_of_the_search(ledger, make_work, find_works, screen_works):
    """Neither the pool to screen nor the estimate of works missed changes, and the search decides against nothing."""
    works = [make_work(number) for number in range(1, 9)]
    find_works(ledger, works[:6])
    find_works(ledger, works[3:6], strategy="citation")
    screen_works(ledger, {f"W{number}": "include" for number in range(1, 7)})
    before = [ledger.select(f"FROM {view} ORDER BY ALL").rows() for view in ("screening_pool", "unseen")]
    find_works(ledger, works, stage=1001, strategy="expansion")
    exclude_unreached(ledger, {})
    assert [ledger.select(f"FROM {view} ORDER BY ALL").rows() for view in ("screening_pool", "unseen")] == before
    exclude_unjudged(ledger, 1001)
    decided = ledger.select("SELECT work_id, phase, stage FROM decision WHERE phase = 'cutoff' ORDER BY work_id")
    assert decided.rows() == [("W7", "cutoff", 1001), ("W8", "cutoff", 1001)]


def test_seeds_are_chosen_once_and_followed_once(ledger, make_work, find_works):
    """The best that were judged relevant, along what anyone states; a direction that is done has no group."""
    works = [make_work(1, references=("W9",)), make_work(2), make_work(3)]
    for work, score in zip(works, (0.9, 0.7, 0.8), strict=True):
        _expand(ledger, find_works, work, "include", score=score)
    assert choose_expansion_seeds(ledger, 1001, 2) == ["W1", "W3"]
    assert choose_expansion_seeds(ledger, 1001, 3) == ["W1", "W3"]
    add_answers(ledger, "crossref", 1001, [CitationAnswer("W3")], ())
    edges = frozenset({("W3", "W2"), ("W2", "W1")})
    add_citations(ledger, StatedCitations("crossref", (), edges, ()), 1001)
    group = read_seed_group(ledger, 1001, "backward")
    assert (group.seeds, group.references, group.citers) == (("W1", "W3"), (("W9",), ("W2",)), ())
    assert read_seed_group(ledger, 1001, "forward").citers == (("W2",), ())
    done = {"group_id": group.group_id, "stage": 1001, "direction": "backward", "seeds": 2, "api_calls": 1}
    ledger.append("seed_group", [done])
    assert read_seed_group(ledger, 1001, "backward") is None
    assert read_seed_group(ledger, 1001, "forward") is not None
    assert read_seed_group(ledger, 1002, "forward") is None


def test_each_expansion_has_a_stage_of_its_own(ledger):
    """Counted from 1001 over all loops."""
    assert next_expansion(ledger) == 1001
    add_notes(ledger, [Note("theory", 1, "gap", stage=1001), Note("literature", 1, "gap", stage=1002)])
    assert next_expansion(ledger) == 1003


def test_a_work_named_is_found_through_a_work_that_cites_it(ledger, make_work, find_works, screen_works):
    """Its path leads over the corpus."""
    find_works(ledger, [make_work(1, references=("W2",))])
    screen_works(ledger, {"W1": "include"})
    name_works(ledger, 1001, ["W2"])
    assert ledger.select("SELECT work_id, strategy, stage, via_work_id FROM discovery WHERE stage > 0").rows() == [
        ("W2", "expansion", 1001, "W1")
    ]
