"""Names for themes, chosen together: phrases from titles that distinguish a theme from the others.

Whole noun phrases as titles have them: with their prepositions, and never part of a fixed term. Themes made without
reading: the groups by topic words as they are, with names from titles.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from storage.records.writing import ReadWork, Theme, ThemePath
from tasks.analysts.extractive.finding_allocation import shared_phrases
from tasks.analysts.extractive.keyphrases import all_stems, begins_well, ends_in_noun, fold, settle_case
from tasks.analysts.extractive.statements import is_reporting
from tasks.analysts.extractive.theme_analysis import describe_span
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, content_stems, join_phrases, spell, stem, tokenise
from tasks.themes.description import MergedThemes, MergeMaterial, shape_theme

MOST_WORDS = 6

_CUT = re.compile(r"[.,;:!?()\[\]\"“”/<>|=]|\s[\u2013—-]\s|—")
_WORD = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*")
_LINKS = frozenset(["of", "in", "and", "for", "on", "among", "with", "to", "during", "after", "through"])
_INSIDE = frozenset(
    """levels level concentrations concentration loss impact impacts system systems population populations action
    country countries measurement measurements threat threats risk value values sector model models""".split()  # noqa: SIM905 -- a word list reads best as text
)
_NOUNS_TOO = frozenset(["stress", "report", "reports", "claims", "estimates", "documents", "states", "advice"])
_FIXED = 0.5


@dataclass(frozen=True)
class Collocations:
    """Counts of words and of pairs of neighbours in a body of text, by stem."""

    words: Counter[str]
    pairs: Counter[tuple[str, str]]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Collocations:
        """Return the counts over texts."""
        words: Counter[str] = Counter()
        pairs: Counter[tuple[str, str]] = Counter()
        for text in texts:
            for piece in _CUT.split(text):
                stems = [stem(token) for token in tokenise(piece)]
                words.update(stems)
                pairs.update(pairwise(stems))
        return cls(words, pairs)

    def belong_together(self, one: str, other: str) -> bool:
        """Return whether at least half the occurrences of the rarer of two neighbouring words are beside the other."""
        first, second = stem(one.lower()), stem(other.lower())
        fewest = min(self.words[first], self.words[second])
        return fewest == 0 or self.pairs[first, second] / fewest >= _FIXED


def title_phrases(title: str, collocations: Collocations) -> list[str]:
    """Return the complete phrases of two to six words in a title, in normalised case, and its single nouns."""
    found: dict[str, None] = {}
    for piece in _CUT.split(title):
        words = _WORD.findall(piece)
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + MOST_WORDS) + 1):
                if _is_phrase(words[start:end]) and not _cuts_term(words, start, end, collocations):
                    found.setdefault(settle_case(" ".join(words[start:end])))
    return list(found)


def content_of(phrase: str) -> tuple[str, ...]:
    """Return the stems of a phrase without its prepositions."""
    return fold([word for word in phrase.split() if word.lower() not in FUNCTION_WORDS])


def _is_phrase(words: Sequence[str]) -> bool:
    lower = [word.lower() for word in words]
    inner = lower[1:-1]
    linked = [i for i, word in enumerate(inner) if word in FUNCTION_WORDS]
    return (
        lower[0] not in FUNCTION_WORDS | GENERIC_WORDS | _INSIDE
        and begins_well(lower[0])
        and (lower[-1] not in FUNCTION_WORDS | GENERIC_WORDS or (lower[-1] in _INSIDE and len(words) > 1))
        and ends_in_noun(lower[-1])
        and (len(linked) == 0 or (len(linked) == 1 and inner[linked[0]] in _LINKS))
        and all(word in FUNCTION_WORDS or word not in GENERIC_WORDS or word in _INSIDE for word in inner)
        and not any(word.isdigit() or (is_reporting(word) and word not in _NOUNS_TOO) for word in lower)
        and (not linked or ends_in_noun(inner[linked[0] - 1] if linked[0] else lower[0]))
    )


def _cuts_term(words: Sequence[str], start: int, end: int, collocations: Collocations) -> bool:
    before = start > 0 and words[start - 1].lower() not in FUNCTION_WORDS
    after = end < len(words) and words[end].lower() not in FUNCTION_WORDS
    return (before and collocations.belong_together(words[start - 1], words[start])) or (
        after and collocations.belong_together(words[end - 1], words[end])
    )


_TOPIC, _TAKEN, _THEME_WORD = 0.3, 0.35, 1.5
_FEWEST, _SPREAD = 2, 1 / 8
_ENOUGH_COVERED = 0.6
_WORTH_ADDING = 0.2
_PEOPLE = frozenset(
    """women men child children adolescent adult nurse student girl boy patient infant mother father parent farmer
    worker teacher people youth veteran""".split()  # noqa: SIM905 -- a word list reads best as text
)


@dataclass(frozen=True)
class _Field:
    """The themes to be named together: `works` holds for each theme the stems of every work, `shares` its words."""

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
    # What one work is about is not what the theme is about, unless nothing else is left to name it by.
    shared = [phrase for phrase in ranked if _is_shared(phrase, field.works[place])]
    ranked = shared if any(" " in phrase for phrase in shared) else ranked
    # A single word is not a label, but may say whom or what a longer phrase is about.
    wholes = [phrase for phrase in ranked if len(phrase.split()) > 1]
    for first in wholes:
        second = _complete(first, ranked, weights, field.works[place])
        for phrase in (f"{first} {second}".strip(), first):
            label = _title_case(phrase)
            if label.casefold() not in {other.casefold() for other in taken}:
                return label
    return _from_words(material, taken)


def _is_shared(phrase: str, works: Sequence[frozenset[str]]) -> bool:
    """Return whether each word of a phrase stands in two of the theme's works at least, and in an eighth of them."""
    least = min(len(works), max(_FEWEST, _SPREAD * len(works)))
    return all(sum(stem in work for work in works) >= least for stem in content_of(phrase))


