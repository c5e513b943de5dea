"""What is printed on every page but belongs to none: running heads and feet, page numbers, line numbers.

Captions and notes: paragraphs that stand beside the running text, not in it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from tasks.parsing.hyphens import join_lines
from tasks.parsing.layout import Fragment, PageLayout, group_rows, join_row
from tasks.parsing.paragraphs import Paragraph, Type

_CAPTION = re.compile(
    r"^(?:supplementary\s+|extended\s+data\s+)?(?:fig(?:ure)?s?|tab(?:le)?s?|box|scheme|algorithm|listing|chart|plate"
    r"|abbildung|tabelle|tableau|figura|tabla|quadro)\.?\s*(?:S|[A-Z])?[0-9IVX]+[a-z]?\b",
    re.IGNORECASE,
)
_NOTE = re.compile("^(?:[0-9]{1,3}|[*\u2217\u2020\u2021\u00a7\u00b6#]{1,3})\\s?[^\\W\\d_]|^[a-z]\\s[A-Z]")
_SMALLER = 0.93
_FEWEST_WORDS = 5  # of a sentence that is broken off
_FINISHED = re.compile("[.?!:;][\"')\\]\u201d\u2019]?[0-9,]{0,8}$")


def is_caption(text: str) -> bool:
    """Return whether a paragraph names a figure or table and its number first."""
    return bool(_CAPTION.match(text))


def split_notes(paragraphs: Sequence[Paragraph], body: Type) -> tuple[list[Paragraph], list[Paragraph]]:
    """Return a column without the footnotes below it, and the footnotes: small print that begins with a mark."""
    start = len(paragraphs)
    while start > 0 and paragraphs[start - 1].size <= _SMALLER * body.size:
        start -= 1
    while start < len(paragraphs) and (not _NOTE.match(paragraphs[start].text) or is_caption(paragraphs[start].text)):
        start += 1
    return list(paragraphs[:start]), list(paragraphs[start:])


def mend_sentences(
    paragraphs: Sequence[Paragraph], body: Type, words: frozenset[str], compounds: frozenset[str]
) -> list[Paragraph]:
    """Return the paragraphs of a page, rejoining sentences that a column, a figure or a table had split.

    Where text in the type of the body doesn't end a sentence, the next text in that type that begins in lower case
    continues it, and what stands between follows.
    """
    mended: list[Paragraph] = []
    open_at: int | None = None
    for paragraph in paragraphs:
        is_running = (
            abs(paragraph.size - body.size) <= (1 - _SMALLER) * body.size
            and not paragraph.heading_level
            and not paragraph.tabular
            and not is_caption(paragraph.text)
        )
        if is_running and open_at is not None and paragraph.text[:1].islower():
            begun = mended[open_at]
            text = join_lines(begun.text, paragraph.text, words, compounds)
            mended[open_at] = replace(begun, text=text, lines=begun.lines + paragraph.lines)
            open_at = None if _FINISHED.search(text) else open_at
            continue
        mended.append(paragraph)
        if paragraph.heading_level:
            open_at = None
        elif is_running and len(paragraph.text.split()) >= _FEWEST_WORDS:
            open_at = None if _FINISHED.search(paragraph.text) else len(mended) - 1
    return mended


_MARGIN = 0.13  # of the page's height, above and below
_SHIFT = 12.0  # points by which a running head may move
_FEW_PAGES = 2
_REPEATED_SHARE = 0.2
_COUNTED_SHARE = 0.5
_MOST_WORDS_WITH_NUMBER = 14
_LETTERS_OF_A_HEAD = 3
_DIGITS = re.compile(r"\d+")
_EDGE_NUMBERS = (re.compile(r"^\D{0,6}?(\d{1,5})\b"), re.compile(r"\b(\d{1,5})\D{0,3}$"))
_OF_PAGES = re.compile(r"\b(\d{1,4})\s*(?:/|of|von|de|sur)\s*\d{1,4}\b")
_BARE_NUMBER = re.compile(r"^[-\u2013\u2014\s]*(?:\d{1,5}|[ivxl]{1,6})[-\u2013\u2014\s]*$")
_LINE_NUMBER = re.compile(r"^\d{1,5}$")
_MANY_LINES = 10


class _Row(NamedTuple):
    page: int
    text: str
    place: float
    members: tuple[Fragment, ...]


def drop_furniture(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages without what their margins repeat.

    A row in the upper or lower margin goes if rows like it, apart from digits, stand at the same height on a fifth of
    the pages and at least on two; or if it begins or ends with a number that counts on with the pages on half of them.
    What lies between a row that stays and the middle of the page stays as well, unless it is such a number alone.
    """
    rows = [row for page in pages for row in _read_margins(page)]
    dropped = _find_repeated(rows, len(pages)) | _find_counted(rows, len(pages))
    if len(pages) == 1:
        dropped |= {index for index, row in enumerate(rows) if _BARE_NUMBER.match(row.text)}
    gone: dict[int, set[int]] = defaultdict(set)
    reached: set[tuple[int, bool]] = set()
    # From the edges inwards: behind the first row that stays there is text, whatever it repeats.
    for index in sorted(range(len(rows)), key=lambda each: abs(rows[each].place)):
        row = rows[index]
        if index not in dropped:
            reached.add((row.page, row.place < 0))
        elif (row.page, row.place < 0) not in reached or _BARE_NUMBER.match(row.text):
            gone[row.page].update(id(member) for member in row.members)
    kept = []
    for page in pages:
        fragments = tuple(each for each in page.fragments if id(each) not in gone[page.number])
        kept.append(replace(page, fragments=_drop_line_numbers(fragments)))
    return kept


