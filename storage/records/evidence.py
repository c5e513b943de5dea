"""What a study was and what it found, datum by datum, each with the words it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.records.writing import Quote

QUALITY_FIELDS = ("randomisation", "blinding", "attrition", "adjustment")
"""What a reader needs to judge how far a study can be trusted."""

STUDY_FIELDS = ("design", "population", "n", "setting", "follow_up", "method", "data_set", *QUALITY_FIELDS)
"""What holds for a whole study; method and data set are for fields of research without interventions."""

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
    """One datum of a study or of a result of one of its findings, with the words it stands on.

    `finding_id` is empty for what holds for the whole study. `result` counts the results of a finding from 1, and is 0
    for the study. `field` is one of `STUDY_FIELDS` or `FINDING_FIELDS`, or
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
    result: int


@dataclass(frozen=True, slots=True)
class Result:
    """What one result of a finding relates, as extracted: fields that were not are empty.

    `result` counts the results of a finding from 1; `text` is the finding's, `source` title and abstract of its work,
    in which short forms are defined.
    """

    finding_id: str
    result: int
    work_id: str
    text: str
    exposure: str
    comparator: str
    outcome: str
    direction: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison that a result belongs to, so that results of different works can be set side by side.

    `exposure` and `outcome` name it, and are empty where nothing can be set beside the result; `source` is the name of
    the analyst who grouped.
    """

    finding_id: str
    result: int
    exposure: str
    outcome: str
    source: str


REVIEWS = frozenset({"systematic review", "review"})
"""Designs of works on other works."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Which way a work points in a comparison, with one finding that says so; `n` is None where it is not known.

    `direction` is "mixed" where the work's results differ. A design that is not known is empty.
    """

    citekey: str
    finding_id: str
    direction: str
    design: str
    n: int | None

    @property
    def is_review(self) -> bool:
        """Return whether the work is a review: its studies may vote beside it, and its n counts studies."""
        return self.design in REVIEWS


@dataclass(frozen=True, slots=True)
class VoteCount:
    """The votes of a comparison, one a work, in the order of their citekeys."""

    exposure: str
    outcome: str
    votes: tuple[Vote, ...]

    def point(self, direction: str) -> list[Vote]:
        """Return the votes of a direction."""
        return [vote for vote in self.votes if vote.direction == direction]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contradiction: a result of a work, and the conditions that its text states; others are empty."""

    citekey: str
    finding_id: str
    direction: str
    design: str
    n: str
    population: str
    setting: str
    follow_up: str
    exposure: str
    comparator: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two results of different works that point different ways in one comparison, and in what their studies differ."""

    exposure: str
    outcome: str
    kind: str
    one: Side
    other: Side
    differ: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Consistency:
    """How far results of different works agree: comparisons of at least two works, and pairs that contradict."""

    votes: tuple[VoteCount, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
