"""How well a phrase of a theme's titles and abstracts names that theme and no other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Set as AbstractSet

from storage.records.writing import Theme
from tasks.analysts.extractive.label_evidence import is_denied, is_negated, is_printed
from tasks.analysts.extractive.label_field import Field
from tasks.analysts.extractive.label_holding import HOLDS_FOR, list_texts, read_body
from tasks.analysts.extractive.label_subjects import names_subject
from tasks.analysts.extractive.label_wholes import is_cut
from tasks.analysts.extractive.title_phrases import content_of, fold_terms
from tasks.analysts.protocol import ThemeMaterial

FEWEST = 2
"""Works that must share a phrase."""

_LEAST_LIFT, _ODDS = 0.12, 0.05
_IN_TITLES, _IN_NO_TITLE, _SAID_ONCE, _ANYWHERE, _LEADING, _NAMED = 0.6, 0.5, 0.6, 0.3, 1.5, 1.3
_LENGTHS = (0.45, 1.0, 1.15, 1.2)  # the more words, the more a label says


def score_phrases(
    material: ThemeMaterial, field: Field, place: int, held: float, weak: AbstractSet[str]
) -> dict[str, float]:
    """Return how well each phrase that holds for this share of the works names the theme and no other."""
    here = field.works[place]
    rest = field.list_others(place)
    bodies = [read_body(work) for work in material.works]
    texts = list(list_texts(material.works))
    titles = [work.work.title for work in material.works]
    leading = read_leading(material.theme) - weak
    named = [frozenset(content_of(word)) for word in material.theme.words if " " in word]
    least = max(min(FEWEST, len(here)), math.ceil(held * len(here)))
    scores: dict[str, float] = {}
    for phrase, (in_titles, in_all) in _list_phrases(material, field).items():
        stems = frozenset(content_of(phrase))
        inside = sum(stems <= work for work in here)
        is_venue = len(stems) > 1 and phrase.casefold() in field.venues
        if is_venue or inside < least or not names_subject(phrase) or (len(stems) == 1 and not in_titles):
            continue
        outside = sum(stems <= work for work in rest)
        lift = math.log((inside / len(here) + _ODDS) / (outside / len(rest) + _ODDS)) if rest else 1.0
        if lift < _LEAST_LIFT or is_cut(phrase, bodies) or not is_printed(phrase, texts):
            continue
        if is_denied(phrase, titles) and not is_negated(phrase, texts):
            continue
        scores[phrase] = (
            lift
            * math.sqrt(inside / len(here))
            * (1 + _IN_TITLES * in_titles / len(here) if in_titles else _IN_NO_TITLE)
            * (_SAID_ONCE + (1 - _SAID_ONCE) * min(1, 4 * (in_all - 1) / len(here)))
            * _LENGTHS[min(len(stems), len(_LENGTHS)) - 1]
            * (_LEADING if stems & leading else 1.0)
            * (_NAMED if stems in named else 1.0)
            # What holds for most works of the other themes tells this one from none of them.
            * (_ANYWHERE if rest and outside > HOLDS_FOR * len(rest) else 1.0)
        )
    return scores


def read_leading(theme: Theme) -> frozenset[str]:
    """Return the terms of a theme's topic words: what sets its works apart, by c-TF-IDF."""
    return frozenset(term for word in theme.words for term in fold_terms(word))


def _list_phrases(material: ThemeMaterial, field: Field) -> dict[str, tuple[int, int]]:
    """Return the phrases of the theme's titles, and those that several abstracts share: titles and works that say each.

    Of phrases that differ in spelling or inflection alone one that ends in a topic word of the theme stands for all,
    then the most frequent.
    """
    heads = {word for one in material.theme.words for word in one.split()}
    said: dict[tuple[str, ...], list[set[str]]] = {}
    forms: dict[tuple[str, ...], Counter[str]] = {}
    for work in material.works:
        for where, text in enumerate((_calm(work.work.title), read_body(work))):
            for phrase in field.list_phrases(text):
                stems = content_of(phrase)
                said.setdefault(stems, [set(), set()])[where].add(work.work.work_id)
                forms.setdefault(stems, Counter())[phrase] += 1
    enough = max(FEWEST, len(material.works) / 4)

    def show(stems: tuple[str, ...]) -> str:
        return min(forms[stems], key=lambda one: (one.split()[-1] not in heads, -forms[stems][one], one))

    return {
        show(stems): (len(titles), len(titles | bodies))
        for stems, (titles, bodies) in said.items()
        if titles or len(bodies) >= enough
    }


def _calm(title: str) -> str:
    """Return a title in lower case if it is all in capitals."""
    return title.lower() if title.isupper() else title
