"""What people who screen by name are told: where a work stands, what was said of it, how far they agree, the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storage.screening.human import PERSON
from tasks.human.forms import name_person, name_reviewer
from tasks.human.screening import tell_agreement, tell_judgement
from tasks.procedure.facts import STOP_CLAUSES
from tasks.text.cleaning import plain_text

LONGEST_NOTE = 300


def name_criterion(criterion: Mapping[str, Any]) -> str:
    """Return a criterion (a row of `list_criteria`) as people are offered it, with its code in the protocol."""
    code = f"{criterion['name']} " if criterion["name"] else ""
    return f"{code}{criterion['kind']} {plain_text(criterion['text'])}"


KEYS_TOLD = "i include · e exclude · u unsure · 1-9 criterion · s skip · b back · z undo · o open · q quit"
TEXT_KEYS_TOLD = "i include · 1-9 reason, then e exclude · u unsure · s skip · b back · z undo · o read it · q quit"
CONFLICT_KEYS_TOLD = "i include · e exclude · u unsure · c consensus · s skip · b back · z undo · o open · q quit"


def read_name(name: str) -> str:
    """Return what the ledger calls somebody who screens by name; just "person" where that is no name."""
    named = name_person(name)
    return named if any(character.isalpha() for character in named.removeprefix(PERSON)) else PERSON


def read_note(note: str) -> str:
    """Return a note on one line, at most 300 characters, without e-mail addresses."""
    words = (word for word in plain_text(note).split() if "@" not in word)
    return " ".join(words)[:LONGEST_NOTE].strip()


def tell_opinions(opinions: Mapping[str, Any]) -> list[str]:
    """Return what a person may know of a work they have judged, in lines; `opinions` as `read_opinions` gives them."""
    if opinions["mine"] is None:
        return []
    told = [tell_verdict(row) for row in opinions["others"]]
    if opinions["analyst"]:
        told.append(f"Analyst: {tell_judgement(opinions['analyst'])}")
    told.append(_STATES[opinions["state"]])
    rows = [opinions["mine"], *opinions["others"]] if opinions["state"] == "agreed" else []
    reasons = {row["criterion"] for row in rows if row["criterion"] and row["verdict"] == "exclude"}
    return [*told, _REASONS_DIFFER] if len(reasons) > 1 else told


def tell_verdict(row: Mapping[str, Any]) -> str:
    """Return who said what of a work and why, in one line."""
    kind = {"third": " (third)", "consensus": " (consensus)"}.get(row["kind"], "")
    why = "; ".join(plain_text(row[name]) for name in ("criterion", "note") if row[name])
    return f"{name_reviewer(row['screener'])}{kind}: {row['verdict']}{f'. {why}' if why else ''}"


_REASONS_DIFFER = (
    "You exclude it for different reasons: the exclusion stands, and no one reason is counted until you agree on it."
)
_STATES = {
    "pending": "Others have yet to judge it; what they and the analyst say is shown then.",
    "agreed": "Decided.",
    "conflict": "You differ, or are unsure: it waits for a third person, or for your consensus.",
    "third": "Decided by a third person.",
    "consensus": "Decided by consensus.",
}


def tell_pair(pair: Mapping[str, Any]) -> str:
    """Return how far two people agree, as a sentence (a row of the view screener_agreement)."""
    told = (
        f"{name_reviewer(pair['screener'])} and {name_reviewer(pair['other'])} agree on {pair['percent']:.1f}% of "
        f"{_count(pair['works'], 'work')} that each judged independently{' by full text' if pair['phase'] else ''}"
    )
    if pair["kappa"] is None:
        return f"{told}; with one verdict throughout there is no kappa."
    low, high = pair["low"], pair["high"]
    interval = "too few works for an interval" if low is None else f"95% interval {low:.2f} to {high:.2f}"
    return f"{told}: Cohen's kappa {pair['kappa']:.2f} ({interval})."


def tell_counts(counts: Mapping[str, int], required: int) -> list[str]:
    """Return how far screening by name is, in lines (counts of `read_screening_counts`)."""
    each = "one person" if required == 1 else f"{required} people, independently"
    decided = f"{counts['decided']:,} of {_count(counts['works'], 'work')} decided, each by {each}"
    told = [f"{decided}; {counts['pending']:,} wait for verdicts."]
    if counts["conflicts"]:
        verb = "waits" if counts["conflicts"] == 1 else "wait"
        told.append(f"{_count(counts['conflicts'], 'conflict')} {verb} for a third person or a consensus.")
    if counts["reasons_differ"]:
        verb = "is" if counts["reasons_differ"] == 1 else "are"
        told.append(f"{_count(counts['reasons_differ'], 'work')} {verb} excluded alike for different reasons.")
    return told


def tell_end(
    counts: Mapping[str, int],
    required: int,
    pairs: Sequence[Mapping[str, Any]],
    agreement: Mapping[str, Any] | None,
    going_on: str,
) -> list[str]:
    """Return the outcome of screening by name, in lines; `going_on` is the command that takes it into the review.

    `agreement` is that of people and analyst (`tasks.human.screening.tell_agreement`), if there is any.
    """
    told = [*tell_counts(counts, required), *map(tell_pair, pairs)]
    if agreement:
        told.append(tell_agreement(agreement))
    if counts["decided"] or counts["conflicts"]:
        told.append(f"Run '{going_on}' to take what is decided into the review.")
    return told


def tell_search(row: Mapping[str, Any] | None) -> list[str]:
    """Return how the search stands by the rule for stopping, in lines (a row of the query search_state)."""
    if row is None:
        return ["No stage of the search has ended yet."]
    told = [f"After stage {row['stage']}, {row['relevant_so_far']:,} works were found relevant."]
    reason = row["stop_reason"]
    told.append(f"The search stopped: {STOP_CLAUSES.get(reason, reason)}." if reason else "The search goes on.")
    if row["missed_estimate"] is not None:
        upper = "" if row["missed_upper"] is None else f" (at most {row['missed_upper']:,.0f}, at 95%)"
        told.append(f"Relevant works still expected elsewhere: about {row['missed_estimate']:,.0f}{upper}.")
    if row["recall_estimate"] is not None:
        low = "" if row["recall_low"] is None else f" (at least {row['recall_low']:.0%})"
        told.append(f"Estimated share of the relevant works found: {row['recall_estimate']:.0%}{low}.")
    return told


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"
