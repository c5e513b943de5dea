"""Evidence for stopping agrees with values computed elsewhere, behaves as it should, and survives empty ledgers."""

from __future__ import annotations

import pytest
from scipy.stats import hypergeom

from storage.records.screening import Decision
from storage.screening.screening import add_decisions
from storage.screening.stopping import draw_audit, estimate_missed, estimate_unseen, look
from storage.searching.snowballing import close_stage
from storage.searching.works import add_discoveries


@pytest.fixture
def pool(new_ledger, make_work, find_works):
    """Return what makes a ledger of `size` works, the first of them screened as a string of + and - says."""

    def make(size, screened):
        ledger = new_ledger()
        find_works(ledger, [make_work(number) for number in range(size)])
        verdicts = [
            Decision(
                f"W{i}", "screening", 0, "include" if mark == "+" else "exclude", "llm", "As judged.", 0.8, batch=i
            )
            for i, mark in enumerate(screened)
        ]
        if verdicts:
            with ledger.transaction():
                add_decisions(ledger, verdicts)
        return ledger

    return make


def test_plain_p_value_is_the_smallest_hypergeometric_tail(pool):
    """The p-value is the least over all starts of P(at most the finds seen), as scipy has it."""
    order = "+++-+--+" + "-" * 22
    seen = look(pool(60, order), 0, 0.9)
    total = 6  # more than 5 / 0.95
    tails = [
        hypergeom(60 - s, total - order[:s].count("+"), len(order) - s).cdf(order[s:].count("+"))
        for s in range(len(order))
    ]
    assert seen["plain_p_value"] == pytest.approx(min(tails))
    assert (seen["screened"], seen["unscreened"], seen["found"], seen["exhausted"]) == (30, 30, 5, False)


def test_small_evidence_is_not_biased_by_the_ranker(pool):
    """With few finds the odds are 1, so one work left is as likely missed as by the plain p-value."""
    seen = look(pool(220, "++++" + "-" * 120), 0, 0.5)
    assert seen["odds"] == 1
    assert seen["p_value"] == pytest.approx(seen["plain_p_value"])
    assert seen["p_value"] > 0.05
    assert seen["exhausted"]
    assert not look(pool(60, "++++" + "-" * 40), 0, 0.5)["exhausted"]


def test_p_falls_as_more_irrelevant_works_are_screened(pool):
    """Both p-values fall with the empty tail, and audited works weigh less than ranked ones."""
    looks = [look(pool(400, "+" * 60 + "-" * tail), 0, 0.9) for tail in (20, 60, 120)]
    for key in ("p_value", "plain_p_value"):
        values = [seen[key] for seen in looks]
        assert values == sorted(values, reverse=True)
        assert values[0] > values[-1]
    audited = pool(400, "+" * 60 + "-" * 60)
    audited.append("audit", [{"work_id": f"W{i}", "stage": 0, "drawn": 60} for i in range(60, 120)])
    assert looks[1]["odds"] == 4
    assert looks[1]["p_value"] < look(audited, 0, 0.9)["p_value"]


def test_interval_contains_its_estimate_and_is_exact_without_finds(pool):
    """Missed works not rejected: with odds 1 and an empty tail, (1 - f)^K > 0.05 says how many."""
    missed = estimate_missed(pool(100, "+" + "-" * 49), 1.0)
    assert missed["missed_upper"] == 4, "half of the rest is empty: 0.505^4 is above 0.05, 0.505^5 below"
    assert missed["missed_estimate"] == 1


@pytest.mark.parametrize(("size", "screened", "p"), [(9, "", 1), (9, "---", 1), (0, "", 1), (4, "+--+", 0)])
def test_nothing_to_go_by_shows_nothing(pool, size, screened, p):
    """Without a decision or a find nothing is shown; with everything screened nothing is left to doubt."""
    ledger = pool(size, screened)
    assert look(ledger, 0, 0.9)["p_value"] == p
    missed = estimate_missed(ledger, 1.0)
    assert missed["missed_estimate"] <= missed["missed_upper"] <= size - len(screened)


def test_audit_is_drawn_once_from_the_unscreened(pool):
    """A draw leaves out what is screened and what the batch holds already, and is the same in another ledger."""
    draws = [draw_audit(pool(30, "+--"), 0, ["W3", "W4"], 5, "salt") for _ in range(2)]
    assert draws[0] == draws[1]
    assert len(set(draws[0])) == 5
    assert not set(draws[0]) & {"W0", "W1", "W2", "W3", "W4"}


