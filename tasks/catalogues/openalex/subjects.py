"""The subject headings of an OpenAlex work: topics today, concepts in the schema of before 2024."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tasks.metadata.identifiers import openalex_key
from tasks.metadata.json_fields import entries, number
from tasks.text.cleaning import clean_text

_LOWEST_SCORE = 0.3
_MOST_CONCEPTS = 5


def read_subjects(record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return (id, name) of each topic, else of the five best concepts of level 1 or deeper scored above 0.3.

    The id is OpenAlex's short key or, absent, the name.
    """
    return tuple(dict(_topics(record)).items()) or tuple(dict(_concepts(record)).items())


def _topics(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for topic in entries(record.get("topics")):
        name = clean_text(topic.get("display_name"), 300)
        key = openalex_key(topic.get("id"), "T")
        # Flattened exports list the subfield, field and domain beside each topic.
        if name and (key or not topic.get("id")):
            yield key or name, name


def _concepts(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    scored = []
    for concept in entries(record.get("concepts")):
        name = clean_text(concept.get("display_name"), 300)
        score = number(concept.get("score"))
        if name and number(concept.get("level")) >= 1 and score > _LOWEST_SCORE:
            scored.append((-score, name, openalex_key(concept.get("id"), "C") or name))
    for _, name, key in sorted(scored)[:_MOST_CONCEPTS]:
        yield key, name
