"""Through deduplication, eligibility, screening, cut-off and selection each work found has one current decision."""

from __future__ import annotations

from storage.runs.reviews import count_works
from storage.screening.ranking import ranking_pool
from storage.screening.screening import (
    BATCH_SIZE,
    exclude_ineligible,
    exclude_repeats,
    exclude_unreached,
    select_corpus,
)


def _work_through(ledger, screen_works, stage, batches):
    exclude_repeats(ledger, stage)
    exclude_ineligible(ledger, stage, grey=False)
    for batch in range(batches):
        waiting = ranking_pool(ledger, stage).filter("pending")["work_id"].head(BATCH_SIZE)
        verdicts = {work_id: ("include", "exclude", "unsure")[int(work_id[1:]) % 3] for work_id in waiting}
        screen_works(ledger, verdicts, stage=stage, batch=batch)


def test_each_discovered_work_has_one_current_decision(ledger, make_work, find_works, screen_works):
    """No work is left undecided, none is decided on twice, and the PRISMA counts add up to the works found."""
    first = [make_work(number, references=(f"W{number + 100}",)) for number in range(30)]
    first += [make_work(30, doi="10.1/a"), make_work(31, doi="10.1/a"), make_work(32, type="dataset")]
    find_works(ledger, first)
    find_works(ledger, first[::2], strategy="citation")
    _work_through(ledger, screen_works, 0, batches=2)
    neighbours = [make_work(number) for number in range(100, 160)] + [make_work(160, is_retracted=True), first[0]]
    find_works(ledger, neighbours, stage=1, strategy="backward")
    _work_through(ledger, screen_works, 1, batches=1)
    exclude_unreached(ledger, dict.fromkeys(ledger.select("SELECT work_id FROM work")["work_id"], 0.1))
    select_corpus(ledger, 5)
    current = dict(ledger.select("SELECT work_id, count(*) FROM current_decision GROUP BY work_id").iter_rows())
    found = set(ledger.select("SELECT work_id FROM discovery")["work_id"])
    assert current == dict.fromkeys(found, 1)
    counts = count_works(ledger)
    assert counts["identified"] == len(found) == 94
    assert (counts["duplicates"], counts["rule_excluded"], counts["not_reached"]) == (1, 2, 35)
    assert (counts["pending"], counts["screened"], counts["corpus"]) == (0, 56, 5)
    assert counts["relevant"] == counts["beyond_tier"] + 5


def test_cutting_off_again_decides_nothing_more(ledger, make_work, find_works):
    """Works no batch reached are decided on once, by rule."""
    find_works(ledger, [make_work(1)], stage=1, strategy="forward")
    for _ in range(2):
        exclude_unreached(ledger, {"W1": 0.2})
    assert ledger.select("SELECT phase, verdict, method FROM decision").rows() == [("cutoff", "exclude", "rule")]
