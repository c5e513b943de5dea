"""How far results of different works agree, as a writer is told: votes counted in SQL, and contradictions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from storage.records.evidence import Consistency, Side
from tasks.analysts.llm.guard.tasks import withhold_tagged

_MOST_VOTES, _MOST_CONTRADICTIONS, _MOST_OF_A_COMPARISON = 25, 20, 2
_LONGEST = 120  # characters
_WAYS = {"+": "more", "-": "less", "0": "none", "mixed": "mixed"}


def describe_consistency(consistency: Consistency, citable: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """Return data blocks by name, of works that may be cited: `votes`, those of most works first, `contradictions`."""
    votes = []
    for count in consistency.votes:
        shown = [vote for vote in count.votes if vote.citekey in citable]
        if len(shown) < len(count.votes):
            continue
        told: dict[str, Any] = {"exposure": _clean(count.exposure), "outcome": _clean(count.outcome)}
        told |= {name: [vote.citekey for vote in shown if vote.direction == sign] for sign, name in _WAYS.items()}
        told["reviews"] = [vote.citekey for vote in shown if vote.is_review]
        told["designs"] = dict(Counter(vote.design for vote in shown if vote.design).most_common())
        votes.append({name: value for name, value in told.items() if value})
    contradictions = []
    told_of: Counter[tuple[str, str]] = Counter()
    # Each comparison has its turn; of its pairs those that differ in most are the most telling.
    for pair in sorted(consistency.contradictions, key=lambda pair: (pair.kind != "opposite", -len(pair.differ))):
        if not {pair.one.citekey, pair.other.citekey} <= set(citable):
            continue
        told_of[pair.exposure, pair.outcome] += 1
        if told_of[pair.exposure, pair.outcome] <= _MOST_OF_A_COMPARISON:
            contradictions.append(
                {
                    "exposure": _clean(pair.exposure),
                    "outcome": _clean(pair.outcome),
                    "one": _tell_side(pair.one),
                    "other": _tell_side(pair.other),
                    "differ": list(pair.differ),
                }
            )
    return {"votes": votes[:_MOST_VOTES], "contradictions": contradictions[:_MOST_CONTRADICTIONS]}


def list_counted(consistency: Consistency) -> frozenset[str]:
    """Return the ids of the findings that votes and contradictions rest on."""
    pairs = consistency.contradictions
    voted = {vote.finding_id for count in consistency.votes for vote in count.votes}
    return frozenset(voted | {side.finding_id for pair in pairs for side in (pair.one, pair.other)})


def _tell_side(side: Side) -> dict[str, str]:
    told = {name: value for name, value in asdict(side).items() if value and name != "finding_id"}
    return told | {name: _clean(value) for name, value in told.items() if name not in {"citekey", "direction", "n"}}


def _clean(text: str) -> str:
    return withhold_tagged(" ".join(text.split())[:_LONGEST])[0]
