"""What to do about a violation, in one sentence."""

from __future__ import annotations

from tasks.provenance.verdicts import ENTRY, FieldVerdict

_LONGEST = 300


def find_remedy(verdict: FieldVerdict) -> str:
    """Return the remedy for a violation; values that sources state are cut after 300 characters."""
    name = verdict.field
    best = verdict.says[0] if verdict.says else None
    stated = f'"{best.value[:_LONGEST]}" as {best.source} states' if best else ""
    if verdict.field == ENTRY:
        return "remove the entry, or add the API answer that describes this work to the folder"
    if verdict.verdict == "other version":
        return f"cite one version throughout: {stated}, or fetch the record of the version that has this {name}"
    if verdict.verdict == "wrong type":
        return f"use an entry type that fits {stated}"
    if verdict.verdict == "absent":
        return f"remove the {name}, or fetch the record it belongs to"
    if verdict.verdict == "unverifiable":
        return f"remove the {name}, or fetch a record that states it"
    return f"write {stated}, or fetch a record that states this {name}"
