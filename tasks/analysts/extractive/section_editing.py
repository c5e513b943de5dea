"""Language editing without a language model: immediate repetitions, and sentences that a section has twice.

New works in an existing section: a finding of each as a sentence, after those already there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from storage.records.writing import Claim, Draft
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.relations import split_paragraph
from tasks.analysts.passages import chunk
from tasks.citations.pandoc import find_citekeys
from tasks.revision.constraints import object_to_editing
from tasks.revision.gaps import IntegrationMaterial
from tasks.revision.issues import Editing, EditMaterial
from tasks.revision.paragraphs import judge_block
from tasks.text.cleaning import count_words
from tasks.text.words import content_stems

_LEAST_FOR_A_PARAGRAPH = 3
_HEADING, _AFTER = "### ", "### Key findings"


def integrate_works(material: IntegrationMaterial) -> Draft | None:
    """Return the section with a finding of each new work, at the end of the key findings, else of the section.

    Of each work the finding that shares most words with what was searched for is reported or, where works were named
    instead, the best. None if no work has a finding to report.
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
    """Return the place after the last paragraph of the key findings or, if there are none, of the section."""
    start = next((place for place, block in enumerate(blocks) if block == _AFTER), None)
    if start is None:
        return len(blocks)
    later = (place for place in range(start + 1, len(blocks)) if blocks[place].startswith(_HEADING))
    return next(later, len(blocks))


# Quotations, code, formulas and comments keep every character.
_VERBATIM = re.compile(r"(“[^”]*”|\"[^\"]*\"|`[^`]*`|\$[^$]*\$|<!--.*?-->)", re.DOTALL)
# Words that are never doubled on purpose ("had had" and "that that" are English).
_DOUBLED_WORD = re.compile(
    r"\b(the|a|an|of|to|in|and|or|for|with|on|at|by|from|as|is|are|was|were|be|been|this|these|their|it|its|which|[a-z]{5,})"
    r"(?: +\1)+\b"
)
_DOUBLED_SIGN = re.compile(r"([,;:])(?:\s*\1)+|(?<!\.)(\.)\.(?!\.)")
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_LEAST_WORDS = 6


def edit_section(material: EditMaterial) -> Editing:
    """Return the paragraphs of a section in which something is repeated, each without the repetition."""
    texts: dict[int, str] = {}
    claims: list[Claim] = []
    said: set[str] = set()
    for paragraph in material.paragraphs:
        if paragraph.kind != "text":
            continue
        text = clean_text(_drop_repeated(paragraph.markdown, said))
        if text == paragraph.markdown:
            continue
        made = [replace(claim, sentence=clean_text(claim.sentence)) for claim in paragraph.claims]
        new = tuple(claim for claim in made if claim not in paragraph.claims and claim.sentence in text)
        # An editor that cannot read leaves alone whatever would change more than language.
        if not object_to_editing(material, Editing({paragraph.number: text}, new, "")):
            texts[paragraph.number] = text
            claims += new
    return Editing(texts, tuple(claims), "repeated words, signs or sentences dropped" if texts else "")


def clean_text(markdown: str) -> str:
    """Return the text without words, spaces and signs that are doubled, quotations as they are."""
    parts = _VERBATIM.split(markdown)
    for place in range(0, len(parts), 2):
        part = _DOUBLED_WORD.sub(r"\1", parts[place])
        parts[place] = _SPACES.sub(" ", _DOUBLED_SIGN.sub(lambda found: found[1] or found[2], part))
    return "".join(parts)


def _drop_repeated(markdown: str, said: set[str]) -> str:
    """Return the paragraph without uncited sentences that are in `said`, the section so far, and add its own to it."""
    kept = []
    for sentence in split_paragraph(markdown):
        folded = " ".join(sentence.lower().split())
        repeated = folded in said and not find_citekeys(sentence) and count_words(sentence) >= _LEAST_WORDS
        if not repeated:
            kept.append(sentence)
        said.add(folded)
    return " ".join(kept) or markdown
