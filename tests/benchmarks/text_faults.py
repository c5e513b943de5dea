"""Faults planted into a review's text and into the answers about its works."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tasks.citations.sentences import find_citing_sentences
from tasks.metadata.fields import normalise_doi
from tasks.provenance.verdicts import ENTRY
from tests.benchmarks.bib_faults import Fault

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NOTICE = "10.5555/notice.{}"
_BRACKET = re.compile(r"\[@[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class Swap:
    """Two sentences as they were, each with its citekeys; in the text each cites the other's."""

    sentences: tuple[str, str]
    citekeys: tuple[tuple[str, ...], tuple[str, ...]]


def fabricate_keys(markdown: str, known: Collection[str], most: int, random: Random) -> tuple[str, list[Fault]]:
    """Return the text with citations of works that do not exist, one to a sentence.

    The keys look like the others: one digit or letter changed, or author and year of one work with the word of another.
    """
    cited = [(sentence, keys) for sentence, keys in find_citing_sentences(markdown) if markdown.count(sentence) == 1]
    faults: list[Fault] = []
    text = markdown
    for sentence, keys in random.sample(cited, min(most, len(cited))):
        key = random.choice(keys)
        made = _invent_key(key, sorted(known), random)
        if made in known or any(made == fault.key for fault in faults):
            continue
        text = text.replace(sentence, sentence.replace(f"@{key}", f"@{made}"))
        faults.append(Fault("fabricated keys", made, "citation", "missing", made))
    return text, faults


def _invent_key(key: str, known: list[str], random: Random) -> str:
    digits = [place for place, character in enumerate(key) if character.isdecimal()]
    place = random.choice(digits or [0])
    year_changed = (
        key[:place] + str((int(key[place]) + random.randint(1, 9)) % 10) + key[place + 1 :] if digits else key
    )
    last = digits[-1] + 1 if digits else len(key)
    other = random.choice(known)
    tail = other[max((i for i, character in enumerate(other) if character.isdecimal()), default=-1) + 1 :]
    return random.choice([year_changed, key[:last] + tail, key[:-1] + random.choice(_LETTERS)])


def retract_works(raw: Mapping[str, Any], most: int, random: Random) -> tuple[dict[str, Any], list[Fault]]:
    """Return the answers with works retracted: marked by OpenAlex, or in Crossref's record of the work or a notice."""
    changed, faults = dict(raw), []
    for key in random.sample(sorted(raw), min(most, len(raw))):
        record = copy.deepcopy(raw[key])
        doi = normalise_doi(record.get("doi"))
        way = random.choice(["mark", "updated", "notice"] if doi else ["mark"])
        if way == "mark":
            changed[key] = record | {"is_retracted": True}
        else:
            changed[f"{key}-{way}"] = _write_notice(record, str(doi), key, way)
        faults.append(Fault("retracted works", key, ENTRY, "retracted", way))
    return changed, faults


def _write_notice(record: Mapping[str, Any], doi: str, key: str, way: str) -> dict[str, Any]:
    """Return Crossref's record of the work with the notice in it, or that of the notice."""
    update = {"type": "retraction", "label": "Retraction", "updated": {"date-parts": [[2024, 5, 17]]}}
    notice = _NOTICE.format(key)
    if way == "updated":
        return {"DOI": doi, "title": [record["title"]], "updated-by": [update | {"DOI": notice}]}
    return {
        "DOI": notice,
        "title": ["Retraction notice"],
        "type": "journal-article",
        "update-to": [update | {"DOI": doi}],
    }


def swap_citations(markdown: str, most: int, random: Random) -> tuple[str, list[Swap]]:
    """Return the text with at most so many pairs of sentences that exchange their citations, no key of one in both."""
    cited = [
        (sentence, keys)
        for sentence, keys in find_citing_sentences(markdown)
        if markdown.count(sentence) == 1 and len(_BRACKET.findall(sentence)) == 1
    ]
    random.shuffle(cited)
    text, swaps = markdown, list[Swap]()
    while cited and len(swaps) < most:
        first, keys = cited.pop()
        partner = next((place for place, (_, others) in enumerate(cited) if not set(keys) & set(others)), None)
        if partner is None:
            continue
        second, others = cited.pop(partner)
        ours, theirs = _BRACKET.findall(first)[0], _BRACKET.findall(second)[0]
        text = text.replace(first, first.replace(ours, theirs)).replace(second, second.replace(theirs, ours))
        swaps.append(Swap((first, second), (keys, others)))
    return text, swaps
