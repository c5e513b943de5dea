"""The conclusions: what the corpus is, what each theme comes to, what stays open."""

from __future__ import annotations

from storage.records import Draft
from tasks.analysts.extractive.cues import is_procedural
from tasks.analysts.extractive.figures import report
from tasks.analysts.extractive.passages import Line, compose, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shelves import Item, items_of
from tasks.analysts.extractive.themes_in_turn import count_saying, go_through, name_subject, works_of
from tasks.analysts.extractive.words import spell
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial

_LEADS = (
    "On {label}, the following can be carried away.",
    "{label} comes down to these points.",
    "For {label}, what the sources conclude bears repeating.",
    "What stands out under {label} is this.",
    "The section on {label} can be closed with these findings.",
    "As to {label}, these statements may serve as a conclusion.",
)
_BASIS = """
It rests on {corpus} works published between {first_year} and {last_year}, chosen from {screened} that were screened.
"""


def write_conclusions(material: ReviewMaterial, words: int) -> Draft:
    """Return the conclusions without sub-headings, from findings that no other section tells."""
    writer = Writer.of(works_of(material), f"conclusions {material.plan.topic}")
    opening, closing = _open(material), _close(material)
    told = go_through(writer, material, _choose, words - words_of([opening, closing]), _LEADS)
    return compose([("", [opening, *told, closing])])


def _choose(theme: ThemeMaterial) -> list[Item]:
    findings = [
        item for item in items_of(theme.works, "conclusions", "finding") if not is_procedural(item.finding.text)
    ]
    return [*findings, *items_of(theme.works, "conclusions", "future_work", "limitation")]


def _open(material: ReviewMaterial) -> list[Line]:
    themes = len(material.themes)
    return [
        state(f"This review set out to say what the literature reports about {name_subject(material.plan)}."),
        *report(_BASIS, material.numbers),
        *(
            [state(f"They were read under {spell(themes)} themes, taken up here once more in turn.")]
            if themes > 1
            else []
        ),
    ]


def _close(material: ReviewMaterial) -> list[Line]:
    return [
        state(
            f"Across the corpus, {count_saying(material, 'future_work')} works name questions for further research and "
            f"{count_saying(material, 'limitation')} name limits of the evidence."
        ),
        state(_TRACEABLE),
        state(_JUDGED_BY_READERS),
    ]


_TRACEABLE = (
    "The statements collected here are those of the sources, and each can be followed to the sentence it rests on."
)
_JUDGED_BY_READERS = (
    "What they amount to together is for the reader to judge, with the full texts that matter most at hand."
)
