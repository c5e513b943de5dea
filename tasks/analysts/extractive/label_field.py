"""The themes to be named together: the terms of their works, how words look there, and which tell no theme apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from storage.records.writing import ReadWork
from tasks.analysts.extractive.label_holding import HOLDS_FOR, read_body, read_label_terms, read_text
from tasks.analysts.extractive.label_subjects import SAYING_LITTLE
from tasks.analysts.extractive.title_phrases import Collocations, content_of, fold_terms, title_phrases
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.acronyms import read_acronyms
from tasks.text.spelling import fold_spelling

_OF_TOPIC = 0.3
_LETTERS_AND_DIGITS = r"(?=[A-Z-]*\d)[A-Z]{1,6}-?\d[\w-]*"
_CODE = re.compile(
    rf"(?P<name>[^\W\d_][\w-]+) \(\s?(?P<code>{_LETTERS_AND_DIGITS})\s?\)"
    rf"|\b(?P<first>{_LETTERS_AND_DIGITS}) \((?P<second>[^\W\d_][\w-]+)\)"
)
_INSIDE_SENTENCE = re.compile(r"(?<=[a-z,;] )[^\W_]+(?:[-'\u2019][^\W_]+)*")


@dataclass(frozen=True)
class Field:
    """The themes to be named together: `works` has for each theme the terms of every work, `forms` how words look.

    `acronyms` holds the words for which they stand, where a work explains them, `venues` the names of journals,
    `codes` code names with the terms of what has them, `phrases` those of texts that were asked for.
    """

    works: tuple[tuple[frozenset[str], ...], ...]
    collocations: Collocations
    forms: dict[str, str]
    acronyms: dict[str, str]
    venues: frozenset[str]
    codes: frozenset[tuple[str, frozenset[str]]]
    phrases: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, materials: Sequence[ThemeMaterial]) -> Field:
        """Return the field of these themes."""
        works = [work for material in materials for work in material.works]
        return cls(
            _read_terms(materials),
            Collocations.of(part for work in works for part in (work.work.title, read_body(work))),
            _settle_forms(works),
            _explain_acronyms(works),
            frozenset(work.work.venue.casefold() for work in works if work.work.venue),
            _read_codes(works),
        )

    def regroup(self, materials: Sequence[ThemeMaterial]) -> Field:
        """Return the field of the same works in these themes."""
        return replace(self, works=_read_terms(materials))

    def list_phrases(self, text: str) -> tuple[str, ...]:
        """Return the phrases of a title or abstract (`title_phrases`), each once."""
        if text not in self.phrases:
            self.phrases[text] = tuple(dict.fromkeys(title_phrases(text, self.collocations)))
        return self.phrases[text]

    def list_weak(self, topic: str) -> frozenset[str]:
        """Return the terms that tell no theme from another.

        They are those of the topic, or of its acronyms, that a third of all works have, those that most works have, and
        those of people and of what may be said of any subject.
        """
        works = [work for theme in self.works for work in theme]
        held = Counter(term for work in works for term in work)
        asked = frozenset(fold_terms(topic))
        of_topic = {term for term in asked if held[term] >= _OF_TOPIC * len(works)}
        for acronym, words in self.acronyms.items():
            if set(content_of(words)) <= asked:
                of_topic |= set(fold_terms(acronym))
        of_topic |= {term for code, name in self.codes if name <= asked for term in fold_terms(code)}
        most = (
            {term for term, count in held.items() if count > HOLDS_FOR * len(works)} if len(self.works) > 1 else set()
        )
        return frozenset(of_topic | most) | SAYING_LITTLE

    def list_others(self, place: int) -> list[frozenset[str]]:
        """Return the terms of every work of the other themes."""
        return [work for other, works in enumerate(self.works) if other != place for work in works]


def _read_terms(materials: Sequence[ThemeMaterial]) -> tuple[tuple[frozenset[str], ...], ...]:
    return tuple(tuple(read_label_terms(read_text(work)) for work in material.works) for material in materials)


def _explain_acronyms(works: Sequence[ReadWork]) -> dict[str, str]:
    """Return the words with which most of the works that explain an acronym do so, in lower case but for names."""
    told: dict[str, Counter[str]] = {}
    for work in works:
        for acronym, words in read_acronyms(read_text(work)).items():
            told.setdefault(acronym, Counter())[words.lower()] += 1
    return {acronym: min(counts, key=lambda words: (-counts[words], words)) for acronym, counts in told.items()}


def _read_codes(works: Sequence[ReadWork]) -> frozenset[tuple[str, frozenset[str]]]:
    """Return the codes, as AB12 in "copper (AB12)" or "AB12 (copper)", each with the terms of that word."""
    found = (match for work in works for match in _CODE.finditer(read_text(work)))
    return frozenset(
        (match["code"] or match["first"], frozenset(fold_terms(match["name"] or match["second"]))) for match in found
    )


def _settle_forms(works: Sequence[ReadWork]) -> dict[str, str]:
    """Return how running text writes a word inside sentences, by its spelling folded: names keep their capital."""
    seen: dict[str, Counter[str]] = {}
    for word in (word for work in works for word in _INSIDE_SENTENCE.findall(read_body(work))):
        seen.setdefault(fold_spelling(word), Counter())[word] += 1
    return {key: min(counts, key=lambda form: (-counts[form], form.swapcase())) for key, counts in seen.items()}
