"""Sentences that a reader understands where nothing else of their text is told."""

from __future__ import annotations

import re

from tasks.analysts.extractive.discourse_cues import needs_context
from tasks.text.antecedents import lacks_antecedent

# "(Fig 1E)", "(ITable 11)", "(see Table 2)", "(supplementary figure 3)".
_EXHIBIT = re.compile(r"[(\[](?:\w+ )?(?:[a-z]?fig(?:ure|s)?\b|[a-z]?tables?\b|appendi|suppl)", re.IGNORECASE)
_DEFINITE = re.compile(
    r"\b(?:the|both|each|either|neither|all)\s(?:(?:two|three|four|five|\d+|same|other|new|present|study|latter)\s)*"
    r"(?:criteri(?:a|on)|groups?|arms?|conditions?|measures?|tests?|items?|cohorts?|samples?|doses?|methods?|models?|"
    r"treatments?|medications?|interventions?|drugs?|agents?|products?|devices?|programmes?|programs?|subjects?|series|"
    r"samplings?|sites?|cases?|periods?|hypothes[ie]s|questions?|participants?|respondents?)\b"
    r"(?!\s(?:of|for|with|without|in which|that|which|who|whose|to|between|on|using|receiving|given|treated)\b)",
    re.IGNORECASE,
)


def is_clear(text: str) -> bool:
    """Return whether a sentence points at no exhibit and has no definite word that only its own text explains."""
    return not (_EXHIBIT.search(text) or _DEFINITE.search(text) or lacks_antecedent(text) or needs_context(text))
