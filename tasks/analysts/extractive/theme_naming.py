"""Names for themes, chosen together: phrases of the titles that tell a theme from the others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage.records.writing import ReadWork
from tasks.analysts.extractive.finding_allocation import shared_phrases
from tasks.analysts.extractive.keyphrases import all_stems, fold
from tasks.analysts.extractive.timeline import describe_span
from tasks.analysts.extractive.title_phrases import MOST_WORDS, Collocations, content_of, title_phrases
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.words import FUNCTION_WORDS, content_stems, join_phrases, spell

_TOPIC, _TAKEN, _THEME_WORD = 0.3, 0.35, 1.5
_ENOUGH_COVERED = 0.6
_WORTH_ADDING = 0.2
_PEOPLE = frozenset(
    """women men child children adolescent adult nurse student girl boy patient infant mother father parent farmer
    worker teacher people youth veteran""".split()  # noqa: SIM905 -- a word list reads best as text
)


@dataclass(frozen=True)
class _Field:
    """The themes to name side by side: `works` holds for each theme the stems of every work, `shares` its words."""

    works: tuple[tuple[frozenset[str], ...], ...]
    collocations: Collocations


def name_themes(materials: Sequence[ThemeMaterial]) -> list[tuple[str, str]]:
    """Return for each theme a label of two to six words in title case and a sentence that says what it is about.

    A phrase scores by how much more often its words stand in the theme's works than in those of other themes; words of
    the review's topic and of labels already given count less. A second phrase joins it where many works lack the first.
    """
    field = _Field(
        tuple(tuple(_stems(work) for work in material.works) for material in materials),
        Collocations.of(text for material in materials for work in material.works for text in _texts(work)),
    )
    named: list[tuple[str, str]] = []
    for place, material in enumerate(materials):
        taken = [label for label, _ in named]
        named.append((_choose_label(material, field, place, taken), _describe(material)))
    return named


def _texts(work: ReadWork) -> list[str]:
    return [work.work.title, *(finding.text for finding in work.summary.findings)]


def _stems(work: ReadWork) -> frozenset[str]:
    return frozenset(stem for text in _texts(work) for stem in content_stems(text))


def _choose_label(material: ThemeMaterial, field: _Field, place: int, taken: Sequence[str]) -> str:
    weights = _weigh(material, field, place, taken)
    titles = [work.work.title for work in material.works]
    found = [phrase for title in titles for phrase in dict.fromkeys(title_phrases(title, field.collocations))]
    alike = Counter(content_of(phrase) for phrase in found)
    times = {phrase: alike[content_of(phrase)] for phrase, _ in Counter(found).most_common()}
    topic = frozenset(all_stems(material.plan.topic))
    ranked = sorted(times, key=lambda phrase: -_score(phrase, times[phrase], weights, topic))
    # A single word is no label, but may say whom or what a longer phrase is about.
    wholes = [phrase for phrase in ranked if len(phrase.split()) > 1]
    for first in wholes:
        second = _complete(first, ranked, weights, field.works[place])
        for phrase in (f"{first} {second}".strip(), first):
            label = _title_case(phrase)
            if label.casefold() not in {other.casefold() for other in taken}:
                return label
    return _from_words(material, taken)


def _weigh(material: ThemeMaterial, field: _Field, place: int, taken: Sequence[str]) -> dict[str, float]:
    """Return each stem's weight: its share of the theme's works times the log of how much that exceeds the rest."""
    here = field.works[place]
    rest = [work for other, works in enumerate(field.works) if other != place for work in works]
    inside = Counter(stem for work in here for stem in work)
    outside = Counter(stem for work in rest for stem in work)
    topic = set(all_stems(material.plan.topic))
    used = {stem for label in taken for stem in all_stems(label)}
    words = {stem for word in material.theme.words for stem in fold(word.split())}
    weights: dict[str, float] = {}
    for stem, count in inside.items():
        share = (count + 0.5) / (len(here) + 1)
        lift = math.log(share / ((outside[stem] + 0.5) / (len(rest) + 1))) if rest else 1.0
        scale = (_TOPIC if stem in topic else 1.0) * (_TAKEN if stem in used else 1.0)
        weights[stem] = max(0.0, lift) * share * scale * (_THEME_WORD if stem in words else 1.0)
    return weights


def _score(phrase: str, times: int, weights: Mapping[str, float], topic: frozenset[str]) -> float:
    """Return the phrase's worth: the weights of its words over their number, more if several titles hold it.

    Words of the topic hardly count as length: they say nothing new, but make the phrase one a reader knows.
    """
    stems = dict.fromkeys(content_of(phrase))
    length = math.fsum(_TOPIC if stem in topic else 1.0 for stem in stems)
    worth = math.fsum(weights.get(stem, 0.0) for stem in stems)
    telling = any(weights.get(stem, 0.0) > 0 for stem in stems if stem not in topic)
    return worth * (1 + 0.5 * min(times - 1, 4)) / math.sqrt(length) if telling else 0.0


def _complete(first: str, ranked: Sequence[str], weights: Mapping[str, float], works: Sequence[frozenset[str]]) -> str:
    """Return " and ..." or " in ..." with a phrase for works the first leaves out; empty where none is worth it."""
    held = set(content_of(first))
    open_works = [work for work in works if not any(weights.get(stem, 0.0) > 0 and stem in work for stem in held)]
    if len(open_works) <= (1 - _ENOUGH_COVERED) * len(works):
        return ""
    for phrase in ranked[: len(ranked) // 2 + 1]:
        stems = content_of(phrase)
        people = stems[-1] in _PEOPLE
        short = len(first.split()) + 1 + len(phrase.split()) <= MOST_WORDS and len(phrase.split()) == len(stems)
        plain = people or (len(stems) > 1 and " and " not in first)
        reached = sum(any(stem in work and weights.get(stem, 0.0) > 0 for stem in stems) for work in open_works)
        if short and plain and not held & set(stems) and reached >= _WORTH_ADDING * len(works):
            return f"{'in' if people else 'and'} {phrase}"
    return ""


def _describe(material: ThemeMaterial) -> str:
    works = material.works
    terms = shared_phrases(works, 3, material.plan.topic)
    terms = terms or list(dict.fromkeys(t for work in works for t in work.summary.themes))[:3]
    count = "One work" if len(works) == 1 else f"{spell(len(works)).capitalize()} works"
    span = describe_span(works)
    matter = f" whose titles and texts speak most of {join_phrases(terms)}" if terms else ""
    return f"{count}{f' {span},' if span and matter else f' {span}' if span else ''}{matter}."


def _from_words(material: ThemeMaterial, taken: Sequence[str]) -> str:
    """Return a label of topic words where no title holds a phrase."""
    words = list(material.theme.words) or material.plan.topic.split()[:MOST_WORDS]
    labels = [_title_case(f"{one} and {other}") for one in words for other in words if one != other]
    return next((label for label in labels if label not in taken), "") or f"Further Works {len(taken) + 1}"


def _title_case(phrase: str) -> str:
    words = phrase.split()
    return " ".join(
        word if word in FUNCTION_WORDS and i else word[:1].upper() + word[1:] for i, word in enumerate(words)
    )
