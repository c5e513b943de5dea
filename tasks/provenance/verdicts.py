"""What a check of a bibliography finds: a verdict on every field of every entry.

What a check of a text, its bibliography and API answers finds, one thing at a time. What to do about a violation, in
one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.provenance.records import Said

Severity = Literal["failure", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: in which file ("review" or "bibliography") and line, about which key, field and class.

    `field` is a field of the entry, "entry", "type", or "citation"; `finding_class` is missing, uncited, misplaced,
    unsupported, retracted, or a class of `litreview check-bib`. Only failures fail the check.
    """

    severity: Severity
    file: Literal["review", "bibliography"]
    line: int
    key: str
    field: str
    finding_class: str
    message: str
    remedy: str = ""


# A field no source states is unverifiable; entries and identifiers that no source knows are absent.
Verdict = Literal[
    "verified", "exempt", "unverifiable", "absent", "contradicted", "other version", "wrong type", "duplicate"
]
Class = Literal["absent", "contradicted", "other version", "wrong type", "duplicate"]
ENTRY = "entry"
TYPE = "type"


@dataclass(frozen=True, slots=True)
class FieldVerdict:
    """A verdict on one field, `ENTRY` for the whole entry and `TYPE` for its type, with what the sources say.

    The value is plain text, but of an exempt field as it is written.
    """

    field: str
    value: str
    verdict: Verdict
    says: tuple[Said, ...] = ()
    remedy: str = ""

    @property
    def is_violation(self) -> bool:
        """Return whether the field fails the check."""
        return self.verdict not in {"verified", "exempt"}

    @property
    def violation_class(self) -> Class | None:
        """Return the class of a violation: what is unverifiable is absent from the sources. None without violation."""
        if self.verdict == "verified" or self.verdict == "exempt":  # noqa: PLR1714 - narrows the type
            return None
        return "absent" if self.verdict == "unverifiable" else self.verdict


@dataclass(frozen=True, slots=True)
class EntryVerdict:
    """The verdicts on an entry's fields in their order, and the records they rest on as (source, file, JSON path)."""

    key: str
    type: str
    line: int
    fields: tuple[FieldVerdict, ...]
    records: tuple[tuple[str, str, str], ...] = ()

    @property
    def violations(self) -> tuple[FieldVerdict, ...]:
        """Return the fields that fail; of an entry no record matches, only that."""
        whole = tuple(field for field in self.fields if field.field == ENTRY and field.verdict == "absent")
        return whole or tuple(field for field in self.fields if field.is_violation)

    @property
    def verdict(self) -> str:
        """Return "verified", "absent", "unverifiable" (nothing worse than fields no source states) or "violating"."""
        found = {violation.verdict for violation in self.violations}
        if not found:
            return "verified"
        if any(violation.field == ENTRY and violation.verdict == "absent" for violation in self.violations):
            return "absent"
        return "unverifiable" if found == {"unverifiable"} else "violating"


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