def test_unseen_works_by_hand(pool):
    """Chapman, Chao2 and Good's coverage of three works by words, three by links, one of them by both."""
    ledger = pool(5, "+++++")
    assert estimate_unseen(ledger)["missed_estimate"] is None, "one strategy has no captures to compare"
    _find(
        ledger,
        [
            ("W0", "keyword"),
            ("W1", "keyword"),
            ("W2", "keyword"),
            ("W2", "forward"),
            ("W3", "forward"),
            ("W4", "forward"),
        ],
    )
    rows = {row["estimator"]: row for row in ledger.select("FROM unseen").iter_rows(named=True)}
    assert rows["chapman"]["missed"] == pytest.approx(4 * 4 / 2 - 1 - 5)
    assert rows["chao2"]["missed"] == pytest.approx(0.5 * 4 * 3 / (2 * 2))
    assert rows["chao2"]["coverage"] == pytest.approx(1 - 4 / 6)
    for row in rows.values():
        assert row["missed_lower"] < row["missed"] < row["missed_upper"]
    close_stage(ledger, 0, ledger.select("SELECT * EXCLUDE (stage) FROM graph_metric"), estimate_unseen(ledger))
    recall, low, high = ledger.select("FROM recall_estimate").row(0)
    assert recall == pytest.approx(5 / (5 + rows["chapman"]["missed"]))
    assert 0 < low < recall < high < 1


def test_what_is_included_when_the_search_has_ended_is_estimated_with(pool):
    """Captures of works that a score let in at the end count, so that the estimate lies in its own interval."""
    ledger = pool(5, "++++")
    with ledger.transaction():
        add_decisions(ledger, [Decision("W4", "screening", 0, "exclude", "ranker", "Below.", 0.5, batch=9)])
    _find(ledger, [("W0", "keyword"), ("W1", "keyword"), ("W2", "forward"), ("W3", "forward"), ("W3", "keyword")])
    early = estimate_unseen(ledger)
    close_stage(ledger, 0, ledger.select("SELECT * EXCLUDE (stage) FROM graph_metric"), early)
    assert ledger.select("SELECT recall FROM recall_estimate").item() == 4 / (4 + early["missed_estimate"])
    with ledger.transaction():
        add_decisions(ledger, [Decision("W4", "screening", 0, "include", "ranker", "Above.", 0.5, earlier=1)])
    _find(ledger, [(f"W{i}", how) for i in range(5) for how in ("keyword", "forward")][:-1])
    now = estimate_unseen(ledger)
    assert now["missed_estimate"] < early["missed_estimate"]
    recall, low, high = ledger.select("FROM recall_estimate").row(0)
    assert (recall, low) == (5 / (5 + now["missed_estimate"]), 5 / (5 + now["missed_upper"]))
    assert low <= recall <= high


def test_captures_that_miss_nothing_do_not_say_that_nothing_is_missed(pool):
    """Where words found all that links found, the rule of three bounds what escaped; too few bound nothing."""
    ledger = pool(5, "+++++")
    for linked, upper in ((4, 5 * 3 / (4 - 3)), (3, None)):
        _find(ledger, [(f"W{i}", "keyword") for i in range(5)] + [(f"W{i}", "backward") for i in range(linked)])
        chapman = ledger.select("FROM unseen WHERE estimator = 'chapman'").row(0, named=True)
        assert (chapman["missed"], chapman["missed_upper"]) == (0, upper)
        assert estimate_unseen(ledger) == {"missed_estimate": 0, "missed_upper": upper}


def _find(ledger, found):
    ledger.change("DELETE FROM discovery")
    with ledger.transaction():
        add_discoveries(ledger, [(work_id, strategy, 0, None, None, None) for work_id, strategy in found])


@pytest.mark.parametrize(
    ("p_value", "relevant", "missed", "exhausted", "reason"),
    [
        (0.04, 5, 0.0, False, "certified"),
        (0.04, 5, 0.3, False, None),  # 5 of 5.3 are less than 95%
        (0.04, 5, None, False, None),  # nothing known of what no search met
        (0.2, 5, 0.0, False, None),
        (0.04, 20, 0.0, False, None),
        (0.2, 5, 0.0, True, "budget"),
        (0.2, 20, 0.0, True, None),  # more were found than followed
    ],
)
def test_stop_reason_needs_evidence_and_a_dry_stage(new_ledger, p_value, relevant, missed, *, exhausted, reason):
    """Only a dry stage with the target shown is certified; a used-up budget stops without a certificate."""
    ledger = new_ledger()
    stage = {"stage": 1, "seeds": 9, "candidates": 100, "relevant": relevant, "coverage_delta": relevant / 100}
    shown = {"missed_estimate": missed, "missed_upper": float(relevant), "stop_p_value": p_value}
    ledger.append("diffusion_stage", [stage | shown | {"api_calls": 0, "api_usd": 0.0}])
    ledger.append("stop_look", [{
        "stage": 1, "screened": 100, "unscreened": 9, "found": relevant, "audited": 0, "odds": 1.0,
        "plain_p_value": p_value, "p_value": p_value, "exhausted": exhausted,
    }])  # fmt: skip
    row = ledger.select("SELECT * FROM saturation").row(0, named=True)
    assert row["stop_reason"] == reason
    assert row["recall_low"] == 0.5
    assert row["recall_estimate"] == (None if missed is None else relevant / (relevant + missed))
