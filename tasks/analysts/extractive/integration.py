"""New works in a section that stands: a finding of each as a sentence, after those that are there."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.writing import Draft
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.passages import chunk
from tasks.analysts.extractive.phrasing import Writer
from tasks.revision.gaps import IntegrationMaterial
from tasks.revision.paragraphs import judge_block
from tasks.text.words import content_stems

_LEAST_FOR_A_PARAGRAPH = 3
_HEADING, _AFTER = "### ", "### Key findings"


def integrate_works(material: IntegrationMaterial) -> Draft | None:
    """Return the section with a finding of each new work, at the end of the key findings, else of the section.

    Of a work's findings the one is told that shares most words with what was searched for; where works were named
    instead, the best. None where no work has one to tell.
    """
    section = material.section
    asked = set(content_stems(" ".join(material.gap.queries)))
    writer = Writer.of([*material.cited, *material.works], section.section_id)
    told = []
    for read in sorted(material.works, key=lambda read: (read.work.year or 0, read.citekey)):
        items = [item for item in items_of([read], "theme", "finding", "background", "method") if item.stands_alone]
        items.sort(key=lambda item: (-_share(item, asked), item.finding.kind != "finding", item.grade, item.rank))
        told += [item for item in items if writer.is_new(item.finding)][:1]
    if not told:
        return None
    lines = [writer.tell(item.work, item.finding) for item in told]
    paragraphs = [" ".join(line.text for line in part) for part in chunk(lines)]
    blocks = section.markdown.strip().split("\n\n")
    place = _find_end(blocks)
    if len(lines) < _LEAST_FOR_A_PARAGRAPH and place and judge_block(blocks[place - 1]) == "text":
        place -= 1
        paragraphs = [f"{blocks.pop(place)} {paragraphs[0]}"]
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
