"""What the counts of a review are called for people, in the order in which they come about."""

from __future__ import annotations

from collections.abc import Mapping

LABELS = {
    "identified": "Records identified",
    "identified_keyword": "by keyword search",
    "identified_expert": "by search for experts' works",
    "identified_book": "by book search",
    "identified_seed": "given as known works",
    "identified_import": "imported",
    "identified_citation": "among citations of the best hits",
    "identified_backward": "among references of relevant works",
    "identified_forward": "among works citing relevant ones",
    "identified_expansion": "by searches of supervision",
    "identified_update": "by later updates",
    "duplicates": "Duplicates removed",
    "rule_excluded": "Ineligible by rule",
    "not_reached": "Not reached by the ranking",
    "pending": "Waiting to be screened",
    "screened": "Works screened",
    "excluded": "Excluded on title and abstract",
    "unsure": "Unsure, not included",
    "relevant": "Works found relevant",
    "beyond_tier": "Left out by the size of the tier",
    "not_retrieved": "Nothing of them to be read",
    "retracted": "Retracted since",
    "corpus": "Works in the review",
    "expansion": "of them brought in by supervision",
    "queries": "Queries run",
    "stages": "Stages of snowballing",
    "followed": "Works whose citations were followed",
    "with_abstract": "Works with a text to read",
    "without_abstract": "Works without any text",
    "with_full_text": "Works read in full",
    "findings": "Findings",
    "quotes": "Verbatim quotes",
    "themes": "Themes",
    "first_year": "Earliest year",
    "last_year": "Latest year",
    "updates": "Updates",
}


def label_counts(counts: Mapping[str, int | float | str]) -> list[tuple[str, int | float | str]]:
    """Return counts by what people call them, in order; nothing that is 0, and nothing without a name for people."""
    return [(label, counts[name]) for name, label in LABELS.items() if counts.get(name)]
