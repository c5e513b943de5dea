"""Results that relate the same things come into one comparison, whichever is named first and however spelled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.records.evidence import Comparison, Result
from storage.records.search import Plan
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.evidence.comparisons import group_by_words

PLAN = Plan("age and sleep")
LINKED = "{} was associated with {}."


def _result(place, exposure, outcome, direction="+", *, text="", result=1):
    told = text or LINKED.format(exposure, outcome)
    return Result(f"F{place}", result, f"W{place}", told, exposure, "", outcome, direction)


def _names(results, known=()):
    return {(one.finding_id, one.result): (one.exposure, one.outcome) for one in group_by_words(results, known)}


def _group(pairs, *, text="", known=()):
    """Return the names of the comparisons of results, each of one work."""
    results = [_result(place, *pair, text=text) for place, pair in enumerate(pairs)]
    return list(_names(results, known).values())


SAME = (
    ("hair cortisol", "levels of hair cortisol"),
    ("hair cortisol concentrations", "cortisol in hair"),
    ("haemoglobin", "hemoglobin level"),
    ("tumour sizes", "tumor size"),
    ("behavioural problems", "behavioral problem"),
    ("follow-up visits", "followup visits"),
    ("body-mass index", "body mass index"),
    ("patients with obesity", "obesity"),
    ("risk of diabetes", "diabetes"),
    ("BMI", "body mass index"),
    ("children\u2019s sleep", "sleep of children"),
    ("Na\u00efve bees", "naive bees"),
    ("falls", "number of falls"),
    ("infection rate", "incidence of infections"),
    ("annualized bleeding rate", "rate of bleeding events"),
    ("honey therapy", "administration of honey"),
    ("pain intensity", "pain among patients with burns"),
    ("obese children", "obesity"),
    ("prophylactic honey", "honey prophylaxis"),
    ("honey", "honey therapy"),
)
APART = (
    ("stress", "lower stress"),
    ("income", "low income"),
    ("pain", "absence of pain"),
    ("smokers", "non-smokers"),
    ("music therapy", "no music therapy"),
    ("waist", "waist to hip ratio"),
    ("cortisol to testosterone ratio", "testosterone to cortisol ratio"),
    ("transition from farm to forest", "transition from forest to farm"),
    ("men", "women"),
    ("older adults", "older children"),
    ("maternal smoking", "smoking"),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_terms_of_the_same_words_are_one(one, other):
    """Plural, hyphen, spelling on either side of the Atlantic, acronym, order and generic heads make no difference."""
    names = _group([(one, "sleep loss"), (other, "sleep loss")])
    assert len(names) == 2
    assert len(set(names)) == 1


@pytest.mark.parametrize(("one", "other"), APART)
def test_opposites_and_other_things_stay_apart(one, other):
    """What a word opposes, narrows or puts in another order is another thing."""
    assert len(set(_group([(one, "sleep loss"), (other, "sleep loss")]))) == 2


def test_an_acronym_is_what_some_text_explains():
    """What two texts explain differently stands in each for what it says itself, and in no other for either."""
    told = "Hair cortisol concentrations (HCC) rose with age."
    explained = [_result(1, "HCC", "age", text=told), _result(2, "hair cortisol", "age")]
    assert len(set(_names(explained).values())) == 1
    other = _result(3, "noise", "sleep", text="Hospital care costs (HCC) were told.")
    silent = _result(4, "HCC", "age", text="HCC rose with age.")
    alike = _result(5, "HCC", "age", text="HCC (hospital care costs) rose with age.")
    named = _names([*explained, other, silent])
    assert named["F1", 1] == named["F2", 1] != named["F4", 1]
    named = _names([*explained, alike])
    assert named["F1", 1] == named["F2", 1] != named["F5", 1]


def test_two_things_of_one_short_form_are_two_comparisons():
    """They are told apart by their words, and left out where that cannot be."""
    told = ("Hair cortisol concentrations (HCC) rose.", "Hospital care costs (HCC) rose.", "HCC rose.")
    named = _names([_result(place, "HCC", "age", text=text) for place, text in enumerate(told)])
    assert len(set(named.values())) == len(named) == 2


def test_an_acronym_is_mostly_what_most_texts_explain():
    """A text that leaves it unexplained means what more than half of those that explain it say."""
    told = [f"Hair cortisol concentrations (HCC) of {who} rose." for who in ("men", "women")]
    rows = [
        _result(place, "noise", "sleep", text=text) for place, text in enumerate([*told, "Hospital care costs (HCC)."])
    ]
    rows += [_result(7, "HCC", "waist-hip ratio", text="HCC was associated with the waist-hip ratio (WHR).")]
    rows += [_result(8, "cortisol in hair", "WHR", text="Cortisol in hair was associated with WHR.")]
    named = _names(rows)
    assert named["F7", 1] == named["F8", 1]


def test_an_association_is_the_same_either_way_round():
    """What is the outcome more often is named so; a comparison of groups is read one way only."""
    rows = [("BMI", "hair cortisol"), ("hair cortisol", "BMI"), ("body mass index", "cortisol in hair")]
    assert set(_group(rows)) == {("body mass index", "hair cortisol")}
    assert len(set(_group(rows, text="Mice that got the one had more of the other."))) == 2


def test_a_comparison_has_its_commonest_words():
    """What is spelled out, then the shortest, then the first by the alphabet; a capital at a beginning is no name's."""
    rows = [("Hair cortisol", "stress"), ("hair cortisol", "stress"), ("hair cortisol level", "stress")]
    assert set(_group(rows)) == {("hair cortisol", "stress")}
    assert set(_group([("tumour size", "age"), ("tumor size", "age")])) == {("tumor size", "age")}
    assert set(_group([("Cushing syndrome", "age"), ("Cushing syndrome", "age")])) == {("Cushing syndrome", "age")}


