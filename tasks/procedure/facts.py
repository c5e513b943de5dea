"""The record of how a review was made, from which sentences are filled and against which they are checked.

The review's own numbers put into sentences; a sentence whose number is missing or zero is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from storage.reading.procedure import Procedure
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import join_phrases, spell

Numbers = Mapping[str, int | float | str]

_FIELD = re.compile(r"\{(\w+)(?::([^/{}]*)/([^{}]*))?\}")
_DIGEST = re.compile(r"(?P<file>.+)@(?P<digest>[0-9a-f]{8,})")
_SHARES = frozenset({"coverage_delta", "recall", "recall_low", "recall_high", "kept_share"}) | {
    f"recall_kept{end}" for end in ("", "_low", "_high")
}
_YEARS = frozenset({"first_year", "last_year", "from_year", "to_year", "as_of", "cited_by_exempt_from"})


def fill(template: str, numbers: Numbers) -> str | None:
    """Return the template as a sentence with its fields filled, None if a number is missing, empty or a count of 0.

    `{name}` is the number, `{name:work was/works were}` the number with the form that agrees with it. Counts are words
    up to twelve, then digits with thousands separators; years are digits; coverage delta and recall, which are
    shares in [0, 1], are percentages, or "none"; the catalogue's file is shown as code with its digest.
    """
    values = {match[1]: numbers.get(match[1]) for match in _FIELD.finditer(template)}
    if any(value in (None, "") or (value == 0 and name not in _SHARES) for name, value in values.items()):
        return None
    return _FIELD.sub(lambda field: _format(field, numbers[field[1]]), template)


def report(templates: Iterable[str], numbers: Numbers) -> list[str]:
    """Return the templates that can be filled, as sentences about the review in Markdown."""
    return [sentence for text in templates if text and (sentence := fill(text, numbers))]


def _format(field: re.Match[str], value: float | str) -> str:
    name, one, several = field.groups()
    if name == "catalogue":
        return name_catalogue(str(value))
    if isinstance(value, str) or name in _YEARS:
        return escape_markdown(str(value))
    if name in _SHARES:
        return f"{100 * value:.1f}%" if value else "none"
    count = spell(value) if isinstance(value, int) else f"{value:,.2f}"
    return f"{count} {one if value == 1 else several}" if one is not None else count


def name_catalogue(catalogue: str) -> str:
    """Return a catalogue's name in Markdown: a file as code, with the digest of its content; others as they are."""
    several = catalogue.split(", ")
    if len(several) > 1:
        return join_phrases([name_catalogue(one) for one in several])
    match = _DIGEST.fullmatch(catalogue)
    if match is None:
        return escape_markdown(catalogue)
    file = " ".join(match["file"].replace("`", "'").split())
    return f"`{file}` (content digest {match['digest']})"


def escape_words(text: str) -> str:
    """Return words in Markdown, without the braces that would make them a field of a template."""
    return escape_markdown(text.translate(str.maketrans("{}", "()")))


# How the codes of the saturation view read in a sentence.
STOP_CLAUSES = {
    "certified": "the share of relevant works among those screened fell below the threshold, and the evidence of the \
screening rejects, at 5%, that it missed the recall aimed at among the works found",
    "budget": "the share of the works found that may be screened was used up, so the search may not be exhausted",
    "dry_round": "every relevant work had been followed to its references and citing works, and none further that \
ranked high enough to be screened was relevant",
    "delta": "in two stages running the share of relevant works among those screened fell below the threshold",
    "works": "at least twice as many works were relevant as the tier has room for, so the search was not exhausted",
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

    @property
    def judged_by_model(self) -> bool:
        """Return whether the judgements of a language model hold, which may have been set aside."""
        return self.by_model and not self.count("judgements_set_aside")

    def count(self, name: str) -> int:
        """Return a number of the review by its name, 0 where there is none."""
        value = self.fields().get(name)
        return value if isinstance(value, int) else 0

    def fields(self) -> Mapping[str, int | float | str]:
        """Return all that sentences can be filled with, by name."""
        counted = {name: getattr(self.procedure, name) for name in _COUNTED}
        counted["criteria_stated"] = len(self.procedure.criteria)
        reason = str(self.numbers.get("stop_reason", ""))
        return {**counted, **self.numbers, "stop_reason": STOP_CLAUSES.get(reason, reason)}

    def tell(self, templates: Iterable[str]) -> list[str]:
        """Return the templates that can be filled, as sentences about the review."""
        return report(templates, self.fields())
