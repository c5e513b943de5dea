"""Which parts of a topic a text names, by their own names or others that works define, and not in a set phrase."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from storage.records.writing import ReadWork
from tasks.analysts.extractive.populations import PEOPLE
from tasks.text.synonyms import harvest_synonyms, unfold
from tasks.text.topics import list_alternatives, list_facets, read_topic
from tasks.text.words import content_stems, holds_terms, split_terms

_NEGATED = re.compile(r"\bnon[-\u2010\u2011 ]?\w+", re.IGNORECASE)
# Set phrases of any field, whose nouns do not mean what they name elsewhere.
_SET_PHRASE = re.compile(
    r"\b[\w-]+[ -]as[ -]usual\b"
    r"|\b(?:state[ -]of[ -]the[ -]art|bod(?:y|ies) of (?:evidence|literature|knowledge|research)"
    r"|(?:in(?: the)?|shed(?:s|ding)?(?: new| more)?) light (?:of|on)|in the face of|at the heart of"
    r"|on the (?:one|other) hand"
    r"|in the long run|bear(?:s|ing)? in mind|keep(?:s|ing)? in mind|on the basis of|by means of|at the expense of"
    r"|under the umbrella of|a family of|the root of|the fruits? of)\b",
    re.IGNORECASE,
)


def list_subjects(topic: str) -> list[str]:
    """Return the things a topic speaks of, people of any kind apart."""
    facets = list_facets(read_topic(topic).phrase)
    return [facet for facet in facets if not set(content_stems(facet)) <= PEOPLE | {"human"}]


def read_names(names: Sequence[str], works: Sequence[ReadWork]) -> Callable[[str], set[str]]:
    """Return what says which of the names a text names, each with all its words or by another name works define."""
    texts = [(work.work.work_id, f"{work.work.title}. {work.work.abstract or ''}") for work in works]
    aliases = [(one.name, one.alias) for one in harvest_synonyms(names, texts)]
    aliases += [(name, name[:-2]) for name in names if name.endswith("ety")]  # "safe", of "safety"
    terms = {name: split_terms(name) for name in names}

    def name_in(text: str) -> set[str]:
        plain = _SET_PHRASE.sub(" ", _NEGATED.sub(" ", unfold(text, aliases)))
        return {name for name in names if holds_terms(terms[name], plain)}

    return name_in


def read_main(topic: str, works: Sequence[ReadWork]) -> Callable[[str], bool]:
    """Return what says whether a text is on what the topic is about.

    That is what it restricts all its parts to ("X of Y": Y), where half of the works name it; else any of its parts.
    Every text is on a topic of which no part is known.
    """
    parts = list_subjects(topic)
    joined = set(list_alternatives(read_topic(topic).phrase))
    name_in = read_names(parts, works)
    named = [name_in(f"{work.work.title}. {work.work.abstract or ''}") for work in works]
    main = {part for part in parts if part not in joined and 2 * sum(part in one for one in named) >= len(works)}
    wanted = main or set(parts)
    return lambda text: not wanted or bool(wanted & name_in(text))
