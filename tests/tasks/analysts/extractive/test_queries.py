"""Queries formulated by rule: the topic's words, their other names, and terms that set its best hits apart."""

from __future__ import annotations

from storage.records.search import Plan, Work
from tasks.analysts.extractive.objective_terms import find_variants, select_terms
from tasks.analysts.extractive.queries import formulate_queries, narrow


def _works(*texts: tuple[str, str]) -> list[Work]:
    return [Work(f"W{place}", title, abstract=abstract) for place, (title, abstract) in enumerate(texts)]


_BEST = _works(
    *[("Burnout of nurses", "Emotional exhaustion was higher. We studied emotional exhaustion in this study.")] * 8,
    *[("Emotional exhaustion on the ward", "Results of this study were significant.")] * 4,
)
_REST = _works(*[("Wages in hospitals", "In this study wages were higher, and results significant.")] * 30)


def test_terms_are_those_of_the_best_hits_and_not_of_any_work():
    """Words that every abstract has are none; neither are the topic's own."""
    assert select_terms("burnout of nurses on the ward", _BEST, _REST, 6) == ["emotional exhaustion"]


def test_without_other_works_no_terms_can_be_told_apart():
    """Ten hits say nothing on what any work would say."""
    assert select_terms("burnout", _BEST, _REST[:9], 6) == []


def test_acronyms_and_spellings_are_those_the_works_use():
    """Both ways between an acronym and its name; another spelling only where works write it."""
    works = _works(("Borderline personality disorder (BPD) and behaviour", "Behaviour therapy."), ("On behaviour", ""))
    assert find_variants("borderline personality disorder", works) == ["BPD"]
    assert find_variants("BPD", works) == ["borderline personality disorder"]
    assert find_variants("behavior", works) == ["behaviour"]
    assert find_variants("colour", works) == []
    assert find_variants("for", _works(("Four of four", "four"), ("four", "four"))) == []


def test_queries_are_made_of_the_topic_and_what_was_found():
    """No query has words of method or filler, none repeats another's terms; the question is searched as it is."""
    plan = Plan("Sleep, burnout and workload in nurses", questions=("Does sleep matter?",), as_of=2024)
    asked = [(one.framing, one.text) for one in formulate_queries(plan, [*_BEST, *_works(*[("Bees", "Bees.")] * 20)])]
    assert asked == [
        ("topic", "Sleep, burnout and workload in nurses"),
        ("terms of the best hits", "burnout emotional exhaustion"),
        ("facets: burnout and nurses", "burnout nurses"),
        ("facets: burnout and Sleep", "burnout Sleep"),
        ("facets: burnout and workload", "burnout workload"),
        ("stratum: last 2 years", "Sleep, burnout and workload in nurses"),
        ("stratum: 10 years and older", "Sleep, burnout and workload in nurses"),
        ("research question", "Does sleep matter?"),
    ]


def test_where_no_work_states_a_year_nothing_is_asked_for_by_year_or_citations():
    """No work could be told to be recent, so that the bound of citations would leave out whatever is new."""
    asked = formulate_queries(Plan("Sleep of nurses", as_of=0), [])
    assert [one.framing for one in asked] == ["topic"]
    assert (asked[0].from_year, asked[0].cited_by_over, asked[0].cited_by_exempt_from) == (None, None, None)


def test_queries_that_go_deep_pass_over_no_work_for_its_citations():
    """Narrow ones take few of many, and so those that are cited or recent."""
    plan = Plan("Sleep, burnout and workload in nurses", questions=("Does sleep matter?",), as_of=2024)
    asked = formulate_queries(plan, [*_BEST, *_works(*[("Bees", "Bees.")] * 20)])
    assert {(one.cited_by_over, one.cited_by_exempt_from) for one in asked} == {(10, 2023)}
    assert narrow(plan, "topic, the first 200", plan.topic).cited_by_over is None
