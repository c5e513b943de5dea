"""What a review was asked for, as every prompt about it is told."""

from __future__ import annotations

from typing import Any

from storage.records.search import Plan


def describe_scope(plan: Plan) -> dict[str, Any]:
    """Return topic, questions, focus areas, terms to exclude, years and languages; what was left open is left out."""
    scope = {
        "topic": plan.topic,
        "questions": plan.questions,
        "focus_areas": plan.focus_areas,
        "exclude_terms": plan.exclude_terms,
        "from_year": plan.from_year,
        "to_year": plan.to_year,
        "languages": plan.languages,
    }
    return {key: value for key, value in scope.items() if value}
