"""Language editing without a language model: what stands twice in a row, and sentences a section says twice."""

from __future__ import annotations

import re
from dataclasses import replace

from storage.records.writing import Claim
from tasks.analysts.extractive.overlaps import split_paragraph
from tasks.citations.pandoc import find_citekeys
from tasks.revision.constraints import object_to_editing
from tasks.revision.spans import Editing, EditMaterial
from tasks.text.markdown_text import count_words

# What a source says in its own words, code, formulas and comments keep every sign.
_VERBATIM = re.compile(r"(“[^”]*”|\"[^\"]*\"|`[^`]*`|\$[^$]*\$|<!--.*?-->)", re.DOTALL)
# Words that no sentence has twice in a row on purpose ("had had" and "that that" are English).
_DOUBLED_WORD = re.compile(
    r"\b(the|a|an|of|to|in|and|or|for|with|on|at|by|from|as|is|are|was|were|be|been|this|these|their|it|its|which|[a-z]{5,})"
    r"(?: +\1)+\b"
)
_DOUBLED_SIGN = re.compile(r"([,;:])(?:\s*\1)+|(?<!\.)(\.)\.(?!\.)")
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_LEAST_WORDS = 6


def edit_section(material: EditMaterial) -> Editing:
    """Return the paragraphs of a section that something stands twice in, each without it."""
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
        # An editor who cannot read leaves what would change more than language.
        if not object_to_editing(material, Editing({paragraph.number: text}, new, "")):
            texts[paragraph.number] = text
            claims += new
    return Editing(texts, tuple(claims), "words, signs or sentences that stood twice dropped" if texts else "")


def clean_text(markdown: str) -> str:
    """Return the text without words, spaces and signs that stand twice in a row, quotations as they are."""
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
