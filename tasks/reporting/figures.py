"""The figures of a review: where its Markdown shows them, and what stands below them."""

from __future__ import annotations

import re
from collections.abc import Collection

PRISMA, SATURATION, THEMES = "prisma.svg", "saturation.svg", "themes.svg"

_CAPTIONS = {
    PRISMA: "How the works of this review were selected (PRISMA 2020 flow diagram).",
    SATURATION: "Relevant works found against works screened, with the end of each stage of snowballing.",
    THEMES: "The works by theme. Near dots have similar texts; the larger a dot, the more works of the review cite it.",
}
_FIGURE = re.compile(rf"!\[[^\]]*\]\((?:{'|'.join(map(re.escape, _CAPTIONS))})\)")


def place_figure(name: str, pictures: Collection[str]) -> list[str]:
    """Return the paragraph that shows a figure in Pandoc Markdown; none where the picture of that name is not there."""
    return [f"![{_CAPTIONS[name]}]({name})"] if name in pictures else []


def is_figure(paragraph: str) -> bool:
    """Return whether a paragraph of Markdown is a figure of the review and nothing else."""
    return bool(_FIGURE.fullmatch(paragraph))
