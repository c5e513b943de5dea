"""Every sentence on how a review was made that its record supports, as the analysts and the report word it."""

from __future__ import annotations

from dataclasses import replace

from tasks.procedure.basis import CHOSEN, RATIONALE, tell_basis
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_approach, tell_limits
from tasks.procedure.plain import read_as_told
from tasks.procedure.reading import READING_BY_RULE, tell_grouping, tell_reading, tell_writing
from tasks.procedure.search import tell_search
from tasks.procedure.selection import tell_selection


def tell_all(facts: Facts) -> dict[str, str]:
    """Return the sentences that hold, in Markdown, by how they read; catalogues are named with and without digest."""
    bare = str(facts.numbers.get("catalogue", "")).partition("@")[0]
    told: dict[str, str] = {}
    for one in (facts, replace(facts, numbers={**facts.numbers, "catalogue": bare})):
        parts = [
            tell_search(one),
            tell_selection(one),
            tell_reading(one),
            tell_grouping(one),
            tell_writing(one),
            tell_limits(one),
            tell_basis(one),
            RATIONALE,
            CHOSEN,
        ]
        parts += [] if one.by_model else [READING_BY_RULE, tell_approach(one)]
        for sentence in (sentence for part in parts for sentence in one.tell(part)):
            told.setdefault(read_as_told(sentence), sentence)
    return told
