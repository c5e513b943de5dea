"""The PRISMA counts add up for any history of decisions."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.publication.handover import read_fates
from storage.records.screening import Decision
from storage.runs.reviews import count_works
from storage.screening.screening import add_decisions, select_corpus

VERDICT = st.sampled_from(["include", "exclude", "unsure"])
# What may happen to a work: a rule before screening, or screening; and a person's verdicts whenever they look.
HISTORY = st.fixed_dictionaries(
    {
        "first": st.sampled_from([None, "deduplication", "eligibility", "cutoff", "screening"]),
        "verdict": VERDICT,
        "human_before": st.none() | VERDICT,
        "human_after": st.lists(VERDICT, max_size=2, unique=True),
        "strategies": st.sets(st.sampled_from(["keyword", "seed", "backward"]), min_size=1),
    }
)


def _decide(ledger, work_id, phase, verdict, *, method, batch):
    with ledger.transaction():
        add_decisions(ledger, [Decision(work_id, phase, 0, verdict, method, "As it came.", score=0.5, batch=batch)])


def _apply(ledger, work_id, history):
    if history["first"]:
        screened = history["first"] == "screening"
        verdict, method = (history["verdict"], "llm") if screened else ("exclude", "rule")
        _decide(ledger, work_id, history["first"], verdict, method=method, batch=0)
    if history["human_before"]:
        _decide(ledger, work_id, "screening", history["human_before"], method="human", batch=1)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(histories=st.lists(HISTORY, max_size=14), rooms=st.tuples(st.integers(1, 6), st.integers(1, 12)))
def test_counts_reconcile(ledger, make_work, find_works, histories, rooms):
    """Identified, screened and relevant works equal the sum of what became of them; the corpus keeps to its room."""
    for table in ("work", "response", "discovery", "decision"):
        ledger.change(f"DELETE FROM {table}")
    works = [make_work(number, year=2010 + number) for number in range(len(histories))]
    for work, history in zip(works, histories, strict=True):
        for strategy in sorted(history["strategies"]):
            find_works(ledger, [work], strategy=strategy)
        _apply(ledger, work.work_id, history)
    select_corpus(ledger, rooms[0])
    for work, history in zip(works, histories, strict=True):
        for batch, verdict in enumerate(history["human_after"], 2):
            _decide(ledger, work.work_id, "screening", verdict, method="human", batch=batch)
    select_corpus(ledger, rooms[1])
    counts = count_works(ledger)
    assert counts["identified"] == len(works)
    assert counts["identified"] == sum(
        counts[item] for item in ("duplicates", "rule_excluded", "not_reached", "screened", "pending")
    )
    assert counts["screened"] == counts["excluded"] + counts["unsure"] + counts["relevant"]
    assert counts["relevant"] == counts["beyond_tier"] + counts["corpus"]
    assert counts["identified"] == sum(n for item, n in counts.items() if item.startswith("identified_"))
    fates = Counter(read_fates(ledger)["fate"])
    of_fates = {"included": "corpus", "left out": "beyond_tier", "unsure": "unsure", "excluded": "excluded"}
    of_fates |= {"not screened": "not_reached", "ineligible": "rule_excluded", "duplicate": "duplicates"}
    assert {counted: fates[fate] for fate, counted in (of_fates | {"not decided": "pending"}).items()} == {
        counted: counts[counted] for counted in (*of_fates.values(), "pending")
    }
    by_people = ledger.select("SELECT count(*) FROM corpus WHERE method = 'human'").item()
    assert counts["corpus"] == max(by_people, min(rooms[1], counts["relevant"]))


@pytest.mark.parametrize(
    ("ways", "counted"),
    [
        ((("keyword", 0), ("seed", 0)), "identified_seed"),
        ((("citation", 0), ("keyword", 0)), "identified_keyword"),
        ((("backward", 1), ("expert", 0)), "identified_expert"),
        ((("forward", 1), ("backward", 1)), "identified_backward"),
        ((("forward", 1), ("backward", 2)), "identified_forward"),
    ],
)
def test_work_found_in_several_ways_counts_once(ledger, make_work, find_works, ways, counted):
    """It counts under the earliest stage, and there under the way that was most deliberate."""
    for strategy, stage in ways:
        find_works(ledger, [make_work(1)], stage=stage, strategy=strategy)
    counts = {item: n for item, n in count_works(ledger).items() if item.startswith("identified")}
    assert counts == {"identified": 1, counted: 1}
