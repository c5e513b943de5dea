"""Verdicts that stand in exports of screening tools: a column, or a note beside each record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from storage.records.imports import IMPORTED, ImportedOpinion, Label
from storage.records.screening import Decision, Verdict
from tasks.text.cleaning import plain_text
from tasks.text.numbers import join_phrases

# RAYYAN-INCLUSION: {"Ann"=>"Included", "Bob"=>"Maybe"} | RAYYAN-EXCLUSION-REASONS: …
_RAYYAN = re.compile(r"RAYYAN-INCLUSION:\s*\{([^{}]*)\}", re.IGNORECASE)
_RAYYAN_VERDICT = re.compile(r"\"([^\"]*)\"\s*=>\s*\"(\w+)\"")
_RAYYAN_REASONS = re.compile(r"RAYYAN-EXCLUSION-REASONS:\s*([^|\n]*)", re.IGNORECASE)
_BY_ANALYST = re.compile(r"\blitreview_verdict_by: analyst\b")  # what litreview exported itself
_ASREVIEW = re.compile(r"\bASReview_(relevant|irrelevant)\b")
_COVIDENCE_EXCLUSION = re.compile(r"\bExclusion reason:\s*([^;\n|]*)", re.IGNORECASE)
# review_243232_irrelevant_csv_20230909042812.csv: a file for each list of a review.
_COVIDENCE_FILE = re.compile(r"_(?:(included|select)|irrelevant|excluded)_csv(?:_|\b)", re.IGNORECASE)
_LONGEST_REASON, _LONGEST_NAME = 200, 60

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
            told |= {LABELS.get(verdict.casefold(), "") for _, verdict in _RAYYAN_VERDICT.findall(people)}
        told |= {LABELS[word] for word in _ASREVIEW.findall(note)}
        if _COVIDENCE_EXCLUSION.search(note):
            told.add("exclude")
    return told.pop() if len(told) == 1 else ""


def read_opinions(notes: Sequence[str]) -> tuple[ImportedOpinion, ...]:
    """Return what each person said, by name, as notes of Rayyan's export state it; of one named twice the last."""
    said: dict[str, Verdict] = {}
    for people in (found for note in notes for found in _RAYYAN.findall(note)):
        for name, verdict in _RAYYAN_VERDICT.findall(people):
            if who := plain_text(name)[:_LONGEST_NAME].strip():
                said[who] = LABELS.get(verdict.casefold()) or "unsure"
    return tuple(ImportedOpinion(who, verdict) for who, verdict in sorted(said.items()))


def read_reasons(notes: Sequence[str]) -> tuple[str, ...]:
    """Return the reasons of an exclusion that notes of Rayyan's or Covidence's export state, each once, in order."""
    found = [reason for note in notes for listed in _RAYYAN_REASONS.findall(note) for reason in listed.split(",")]
    found += [reason for note in notes for reason in _COVIDENCE_EXCLUSION.findall(note)]
    reasons = (plain_text(reason)[:_LONGEST_REASON].strip() for reason in found)
    return tuple(dict.fromkeys(reason for reason in reasons if reason))


def read_list_name(file: str) -> Label:
    """Return the verdict that the name of a file from Covidence says, which has a file for each list; "" for none."""
    found = _COVIDENCE_FILE.search(file)
    return "" if found is None else "include" if found[1] else "exclude"


def decide_by_label(work: Mapping[str, Any]) -> Decision:
    """Return the decision that the label of a work stands for (a row of the query labels_to_apply)."""
    verdict: Verdict = work["label"]
    by = f" by {join_phrases(work['people'])}" if work["people"] else ""
    why = f": {'; '.join(work['reasons'])}" if verdict == "exclude" and work["reasons"] else ""
    return Decision(
        work_id=work["work_id"],
        phase="screening",
        stage=work["stage"],
        verdict=verdict,
        method="human",
        reason=f"Labelled as {verdict}d in {', '.join(work['names'])}{by}{why}.",
        score=float(verdict == "include"),
        criterion_id=work["criterion_id"] if verdict == "exclude" else None,
        decided_by=IMPORTED,
        earlier=work["decisions"],
    )
