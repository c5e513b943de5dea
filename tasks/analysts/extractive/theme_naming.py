"""Names for themes, made of phrases that stand in the titles of their works."""

from __future__ import annotations

from collections import Counter

from tasks.analysts.extractive.keyphrases import candidate_phrases, fold, surface_forms
from tasks.analysts.extractive.shelves import shared_phrases
from tasks.analysts.extractive.timeline import describe_span
from tasks.analysts.extractive.words import FUNCTION_WORDS, join_phrases, spell
from tasks.analysts.protocol import ThemeMaterial

_MOST_WORDS = 6
_FEW = 6


def name_theme(material: ThemeMaterial) -> tuple[str, str]:
    """Return a label of two to six words in title case and a sentence that says what the works are about.

    A title phrase scores by the titles it stands in times the weight of its words among the theme's topic words; the
    best is joined by the best other that shares no word with it.
    """
    phrases = _rank(material)
    chosen = phrases[:1]
    for phrase in phrases[1:]:
        apart = not set(fold(phrase.split())) & set(fold(chosen[0].split()))
        if apart and len(phrase.split()) + len(chosen[0].split()) < _MOST_WORDS:
            chosen.append(phrase)
            break
    label = _title_case(" and ".join(chosen)) if chosen else _from_words(material)
    return label, _describe(material)


def _rank(material: ThemeMaterial) -> list[str]:
    titles = [work.work.title for work in material.works]
    forms = surface_forms(titles)
    frequency = Counter(phrase for title in titles for phrase in candidate_phrases(title))
    topic = [fold(word.split()) for word in material.theme.words]
    weight = {stem: 1 / (1 + i / 3) for i, stems in reversed(list(enumerate(topic))) for stem in stems}

    subject = set(fold(material.plan.topic.replace(",", " ").split()))

    def score(phrase: tuple[str, ...]) -> float:
        titled: float = frequency[phrase] ** 0.7
        mean = sum(weight.get(stem, 0.05) for stem in phrase) / len(phrase)
        shape = (0.8, 3.0, 3.0)[len(phrase) - 1] if frequency[phrase] > 1 or len(titles) < _FEW else 1.2
        return titled * mean * shape * (0.4 if set(phrase) <= subject else 1.0)

    return [forms[phrase] for phrase in sorted(frequency, key=lambda phrase: (-score(phrase), phrase))]


def _describe(material: ThemeMaterial) -> str:
    works = material.works
    terms = shared_phrases(works, 3) or list(dict.fromkeys(t for work in works for t in work.summary.themes))[:3]
    count = "One work" if len(works) == 1 else f"{spell(len(works)).capitalize()} works"
    span = describe_span(works)
    matter = f" whose titles and texts speak most of {join_phrases(terms)}" if terms else ""
    return f"{count}{f' {span},' if span and matter else f' {span}' if span else ''}{matter}."


def _from_words(material: ThemeMaterial) -> str:
    words = material.theme.words[:2] or tuple(material.plan.topic.split()[:_MOST_WORDS])
    return _title_case(" and ".join(words) if material.theme.words else " ".join(words)) or "Further Works"


def _title_case(phrase: str) -> str:
    words = phrase.split()
    return " ".join(
        word if word in FUNCTION_WORDS and i else word[:1].upper() + word[1:] for i, word in enumerate(words)
    )
