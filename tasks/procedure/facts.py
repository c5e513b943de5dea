"""The record of how a review was made, as sentences are filled from it and held against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from storage.reading.procedure import Procedure
from tasks.procedure.figures import Numbers, report

# How the codes of the saturation view read in a sentence.
STOP_CLAUSES = {
    "certified": "the share of relevant works among those screened fell below the threshold, and the evidence of the \
screening rejects, at 5%, that it missed the recall aimed at among the works found",
    "budget": "the share of the works found that may be screened was used up, so the search may not be exhausted",
    "dry_round": "every relevant work had been followed to its references and citing works, and none further that \
ranked high enough to be screened was relevant",
    "delta": "in two stages running the share of relevant works among those screened fell below the threshold",
    "works": "twice as many works were relevant as the tier has room for, so the search was not exhausted",
    "stages": "the last stage that the tier allows was done, so the search may not be exhausted",
}
_COUNTED = (
    "themes_renamed",
    "themes_dropped",
    "themes_merged",
    "people_added_queries",
    "people_dropped_queries",
    "people_changed_criteria",
    "questions",
    "retracted_kept",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The numbers of a review and how it was made; `by_model` says that a language model judges, reads and writes."""

    numbers: Numbers
    procedure: Procedure = field(default_factory=Procedure)
    by_model: bool = False

    def count(self, name: str) -> int:
        """Return a number of the review by its name, 0 where there is none."""
        value = self.fields().get(name)
        return value if isinstance(value, int) else 0

    def fields(self) -> Mapping[str, int | float | str]:
        """Return all that sentences can be filled with, by name."""
        counted = {name: getattr(self.procedure, name) for name in _COUNTED}
        reason = str(self.numbers.get("stop_reason", ""))
        return {**counted, **self.numbers, "stop_reason": STOP_CLAUSES.get(reason, reason)}

    def tell(self, templates: Iterable[str]) -> list[str]:
        """Return the templates that can be filled, as sentences about the review."""
        return report(templates, self.fields())
