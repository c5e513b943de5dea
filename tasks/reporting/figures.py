"""Figures for documents: light on white paper, as pixels where a format has no vector graphics, described in words.

Readers' names for the counts of a review, in the order in which they arise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

from tasks.reporting.compiling import compile_markup

_WIDTH = re.compile(r'<svg[^>]*\bwidth="(\d+)"')
_DESCRIPTION = re.compile(r"<desc[^>]*>(.*?)</desc>", re.DOTALL)
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{(?:[^{}]|\{[^{}]*\})*\}")


def keep_light(svg: str) -> str:
    """Return one of our pictures without its dark-screen colours: a document is white on any screen."""
    return _DARK.sub("", svg)


def read_description(svg: str) -> str:
    """Return what one of our pictures shows, in words: its `desc`, empty without one."""
    found = _DESCRIPTION.search(svg)
    return " ".join(unescape(found[1]).split()) if found else ""


def rasterise(svg: str) -> bytes:
    """Return one of our pictures as PNG, at 2.5 times its size in pixels.

    Raises:
        LitreviewError: the compiler fails or takes more than two minutes.
    """
    found = _WIDTH.search(svg)
    width = f"{found[1]}pt" if found else "auto"
    page = f'#set page(width: auto, height: auto, margin: 0pt)\n#image("picture.svg", width: {width})\n'
    return compile_markup(page.encode(), "png", {"picture.svg": svg.encode()})


LABELS = {
    "identified": "Records identified",
    "identified_keyword": "by keyword search",
    "identified_expert": "by search for experts' works",
    "identified_book": "by book search",
    "identified_seed": "given as known works",
    "identified_import": "imported",
    "identified_citation": "among citations of the best hits",
    "identified_backward": "among references of relevant works",
    "identified_forward": "among works citing relevant ones",
    "identified_expansion": "by searches of supervision",
    "identified_update": "by later updates",
    "duplicates": "Duplicates removed",
    "rule_excluded": "Ineligible by rule",
    "not_reached": "Not reached by the ranking",
    "pending": "Waiting to be screened",
    "screened": "Works screened",
    "excluded": "Excluded on title and abstract",
    "unsure": "Unsure, not included",
    "relevant": "Works found relevant",
    "beyond_tier": "Left out by the size of the tier",
    "not_retrieved": "Nothing of them to be read",
    "retracted": "Retracted since",
    "sought": "Full texts looked for",
    "retrieved": "Full texts retrieved",
    "unretrieved": "Full texts not retrieved",
    "corpus": "Works in the review",
    "expansion": "of them brought in by supervision",
    "queries": "Queries run",
    "stages": "Stages of snowballing",
    "followed": "Works whose citations were followed",
    "with_abstract": "Works with a text to read",
    "without_abstract": "Works without any text",
    "with_full_text": "Works read in full",
    "findings": "Findings",
    "quotes": "Verbatim quotes",
    "themes": "Themes",
    "first_year": "Earliest year",
    "last_year": "Latest year",
    "updates": "Updates",
}


def label_counts(counts: Mapping[str, int | float | str]) -> list[tuple[str, int | float | str]]:
    """Return counts by their names for readers, in order, without those that are 0 or have no such name."""
    return [(label, counts[name]) for name, label in LABELS.items() if counts.get(name)]


PRISMA, SATURATION, THEMES = "prisma.svg", "saturation.svg", "themes.svg"
TIMELINE, CITATIONS, APPRAISALS = "timeline.svg", "citations.svg", "appraisals.svg"

# Of a review written by another version: its flow diagram, and captions, which may be worded differently now.
_CAPTION = re.compile(r"!\[[^\]@]*\]\(prisma\.svg\)|(?:!\[|: )\*\*(?:Figure|Table) A?\d+\.\*\* [^\n@]*\{#[a-z0-9-]+\}")


def is_caption(paragraph: str) -> bool:
    """Return whether a paragraph is a figure of a review, or the caption of a table, and cites nothing."""
    return bool(_CAPTION.fullmatch(paragraph))
