"""What to do about a violation, in one sentence."""

from __future__ import annotations

from tasks.provenance.verdicts import ENTRY, TYPE, FieldVerdict

_LONGEST = 300


def find_remedy(verdict: FieldVerdict) -> str:
    """Return the remedy for a violation; values that sources state are cut after 300 characters."""
    name = verdict.field
    best = verdict.says[0] if verdict.says else None
    stated = f'"{best.value[:_LONGEST]}" as {best.source} states' if best else ""
    if verdict.field == ENTRY:
        return "remove the entry, or add the API answer that describes this work to the folder"
    if verdict.field == TYPE and not best:
        return "fetch a record that states the type of publication, or write @misc"
    return {
        "other version": f"cite one version throughout: {stated}, or fetch the record of the version with this {name}",
        "wrong type": f"use an entry type that fits {stated}",
        "absent": f"remove the {name}, or fetch the record it belongs to",
        "unverifiable": f"remove the {name}, or fetch a record that states it",
    }.get(verdict.verdict, f"write {stated}, or fetch a record that states this {name}")
