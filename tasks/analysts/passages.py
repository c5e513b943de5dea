"""Lines, paragraphs and parts: the pieces a draft is put together from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from storage.records.writing import Claim, Draft, Finding, ReadWork
from tasks.analysts.protocol import ReviewMaterial
from tasks.text.cleaning import count_words, escape_markdown
from tasks.text.words import join_phrases


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a draft as it stands in the Markdown, with its claims (none if it is about the review)."""

    text: str
    claims: tuple[Claim, ...] = ()

    @property
    def words(self) -> int:
        """Return the length in words, citations not counted."""
        return count_words(self.text)


_SHORT, _LONG = 3, 7
_Told = TypeVar("_Told")
Paragraph = Sequence[Line]
Part = tuple[str, Sequence[Paragraph]]


def state(text: str) -> Line:
    """Return a sentence about the review itself, which cites nothing."""
    return Line(escape_markdown(text))


def report(sentences: Iterable[str]) -> list[Line]:
    """Return sentences about the review itself, in Markdown already, as lines."""
    return [Line(sentence) for sentence in sentences]


def cite(text: str, support: Sequence[tuple[ReadWork, Finding]]) -> Line:
    """Return a sentence (given without its full stop) with the citations of all that support it, each work once."""
    by_key: dict[str, Finding] = {}
    for work, finding in support:
        by_key.setdefault(work.citekey, finding)
    sentence = f"{escape_markdown(text)} [{'; '.join(f'@{key}' for key in by_key)}]."
    return Line(sentence, tuple(Claim(sentence, key, finding.finding_id) for key, finding in by_key.items()))


def cite_each(opening: str, parts: Sequence[tuple[str, ReadWork, Finding]]) -> Line:
    """Return an enumeration with a citation at every part: "opening A [@a], B [@b] and C [@c]."."""
    return cite_sides(opening, [parts])


def cite_sides(opening: str, sides: Sequence[Sequence[tuple[str, ReadWork, Finding]]]) -> Line:
    """Return a sentence that sets enumerations against each other: "opening A [@a] and B [@b], but C [@c]."."""
    told = [_enumerate(side) for side in sides]
    against = f", but {', and '.join(told[1:])}" if told[1:] else ""
    sentence = f"{escape_markdown(opening)} {told[0]}{against}."
    claims = (Claim(sentence, work.citekey, finding.finding_id) for side in sides for _, work, finding in side)
    return Line(sentence, tuple(claims))


def _enumerate(parts: Sequence[tuple[str, ReadWork, Finding]]) -> str:
    keys: dict[str, list[str]] = {}
    for text, work, _ in parts:
        keys.setdefault(text, []).append(f"@{work.citekey}")
    return join_phrases([f"{escape_markdown(text)} [{'; '.join(of)}]" for text, of in keys.items()])


def words_of(paragraphs: Sequence[Paragraph]) -> int:
    """Return the length of paragraphs in words."""
    return sum(line.words for paragraph in paragraphs for line in paragraph)


def compose(parts: Sequence[Part]) -> Draft:
    """Return the draft of parts (heading, paragraphs): level-3 headings, empty parts left out."""
    blocks: list[str] = []
    claims: list[Claim] = []
    for heading, paragraphs in parts:
        filled = [paragraph for paragraph in paragraphs if paragraph]
        if not filled:
            continue
        if heading:
            blocks.append(f"### {heading}")
        for paragraph in filled:
            blocks.append(" ".join(line.text for line in paragraph))
            claims.extend(claim for line in paragraph for claim in line.claims)
    return Draft("\n\n".join(blocks) + "\n" if blocks else "", tuple(dict.fromkeys(claims)), "extractive")


def merge_short(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Return the paragraphs, neighbours of one or two sentences and any single sentence merged with the one before."""
    merged: list[Paragraph] = []
    for paragraph in paragraphs:
        both_short = merged and len(paragraph) < _SHORT and len(merged[-1]) < _SHORT
        lone = merged and 1 in {len(paragraph), len(merged[-1])} and len(merged[-1]) < _LONG
        if paragraph and (both_short or lone):
            merged[-1] = [*merged[-1], *paragraph]
        elif paragraph:
            merged.append(paragraph)
    return merged


def chunk(lines: Sequence[_Told], size: int = 5) -> list[Sequence[_Told]]:
    """Return lines in paragraphs of about `size`, as even as possible, so that none is left with one or two."""
    count = max(1, round(len(lines) / size)) if lines else 0
    edges = [round(i * len(lines) / count) for i in range(count + 1)] if count else []
    return [lines[a:b] for a, b in pairwise(edges)]


def list_themes(material: ReviewMaterial) -> str:
    """Return the themes with their counts of works as an enumeration: "A (12 works), B (9) and C (4)"."""
    return join_phrases(
        [
            f"{theme.theme.label} ({len(theme.works)}{'' if i else ' work' if len(theme.works) == 1 else ' works'})"
            for i, theme in enumerate(material.themes)
        ]
    )
