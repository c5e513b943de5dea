"""What a study was and what it found, datum by datum, each with the words it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.records.writing import Quote

STUDY_FIELDS = ("design", "population", "n", "setting", "follow_up", "method", "data_set")
"""What holds for a whole study; the last two are for fields of research without interventions."""

FINDING_FIELDS = (
    "exposure_or_intervention", "comparator", "outcome", "measure", "direction", "effect", "ci_low", "ci_high", "p",
)  # fmt: skip
"""What holds for one finding; where nothing is intervened on, `measure` is the metric and `effect` its value."""

DESIGNS = (
    "randomised trial", "non-randomised trial", "before-after study", "cohort study", "case-control study",
    "cross-sectional study", "case report or series", "qualitative study", "mixed-methods study", "systematic review",
    "review", "experiment", "field observation", "modelling or simulation", "method or tool", "data set or benchmark",
    "theory or argument", "protocol", "economic analysis",
)  # fmt: skip

DIRECTIONS = ("+", "0", "-", "mixed")
"""Of the outcome named, not whether that is good: fewer deaths are "-"."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """One datum of a study or of one of its findings, with the words it stands on.

    `finding_id` is empty for what holds for the whole study. `field` is one of `STUDY_FIELDS` or `FINDING_FIELDS`, or
    a field of one's own. `value` is as the text has it, except: `n` is digits without separators; `design` is one of
    `DESIGNS`, `direction` of `DIRECTIONS`; `effect`, `ci_low` and `ci_high` are decimal numbers such as "-0.25"; `p`
    is one too, after "<", ">", "≤" or "≥" if the text has one. A field that the text does not state has no extraction.
    `source` is the name of the analyst who extracted it.
    """

    work_id: str
    finding_id: str
    field: str
    value: str
    quote: Quote
    source: str
