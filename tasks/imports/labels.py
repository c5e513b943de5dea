"""Verdicts that stand in exports of screening tools: a column, or a note beside each record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from storage.records.imports import IMPORTED, Label
from storage.records.search import Decision, Verdict

# RAYYAN-INCLUSION: {"Ann"=>"Included", "Bob"=>"Maybe"} | RAYYAN-EXCLUSION-REASONS: …
_RAYYAN = re.compile(r"RAYYAN-INCLUSION:\s*\{([^{}]*)\}", re.IGNORECASE)
_RAYYAN_VERDICT = re.compile(r"\"[^\"]*\"\s*=>\s*\"(\w+)\"")
_BY_ANALYST = re.compile(r"\blitreview_verdict_by: analyst\b")  # what litreview exported itself
_ASREVIEW = re.compile(r"\bASReview_(relevant|irrelevant)\b")
_COVIDENCE_EXCLUSION = re.compile(r"\bExclusion reason:", re.IGNORECASE)

LABELS: dict[str, Label] = {
    **dict.fromkeys(("1", "1.0", "true", "yes", "y", "include", "included", "relevant", "accepted"), "include"),
    **dict.fromkeys(("0", "0.0", "false", "no", "n", "exclude", "excluded", "irrelevant", "rejected"), "exclude"),
}
UNLABELLED = frozenset(
    {"", "-1", "-1.0", "nan", "na", "n/a", "none", "null", "maybe", "unsure", "undecided", "unlabeled"}
)

LABEL_COLUMNS = (
    # Those that ASReview reads, in its order.
    *("asreview_label", "included", "label", "final_included", "label_included", "included_label", "included_final"),
    *("included_flag", "decision", "verdict", "status"),
)


def read_label(notes: Sequence[str], stated: str = "") -> Label:
    """Return the verdict that a column states, or else the notes: "" for none, for a maybe, and where people differ."""
    if any(_BY_ANALYST.search(note) for note in notes):
        return ""
    told = {LABELS[word] for word in (stated.strip().casefold(),) if word in LABELS}
    if told:
        return told.pop()
    for note in notes:
        for people in _RAYYAN.findall(note):
            told |= {LABELS.get(verdict.casefold(), "") for verdict in _RAYYAN_VERDICT.findall(people)}
        told |= {LABELS[word] for word in _ASREVIEW.findall(note)}
        if _COVIDENCE_EXCLUSION.search(note):
            told.add("exclude")
    return told.pop() if len(told) == 1 else ""


def decide_by_label(work: Mapping[str, Any]) -> Decision:
    """Return the decision that the label of a work stands for (a row of the query labels_to_apply)."""
    verdict: Verdict = work["label"]
    return Decision(
        work_id=work["work_id"],
        phase="screening",
        stage=work["stage"],
        verdict=verdict,
        method="human",
        reason=f"Labelled as {verdict}d in {', '.join(work['names'])}.",
        score=float(verdict == "include"),
        decided_by=IMPORTED,
        earlier=work["decisions"],
    )
