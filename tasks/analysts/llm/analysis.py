"""The analysis of a theme: what its works say together, when, against each other, by which methods, and what not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import ReadWork, ThemeAnalysis
from tasks.analysts.extractive.authors import surname
from tasks.analysts.extractive.theme_analysis import analyse_theme as analyse_by_rule
from tasks.analysts.llm.evidence import describe_work
from tasks.analysts.llm.guard.admission import withhold_tagged
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.scope import describe_scope
from tasks.analysts.protocol import ThemeMaterial
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Remark, ask, pose

_WHOLE_WORKS = 40  # told with all they say; further ones by author, year and title
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
    question = pose(
        "analysis",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join((write_block("theme", theme), write_block("works", told))),
        answer=AnalysisParts,
        answer_tokens=_ANSWER_TOKENS,
        label=f"analyse: {material.theme.label}",
    )
    reply = yield from ask(question, AnalysisParts, lambda parts: _object(parts, works, question.data))
    if reply is None:
        return analyse_by_rule(material)
    texts = {part: text.strip() for part, text in reply.model_dump().items()}
    return ThemeAnalysis(theme_id=material.theme.theme_id, source="anthropic", **texts)


def _tell_theme(material: ThemeMaterial) -> Dialogue[dict[str, Any]]:
    """Return the theme as it was merged; what was said of it there passes the same gate as every text of others."""
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
    """Return what is wrong with the texts: their length, form, foreign matter, and works named that are not there."""
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
