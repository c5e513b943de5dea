"""Agreement of two groupings: what it is at its ends, and that names of groups are of no account."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.themes.groupings import measure_agreement
from tasks.themes.merging import cross_groups


def test_the_same_groups_agree_whatever_they_are_called():
    """Renamed groups agree fully."""
    agreement = measure_agreement([0, 0, 1, 1, 2, 2], [5, 5, 3, 3, 4, 4])
    assert (agreement.ari, agreement.nmi, agreement.works) == (1.0, 1.0, 6)


def test_crossed_groups_do_not_agree():
    """Groups that cut across each other evenly share no information, and agree less than chance would."""
    agreement = measure_agreement([0, 0, 1, 1], [0, 1, 0, 1])
    assert agreement.nmi == 0
    assert agreement.ari == -0.5


def test_a_known_case():
    """The worked example of the adjusted Rand index: one of six works is placed differently."""
    agreement = measure_agreement([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    assert agreement.ari == pytest.approx(0.324324, abs=1e-6)
    assert 0.4 < agreement.nmi < 0.6


def test_unequal_lengths_are_refused():
    """Each work needs a group in both."""
    with pytest.raises(ValueError, match="inconsistent"):
        measure_agreement([0, 1], [0])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40))
def test_agreement_is_mutual_and_bounded(pairs):
    """Either grouping may be named first; both measures stay within their bounds."""
    one, other = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    agreement = measure_agreement(one, other)
    assert agreement == measure_agreement(other, one)
    assert -1 <= agreement.ari <= 1
    assert 0 <= agreement.nmi <= 1


def test_a_work_in_two_groups_is_counted_where_its_topic_is():
    """Of two semantic groups the one with more works of the same topic group counts; the other is kept as second."""
    contingency = cross_groups({"A": 0, "B": 0, "C": 1, "D": 0}, [["C", "D"], ["A", "B", "D"]])
    assert contingency.cell_of["D"] == (0, 1)
    assert contingency.second == {"D": 0}
    assert contingency.cells == {(0, 1): ("A", "B", "D"), (1, 0): ("C",)}