def test_results_join_comparisons_there_are():
    """Under the names they have, also where an association stands the other way round."""
    known = [("hair cortisol", "body mass index")]
    rows = [("cortisol in hair", "body-mass index"), ("body mass index", "hair cortisol level"), ("age", "stress")]
    assert _group(rows, known=known) == [known[0], known[0], ("age", "stress")]


def test_what_is_not_extracted_is_in_no_comparison():
    """Without exposure, outcome or direction, and where a word says nothing by itself or both are the same."""
    rows = [("", "b c"), ("age", ""), ("patients", "sleep"), ("age", "scores"), ("sleep", "sleep scores")]
    results = [*(_result(place, *pair) for place, pair in enumerate(rows)), _result(9, "age", "sleep", direction="")]
    assert group_by_words(results) == []
    assert group_by_words([], [("age", "sleep")]) == []


def test_the_extractive_analyst_tells_of_every_result():
    """What can be set beside nothing has empty names, so that it is not asked for again."""
    results = [_result(2, "", "sleep"), _result(1, "age", "sleep")]
    compared = ExtractiveAnalyst().group_results(PLAN, results)
    assert [(one.finding_id, one.exposure, one.outcome) for one in compared] == [("F2", "", ""), ("F1", "age", "sleep")]
    assert {one.source for one in compared} == {ExtractiveAnalyst.name}


_TERMS = st.sampled_from(
    ["BMI", "body mass index", "Hair cortisol", "hair cortisol levels", "age", "low age", "tumour", "tumor", "", "men"]
)


@given(
    st.lists(st.tuples(_TERMS, _TERMS, st.sampled_from(["+", "-", "0", ""]), st.booleans()), max_size=9),
    st.lists(st.tuples(_TERMS, _TERMS), max_size=3),
    st.randoms(use_true_random=False),
)
def test_the_order_of_results_does_not_matter(rows, known, random):
    """Each result that names two things is in one comparison, of known names or those of its terms, in any order."""
    results = [
        _result(
            place // 2, exposure, outcome, direction, text="" if linked else "A study of things.", result=place % 2 + 1
        )
        for place, (exposure, outcome, direction, linked) in enumerate(rows)
    ]
    grouped = group_by_words(results, known)
    shuffled, turned = list(results), list(known)
    random.shuffle(shuffled)
    random.shuffle(turned)
    assert group_by_words(shuffled, turned) == grouped
    assert len({(one.finding_id, one.result) for one in grouped}) == len(grouped)
    terms = {term.lower() for one in results for term in (one.exposure, one.outcome)}
    terms |= {term.lower() for pair in known for term in pair}
    assert all({one.exposure.lower(), one.outcome.lower()} <= terms for one in grouped)
    assert all(isinstance(one, Comparison) for one in grouped)
