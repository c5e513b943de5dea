"""Synthesis: which sections a review has, how long each is, and the task that writes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.search import Plan, Tier
from storage.records.writing import Draft, Theme, ThemeAnalysis, Transition, WrittenSection
from tasks.analysts.certainty import HEADING
from tasks.analysts.llm.section_checks import TOLERANCE
from tasks.analysts.protocol import Analyst, ReviewMaterial, ThemeMaterial
from tasks.language_models.dialogue import Asked
from tasks.text.cleaning import count_words
from tasks.translation.passages import Passage

ANSWERS = "answers"
"""The section that answers the research questions one by one; reviews written before there was one have none."""

_ABSTRACT_WORDS = 280
_CONCLUSION_WORDS, _CONCLUSION_SHARE = 450, 0.09  # whichever is less
_SHARES = {"introduction": 0.11, "methodology": 0.09, "discussion": 0.12}
_LEAST_THEME_WORDS = 180
_EXTENT_WORDS = 70  # of a theme of any size: how many works it has, of which years and on what
_OVERRUN = 0.06  # what themes write beyond their words: harms, and results told whole
_ANSWER_WORDS = 120  # for each question; on top of the tier's


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """A section to write: id, place in the review, heading, words aimed at."""

    section_id: str
    position: int
    heading: str
    words: int


def plan_sections(tier: Tier, themes: Sequence[Theme]) -> list[SectionPlan]:
    """Return the sections of a review in order; themes share what the frame leaves of the words, mostly by works."""
    frame = {name: round(tier.words * share) for name, share in _SHARES.items()}
    conclusions = min(_CONCLUSION_WORDS, round(tier.words * _CONCLUSION_SHARE))
    rest = round(tier.words * (1 - _OVERRUN)) - sum(frame.values()) - _ABSTRACT_WORDS - conclusions
    works = sum(len(theme.work_ids) for theme in themes) or 1
    extent = min(_EXTENT_WORDS, rest // (2 * len(themes) or 1))
    shared = rest - extent * len(themes)
    sections = [
        SectionPlan("abstract", 0, "Abstract", _ABSTRACT_WORDS),
        SectionPlan("introduction", 1, "Introduction", frame["introduction"]),
        SectionPlan("methodology", 2, "Methodology", frame["methodology"]),
    ]
    sections += [
        SectionPlan(
            theme_section_id(theme),
            10 + place,
            theme.label,
            max(_LEAST_THEME_WORDS, extent + round(shared * len(theme.work_ids) / works)),
        )
        for place, theme in enumerate(themes)
    ]
    return [
        *sections,
        SectionPlan(ANSWERS, 89, HEADING, _ANSWER_WORDS),
        SectionPlan("discussion", 90, "Discussion", frame["discussion"]),
        SectionPlan("conclusions", 91, "Conclusions", conclusions),
    ]


def theme_section_id(theme: Theme) -> str:
    """Return the id of a theme's section."""
    return f"theme:{theme.theme_id}"


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def write_theme_section(
    section: SectionPlan, material: ThemeMaterial, analysis: ThemeAnalysis, analyst: Analyst
) -> Asked[Draft]:
    """Return the section of one theme."""
    return analyst.write_theme(material, analysis, section.words)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def write_frame_section(section: SectionPlan, material: ReviewMaterial, analyst: Analyst) -> Asked[Draft]:
    """Return one of the sections that frame the themes, by its id."""
    writers: dict[str, Callable[[ReviewMaterial, int], Asked[Draft]]] = {
        "abstract": analyst.write_abstract,
        "introduction": analyst.write_introduction,
        "methodology": analyst.write_methodology,
        ANSWERS: analyst.write_answers,
        "discussion": analyst.write_discussion,
        "conclusions": analyst.write_conclusions,
    }
    return writers[section.section_id](material, section.words)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def connect_sections(plan: Plan, sections: Sequence[WrittenSection], analyst: Analyst) -> Asked[tuple[Transition, ...]]:
    """Return what leads from each section to the next; none from an analyst that connects nothing."""
    return analyst.connect_sections(plan, sections)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def translate_passages(language: str, passages: Sequence[Passage], analyst: Analyst) -> Asked[Mapping[str, str]]:
    """Return sentences of finished passages translated into a language, named in English, by their English text."""
    return analyst.translate_passages(language, passages)


def add_transition(markdown: str, transition: Transition, words: int) -> tuple[str, list[int]]:
    """Return the section with the transition as paragraphs of its own, and the places of these, counted from 0.

    The opening stands before the first paragraph, after a heading that leads it, the closing at the end; every
    paragraph that was there stays as it is. Whatever would exceed the section's length of `words` by more than the
    tolerance is left out.
    """
    blocks = markdown.strip().split("\n\n")
    start = next((place for place, block in enumerate(blocks) if not block.startswith("#")), len(blocks))
    room = words * (1 + TOLERANCE) - count_words(markdown)
    added = []
    if transition.opening and count_words(transition.opening) <= room:
        blocks.insert(start, transition.opening)
        added.append(start)
        room -= count_words(transition.opening)
    if transition.closing and count_words(transition.closing) <= room:
        blocks.append(transition.closing)
        added.append(len(blocks) - 1)
    return "\n\n".join(blocks) + "\n", added
