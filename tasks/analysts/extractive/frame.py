"""The sections around the themes: abstract, methodology, discussion and conclusions.

The abstract: what was asked, done and found by theme, without citations. The methodology: how
the works were found, chosen, read and put together, in the review's own numbers. The discussion: synthesis across
themes, implications, limitations of this review, future directions. The conclusions: what the corpus is, what each
theme comes to, what remains open.
"""

from __future__ import annotations

from collections.abc import Callable

from storage.records.writing import Draft
from tasks.analysts.extractive.clear_results import is_weighty
from tasks.analysts.extractive.debates import left_over, list_leading
from tasks.analysts.extractive.designs import most_named
from tasks.analysts.extractive.discourse_cues import is_procedural, states_aim, states_implication
from tasks.analysts.extractive.facets_in_turn import mark_told
from tasks.analysts.extractive.field_results import concludes, list_readable, put_telling_first, read_standing
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.results_by_theme import answer_questions, tell_results, weigh_themes
from tasks.analysts.extractive.subject import name_subject
from tasks.analysts.extractive.themes_in_turn import (
    choose_on_topic,
    count_open,
    go_through,
    tell_across,
    works_of,
)
from tasks.analysts.extractive.turns import head_of
from tasks.analysts.passages import Line, Paragraph, compose, merge_short, report, state, words_of
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.procedure.facts import Facts
from tasks.procedure.limits import CHOSEN, tell_approach, tell_basis, tell_limits, tell_pooling_in_brief, tell_taken
from tasks.procedure.search import tell_search
from tasks.procedure.selection import tell_selection
from tasks.procedure.synthesis import tell_grouping, tell_reading, tell_reading_by_rule, tell_writing
from tasks.text.words import join_phrases, spell

_SLACK = 25


def write_abstract(material: ReviewMaterial, words: int) -> Draft:
    """Return the abstract as one paragraph of at most about `words` words: what was asked, done and found, by theme."""
    opening, closing = _open_abstract(material), _close_abstract(material)
    room = words + _SLACK - words_of([opening, closing[:1]])
    results = tell_results(material, room)
    lines = [*opening, *results]
    room = words + _SLACK - words_of([lines])
    for line in closing:
        if line.words <= room:
            lines.append(line)
            room -= line.words
    return compose([("", [lines])])


def _open_abstract(material: ReviewMaterial) -> list[Line]:
    plan = material.plan
    facts = Facts(material.numbers, material.procedure)
    lines = [state(f"This review sets out what the scholarly literature reports about {name_subject(material)}.")]
    if len(plan.questions) == 1:
        lines.append(state(f"It was guided by one question: {plan.questions[0].strip().rstrip('?. ')}?"))
    elif plan.questions:
        lines.append(state(f"It was guided by {spell(len(plan.questions))} questions, which the introduction states."))
    return [*lines, *report(facts.tell([told for told in tell_basis(facts) if told not in tell_taken(facts)]))]


def _close_abstract(material: ReviewMaterial) -> list[Line]:
    works = works_of(material)
    facts = Facts(material.numbers, material.procedure)
    lines = report(facts.tell([*tell_pooling_in_brief(facts), *tell_taken(facts)]))
    lines += report(
        facts.tell(["For {sources_note:work/works} the text at hand is a project note, not the authors' words."])
    )
    designs = most_named(works)
    open_matters = count_open(material)
    lines += [open_matters] if open_matters else []
    if designs:
        lines.append(
            state(f"Where titles and abstracts state a design, the works are most often {join_phrases(designs)}.")
        )
    return [
        *lines,
        state(
            "The synthesis is extractive: it is assembled from sentences of the sources, given as they stand or "
            "lightly trimmed, and every statement about the literature carries the citation of the work it comes from."
        ),
        state(
            "Each theme section gives key findings and, where they were recognised in the texts, methods, debates and "
            "gaps; the discussion reads across the themes before conclusions are drawn."
        ),
    ]


def write_methodology(material: ReviewMaterial, words: int) -> Draft:  # noqa: ARG001 -- a method is as long as it is
    """Return the methodology; all figures come from the record; a sentence whose figure is missing is left out."""
    facts = Facts(material.numbers, material.procedure)
    return compose(
        [
            ("Search strategy", [report(facts.tell(tell_search(facts)))]),
            ("Selection criteria", [report(facts.tell(tell_selection(facts)))]),
            ("Data extraction", [report(facts.tell(tell_reading(facts)))]),
            (
                "Synthesis approach",
                [
                    report(facts.tell([*tell_grouping(facts), *tell_writing(facts)])),
                    report(facts.tell(tell_reading_by_rule(facts))),
                ],
            ),
        ],
    )


_SYNTHESIS, _IMPLICATIONS = 0.65, 0.45
_LITTLE, _ENOUGH = 0.5, 0.75  # of the words of the synthesis: below which, and up to which, themes are gone through too


