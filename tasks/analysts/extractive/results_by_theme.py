"""What each theme comes to: a result in brief, which way results point, and what bears on the questions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence

from tasks.analysts.extractive.brief_results import list_brief, say_whole, tell_outcomes
from tasks.analysts.extractive.claims import rank_telling
from tasks.analysts.extractive.clear_results import has_figure, is_clear, is_weighty, sets_apart
from tasks.analysts.extractive.contrary_results import tell_contrary
from tasks.analysts.extractive.discourse_cues import needs_context, polarity
from tasks.analysts.extractive.facet_names import read_main
from tasks.analysts.extractive.field_results import (
    is_of_staying,
    is_opinion,
    is_plain_main,
    list_readable,
    read_standing,
)
from tasks.analysts.extractive.finding_allocation import Item, find_mains, list_items, pair_caveats, pair_opposites
from tasks.analysts.extractive.main_results import rank_caveat
from tasks.analysts.extractive.objective_terms import text_of
from tasks.analysts.extractive.phrasing import Casing, Writer
from tasks.analysts.extractive.populations import asks_for_people, is_of_people
from tasks.analysts.extractive.themes_in_turn import lead_in, works_of
from tasks.analysts.extractive.turns import head_of
from tasks.analysts.passages import Line, Paragraph, cite_each, list_themes, state
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.evidence.harms import denies_harm, has_figures, rank_gravity, states_grave_harm
from tasks.text.words import content_stems, find_stems, spell

_FEWEST, _MOST = 6, 30
_POOLED_SHARE = 1.6  # of the words that a result of the abstract may have, which a pooled effect may have
_ANSWERS = 3
_HARMED = 3  # works that tell of grave harms


def tell_results(material: ReviewMaterial, words: int) -> list[Line]:
    """Return the names of all themes, and a result of as many as find room, in brief, within `words` words in all.

    Themes of most works come first. All are named in one sentence of the review itself, which stands whatever becomes
    of the results behind it. A result names what the topic is about; a theme without one is only named. That there was
    no harm is not told where any work states a grave one.
    """
    if not material.themes:
        return []
    count = len(material.themes)
    themes = f"{spell(count)} {'theme' if count == 1 else 'themes'}"
    opening = state(f"The corpus is presented in {themes}: {list_themes(material)}.")
    writer = Writer.of(works_of(material), f"abstract {material.plan.topic}")
    lines = [opening]
    is_fit, may_stand = _read_fit(material), read_standing(works_of(material))
    harm = _tell_gravest(material, writer, may_stand)
    room = words - opening.words - (harm.words if harm else 0)
    for theme in sorted(filter(lambda theme: theme.works, material.themes), key=lambda theme: -len(theme.works)):
        best = _choose_brief(theme, min(_MOST, room), is_fit, may_stand)
        caveat = pair_caveats(theme.works).get(best.finding.finding_id) if best else None
        caveat = caveat if caveat and not rank_caveat(caveat.finding.text) else None
        link = lead_in(len(lines) - 1, theme.theme.label)
        told = state(f"{writer.word(best.work, best.finding, link, named=True)}.") if best else None
        if told and told.words <= room:
            lines.append(told)
            room -= told.words
            held = state(f"{writer.word(caveat.work, caveat.finding, again=True)}.") if caveat else None
            if held and held.words <= room:
                lines.append(held)
                room -= held.words
    return [*lines, harm] if harm and harm.text not in {line.text for line in lines} else lines


def _tell_gravest(material: ReviewMaterial, writer: Writer, may_stand: Callable[[Item], bool]) -> Line | None:
    """Return the gravest harm that several works tell of, in the words of the one cited most; None of few works."""
    works = works_of(material)
    is_on_topic = read_main(material.plan.topic, works)
    stated = [item for item in list_items(works, "finding") if states_grave_harm(item.finding.text)]
    if len({item.work.citekey for item in stated}) < _HARMED:
        return None
    fit = [
        item
        for item in stated
        if item.stands_alone
        and item.grade <= 1
        and len(item.finding.text.split()) <= _MOST
        and is_on_topic(f"{item.work.work.title}. {item.finding.text}")
        and is_of_people(item.work.work, item.finding.text)
        and (may_stand(item) and not is_opinion(item.finding.text))
    ]
    best = min(
        fit,
        key=lambda item: (
            rank_gravity(item.finding.text),
            not has_figures(item.finding.text),
            -item.work.in_degree,
            item.rank,
        ),
        default=None,
    )
    return state(f"{writer.word(best.work, best.finding, 'On harms,', named=True)}.") if best else None


def _read_fit(material: ReviewMaterial) -> Callable[[str], bool]:
    works = works_of(material)
    is_on_topic = read_main(material.plan.topic, works)
    is_grave = any(states_grave_harm(item.finding.text) for item in list_items(works, "finding"))
    return lambda text: is_on_topic(text) and not (is_grave and denies_harm(text))


def _choose_brief(
    theme: ThemeMaterial, words: int, is_fit: Callable[[str], bool], may_stand: Callable[[Item], bool]
) -> Item | None:
    """Return the result that has most of what the theme is about, said in few words; None if there is none so short.

    It is on the topic and clear by itself, no opinion and of more than a few cases; a pooled effect comes before what
    single studies find, what came out before who stayed, then works of the third that the corpus cites most before
    trials and the middle third, then what names exposure and outcome, then figures. Of a work with a main result no
    other is told, and where the topic is on people none on animals or cells. Where most works deny a relation only a
    main result is told. Where no work has any of these, what one holds in its own voice is.
    """
    weights = Counter(
        stem for work in theme.works for stem in set(content_stems(f"{work.work.title} {work.work.abstract or ''}"))
    )
    opposed = pair_opposites(theme.works)
    found = list_items(theme.works, "finding")
    mains = find_mains(found)
    pooled = [
        item
        for item in mains.values()
        if item.is_pooled
        and _FEWEST <= len(item.finding.text.split()) <= words * _POOLED_SHARE
        and is_fit(f"{item.work.work.title}. {item.finding.text}")
    ]
    if pooled:
        return max(
            pooled,
            key=lambda item: (
                not is_of_staying(theme.plan.topic, item.finding.text),
                has_figure(item.finding.quote.text),
                *_weigh(item, weights),
            ),
        )
    denied = sum(polarity(item.finding.text) for item in found) < 0
    readable = list_readable(theme.works)
    fit = [
        item
        for item in found
        if item.stands_alone
        and (not item.grade or is_plain_main(item))
        and _FEWEST <= len(item.finding.text.split()) <= words * (_POOLED_SHARE if is_plain_main(item) else 1)
        and (polarity(item.finding.text) > 0 or item.is_main)
        and (not denied or item.is_main)
        and (item.is_main or item.finding.finding_id not in opposed)
        and (is_clear(head_of(item.finding)) or is_plain_main(item))
        and is_weighty(head_of(item.finding))
        and not is_opinion(head_of(item.finding))
        and may_stand(item)
        and is_fit(item.finding.text)
        and (is_of_people(item.work.work, item.finding.text) or not asks_for_people(theme.plan.topic))
        and mains.get(item.work.citekey, item).finding == item.finding
    ]
    cited = sorted(work.in_degree for work in theme.works)

    def rank(item: Item) -> tuple[bool | float | int | str, ...]:
        third = 3 * bisect_right(cited, item.work.in_degree) // len(cited)
        stands_out = max(third, 2 * bool(_TRIAL.search(text_of(item.work.work))))
        names = item.is_main or item.finding.finding_id in readable
        stays = is_of_staying(theme.plan.topic, item.finding.text)
        return (
            not stays,
            stands_out,
            names,
            sets_apart(item.finding.text),
            has_figure(item.finding.text),
            *_weigh(item, weights),
        )

    return max(fit, key=rank, default=None) or _choose_claim(theme, round(words * _POOLED_SHARE), is_fit, may_stand)


def _choose_claim(
    theme: ThemeMaterial, words: int, is_fit: Callable[[str], bool], may_stand: Callable[[Item], bool]
) -> Item | None:
    """Return what the work of a theme cited most holds in its own voice, of those that say it clearly and in brief."""
    opposed = pair_opposites(theme.works)
    fit = [
        item
        for item in list_items(theme.works, "finding")
        if not rank_telling(item.finding.quote.text)
        and item.stands_alone
        and not item.grade
        and _FEWEST <= len(item.finding.text.split()) <= words
        and is_clear(head_of(item.finding))
        and not is_opinion(head_of(item.finding))
        and may_stand(item)
        and item.finding.finding_id not in opposed
        and is_fit(f"{item.work.work.title}. {item.finding.text}")
        and (is_of_people(item.work.work, item.finding.text) or not asks_for_people(theme.plan.topic))
    ]
    return max(fit, key=lambda item: (item.work.in_degree, -item.rank, item.finding.finding_id), default=None)


_TRIAL = re.compile(r"\b(?:randomi[sz]ed|placebo-controlled|controlled (?:\w+ )?trials?)\b", re.IGNORECASE)


def _weigh(item: Item, weights: Counter[str]) -> tuple[float, int, str]:
    stems = set(content_stems(item.finding.text))
    mean = sum(weights[stem] for stem in stems) / max(1, len(stems))
    return (
        round(mean - item.rank - 2 * needs_context(item.finding.text), 6),
        item.work.in_degree,
        item.finding.finding_id,
    )


def weigh_themes(material: ReviewMaterial) -> Paragraph:
    """Return what works of any theme find contrary to each other, then what those of each pool and report on outcomes.

    What works of one theme find contrary stands in its section. Empty without either.
    """
    works = works_of(material)
    casing = Casing.of(works)
    told = {line.text for theme in material.themes for line in tell_contrary(theme.consistency, theme.works)}
    across = [line for line in tell_contrary(material.consistency, works) if line.text not in told]
    lines: list[Line] = []
    named = 0
    for theme in material.themes:
        pooled = _tell_pooled(lead_in(named, theme.theme.label), theme, casing)
        named += bool(pooled)
        outcomes = tell_outcomes(lead_in(named, theme.theme.label), theme.works, casing)
        named += bool(outcomes)
        lines += [*pooled, *outcomes]
    return [*across, *lines, state(_COUNTED)] if lines or across else []


def _tell_pooled(lead: str, theme: ThemeMaterial, casing: Casing) -> list[Line]:
    """Return in a sentence what the theme's pooled effects come to, of those whose parts could be read."""
    mains = find_mains(item for item in list_items(theme.works, "finding") if item.is_pooled)
    told = {
        one.work.citekey: (say_whole(one, casing), one.work, one.finding)
        for one in reversed(list_brief([item.work for item in mains.values()]))
        if one.finding == mains[one.work.citekey].finding
    }
    return [cite_each(f"{lead} studies pooled show", list(told.values()))] if told else []


_COUNTED = (
    "These are results whose exposure, outcome and direction rules could read, whatever the size of an effect or the "
    "strength of a design; other works of a theme may report on the same in other words."
)


def answer_questions(writer: Writer, material: ReviewMaterial, items: Sequence[Item]) -> list[Paragraph]:
    """Return for each question the findings that share most words with it, up to three; none without questions."""
    paragraphs: list[Paragraph] = []
    plain = find_stems(material.plan.topic)
    for question in material.plan.questions:
        asked = find_stems(question) - plain or find_stems(question)
        near = {item.finding.finding_id: len(asked & find_stems(item.finding.text)) for item in items}
        ranked = sorted(items, key=lambda item: (-near[item.finding.finding_id], item.grade, item.rank))
        bearing = [
            item
            for item in ranked
            if near[item.finding.finding_id] > 1 and item.stands_alone and writer.is_new(item.finding)
        ][:_ANSWERS]
        if bearing:
            lead = state(f"These findings bear on the question “{question.strip()}”")
            paragraphs.append([lead, *(writer.tell(item.work, item.finding) for item in bearing)])
    return paragraphs