def _read_margins(page: PageLayout) -> list[_Row]:
    upper, lower = _MARGIN * page.height, (1 - _MARGIN) * page.height
    rows = []
    for zone in (
        [each for each in page.fragments if each.y1 <= upper],
        [each for each in page.fragments if each.y0 >= lower],
    ):
        for row in group_rows(zone):
            joined = join_row(row)
            # Measured from the nearer edge, so that pages of different heights agree.
            place = joined.middle if joined.y1 <= upper else joined.middle - page.height
            rows.append(_Row(page.number, joined.text, place, tuple(row)))
    return rows


def _find_repeated(rows: Sequence[_Row], pages: int) -> set[int]:
    alike: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        mask = re.sub(r"\W+", " ", _DIGITS.sub("#", row.text)).strip().lower()
        if sum(letter.isalpha() for letter in mask) >= _LETTERS_OF_A_HEAD:
            alike[mask].append(index)
    needed = max(_FEW_PAGES, round(_REPEATED_SHARE * pages))
    found = set()
    for group in alike.values():
        for index in group:
            near = {rows[other].page for other in group if abs(rows[other].place - rows[index].place) <= _SHIFT}
            if len(near) >= needed:
                found.add(index)
    return found


def _find_counted(rows: Sequence[_Row], pages: int) -> set[int]:
    offsets: dict[tuple[int, bool], set[int]] = defaultdict(set)
    carried: list[tuple[int, tuple[int, bool]]] = []
    for index, row in enumerate(rows):
        if len(row.text.split()) > _MOST_WORDS_WITH_NUMBER:
            continue
        found = [match.group(1) for pattern in _EDGE_NUMBERS if (match := pattern.search(row.text))]
        found += _OF_PAGES.findall(row.text)
        for number in sorted(set(found)):
            offset = (int(number) - row.page, row.place < 0)
            offsets[offset].add(row.page)
            carried.append((index, offset))
    needed = max(_FEW_PAGES, round(_COUNTED_SHARE * pages))
    common = Counter({offset: len(on) for offset, on in offsets.items() if len(on) >= needed})
    return {index for index, offset in carried if offset in common}


def _drop_line_numbers(fragments: tuple[Fragment, ...]) -> tuple[Fragment, ...]:
    """Return the fragments without the numbers of a manuscript's lines, which count down its left edge."""
    bare = [each for each in fragments if _LINE_NUMBER.match(each.text)]
    words = [each for each in fragments if not _LINE_NUMBER.match(each.text)]
    if len(bare) < _MANY_LINES or not words:
        return fragments
    edge = sorted(each.x0 for each in words)[len(words) // 10]
    column = sorted((each for each in bare if each.x1 <= edge), key=lambda each: each.middle)
    counting = sum(int(after.text) > int(before.text) for before, after in pairwise(column))
    if len(column) < _MANY_LINES or counting < 0.9 * (len(column) - 1):
        return fragments
    gone = {id(each) for each in column}
    return tuple(each for each in fragments if id(each) not in gone)