def _weigh(material: ThemeMaterial, field: _Field, place: int, taken: Sequence[str]) -> dict[str, float]:
    """Return each stem's weight: its share of the theme's works times the log of its ratio to that in other themes."""
    here = field.works[place]
    rest = [work for other, works in enumerate(field.works) if other != place for work in works]
    inside = Counter(stem for work in here for stem in work)
    outside = Counter(stem for work in rest for stem in work)
    topic = set(all_stems(material.plan.topic))
    used = {stem for label in taken for stem in all_stems(label)}
    words = {stem for word in material.theme.words for stem in fold(word.split())}
    weights: dict[str, float] = {}
    for found, count in inside.items():
        share = (count + 0.5) / (len(here) + 1)
        lift = math.log(share / ((outside[found] + 0.5) / (len(rest) + 1))) if rest else 1.0
        scale = (_TOPIC if found in topic else 1.0) * (_TAKEN if found in used else 1.0)
        weights[found] = max(0.0, lift) * share * scale * (_THEME_WORD if found in words else 1.0)
    return weights


def _score(phrase: str, times: int, weights: Mapping[str, float], topic: frozenset[str]) -> float:
    """Return the phrase's score: its words' weights over the root of their number, more if several titles hold it.

    Words of the topic hardly count as length: they add nothing new, but make the phrase familiar to readers.
    """
    stems = dict.fromkeys(content_of(phrase))
    length = math.fsum(_TOPIC if stem in topic else 1.0 for stem in stems)
    worth = math.fsum(weights.get(stem, 0.0) for stem in stems)
    telling = any(weights.get(stem, 0.0) > 0 for stem in stems if stem not in topic)
    return worth * (1 + 0.5 * min(times - 1, 4)) / math.sqrt(length) if telling else 0.0


def _complete(first: str, ranked: Sequence[str], weights: Mapping[str, float], works: Sequence[frozenset[str]]) -> str:
    """Return " and ..." or " in ..." with a phrase for works the first leaves out; empty if none is worth adding."""
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
    matter = f" whose titles and texts most often mention {join_phrases(terms)}" if terms else ""
    return f"{count}{f' {span},' if span and matter else f' {span}' if span else ''}{matter}."


def _from_words(material: ThemeMaterial, taken: Sequence[str]) -> str:
    """Return a label of topic words, for themes where no title holds a phrase."""
    words = list(material.theme.words) or material.plan.topic.split()[:MOST_WORDS]
    labels = [_title_case(f"{one} and {other}") for one in words for other in words if one != other]
    return next((label for label in labels if label not in taken), "") or f"Further Works {len(taken) + 1}"


def _title_case(phrase: str) -> str:
    words = phrase.split()
    return " ".join(
        word if word in FUNCTION_WORDS and i else word[:1].upper() + word[1:] for i, word in enumerate(words)
    )


_REASON = "The group of works with these topic words is the theme."


def keep_topic_groups(material: MergeMaterial) -> MergedThemes:
    """Return each group by topic words as a theme, largest first, named by phrases of its works' titles."""
    grouping, corpus = material.grouping, material.corpus
    group_of = {assignment.work_id: assignment.group for assignment in grouping.assignments}
    members: list[list[str]] = [[] for _ in grouping.groups]
    for work_id, group in group_of.items():
        members[group].append(work_id)
    unnamed = [
        shape_theme(
            work_ids, corpus, group.words, group.coherence, grouping.method, representatives=group.representative_ids
        )
        for work_ids, group in zip(members, grouping.groups, strict=True)
    ]
    names = name_themes(
        [ThemeMaterial(material.plan, theme, tuple(corpus[work_id] for work_id in theme.work_ids)) for theme in unnamed]
    )
    themes = tuple(
        replace(theme, label=label, description=description)
        for theme, (label, description) in zip(unnamed, names, strict=True)
    )
    return MergedThemes(themes, tuple(path for theme in themes for path in _keep_works(theme, group_of)))


def _keep_works(theme: Theme, group_of: dict[str, int]) -> list[ThemePath]:
    return [
        ThemePath(work_id, theme.theme_id, group_of[work_id], None, "keep", _REASON)
        for work_id in sorted(theme.work_ids)
    ]
