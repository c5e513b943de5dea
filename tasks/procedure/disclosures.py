"""What a methodology and a statement of limits must tell: all that the record tells of it, in whatever words."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tasks.procedure.counting import list_counted
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_limits
from tasks.procedure.plain import read_as_told
from tasks.procedure.reading import READING_BY_RULE, tell_grouping, tell_reading, tell_writing
from tasks.procedure.search import tell_search
from tasks.procedure.selection import tell_selection
from tasks.procedure.sentences import DISCUSSION, LIMITS, METHODOLOGY, Statement

_COUNTS = frozenset((
    "duplicates", "rule_excluded", "not_reached", "screened", "excluded", "unsure", "relevant", "beyond_tier", "corpus",
    "stages", "queries", "queries_by_citations", "queries_capped", "judged_by_people", "overturned", "named", "retracted",
    "not_retrieved", "superseded", "without_abstract", "with_full_text", "sources_note", "themes", "themes_renamed",
    "themes_merged", "themes_dropped", "people_added_queries", "people_dropped_queries", "people_changed_criteria",
    "updates", "by_structure", "expansion_works",
))  # fmt: skip
_NO_PERSON = r"\b(?:no|not|nor|without (?:a |any )?|neither)\b.*\b(?:person|people|humans?|reviewers?)\b|\bnobody\b|\bautomatic\w*|\balone\b"
_WORDED = {
    "that nobody judged the works": rf"(?:{_NO_PERSON})(?!.*\bthemes?\b)",
    "that a language model judged": r"language model.*(?:score|judg|screen|relevan|assess)|(?:judg|screen|scor|assess)\w+.*language model",
    "which years were eligible": r"years?\b.*eligible|published (?:since|from|up to)|eligible",
    "which languages were admitted": r"languages? (?:was|were) (?:not )?restricted|any language|\benglish\b",
    "what people did to the themes": r"\b(?:person|people|nobody|human)\b.*\bthemes?\b|\bthemes?\b.*\b(?:person|people|nobody)\b",
    "why the search ended": r"(?:search|snowballing) (?:\w+ )?(?:ended|stopped|came|was|finished|ran)|exhaust|saturat",
    "what share of the relevant works the search met": r"estimated.*(?:%|per cent)|recall",
    "what share of the relevant works the corpus holds": r"(?:corpus|kept|retained).*(?:%|per cent|same estimate)|(?:%|per cent).*corpus",
    "that no full text was read": r"\bfull[- ]?texts?\b|\bin full\b|abstracts only|only (?:on |the )?abstracts",
    "that no work was appraised": r"risk of bias|quality of (?:single|the|each|individual)|apprais",
    "that no effect was pooled": r"pool|meta-analy",
    "where retractions were looked for": r"retract\w+.*(?:read|look|check|consult|search)|(?:look|check|search).*retract",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Omission:
    """Something that a place does not tell, and the sentence of the record that would tell it, with its heading."""

    place: str
    what: str
    instead: str
    heading: str


def find_omissions(statements: Sequence[Statement], facts: Facts) -> list[Omission]:
    """Return what the methodology and the limits, where they are there, leave out of what the record tells of them."""
    found: list[Omission] = []
    places = {statement.section for statement in statements}
    for place, within, parts in (
        (METHODOLOGY, METHODOLOGY, tell_parts(facts)),
        (LIMITS, DISCUSSION, {"": tell_limits(facts)}),
    ):
        told = {statement.plain for statement in statements if statement.section in {place, within}}
        known = frozenset[str]().union(*map(_list_told, told))
        for heading, templates in parts.items() if place in places else ():
            for sentence in facts.tell(templates):
                plain = read_as_told(sentence)
                missing = sorted(_list_told(plain) - known)
                if missing and plain not in told:
                    found.append(Omission(place, missing[0], sentence, heading))
    return found


def tell_parts(facts: Facts) -> dict[str, list[str]]:
    """Return the templates of the methodology under the headings that they stand under."""
    return {
        "Search strategy": tell_search(facts),
        "Selection criteria": tell_selection(facts),
        "Data extraction": tell_reading(facts),
        "Synthesis approach": [
            *tell_grouping(facts),
            *tell_writing(facts),
            *([] if facts.by_model else READING_BY_RULE),
        ],
    }


@lru_cache(4_096)
def _list_told(plain: str) -> frozenset[str]:
    """Return what a sentence tells of that must be told."""
    counted = {name.replace("_", " ") for name in list_counted(plain) & _COUNTS}
    return frozenset(counted | {what for what, pattern in _WORDED.items() if re.search(pattern, plain)})
