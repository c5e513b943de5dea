"""Pooling that a person asks for or takes back: put on record, computed at once, and told with what it may not mean."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flows.context.pooling import pool_again
from flows.human.holding import held_for_people
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.reading.pooling import add_pooling, read_poolings, read_stated_effects
from storage.records.pooling import Pooling, Requested
from storage.writing.versions import open_snapshot
from tasks.evidence.pooling import ESTIMATORS, Candidate, list_candidates, name_comparison
from tasks.human.forms import name_person, name_reviewer
from tasks.human.pooling import find_candidate, list_offers
from tasks.reporting.pooled import list_diamonds, state_caveats, state_heterogeneity
from tasks.text.cleaning import plain_text


def list_poolings(folder: Path) -> list[str]:
    """Return in lines what was asked for, with its result, and what can be pooled."""
    with open_snapshot(folder) as ledger:
        candidates = list_candidates(read_stated_effects(ledger))
        asked = [line for one in read_poolings(ledger) for line in _tell(one, candidates)]
        return asked + list_offers(candidates, folder.name)


def request_pooling(folder: Path, said: str, *, estimator: str, reason: str, reviewer: str, wanted: bool) -> list[str]:
    """Put on record that a person wants a comparison pooled, or no longer; publish, and tell what it comes to.

    Raises:
        InputError: the estimator is unknown, there is no such review or comparison, or it cannot be pooled.
        LedgerInUse: another process works on the review.
    """
    if estimator not in ESTIMATORS:
        raise InputError(f"'{estimator}' is no estimator; give --estimator {' or '.join(ESTIMATORS)}")
    with held_for_people(folder, "to pool in") as review:
        ledger = review.ledger
        candidates = list_candidates(read_stated_effects(ledger))
        key = _find_wanted(said, candidates, folder.name) if wanted else _find_asked(said, ledger, folder.name)
        with ledger.transaction():
            add_pooling(ledger, Pooling(*key, estimator, plain_text(reason), name_person(reviewer), wanted))
        pool_again(ledger)
        review.publish()
        going_on = review.going_on
        told = [line for one in read_poolings(ledger) if _key(one) == key for line in _tell(one, candidates)]
    lines = told or [f"{name_comparison(*key)}: no longer pooled."]
    return [*lines, f"Run '{going_on}' to take this into the review."]


def _find_wanted(said: str, candidates: Sequence[Candidate], review: str) -> tuple[str, str, str]:
    one = find_candidate(said, candidates, review)
    return one.exposure, one.outcome, one.measure


def _find_asked(said: str, ledger: Ledger, review: str) -> tuple[str, str, str]:
    """Return what a request in force names, in its words; it may be of a comparison that is no longer there."""
    typed = " ".join(said.split()).casefold()
    for one in read_poolings(ledger):
        if " ".join(name_comparison(*_key(one)).split()).casefold() == typed:
            return _key(one)
    raise InputError(
        f"nobody asked for '{said}' to be pooled; give --withdraw with one as 'litreview pool {review}' tells it"
    )


def _key(one: Requested) -> tuple[str, str, str]:
    return one.pooling.exposure, one.pooling.outcome, one.pooling.measure


def _tell(one: Requested, candidates: Sequence[Candidate]) -> list[str]:
    """Return a request and what it comes to in lines."""
    who = f"asked for by {name_reviewer(one.pooling.reviewer)} on {one.at:%Y-%m-%d}"
    head = f"{name_comparison(*_key(one))}, {who}"
    of = next((each for each in candidates if (each.exposure, each.outcome, each.measure) == _key(one)), None)
    if one.effect is None or of is None:
        return [f"{head}: cannot be pooled now{f', since {of.obstacle}' if of else ''}"]
    return [
        head,
        *(f"  {diamond.label}: {diamond.state()}" for diamond in list_diamonds(one.effect)),
        f"  {state_heterogeneity(one.effect)}",
        f"  Works: {', '.join(each.citekey for each in of.chosen)}",
        *(f"  Left out: {each.citekey}, {why}" for each, why in of.left_out),
        f"  {' '.join(state_caveats(one.effect, of.chosen))}",
    ]
