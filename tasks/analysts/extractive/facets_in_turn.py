"""What the works say on each part of a topic that joins several: "X, Y and Z" is answered for X, for Y and for Z."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from storage.records.writing import ReadWork
from tasks.analysts.extractive.clear_results import has_figure, is_clear
from tasks.analysts.extractive.discourse_cues import is_procedural
from tasks.analysts.extractive.facet_names import list_subjects, read_main, read_matters, read_names, read_things
from tasks.analysts.extractive.finding_allocation import Item, drop_stale, list_items
from tasks.analysts.extractive.objective_terms import text_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.populations import asks_for_people, is_of_people
from tasks.analysts.extractive.stale_results import find_newest
from tasks.analysts.extractive.subject import settle_case
from tasks.analysts.extractive.themes_in_turn import works_of
from tasks.analysts.extractive.topic_ties import UNTIED, is_added, read_ties
from tasks.analysts.extractive.turns import head_of
from tasks.analysts.passages import Line, Part, cite, state
from tasks.analysts.protocol import ReviewMaterial
from tasks.evidence.harms import rank_gravity, states_harm
from tasks.text.topics import list_alternatives, read_topic
from tasks.text.words import holds_terms, join_phrases, spell, split_terms

HEADING = "Parts of the topic"
_EVERYWHERE = 2 / 3
_MOST_TOLD, _MOST_CITED = 3, 12
_LONGEST = 60  # words of a sentence that is told here
_QUOTED = 2  # the grade from which a sentence can only be quoted
# Safety is answered by the harms that works state, whether or not they call them so.
_OF_HARMS = re.compile(
    r"\b(?:safety|(?<!self[- \u2010\u2011])harms?|adverse (?:\w+ )?(?:events?|effects?|reactions?)|side[- ]effects?|"
    r"tolerability|toxicity)\b",
    re.IGNORECASE,
)
# How a thing was made or measured is not what came of it.
_MADE = re.compile(
    r"\b(?:engineer(?:ed|ing)|manufactur\w+|purif\w+|optimi[sz]\w+|calibrat\w+|validat(?:ed|ion|ing)|methods?|techniques?|"
    r"procedures?|algorithms?|models? (?:was|were|adequately|predict\w*))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Facet:
    """A part of the topic: its name as it stands in a sentence, the works about it, and findings of theirs on it.

    `findings` name it, best first; `titled` are of works of which the title names it and no other part. `naming` is how
    many works name it, in passing too. `ties` is by finding how loosely it is tied to the rest of the topic.
    """

    name: str
    works: Sequence[ReadWork]
    naming: int
    findings: Sequence[Item]
    titled: Sequence[Item]
    ties: Mapping[str, int]


def tell_facets(material: ReviewMaterial) -> list[Part]:
    """Return a paragraph on each part that the topic joins, under one heading; none for a topic that joins nothing.

    How many included works are about it, by title or several sentences of the abstract, up to three of their findings,
    who else reports on it, or that none does.
    """
    told = _tell_all(Writer.of(works_of(material), f"facets {material.plan.topic}"), material)
    return [(HEADING, told)] if told else []


def mark_told(writer: Writer, material: ReviewMaterial) -> None:
    """Have a writer of later sections know what was told on the parts of the topic, so as not to repeat it."""
    first = Writer.of(works_of(material), f"facets {material.plan.topic}")
    _tell_all(first, material)
    writer.told |= first.told


def _tell_all(writer: Writer, material: ReviewMaterial) -> list[Sequence[Line]]:
    works = works_of(material)
    named = (*list_alternatives(read_topic(material.plan.topic).phrase), *material.plan.focus_areas)
    names = [settle_case(facet, works) for facet in dict.fromkeys(named)]
    if not works or (len(names) < 2 and not material.plan.focus_areas):  # noqa: PLR2004 -- one part is the topic itself
        return []
    return [_tell(writer, material, facet, len(works)) for facet in _read(names, works, material.plan.topic)]


def _read(names: Sequence[str], works: Sequence[ReadWork], topic: str) -> list[_Facet]:
    subjects = set(list_subjects(topic)) - set(list_alternatives(read_topic(topic).phrase))
    known = [*names, *sorted(subjects)]
    name_in = read_names(known, works)
    titled = {work.citekey: name_in(work.work.title) for work in works}
    named = {work.citekey: name_in(text_of(work.work)) for work in works}
    list_matters, list_things = read_matters(known, works), read_things(known, works)
    matters = {work.citekey: list_matters(work) for work in works}
    alone = [item for item in list_items(works, "finding") if item.stands_alone]
    items = drop_stale(alone, alone, find_newest(works))
    said = {item.finding.finding_id: name_in(item.finding.text) for item in items}

    on_people = asks_for_people(topic)
    measure_tie = read_ties(topic, names, works)

    def tie(item: Item, name: str) -> int:
        """Of harms the gravest come first, however often a work names what else the topic is about."""
        loose = measure_tie(item, name)
        return UNTIED * (loose == UNTIED) if _OF_HARMS.search(name) else loose

    def weigh(item: Item, name: str) -> tuple[bool | int, ...]:
        """Return the place of a finding among those on a part.

        First comes what is on the rest of the topic too, and says what came out; of that main results, works named
        after the part, those of people where the topic is, what is measured and cited most.
        """
        text, loose = head_of(item.finding), tie(item, name)
        return (
            loose == UNTIED,
            is_procedural(text),
            loose,
            rank_gravity(text) if _OF_HARMS.search(name) else 0,
            is_added(item),
            name not in titled[item.work.citekey],
            on_people and not is_of_people(item.work.work, item.finding.text),
            bool(subjects) and not subjects & said[item.finding.finding_id],
            not is_clear(text),
            not has_figure(item.finding.text),
            -item.work.in_degree,
            item.rank + item.grade,
        )

    def is_on(item: Item, name: str) -> bool:
        """A work whose title names the part has findings on it that name it in any way; any harm is on safety."""
        if _OF_HARMS.search(name) and states_harm(item.finding.text):
            return True
        things = said[item.finding.finding_id]
        return name in (things if name in titled[item.work.citekey] else things & list_things(item.finding.text))

    facets = []
    for name in names:
        harmed = (
            {item.work.citekey for item in items if states_harm(item.finding.text)} if _OF_HARMS.search(name) else set()
        )
        about = [work for work in works if name in matters[work.citekey] or work.citekey in harmed]
        keys = {work.citekey for work in about}
        naming = sum(name in each or citekey in harmed for citekey, each in named.items())
        near = [item for item in items if item.work.citekey in keys]
        found = sorted((item for item in near if is_on(item, name)), key=lambda item: weigh(item, name))
        alone = [item for item in near if titled[item.work.citekey] - subjects == {name}]
        ties = {item.finding.finding_id: tie(item, name) for item in found}
        facets.append(_Facet(name, about, naming, found, alone, ties))
    return facets


def _tell(writer: Writer, material: ReviewMaterial, facet: _Facet, works: int) -> list[Line]:
    about = len(facet.works)
    if not facet.naming:
        of = "the one included work does not name" if works == 1 else f"none of the {spell(works)} included works names"
        return [state(f"On {facet.name}: {of} it in title or abstract{_tell_left(material, facet)}.")]
    if not about:
        of = f"{spell(facet.naming)} of the {spell(works)} included works {'names' if facet.naming == 1 else 'name'}"
        others = "this counts works by these words, not those on kinds of it under other names"
        return [state(f"On {facet.name}: {of} it, in passing; {others}{_tell_left(material, facet)}.")]
    if about > _EVERYWHERE * works:
        share = "all" if about == works else f"{spell(about)} of the {spell(works)}"
        return [state(f"On {facet.name}: {share} included works are about it, too many to be told here.")]
    of = f"{spell(about)} of the {spell(works)} included works {'is' if about == 1 else 'are'} about it"
    counts, told = _tell_findings(writer, facet, read_main(material.plan.topic, works_of(material)))
    return [state(f"On {facet.name}: {of}{_name_sections(material, facet)}{counts}."), *told]


def _name_sections(material: ReviewMaterial, facet: _Facet) -> str:
    terms = split_terms(facet.name)
    labels = [f"“{one.theme.label}”" for one in material.themes if holds_terms(terms, one.theme.label)]
    if not labels:
        return ""
    return f", and {join_phrases(labels)} {'is a section' if len(labels) == 1 else 'are sections'} on it"


def _tell_findings(writer: Writer, facet: _Facet, is_on_topic: Callable[[str], bool]) -> tuple[str, list[Line]]:
    """Return how many of the works about the part have findings on it and are told of, and the sentences on it.

    Of each work the best that was not told yet. A third is told only where it is on the topic as far as the second.
    """
    first: dict[str, Item] = {}
    fresh = [item for item in facet.findings if writer.is_new(item.finding)]
    for item in (*fresh, *facet.findings, *facet.titled):
        first.setdefault(item.work.citekey, item)
    fit = [
        item
        for item in first.values()
        if item in facet.findings
        and len(item.finding.text.split()) <= _LONGEST
        and item.grade < _QUOTED
        and (is_clear(head_of(item.finding)) or states_harm(item.finding.text))
        and (not _MADE.search(head_of(item.finding)) or _MADE.search(facet.name))
        and is_on_topic(f"{item.work.work.title}. {item.finding.text}")
        and writer.is_new(item.finding)
    ]
    ties = [facet.ties[item.finding.finding_id] for item in fit[:_MOST_TOLD]]
    told = [item for item, loose in zip(fit, ties, strict=False) if loose <= max(ties[:2])]
    chosen = sorted(told, key=lambda item: (item.year, item.work.citekey))
    others = [item for item in first.values() if item not in chosen]
    lines = [writer.tell(item.work, item.finding) for item in chosen]
    if others:
        lines.append(_cite_others(others, after=bool(lines)))
    return _count(len(chosen), len(others)), lines


def _count(told: int, others: int) -> str:
    """Return how many of the works about a part have findings on it, and of how many one is told."""
    some = told + others
    if not some:
        return "; in none of these was a finding on it recognised, so that it is not answered here"
    have = f"; by rule {spell(some)} of these {'has' if some == 1 else 'have'} findings on it"
    if not told or not others:
        return have
    return f"{have}, of which {spell(told)} {'is' if told == 1 else 'are'} told here"


def _cite_others(others: Sequence[Item], *, after: bool) -> Line:
    cited = [(item.work, item.finding) for item in others[:_MOST_CITED]]
    number, further = spell(len(others)), " further" if after else ""
    if len(others) > len(cited):
        told = f"Findings on it come from {number}{further} works, among them {spell(len(cited))}"
        return cite(told, cited)
    return cite(f"Findings on it come from {number}{further} {'work' if len(others) == 1 else 'works'}", cited)


def _tell_left(material: ReviewMaterial, facet: _Facet) -> str:
    """Return how many works judged relevant are about a part of which no included work speaks."""
    name = facet.name.casefold()
    left = sum(one.relevant - one.kept for one in material.procedure.facets if one.facet.casefold() == name)
    if not left:
        return ""
    return f", while {spell(left)} {'work' if left == 1 else 'works'} on it lay beyond the size of the tier"
