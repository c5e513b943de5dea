"""The introduction: background and rationale, questions, scope."""

from __future__ import annotations

from storage.records.search import Plan
from storage.records.writing import Draft
from tasks.analysts.extractive.discourse_cues import polarity, sets_scene
from tasks.analysts.extractive.field_results import read_standing
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.stale_results import find_newest, is_outdated
from tasks.analysts.extractive.subject import name_subject
from tasks.analysts.extractive.themes_in_turn import choose_on_topic, lead_in, relate_themes, works_of
from tasks.analysts.passages import Line, Paragraph, compose, list_themes, merge_short, report, state, words_of
from tasks.analysts.protocol import ReviewMaterial
from tasks.procedure.facts import Facts
from tasks.procedure.left_out import tell_scarce
from tasks.procedure.limits import RATIONALE
from tasks.text.words import join_phrases, spell

_MOST_FIELD, _SLACK = 6, 20
_LANDMARKS = (
    "Works that others in the corpus cite can serve as landmarks of their themes; what each of the following found is "
    "given in order of publication."
)


def write_introduction(material: ReviewMaterial, words: int) -> Draft:
    """Return the introduction; its background comes from the sources, the rest states what was asked and found."""
    writer = Writer.of(works_of(material), material.plan.topic)
    questions = [_ask(material)]
    facts = Facts(material.numbers, material.procedure)
    scarce = report(facts.tell(tell_scarce(facts)))
    scope = [[*_limit(material.plan), *scarce, *_outline(material), *relate_themes(material)]]
    opening = [
        state(f"This review is about {name_subject(material)}."),
        *_date(material),
    ]
    rationale = report(facts.tell(RATIONALE))
    room = words - words_of([opening, rationale, *questions, *scope])
    landmarks = _present_landmarks(writer, material, room)
    field = _present_field(writer, material, room - words_of([landmarks]))
    return compose(
        [
            ("Background and rationale", merge_short([opening, field, landmarks, rationale])),
            ("Research questions", questions),
            ("Scope", scope),
        ]
    )


def _present_field(writer: Writer, material: ReviewMaterial, words: int) -> Paragraph:
    """Return what the most cited works say about the subject as such, in order of publication; not what is over."""
    newest = find_newest(works_of(material))
    items = [
        item
        for theme in material.themes
        for item in items_of(theme.works, "introduction", "background")
        if item.stands_alone and sets_scene(item.finding.text) and not is_outdated(item.finding.text, item.year, newest)
    ]
    chosen: list[Item] = []
    for item in sorted(items, key=lambda item: (item.rank + item.grade, -item.work.in_degree, item.work.citekey)):
        length = len(item.finding.text.split()) + 4
        if length <= words and len(chosen) < _MOST_FIELD:
            chosen.append(item)
            words -= length
    return [
        writer.tell(item.work, item.finding)
        for item in sorted(chosen, key=lambda item: (item.year, item.work.citekey))
        if writer.is_new(item.finding)
    ]


def _present_landmarks(writer: Writer, material: ReviewMaterial, words: int) -> Paragraph:
    """Return a result of each theme's most cited work that names the topic, in order of publication; no mere denial.

    Where there is little room, works cited more within the corpus come first.
    """
    found: list[tuple[str, Item]] = []
    is_on_topic, may_stand = choose_on_topic(material), read_standing(works_of(material))
    for theme in sorted(material.themes, key=lambda theme: -max((one.in_degree for one in theme.works[:1]), default=0)):
        leading = theme.works[:1]
        items = [item for item in items_of(leading, "introduction", "finding") if item.stands_alone and not item.grade]
        items = [item for item in items if is_on_topic(item) and may_stand(item) and polarity(item.finding.text) >= 0]
        length = len(items[0].finding.text.split()) + 8 if items else 0
        if items and leading[0].in_degree and length <= words + _SLACK:
            found.append((theme.theme.label, items[0]))
            words -= length
    found.sort(key=lambda pair: (pair[1].year, pair[1].work.citekey))
    if len(found) < 2:  # noqa: PLR2004 -- one landmark marks no field
        return []
    lines = [
        writer.tell(item.work, item.finding, lead_in(i, label))
        for i, (label, item) in enumerate(found)
        if writer.is_new(item.finding)
    ]
    return [state(_LANDMARKS), *lines]


def _date(material: ReviewMaterial) -> list[Line]:
    years = sorted(work.work.year for work in works_of(material) if work.work.year)
    if not years or years[0] == years[-1]:
        return []
    middle = years[len(years) // 2]
    text = f"Its literature, as found here, begins in {years[0]} and extends to {years[-1]}"
    return [state(f"{text}; half of the works appeared in {middle} or later." if middle > years[0] else f"{text}.")]


def _ask(material: ReviewMaterial) -> list[Line]:
    plan = material.plan
    if not plan.questions:
        return [
            state("No narrower question than the subject itself was set."),
            state(
                f"The review therefore asks what the literature on {name_subject(material)} reports, which methods "
                "were used, where findings diverge, and what remains open."
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
            f"The review is arranged in {spell(count)} {'theme' if count == 1 else 'themes'}: {list_themes(material)}."
        ),
        state("Each theme has a section of its own, and the discussion then reads across them."),
    ]
