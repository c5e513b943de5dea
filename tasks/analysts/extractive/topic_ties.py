"""How far a finding on one part of a topic is on the topic: what else of it the finding and its work name.

A trial of the safety of any drug has the word of a topic on "the safety of X for Y", and is about neither X nor Y.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from storage.records.writing import ReadWork
from tasks.analysts.extractive.facet_names import is_asked_of_any, list_subjects, read_names
from tasks.analysts.extractive.finding_allocation import Item
from tasks.analysts.extractive.objective_terms import text_of
from tasks.analysts.extractive.sentences import split_sentences
from tasks.text.topics import group_facets, read_topic

UNTIED = 3
"""How loosely a work that names nothing else of the topic is tied to it."""

_TWICE = 2
# What a work adds to what it found, and what it saw in one place or in one case.
_ADDED = re.compile(
    r"(?<!but )(?<!but it )(?<!but they )\balso\b"
    r"|^\W*(?:additionally|in addition|furthermore|moreover|incidentally|interestingly)\b"
    r"|\b(?:in|at|from|of|for) (?:only |just )?(?:one|a single) (?:[\w-]+ ){0,2}?"
    r"(?:site|cent(?:re|er)|hospital|clinic|village|plot|farm|school|location|place|patient|case|subject|participant|"
    r"child)\b"
    r"|^\W*one (?:patient|case|subject|participant|site|farm|village|child)\b",
    re.IGNORECASE,
)


def read_ties(topic: str, names: Sequence[str], works: Sequence[ReadWork]) -> Callable[[Item, str], int]:
    """Return what says how loosely a finding on a part of a topic, of that name, is tied to the rest of it.

    0 where the title of its work names what the topic joins to the part by a preposition ("X" of "Y and Z", for X); 1
    where title or abstract name that twice, or the title what stands beside the part in a list ("Z", for Y); 2 where
    either is named at all; else `UNTIED`. What may be asked of any treatment does not tie what may be so too:
    "efficacy" to "safety".
    """
    groups = [{facet.casefold() for facet in group} for group in group_facets(read_topic(topic).phrase)]
    parts = list({name.casefold(): name for name in (*list_subjects(topic), *names)}.values())
    asked_of_any = set(filter(is_asked_of_any, parts))
    name_in = read_names(parts, works)
    in_title = {work.citekey: name_in(work.work.title) for work in works}
    in_text = {work.citekey: name_in(text_of(work.work)) for work in works}
    told = {work.citekey: [name_in(each.text) for each in split_sentences(work.work.abstract or "")] for work in works}

    def measure(item: Item, name: str) -> int:
        own = name.casefold()
        beside = next((group for group in groups if own in group), set()) | {own}
        rest = {part for part in parts if part.casefold() != own}
        if any(part.casefold() == own for part in asked_of_any):
            rest -= asked_of_any
        joined = {part for part in rest if part.casefold() not in beside}
        title, text = in_title[item.work.citekey], in_text[item.work.citekey]
        if joined & title:
            return 0
        times = sum(len(joined & each) for each in told[item.work.citekey])
        if max(times, len(joined & text)) >= _TWICE or rest & title:
            return 1
        return 2 if rest & (text | name_in(item.finding.text)) else UNTIED

    return measure


def is_added(item: Item) -> bool:
    """Return whether a finding only adds to its work's results, qualifies them, or is of one place or case."""
    return item.weight < 0 or bool(_ADDED.search(item.finding.quote.text))
