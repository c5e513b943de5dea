"""How far two people agree, against statsmodels."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from storage.screening.screeners import require_screeners
from storage.screening.screening_by_name import screener_agreement
from tests.storage.screening.named_verdicts import ANNA, BEN, VERDICTS, say

said = st.lists(st.tuples(st.sampled_from(VERDICTS), st.sampled_from(VERDICTS)), min_size=1, max_size=12)


@pytest.mark.slow
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=said)
@example(said=[("include", "include")] * 3)
@example(said=[(one, other) for one in VERDICTS for other in VERDICTS])
def test_agreement_is_that_of_statsmodels(new_ledger, make_work, find_works, screen_works, said):
    """Percent agreement and kappa of any verdicts of two people; no kappa where both say one thing throughout."""
    ledger = new_ledger()
    find_works(ledger, [make_work(number) for number in range(len(said))])
    screen_works(ledger, {f"W{number}": "include" for number in range(len(said))})
    require_screeners(ledger, 2, ANNA)
    for number, (one, other) in enumerate(said):
        say(ledger, ANNA, f"W{number}", one)
        say(ledger, BEN, f"W{number}", other)
    (pair,) = screener_agreement(ledger)
    codes = [[VERDICTS.index(verdict) for verdict in both] for both in said]
    table, _ = to_table(codes, bins=3)
    assert pair["percent"] == pytest.approx(100 * table.trace() / table.sum(), abs=1e-9)
    if len({verdict for both in said for verdict in both}) == 1:
        assert pair["kappa"] is None
    else:
        assert pair["kappa"] == pytest.approx(cohens_kappa(table).kappa, abs=1e-9)
