"""New works in a section that stands: their findings as sentences, after those that are there."""

from __future__ import annotations

from collections.abc import Sequence

from storage.manuscript import Draft
from tasks.analysts.extractive.passages import Line
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shelves import Item, items_of
from tasks.analysts.extractive.words import content_stems
from tasks.supervision.gaps import IntegrationMaterial

_PER_WORK, _PER_PARAGRAPH = 2, 4
_HEADING, _AFTER = "### ", "### Key findings"


def integrate_works(material: IntegrationMaterial) -> Draft | None:
    """Return the section with up to two findings of each new work, at the end of the key findings, else of the section.

    Of a work's findings those come first that share most words with the gap. None where no work has one to tell.
    """
    section = material.section
    asked = set(content_stems(f"{material.gap.topic} {' '.join(material.gap.queries)}"))
    writer = Writer.of([*material.cited, *material.works], section.section_id)
    lines: list[Line] = []
    for read in material.works:
        items = [item for item in items_of([read], "theme", "finding", "background", "method") if item.stands_alone]
        items.sort(key=lambda item: (-_share(item, asked), item.grade, item.rank))
        told = [item for item in items if writer.is_new(item.finding)][:_PER_WORK]
        lines += [writer.tell(item.work, item.finding, again=place > 0) for place, item in enumerate(told)]
    if not lines:
        return None
    paragraphs = [
        " ".join(line.text for line in lines[start : start + _PER_PARAGRAPH])
        for start in range(0, len(lines), _PER_PARAGRAPH)
    ]
    blocks = section.markdown.strip().split("\n\n")
    place = _find_end(blocks)
    markdown = "\n\n".join([*blocks[:place], *paragraphs, *blocks[place:]]) + "\n"
    return Draft(markdown, (*section.claims, *(claim for line in lines for claim in line.claims)))


def _share(item: Item, asked: set[str]) -> int:
    return len(asked & set(content_stems(item.finding.text)))


def _find_end(blocks: Sequence[str]) -> int:
    """Return the place after the last paragraph of the key findings, of the section where it has none."""
    start = next((place for place, block in enumerate(blocks) if block == _AFTER), None)
    if start is None:
        return len(blocks)
    later = (place for place in range(start + 1, len(blocks)) if blocks[place].startswith(_HEADING))
    return next(later, len(blocks))
