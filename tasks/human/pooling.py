"""Comparisons as a person is offered them for pooling, and which one the person means."""

from __future__ import annotations

from collections.abc import Sequence

from storage.core.errors import InputError
from tasks.evidence.pooling import FEWEST, Candidate


def find_candidate(said: str, candidates: Sequence[Candidate], review: str) -> Candidate:
    """Return the comparison that a person names, by its number among those that can be pooled or in its words.

    Raises:
        InputError: there is none, or it cannot be pooled; with the reason and what can be done.
    """
    offered = [one for one in candidates if not one.obstacle]
    typed = " ".join(said.split()).casefold()
    if typed.isdecimal():
        if 0 < int(typed) <= len(offered):
            return offered[int(typed) - 1]
        there = f"a number from 1 to {len(offered)}" if offered else "none, since nothing can be pooled"
        raise InputError(f"there is no comparison {said}; give {there} ('litreview pool {review}' lists them)")
    named = [one for one in candidates if typed in {_fold(one.name), _fold(f"{one.outcome} by {one.exposure}")}]
    if not named:
        raise InputError(
            f"the review has no comparison '{said}' with effects; give one as 'litreview pool {review}' lists it"
        )
    if len(named) > 1:
        told = ", ".join(f"{one.measure} ({_count(len(one.chosen))})" for one in named)
        remedy = (
            "read its effects side by side" if named[0].obstacle else f"give one of them, such as '{named[0].name}'"
        )
        raise InputError(f"'{said}' is reported as {told}, which cannot be pooled together; {remedy}")
    if named[0].obstacle:
        raise InputError(
            f"'{named[0].name}' cannot be pooled: {named[0].obstacle}; read its effects side by side, or choose "
            f"another ('litreview pool {review}' lists them)"
        )
    return named[0]


def list_offers(candidates: Sequence[Candidate], review: str) -> list[str]:
    """Return the comparisons in lines: those that can be pooled by number, and the others of several works with why."""
    offered = [one for one in candidates if not one.obstacle]
    others = [one for one in candidates if one.obstacle and len(_works(one)) >= FEWEST]
    lines = [
        f"{number:>3}  {one.name}: {_count(len(one.chosen))}{_tell_rest(one)}" for number, one in enumerate(offered, 1)
    ]
    if not offered:
        lines.append(
            f"Nothing can be pooled: no comparison has {FEWEST} works that state an effect of one measure with a 95% "
            "interval."
        )
    if others:
        lines += ["Cannot be pooled:", *(f"     {one.name}: {one.obstacle}" for one in others)]
    if offered:
        lines.append(f"'litreview pool {review} NUMBER' has one pooled, and 'litreview resume {review}' reports it.")
    return lines


def _works(one: Candidate) -> set[str]:
    return {each.citekey for each in (*one.chosen, *(left for left, _ in one.left_out))}


def _tell_rest(one: Candidate) -> str:
    return f"; results left out: {len(one.left_out)}" if one.left_out else ""


def _count(works: int) -> str:
    return f"{works} {'work' if works == 1 else 'works'}"


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()
