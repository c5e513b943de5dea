"""Themes as the ledger keeps them, composed of gathered works and what a model said about each theme.

The analysis of a theme: what its works say together, when, where they disagree, by which methods, and what they leave
open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import ReadWork, Theme, ThemeAnalysis, ThemePath
from tasks.analysts.llm.citations import describe_work
from tasks.analysts.llm.consistency import describe_consistency
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import withhold_tagged
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.stand_in import stand_in
from tasks.analysts.protocol import ThemeMaterial
from tasks.citations.authors import surname
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Remark, ask, pose
from tasks.themes.description import MergedThemes, MergeMaterial, describe_members, shape_theme
from tasks.themes.merging import Contingency, GatheredTheme

_WHOLE_WORKS = 40  # shown with all they say; further ones by author, year and title
_LONGEST_TEXT = 1_600  # characters of one part
_MOST_WORDS = 600
_ANSWER_TOKENS = 1_400
_MARKDOWN = re.compile(r"\[@|\*\*|^\s*(?:[-*+#>]|\d+[.)])\s|`", re.MULTILINE)
_NAMED = re.compile(
    r"(?P<name>[^\W\d_][\w'\u2019\u2010\u2011-]*)(?P<more> et al\.?| (?:and|&) [^\W\d_][\w'\u2019\u2010\u2011-]*)?"
    r",? ?\(?(?P<year>(?:19|20)\d\d)\b"
)


class AnalysisParts(BaseModel):
    """The analysis of one theme."""

    model_config = ConfigDict(extra="forbid")

    narrative: str = Field(description="about 100 words")
    timeline: str = Field(description="about 60 words")
    debates: str = Field(description="about 70 words")
    methods: str = Field(description="about 60 words")
    questions: str = Field(description="about 60 words")


def analyse_theme(material: ThemeMaterial) -> Dialogue[ThemeAnalysis]:
    """Return what a model makes of the theme's works; without a valid answer the extractive analysis, with a remark.

    Raises:
        LitreviewError: a work has no citekey.
    """
    works = material.works
    theme = yield from _tell_theme(material)
    told = [describe_work(read) for read in works[:_WHOLE_WORKS]] + [_name_work(read) for read in works[_WHOLE_WORKS:]]
    known = {read.citekey for read in works}
    blocks = {"theme": theme, **describe_consistency(material.consistency, known), "works": told}
    question = pose(
        "analysis",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(write_block(name, block) for name, block in blocks.items() if block),
        answer=AnalysisParts,
        answer_tokens=_ANSWER_TOKENS,
        label=f"analyse: {material.theme.label}",
    )
    reply = yield from ask(question, AnalysisParts, lambda parts: _object(parts, works, question.data))
    if reply is None:
        return stand_in().analyse_theme(material)
    texts = {part: text.strip() for part, text in reply.model_dump().items()}
    return ThemeAnalysis(theme_id=material.theme.theme_id, source="anthropic", **texts)


def _tell_theme(material: ThemeMaterial) -> Dialogue[dict[str, Any]]:
    """Return the theme as it was merged; its texts from then pass the same filter as all text from outside."""
    theme, works = material.theme, material.works
    told: dict[str, Any] = {"label": theme.label, "works": len(works), "words": list(theme.words)}
    for part, text in (
        ("description", theme.description),
        ("sub_themes", "; ".join(theme.sub_themes)),
        ("relationships", theme.relationships),
        ("conflicts", theme.conflicts),
        ("gaps", theme.gaps),
    ):
        told[part], withheld = withhold_tagged(text[:_LONGEST_TEXT])
        if withheld:
            yield Remark("text addressing a program", f"in the {part} of a theme: {withheld} sentences withheld")
    return {part: text for part, text in told.items() if text}


def _name_work(read: ReadWork) -> dict[str, Any]:
    whole = describe_work(read)
    return {part: whole[part] for part in ("citekey", "authors", "year", "title") if part in whole}


def _object(parts: AnalysisParts, works: Sequence[ReadWork], data: str) -> list[str]:
    """Return what is wrong with the texts: length, form, foreign matter, and mention of works that were not shown."""
    texts = parts.model_dump()
    known = {
        ((surname(author.name).split() or [""])[-1].casefold(), read.work.year)
        for read in works
        for author in read.work.authors
        if author.name.strip()
    }
    reasons = []
    if not parts.narrative.strip():
        reasons.append("the narrative is empty")
    if (words := sum(len(text.split()) for text in texts.values())) > _MOST_WORDS:
        reasons.append(f"the texts have {words} words together; about 350 are asked for")
    for part, text in texts.items():
        reasons += [f"{part}: {fault}" for fault in find_foreign(text)]
        if len(text) > _LONGEST_TEXT:
            reasons.append(f"{part} is longer than {_LONGEST_TEXT} characters")
        if _MARKDOWN.search(text):
            reasons.append(f"{part} has Markdown or citekeys; plain sentences are asked for")
        reasons += [
            f"{part} names {named[0].strip()[:60]}, which is no author and year of the data"
            for named in _NAMED.finditer(text)
            if _is_work(named) and (named["name"].casefold(), int(named["year"])) not in known and named[0] not in data
        ]
    return reasons


def _is_work(named: re.Match[str]) -> bool:
    """Return whether a word and a year are meant as a work: (Name Year), Name (Year) or Name et al. Year."""
    opened = named.string[: named.start()].rfind("(") > named.string[: named.start()].rfind(")")
    bracketed = "(" in named[0] or opened or bool(named["more"])
    return bracketed and named["name"][0].isupper()


@dataclass(frozen=True, slots=True)
class ThemeText:
    """What a model said about a theme, checked: empty where it said nothing acceptable."""

    label: str
    description: str
    citekeys: tuple[str, ...]
    sub_themes: tuple[str, ...]
    relationships: tuple[tuple[str, str], ...]
    conflicts: str
    gaps: str
    reason: str


def compose_themes(
    material: MergeMaterial, contingency: Contingency, gathered: Sequence[GatheredTheme], texts: Sequence[ThemeText]
) -> MergedThemes:
    """Return the themes, largest first, and the path of every work into each of its themes.

    Key works are those in the theme that the model named, then the three heaviest and those that represent its topic
    groups. A theme without a label or description gets the extractive analyst's.
    """
    pairs = sorted(zip(_shape(material, contingency, gathered, texts), gathered, strict=True), key=_by_weight)
    themes = _name([theme for theme, _ in pairs], material)
    labels = {theme.label.casefold(): theme.label for theme in themes}
    related = tuple(
        replace(theme, relationships=_relate(theme, works, texts, labels))
        for theme, (_, works) in zip(themes, pairs, strict=True)
    )
    paths = []
    for theme, (_, works) in zip(related, pairs, strict=True):
        for work_id, (action, reason) in sorted(works.steps.items()):
            topic, semantic = contingency.cell_of[work_id]
            group = contingency.second[work_id] if action == "bridge" else semantic
            paths.append(ThemePath(work_id, theme.theme_id, topic, group, action, reason))
    return MergedThemes(related, tuple(paths))


def _by_weight(pair: tuple[Theme, GatheredTheme]) -> tuple[int, str]:
    return -len(pair[0].work_ids), min(pair[0].work_ids)


def _shape(
    material: MergeMaterial, contingency: Contingency, gathered: Sequence[GatheredTheme], texts: Sequence[ThemeText]
) -> list[Theme]:
    corpus, groups = material.corpus, material.grouping.groups
    source = f"{material.grouping.method}; merged with semantic groups by the anthropic analyst"
    id_of = {read.citekey: work_id for work_id, read in corpus.items()}
    themes = []
    described = describe_members([sorted(theme.steps) for theme in gathered], corpus)
    for theme, (words, coherence) in zip(gathered, described, strict=True):
        text = texts[theme.proposal] if theme.proposal is not None else None
        topics = sorted({contingency.cell_of[work_id][0] for work_id in theme.steps})
        typical = [work_id for topic in topics for work_id in groups[topic].representative_ids]
        shaped = shape_theme(
            theme.steps,
            corpus,
            words,
            coherence,
            source,
            named=[id_of[key] for key in (text.citekeys if text else ()) if id_of[key] in theme.steps],
            representatives=[work_id for work_id in typical if work_id in theme.steps],
        )
        if text:
            shaped = replace(
                shaped,
                label=text.label,
                description=text.description,
                sub_themes=text.sub_themes,
                conflicts=text.conflicts,
                gaps=text.gaps,
            )
        themes.append(shaped)
    return themes


def _name(themes: Sequence[Theme], material: MergeMaterial) -> list[Theme]:
    """Return the themes, each with a label and a description, no two labels alike."""
    if all(theme.label and theme.description for theme in themes):
        return list(themes)
    materials = [
        ThemeMaterial(material.plan, theme, tuple(material.corpus[w] for w in theme.work_ids)) for theme in themes
    ]
    taken = {theme.label.casefold() for theme in themes}
    named = []
    for theme, (label, description) in zip(themes, stand_in().name_themes(materials), strict=True):
        number, own = 2, label
        while not theme.label and own.casefold() in taken:
            own, number = f"{label} {number}", number + 1
        taken.add(own.casefold())
        named.append(replace(theme, label=theme.label or own, description=theme.description or description))
    return named


def _relate(theme: Theme, gathered: GatheredTheme, texts: Sequence[ThemeText], labels: dict[str, str]) -> str:
    """Return the relations to themes that exist in the final review, as "Label: how." sentences."""
    if gathered.proposal is None:
        return ""
    relations = [
        f"{labels[to.casefold()]}: {how.rstrip('.')}."
        for to, how in texts[gathered.proposal].relationships
        if to.casefold() in labels and labels[to.casefold()] != theme.label
    ]
    return " ".join(relations)
