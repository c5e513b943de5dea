"""The introduction: background and rationale, questions, scope."""

from __future__ import annotations

from storage.records import Draft, Plan
from tasks.analysts.extractive.figures import report
from tasks.analysts.extractive.passages import Line, compose, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shelves import Item, items_of
from tasks.analysts.extractive.themes_in_turn import go_through, list_themes, name_subject, works_of
from tasks.analysts.extractive.words import join_phrases, spell
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial

_LEADS = (
    "The works gathered under {label} set out from the following.",
    "On {label}, the sources open as follows.",
    "As for {label}, the sources introduce their subject as follows.",
    "Those who write on {label} begin from these matters.",
    "The subject of {label} is introduced in these terms.",
    "Under {label}, the points of departure are these.",
)
_RATIONALE = """
The searches behind it brought up {discovered} works, and the {corpus} that were judged relevant are too many to be \
read side by side without an order.
They span the years {first_year} to {last_year}.
The aim is therefore to set out what they report, theme by theme, in words that can be traced to the sources.
"""


def write_introduction(material: ReviewMaterial, words: int) -> Draft:
    """Return the introduction; its background is told by the sources, the rest states what was asked and found."""
    writer = Writer.of(works_of(material), material.plan.topic)
    questions = [_ask(material.plan)]
    scope = [[*_limit(material.plan), *_outline(material)]]
    opening = [state(f"This review is about {name_subject(material.plan)}."), *_rationale(material)]
    room = words - words_of([opening, *questions, *scope])
    background = go_through(writer, material, _choose, room, _LEADS)
    return compose(
        [
            ("Background and rationale", [opening, *background]),
            ("Research questions", questions),
            ("Scope", scope),
        ]
    )


def _choose(theme: ThemeMaterial) -> list[Item]:
    background = items_of(theme.works, "introduction", "background")
    return [*background, *items_of(theme.works, "introduction", "method")]


def _rationale(material: ReviewMaterial) -> list[Line]:
    return report(_RATIONALE, material.numbers)


def _ask(plan: Plan) -> list[Line]:
    if not plan.questions:
        return [
            state("No narrower question was set than the subject itself."),
            state(
                f"The review therefore asks what the literature on {name_subject(plan)} reports, by which methods "
                "it was studied, where findings diverge, and what is left open."
            ),
        ]
    asked = [question.strip().rstrip("?. ") for question in plan.questions]
    if len(asked) == 1:
        return [state(f"The review was guided by one question: {asked[0]}?")]
    return [
        state(f"The review was guided by {spell(len(asked))} questions."),
        *(state(f"The {_ORDINALS[min(i, len(_ORDINALS) - 1)]} is: {text}?") for i, text in enumerate(asked)),
    ]


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "next")


def _limit(plan: Plan) -> list[Line]:
    years = {
        (True, True): f"Works published from {plan.from_year} to {plan.to_year} were eligible.",
        (True, False): f"Works published since {plan.from_year} were eligible.",
        (False, True): f"Works published up to {plan.to_year} were eligible.",
        (False, False): "Works of any year were eligible.",
    }[plan.from_year is not None, plan.to_year is not None]
    texts = [
        years,
        f"Within the subject, attention was directed to {join_phrases(list(plan.focus_areas))}."
        if plan.focus_areas
        else "",
        f"Works concerned with {join_phrases(list(plan.exclude_terms))} were set aside." if plan.exclude_terms else "",
        f"Languages were restricted to those coded {join_phrases(list(plan.languages))}." if plan.languages else "",
        "Books and book chapters were searched alongside articles."
        if plan.include_books
        else "Books were not searched.",
        "Preprints, reports and dissertations were admitted." if plan.grey else "",
    ]
    return [state(text) for text in texts if text]


def _outline(material: ReviewMaterial) -> list[Line]:
    if not material.themes:
        return []
    count = len(material.themes)
    return [
        state(
            f"What follows is ordered in {spell(count)} {'theme' if count == 1 else 'themes'}: {list_themes(material)}."
        ),
        state("Each theme has a section of its own, and the discussion then reads across them."),
    ]
