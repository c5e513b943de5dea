"""Faults planted into a review's text and into the answers about its works."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from flows.bench.bib_faults import Fault
from tasks.catalogues.identifiers import normalise_doi
from tasks.citing_sentences import find_citing_sentences
from tasks.provenance.verdicts import ENTRY

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NOTICE = "10.5555/notice.{}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Two sentences as they were, each with its citekey; in the text each cites the other's."""

    sentences: tuple[str, str]
    citekeys: tuple[str, str]


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
    """Return the answers with works retracted: marked by OpenAlex, named by a notice of Crossref, or by their titles."""
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
    """Return the text with at most so many pairs of sentences that cite each other's work; each cites one alone."""
    single = [
        (sentence, keys[0])
        for sentence, keys in find_citing_sentences(markdown)
        if len(keys) == 1 and markdown.count(sentence) == 1
    ]
    random.shuffle(single)
    text, swaps = markdown, list[Swap]()
    while len(single) > 1 and len(swaps) < most:
        first, key = single.pop()
        partner = next((place for place, (_, other) in enumerate(single) if other != key), None)
        if partner is None:
            continue
        second, other = single.pop(partner)
        text = text.replace(first, first.replace(f"@{key}", f"@{other}"))
        text = text.replace(second, second.replace(f"@{other}", f"@{key}"))
        swaps.append(Swap((first, second), (key, other)))
    return text, swaps
