"""What a check of a text, its bibliography and API answers finds, one thing at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["failure", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: in which file ("review" or "bibliography") and line, about which key, field and class.

    `field` is a field of the entry, "entry", "type", or "citation"; `finding_class` is missing, uncited, misplaced,
    retracted, or a class of `litreview check-bib`. Only failures fail the check.
    """

    severity: Severity
    file: Literal["review", "bibliography"]
    line: int
    key: str
    field: str
    finding_class: str
    message: str
    remedy: str = ""
