"""Matters that findings share: phrases of most works, and groups of findings that have one in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storage.records.writing import ReadWork
from tasks.analysts.extractive.finding_allocation import Item
from tasks.analysts.extractive.keyphrases import all_stems, candidate_phrases, holds_phrase, surface_forms
from tasks.analysts.extractive.label_subjects import names_subject
from tasks.analysts.extractive.label_wholes import stands_alone

_GROUP = (2, 5)
_TELLING = 5


def shared_phrases(works: Sequence[ReadWork], limit: int, topic: str) -> list[str]:
    """Return the phrases found in the titles and findings of most works, as written, most shared first.

    Phrases made of the topic's words alone are left out: any works of the review would share them.
    """
    plain = set(all_stems(topic))
    texts = [" . ".join([work.work.title, *(finding.text for finding in work.summary.findings)]) for work in works]
    titles = set().union(*(candidate_phrases(work.work.title) for work in works)) if works else set()
    frequency = Counter(phrase for text in texts for phrase in candidate_phrases(text) if phrase in titles)
    forms = surface_forms(texts)
    ranked = sorted(
        (phrase for phrase, count in frequency.items() if count > 1 and not set(phrase) <= plain),
        key=lambda phrase: (-frequency[phrase] * (1.0, 3.0, 3.6)[len(phrase) - 1], phrase),
    )
    chosen: list[tuple[str, ...]] = []
    for phrase in ranked:
        if len(chosen) < limit and not any(set(phrase) & set(other) for other in chosen):
            chosen.append(phrase)
    return [forms[phrase] for phrase in chosen]


def group_items(items: Sequence[Item], avoid: str) -> tuple[list[tuple[str, list[Item]]], list[Item]]:
    """Return groups of two to five items that share a phrase, with that phrase, and the items left over.

    Greedy cover: the phrase of most ungrouped items first, longer phrases preferred; a single word must occur in a
    title; among many items no phrase may occur in more than half, and none may consist only of words to avoid (the
    review's subject).
    """
    titles = set().union(*(candidate_phrases(item.work.work.title) for item in items)) if items else set()
    texts = [item.finding.text for item in items]
    forms = surface_forms(texts)
    plain = set(all_stems(avoid))
    phrases = Counter(
        phrase
        for item in items
        for phrase in candidate_phrases(item.finding.text)
        if not set(phrase) <= plain and (len(phrase) > 1 or (phrase in titles and len(phrase[0]) >= _TELLING))
        if names_subject(forms[phrase]) and (len(phrase) > 1 or stands_alone(forms[phrase], texts))
    )
    # A word of its own in many of the findings tells none of them apart.
    most = {1: max(_GROUP[1], len(items) // 4), 2: max(_GROUP[1], len(items) // 2)}
    pool = [phrase for phrase, count in phrases.items() if _GROUP[0] <= count <= most[min(2, len(phrase))]]
    left = list(items)
    groups: list[tuple[str, list[Item]]] = []
    while pool:
        members = {phrase: [item for item in left if holds_phrase(item.stems, phrase)] for phrase in pool}
        pool = [phrase for phrase in pool if _works(members[phrase]) >= _GROUP[0] + (len(phrase) == 1)]
        if not pool:
            break
        best = min(
            pool, key=lambda phrase: (-min(len(members[phrase]), _GROUP[1]) - (0, 3, 4)[len(phrase) - 1], phrase)
        )
        taken = members[best][: _GROUP[1]]
        groups.append((forms[best], sorted(taken, key=lambda item: (item.year, item.work.citekey))))
        left = [item for item in left if item not in taken]
        pool.remove(best)
    return groups, left


def _works(items: Sequence[Item]) -> int:
    return len({item.work.work.work_id for item in items})
