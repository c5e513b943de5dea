"""Statements on appraisal and pooling, held against records in which people did so and others where nobody did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tasks.procedure.checking import Checker
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_averages, tell_pooling_in_brief, tell_unappraised
from tasks.procedure.sentences import LIMITS, METHODOLOGY, list_statements, read_statement
from tasks.procedure.synthesis import tell_pooling
from tests.tasks.procedure.judged_review import FACTS, NUMBERS

_APPRAISED = replace(FACTS, numbers={**NUMBERS, "appraised": 12, "unappraised": 103})


def test_what_was_said_before_people_appraised_works_is_told_anew() -> None:
    """Each of the three sentences gives way to what holds now, which is itself no fault."""
    checker = Checker(_APPRAISED)
    for place, tell in (
        ("Abstract", tell_pooling_in_brief),
        (METHODOLOGY, tell_pooling),
        (LIMITS, tell_unappraised),
    ):
        before, now = (" ".join(facts.tell(tell(facts))) for facts in (FACTS, _APPRAISED))
        fault = checker.find_fault(read_statement(place, before))
        assert fault is not None
        assert (fault.matter, fault.instead) == ("appraisal", now)
        assert not checker.find_faults(list_statements([(place, now)]))
        assert Checker(FACTS).find_fault(read_statement(place, before)) is None
        more = now.replace("12", "14").replace("twelve", "fourteen").replace("103", "101")
        (outgrown,) = checker.find_faults(list_statements([(place, more)]))
        assert outgrown.instead
        assert now.endswith(outgrown.instead)


@pytest.mark.parametrize(
    ("sentence", "holds_of"),
    [
        ("The risk of bias of single works was assessed by people.", _APPRAISED),
        ("Works were appraised for risk of bias.", _APPRAISED),
        ("People appraised the quality of 12 works.", _APPRAISED),
        ("Study quality was not considered: the quality of studies was not assessed.", FACTS),
        ("No work was judged for quality.", FACTS),
    ],
)
def test_appraisal_is_true_only_where_people_appraised(sentence: str, holds_of: Facts) -> None:
    """Affirmed it needs their judgements on record, denied it needs that there are none."""
    for facts in (FACTS, _APPRAISED):
        fault = Checker(facts).find_fault(read_statement(METHODOLOGY, sentence))
        assert (fault is None) == (facts is holds_of), fault


_POOLED = replace(FACTS, numbers={**NUMBERS, "pooled": 3})
_BOTH = replace(FACTS, numbers={**_APPRAISED.numbers, "pooled": 1})
_TOLD = (("Abstract", tell_pooling_in_brief), (METHODOLOGY, tell_pooling), (LIMITS, tell_averages))


@pytest.mark.parametrize("before", [FACTS, _APPRAISED, _POOLED, _BOTH])
@pytest.mark.parametrize("since", [FACTS, _APPRAISED, _POOLED, _BOTH])
def test_what_was_told_of_pooling_before_gives_way_to_what_holds(before: Facts, since: Facts) -> None:
    """Whatever people did or took back since: each place then tells all that holds, and nothing that does not."""
    checker = Checker(since)
    for place, tell in _TOLD:
        was, now = before.tell(tell(before)), since.tell(tell(since))
        statements = list_statements([(place, " ".join(was))])
        faults = {fault.statement.text: fault.instead for fault in checker.find_faults(statements)}
        mended = " ".join(text for one in statements if (text := faults.get(one.text, one.text)))
        told = list_statements([(place, mended)])
        assert {one.plain for one in list_statements([(place, " ".join(now))])} <= {one.plain for one in told}
        assert len(told) <= len(now) + (before is _APPRAISED)
        assert not checker.find_faults(told)


@pytest.mark.parametrize(
    ("sentence", "holds_of"),
    [
        ("A random-effects meta-analysis was conducted.", _POOLED),
        ("Effect sizes were pooled.", _POOLED),
        ("No effects were pooled.", FACTS),
        ("The effects were never pooled in a meta-analysis.", FACTS),
    ],
)
def test_pooling_is_true_only_where_a_person_asked_for_it(sentence: str, holds_of: Facts) -> None:
    """Affirmed it needs a pooled effect on record, denied it needs that there is none."""
    for facts in (FACTS, _POOLED):
        fault = Checker(facts).find_fault(read_statement(METHODOLOGY, sentence))
        assert (fault is None) == (facts is holds_of), fault


def test_certainty_is_still_nobodys_grade() -> None:
    """Appraising works is not grading a body of evidence."""
    sentence = "The certainty of evidence was rated with GRADE."
    assert Checker(_APPRAISED).find_fault(read_statement(METHODOLOGY, sentence)) is not None
