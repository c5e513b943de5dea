"""What stands in a review, and how much a ledger knows."""

from __future__ import annotations

from collections.abc import Sequence

from storage.core.ledger import Ledger
from tasks.revision.paragraphs import StandingSection


def read_texts(sections: Sequence[StandingSection]) -> dict[str, str]:
    """Return the Markdown of sections by id."""
    return {section.section_id: section.markdown for section in sections}


def count_rows(ledger: Ledger) -> list[int]:
    """Return how many versions, claims, edits and notes a ledger has."""
    return [
        ledger.select(f"SELECT count(*) FROM {name}").item() for name in ("section", "claim", "edit", "supervision")
    ]
