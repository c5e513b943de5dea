"""Names for themes, chosen together."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.analysts.extractive.label_choice import choose_label
from tasks.analysts.extractive.label_field import Field
from tasks.analysts.extractive.label_shown import show
from tasks.analysts.extractive.shared_matters import shared_phrases
from tasks.analysts.extractive.theme_analysis import describe_span
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.words import join_phrases, spell


def name_themes(materials: Sequence[ThemeMaterial], field: Field | None = None) -> list[tuple[str, str]]:
    """Return for each theme a label in sentence case and a sentence that says what it is about.

    The words of a label stand together in title or abstract of at least half of the theme's works, in any inflection
    and spelling. Among such phrases the one that tells the theme from the others best is chosen, never one of designs,
    times, statistics or people alone. Where none that tells it apart holds for half, two such phrases do so together,
    else what does not tell it apart is the label, or the title of the work nearest to all.

    Args:
        materials: The themes.
        field: The field of these themes, where it is known.
    """
    known = field or Field.of(materials)
    return [
        (label, _describe(material, known.forms))
        for label, material in zip(label_themes(materials, known), materials, strict=True)
    ]


def label_themes(materials: Sequence[ThemeMaterial], field: Field) -> list[str]:
    """Return the labels of themes in their order, none saying no more than one before it."""
    labels: list[str] = []
    for place, material in enumerate(materials):
        labels.append(choose_label(material, field, place, labels))
    return labels


def _describe(material: ThemeMaterial, forms: dict[str, str]) -> str:
    works = material.works
    terms = shared_phrases(works, 3, material.plan.topic)
    terms = terms or list(dict.fromkeys(t for work in works for t in work.summary.themes))[:3]
    terms = [show(term, forms, opens=False) for term in terms]
    count = "One work" if len(works) == 1 else f"{spell(len(works)).capitalize()} works"
    span = describe_span(works)
    matter = f" whose titles and texts most often mention {join_phrases(terms)}" if terms else ""
    return f"{count}{f' {span},' if span and matter else f' {span}' if span else ''}{matter}."
