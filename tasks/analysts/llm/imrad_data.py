"""What the writer of a framing section is given: themes, works that lead them, sections already written."""

from __future__ import annotations

from typing import Any

from storage.records.writing import ReadWork
from tasks.analysts.llm.evidence import describe_work
from tasks.analysts.llm.sections import choose_key_works
from tasks.analysts.protocol import ReviewMaterial
from tasks.citations.pandoc import find_citekeys

_BRIEF_FINDINGS = 3
_BRIEF_PARTS = ("citekey", "authors", "year", "title", "findings")


def describe_themes(material: ReviewMaterial) -> list[dict[str, Any]]:
    """Return label, description and number of works of each theme, in the order of the review."""
    return [
        {
            "label": theme.theme.label,
            "works": len(theme.works),
            **({"description": theme.theme.description} if theme.theme.description else {}),
        }
        for theme in material.themes
    ]


def choose_leading_works(material: ReviewMaterial, most: int) -> list[ReadWork]:
    """Return about `most` works that lead their themes, each theme's share alike and two at least, each work once.

    Once the theme sections are written only works that are cited there are chosen.
    """
    texts = dict(material.sections)
    each = max(2, most // max(1, len(material.themes)))
    chosen: dict[str, ReadWork] = {}
    for theme in material.themes:
        reads = {read.citekey: read for read in theme.works}
        candidates = [*choose_key_works(theme), *reads]
        section = texts.get(theme.theme.label)
        told = set(reads) if section is None else set(find_citekeys(section))
        fit = [key for key in dict.fromkeys(candidates) if key in told and reads[key].summary.findings]
        chosen |= {key: reads[key] for key in fit[:each]}
    return list(chosen.values())


def describe_briefly(works: list[ReadWork]) -> list[dict[str, Any]]:
    """Return works for a data block with what it takes to cite them: their first three findings."""
    described = []
    for work in map(describe_work, works):
        brief = {part: work[part] for part in _BRIEF_PARTS if part in work}
        described.append(brief | {"findings": brief["findings"][:_BRIEF_FINDINGS]})
    return described


def read_theme_sections(material: ReviewMaterial) -> list[dict[str, str]]:
    """Return the theme sections written so far, in the order of the review."""
    labels = {theme.theme.label for theme in material.themes}
    return [{"heading": heading, "markdown": text} for heading, text in material.sections if heading in labels]


def read_openings(material: ReviewMaterial) -> list[dict[str, str]]:
    """Return the first paragraph of each theme section."""
    return [
        {"heading": section["heading"], "opening": first_paragraph(section["markdown"])}
        for section in read_theme_sections(material)
    ]


def read_section(material: ReviewMaterial, heading: str) -> str:
    """Return the text of the section of that heading, empty if it is not written yet."""
    return next((text for name, text in reversed(material.sections) if name == heading), "")


def list_paragraphs(markdown: str) -> list[str]:
    """Return the paragraphs of a section, headings left out."""
    return [block for block in markdown.strip().split("\n\n") if block and not block.startswith("#")]


def first_paragraph(markdown: str) -> str:
    """Return the first paragraph of a section, empty if it has none."""
    return next(iter(list_paragraphs(markdown)), "")
