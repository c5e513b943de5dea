"""A person's paragraphs kept in a section that the program writes anew: each as it is, in its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rapidfuzz import fuzz

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_UNSPACED = r"\u0e00-\u0e7f\u3001-\u30ff\u3400-\u9fff\uff00-\uffef"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")
_LEAST_ALIKE = 0.5
_SAME = 0.8  # alike enough for a paragraph that a person removed
_COMPARED = 1_000  # words of a paragraph


@dataclass(frozen=True, slots=True)
class HandParagraph:
    """A paragraph that is a person's: `kind` is changed, added, removed or moved.

    `text` is empty where one was removed, `replaced` (the program's paragraph that it stands for) where one was added.
    """

    kind: str
    text: str
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class Merged:
    """A section with a person's paragraphs in it, and what the program would have in the place of each: both texts."""

    markdown: str
    conflicts: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Block:
    """A paragraph of the text being made, and the place in the text before that it stands for, if any."""

    text: str
    before: int | None = None


def split_paragraphs(markdown: str) -> list[str]:
    """Return the paragraphs of a text, apart where lines are blank; a fenced block of code is one paragraph."""
    return list(_split(markdown))


def is_plain_paragraph(text: str) -> bool:
    """Return whether a text is one paragraph wherever it stands: not several, and without the mark of a code block."""
    return split_paragraphs(text) == [text] and not any(map(_FENCE.match, text.split("\n")))


def replace_paragraphs(markdown: str, change: Callable[[str], str]) -> str:
    """Return a text with each of its paragraphs changed, and what is between them as it is."""
    made, end = "", 0
    for paragraph in split_paragraphs(markdown):
        start = markdown.index(paragraph, end)
        made += markdown[end:start] + change(paragraph)
        end = start + len(paragraph)
    return made + markdown[end:]


def read_key(paragraph: str) -> str:
    """Return what two paragraphs have in common that differ only in Unicode form or white space at line ends."""
    lines = unicodedata.normalize("NFC", paragraph).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def measure_likeness(one: str, other: str) -> float:
    """Return how alike two paragraphs are, in [0, 1]: the share of their words that stand in both in one order.

    Of Chinese, Japanese and the like, which have no blanks between words, each character counts as one.
    """
    words, others = (_WORD.findall(text)[:_COMPARED] for text in (one, other))
    return fuzz.ratio(words, others) / 100


def keep_paragraphs(
    previous: str, fresh: str, mine: Sequence[HandParagraph], elsewhere: Collection[str] = ()
) -> Merged:
    """Return a new text of a section with a person's paragraphs as they stand in the text before.

    Whatever the new text has in the place of one is left out; one that the new text has nothing for stands behind the
    paragraph that it followed, else before the one that it preceded, else at the end. `elsewhere` are paragraphs that
    a person has in other sections, which are not repeated here.
    """
    if not mine and not elsewhere:
        return Merged(fresh)
    taken = {read_key(text) for text in elsewhere if text} - {read_key(one.text) for one in mine}
    before = split_paragraphs(previous)
    blocks = [_Block(text) for text in split_paragraphs(fresh) if read_key(text) not in taken]
    count = len(blocks)
    held = _place_own(before, mine)
    _align(before, blocks, held)
    conflicts = _drop_removed(blocks, mine)
    for place, own in sorted(held.items()):
        conflicts += _restore(blocks, place, own)
    texts = [block.text for block in blocks]
    if texts == split_paragraphs(fresh) and count == len(texts):
        return Merged(fresh, tuple(conflicts))
    end = "\n" if fresh.endswith("\n") else ""
    return Merged("\n\n".join(texts) + end, tuple(conflicts))


def _split(markdown: str) -> Iterator[str]:
    lines: list[str] = []
    fence = ""
    for line in markdown.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            closes = mark and mark[1].startswith(fence) and line.strip() == mark[1]
            fence = "" if closes else fence
        elif mark:
            fence = mark[1]
        if line.strip() or fence:
            lines.append(line)
        elif lines:
            yield "\n".join(lines)
            lines = []
    if lines:
        yield from (["\n".join(lines)] if not fence else _split_unclosed(lines))


def _split_unclosed(lines: Sequence[str]) -> Iterator[str]:
    """Yield the paragraphs of a text whose last fence is never closed, and so fences nothing."""
    yield from (part.strip("\n") for part in re.split(r"\n(?:[ \t]*\n)+", "\n".join(lines)) if part.strip())


def _place_own(before: Sequence[str], mine: Sequence[HandParagraph]) -> dict[int, HandParagraph]:
    """Return the person's paragraphs by where they stand in the text before."""
    keys = [read_key(text) for text in before]
    held: dict[int, HandParagraph] = {}
    for own in mine:
        key = read_key(own.text)
        if key:
            place = next((at for at, one in enumerate(keys) if one == key and at not in held), None)
            if place is not None:
                held[place] = own
    return held


def _align(before: Sequence[str], blocks: Sequence[_Block], held: dict[int, HandParagraph]) -> None:
    """Note for each paragraph of the new text which one of the text before it stands for: the same, or one alike."""
    keys, fresh = [read_key(text) for text in before], [read_key(block.text) for block in blocks]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, keys, fresh, autojunk=False).get_opcodes():
        if tag == "equal":
            for step in range(i2 - i1):
                blocks[j1 + step].before = i1 + step
        elif tag == "replace":
            _pair(before, blocks, held, (range(i1, i2), range(j1, j2)))


def _pair(
    before: Sequence[str], blocks: Sequence[_Block], held: dict[int, HandParagraph], stretch: tuple[range, range]
) -> None:
    scores = []
    for i in stretch[0]:
        texts = [before[i], *([held[i].replaced] if i in held and held[i].kind != "moved" else [])]
        for j in stretch[1]:
            score = max(measure_likeness(text, blocks[j].text) for text in texts if text or i not in held)
            if score >= _LEAST_ALIKE:
                scores.append((-score, i, j))
    paired: set[int] = set()
    for _, i, j in sorted(scores):
        if i not in paired and blocks[j].before is None:
            blocks[j].before = i
            paired.add(i)


def _drop_removed(blocks: list[_Block], mine: Sequence[HandParagraph]) -> list[tuple[str, str]]:
    """Take out what a person removed, and the old place of what one moved; return what the program has anew there."""
    conflicts = []
    for own in mine:
        if own.kind not in {"removed", "moved"}:
            continue
        free = [block for block in blocks if block.before is None]
        best = max(free, key=lambda block: measure_likeness(own.replaced, block.text), default=None)
        if best is not None and measure_likeness(own.replaced, best.text) >= _SAME:
            if read_key(best.text) != read_key(own.replaced):
                conflicts.append((own.text, best.text))
            blocks.remove(best)
    return conflicts


def _restore(blocks: list[_Block], place: int, own: HandParagraph) -> list[tuple[str, str]]:
    """Put a person's paragraph in its place; return what the program would have there, if that is new."""
    stands = next((block for block in blocks if block.before == place), None)
    if stands is not None:
        program, stands.text = stands.text, own.text
        known = {read_key(own.text), read_key(own.replaced)}
        return [] if read_key(program) in known else [(own.text, program)]
    for block in [one for one in blocks if one.before is None and read_key(one.text) == read_key(own.text)][:1]:
        blocks.remove(block)
    places = {block.before: at for at, block in enumerate(blocks) if block.before is not None}
    behind = max((one for one in places if one < place), default=None)
    ahead = min((one for one in places if one > place), default=None)
    first = len(blocks) if ahead is None else places[ahead]
    blocks.insert(first if behind is None else places[behind] + 1, _Block(own.text, place))
    return []