def write_discussion(material: ReviewMaterial, words: int) -> Draft:
    """Return the discussion, from findings that no theme section reports; shorter if few are left over.

    Which way the results of each theme point comes first, then what bears on the questions and findings of different
    themes on one matter; where there is little of these, what individual themes add.
    """
    writer = Writer.of(works_of(material), f"discussion {material.plan.topic}")
    mark_told(writer, material)
    facts = Facts(material.numbers, material.procedure)
    limits: list[Paragraph] = [report(facts.tell(tell_approach(facts))), report(facts.tell(tell_limits(facts)))]
    room = words - words_of(limits)
    future = _look_ahead(writer, material, round(room * (1 - _SYNTHESIS) * (1 - _IMPLICATIONS)))
    choose = _choose_findings(material)
    practice = go_through(
        writer,
        material,
        lambda theme: [item for item in choose(theme) if states_implication(item.finding.text)],
        round(room * (1 - _SYNTHESIS) * _IMPLICATIONS),
    )
    left = room - words_of([*future, *practice])
    findings = [item for theme in material.themes for item in choose(theme)]
    weighed = weigh_themes(material)
    synthesis: list[Paragraph] = [weighed] if weighed else []
    synthesis += answer_questions(writer, material, findings)
    synthesis += tell_across(writer, material, findings, left - words_of(synthesis))
    if words_of(synthesis) < _LITTLE * left:
        synthesis += go_through(writer, material, choose, round(_ENOUGH * left) - words_of(synthesis))
    return compose(
        [
            ("Synthesis across themes", synthesis),
            ("Implications", practice),
            ("Limitations of this review", limits),
            ("Future directions", future),
        ]
    )


def _choose_findings(material: ReviewMaterial) -> Callable[[ThemeMaterial], list[Item]]:
    """Return what gives the findings of a theme that the discussion may tell, those that stand best for it first."""
    works = works_of(material)
    is_on_topic, may_stand, readable = choose_on_topic(material), read_standing(works), list_readable(works)

    def choose(theme: ThemeMaterial) -> list[Item]:
        return put_telling_first(
            (
                item
                for item in left_over(theme, "discussion")
                if not is_procedural(head_of(item.finding)) and is_on_topic(item) and may_stand(item)
            ),
            readable,
            material.plan.topic,
        )

    return choose


def _look_ahead(writer: Writer, material: ReviewMaterial, words: int) -> list[Paragraph]:
    is_on_topic = choose_on_topic(material)
    told = go_through(
        writer,
        material,
        lambda theme: list(filter(is_on_topic, items_of(theme.works, "discussion", "future_work", "limitation"))),
        words,
    )
    count = count_open(material)
    return merge_short([[count, state(_NOT_ALL)] if count else [], *told])


_NOT_ALL = "Texts may name such matters in words that were not recognised, or in sentences that cannot stand alone."


_OPEN_SHARE = 0.2
_WEAK = 2  # findings of a theme that set nothing apart
_TRACEABLE = (
    "Each statement collected here is the sources' own and can be traced to the sentence it rests on; what they "
    "amount to together is for the reader to judge, with the most important full texts at hand."
)


def write_conclusions(material: ReviewMaterial, words: int) -> Draft:
    """Return the conclusions without sub-headings, from main results and findings that no other section reports.

    First what is known, theme by theme, then what the sources leave open.
    """
    writer = Writer.of(works_of(material), f"conclusions {material.plan.topic}")
    mark_told(writer, material)
    opening = [
        state(f"This review set out to report what the literature says about {name_subject(material)}."),
        *report(Facts(material.numbers, material.procedure).tell(CHOSEN)),
    ]
    closing = [state(_TRACEABLE)]
    room = words - words_of([opening, closing])
    doubts = _tell_doubts(writer, material, round(room * _OPEN_SHARE))
    told = go_through(writer, material, _choose_conclusions(material), room - words_of([doubts]))
    return compose([("", [opening, *told, *merge_short([doubts, closing])])])


def _choose_conclusions(material: ReviewMaterial) -> Callable[[ThemeMaterial], list[Item]]:
    """Return what gives the findings of a theme that may conclude a review, those that stand best for it first.

    What its section tells is among them only where a work is to be known by it. What is an opinion or sets
    nothing apart is told where a theme has nothing else.
    """
    works = works_of(material)
    is_on_topic, may_stand, readable = choose_on_topic(material), read_standing(works), list_readable(works)
    topic = material.plan.topic

    def choose(theme: ThemeMaterial) -> list[Item]:
        items = [*left_over(theme, "conclusions"), *list_leading(theme)]
        fit = [
            item
            for item in dict.fromkeys(items)
            if not is_procedural(head_of(item.finding))
            and is_weighty(head_of(item.finding))
            and is_on_topic(item)
            and may_stand(item)
        ]
        strong = [item for item in fit if concludes(item, readable)]
        return put_telling_first(strong, readable, topic) or put_telling_first(fit, readable, topic)[:_WEAK]

    return choose


def _tell_doubts(writer: Writer, material: ReviewMaterial, words: int) -> Paragraph:
    lines: list[Line] = []
    is_on_topic = choose_on_topic(material)
    for theme in material.themes:
        found = items_of(theme.works, "conclusions", "limitation", "future_work")
        for item in list(filter(is_on_topic, found))[:2]:
            if (
                item.stands_alone
                and not states_aim(item.finding.text)
                and writer.is_new(item.finding)
                and len(item.finding.text.split()) <= words
            ):
                lines.append(writer.tell(item.work, item.finding))
                words -= lines[-1].words
    return lines
