"""Flaws of structure planted in a clean review, each with its cure, so that what a loop mends can be compared by bytes.

`plant_flaws(sections)` returns the sections with flaws and what was planted where. Every flaw is made of the review's
own sentences (and a few remarks that cite nothing), so curing all of them gives the clean review again byte for byte:

- content_sprawl: two remarks that add nothing inside a paragraph;
- premature_detail: a paragraph put before everything else in its section;
- orphaned_content: a paragraph of one theme put into the section of another;
- redundant_framing: a paragraph that says the introduction's opening again;
- redundant_paragraphs: a second copy of a paragraph, elsewhere, its sentences in order or turned round;
- logical_gap: the first sentence of a paragraph put behind its last;
- consolidate: a paragraph torn in two that stand apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from storage.core.errors import InputError
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import split_sentences
from tasks.revision.issues import CITING_NOTHING, IssueKind
from tasks.revision.paragraphs import StandingSection, join_section, number_paragraphs, split_section

REMARKS = (
    ("It may be worth remarking in passing that such matters have many sides.", "Much could be added here."),
    ("Opinions on the wider picture are of course divided.", "A fuller account would fill a volume of its own."),
    ("Be that as it may, the point is one among several.", "Readers will have thoughts of their own about it."),
    ("One is reminded of how often the obvious goes unsaid.", "It hardly needs to be spelt out any further."),
    ("There is, as always, more to life than what is measured.", "Other ages would have put this in another way."),
)
LEADS = (
    "To recall what was said at the outset:",
    "As was noted at the beginning:",
    "It bears repeating here:",
    "Before going on, one should remember:",
    "The reader will not have forgotten:",
    "Once more, by way of introduction:",
)
_KINDS: tuple[IssueKind, ...] = (
    "orphaned_content",
    "premature_detail",
    "consolidate",
    "logical_gap",
    "redundant_paragraphs",
    "content_sprawl",
    "redundant_framing",
)
_FAR = 2
_LEAST_WORDS = 25


@dataclass(frozen=True, slots=True)
class PlantedFlaw:
    """One flaw: the paragraphs it affects, as (section id, place) in the flawed review, their texts, and the cure.

    `headings` are those of the sections that the paragraphs stand in.
    `cures` has for each paragraph the blocks that are to stand in its place, none where it is to be dropped or moved.
    `anchor` is the (heading of the section, block) right behind which a moved paragraph belongs, None for no move.
    """

    kind: IssueKind
    paragraphs: tuple[tuple[str, int], ...]
    headings: tuple[str, ...]
    texts: tuple[str, ...]
    cures: tuple[tuple[str, ...], ...]
    anchor: tuple[str, str] | None = None


@dataclass
class Cell:
    """A block under way; `used` once a flaw rests on it, so that no other touches it; a `guest` will not stay there."""

    text: str
    section_id: str
    is_text: bool
    used: bool = False
    guest: bool = False


@dataclass
class Workshop:
    """The review under way: the blocks of each section, the works that each cites, and what was planted so far."""

    cells: dict[str, list[Cell]]
    headings: Mapping[str, str]
    citekeys: Mapping[str, frozenset[str]]
    flaws: list[tuple[IssueKind, tuple[Cell, ...], tuple[tuple[str, ...], ...], Cell | None]] = field(
        default_factory=list
    )

    def hosts(self) -> Iterator[Cell]:
        """Yield paragraphs no flaw rests on: those of themes, theme by theme in turn, then those of the discussion."""
        rows = [
            [cell for cell in cells if cell.is_text and not cell.used and len(cell.text.split()) >= _LEAST_WORDS]
            for name, cells in self.cells.items()
            if name.startswith("theme:")
        ]
        for place in range(max(map(len, rows), default=0)):
            yield from (row[place] for row in rows if place < len(row))
        yield from (cell for cell in self.cells.get("discussion", ()) if cell.is_text and not cell.used)

    def before(self, cell: Cell) -> Cell | None:
        """Return the block before a paragraph, if no flaw rests on it and other text stays under its heading."""
        cells = self.cells[cell.section_id]
        place = _place(cells, cell)
        if place == 0 or cells[place - 1].used:
            return None
        follows = place + 1 < len(cells) and cells[place + 1].is_text and not cells[place + 1].guest
        return cells[place - 1] if cells[place - 1].is_text or follows else None


def plant_flaws(
    sections: Sequence[StandingSection], each: int = 3
) -> tuple[tuple[StandingSection, ...], tuple[PlantedFlaw, ...]]:
    """Return the sections with `each` flaws of every kind, and the flaws in the order of their kinds.

    No two flaws share a paragraph. The sections carry the claims of the sentences that stand in them. The same sections
    give the same flaws.

    Raises:
        InputError: the review has too few paragraphs for so many flaws.
    """
    shop = _open(sections)
    for kind in _KINDS:
        for turn in range(each):
            if not _PLANTERS[kind](shop, turn):
                raise InputError(f"the review is too short to plant {each} flaws of the kind '{kind}' in it")
    pool = tuple(dict.fromkeys(claim for section in sections for claim in section.claims))
    made = []
    for section in sections:
        before, _, after = split_section(section.markdown)
        markdown = join_section(before, [cell.text for cell in shop.cells[section.section_id]], after)
        claims = tuple(claim for claim in pool if claim.sentence in markdown)
        made.append(replace(section, markdown=markdown, claims=claims))
    return tuple(made), tuple(_describe(shop, *flaw) for flaw in shop.flaws)


def _open(sections: Sequence[StandingSection]) -> Workshop:
    cells: dict[str, list[Cell]] = {section.section_id: [] for section in sections}
    for one in number_paragraphs(sections):
        cells[one.section_id].append(Cell(one.markdown, one.section_id, one.kind == "text"))
    citekeys = {section.section_id: frozenset(find_citekeys(section.markdown)) for section in sections}
    return Workshop(cells, {section.section_id: section.heading for section in sections}, citekeys)


def _describe(
    shop: Workshop,
    kind: IssueKind,
    affected: tuple[Cell, ...],
    cures: tuple[tuple[str, ...], ...],
    anchor: Cell | None,
) -> PlantedFlaw:
    places = tuple((cell.section_id, _place(shop.cells[cell.section_id], cell)) for cell in affected)
    behind = (shop.headings[anchor.section_id], anchor.text) if anchor else None
    headings = tuple(shop.headings[cell.section_id] for cell in affected)
    return PlantedFlaw(kind, places, headings, tuple(cell.text for cell in affected), cures, behind)


def _place(cells: Sequence[Cell], cell: Cell) -> int:
    return next(place for place, other in enumerate(cells) if other is cell)


def _split(cell: Cell) -> list[str]:
    sentences = split_sentences(cell.text)
    return sentences if " ".join(sentences) == cell.text else [cell.text]


def _sprawl(shop: Workshop, turn: int) -> bool:
    for cell in shop.hosts():
        sentences = _split(cell)
        if len(sentences) >= 2:
            clean, cell.used = cell.text, True
            cell.text = " ".join((sentences[0], *REMARKS[turn % len(REMARKS)], *sentences[1:]))
            shop.flaws.append(("content_sprawl", (cell,), ((clean,),), None))
            return True
    return False


def _leave_gap(shop: Workshop, _: int) -> bool:
    for cell in shop.hosts():
        sentences = _split(cell)
        if len(sentences) >= 3:
            clean, cell.used = cell.text, True
            cell.text = " ".join((*sentences[1:], sentences[0]))
            shop.flaws.append(("logical_gap", (cell,), ((clean,),), None))
            return True
    return False


def _tear(shop: Workshop, _: int) -> bool:
    for cell in shop.hosts():
        sentences, cells = _split(cell), shop.cells[cell.section_id]
        if len(sentences) < 2 or len(cells) - _place(cells, cell) <= _FAR or cells[-1].used:
            continue
        clean, middle = cell.text, len(sentences) // 2
        cell.text, cell.used = " ".join(sentences[:middle]), True
        other = Cell(" ".join(sentences[middle:]), cell.section_id, is_text=True, used=True, guest=True)
        cells.append(other)
        shop.flaws.append(("consolidate", (cell, other), ((clean,), ()), None))
        return True
    return False


def _copy(shop: Workshop, turn: int) -> bool:
    for cell in shop.hosts():
        if not find_citekeys(cell.text):
            continue
        cell.used = True
        sentences = _split(cell)
        host = ("discussion", "introduction", cell.section_id)[turn % 3]
        copy = Cell(" ".join(sentences[::-1] if turn % 2 else sentences), host, is_text=True, used=True, guest=True)
        shop.cells[host].append(copy)
        shop.flaws.append(("redundant_paragraphs", (cell, copy), ((cell.text,), ()), None))
        return True
    return False


def _frame(shop: Workshop, turn: int) -> bool:
    opening = next((cell for cell in shop.cells.get("introduction", ()) if cell.is_text), None)
    hosts = [name for name in shop.cells if name not in {"introduction", *CITING_NOTHING}]
    if opening is None or not hosts:
        return False
    said = [sentence for sentence in _split(opening) if not find_citekeys(sentence)]
    host = hosts[turn % len(hosts)]
    cells = shop.cells[host]
    place = next(place for place, cell in enumerate(cells) if cell.is_text)
    framing = Cell(f"{LEADS[turn % len(LEADS)]} {' '.join(said)}", host, is_text=True, used=True, guest=True)
    cells.insert(place, framing)
    shop.flaws.append(("redundant_framing", (framing,), ((),), None))
    return bool(said)


def _hurry(shop: Workshop, _: int) -> bool:
    for cell in shop.hosts():
        cells, anchor = shop.cells[cell.section_id], shop.before(cell)
        first = next(place for place, other in enumerate(cells) if other.is_text)
        place = _place(cells, cell)
        if anchor is None or place - first < _FAR:
            continue
        cells.insert(first, cells.pop(place))
        cell.used = cell.guest = anchor.used = True
        shop.flaws.append(("premature_detail", (cell,), ((),), anchor))
        return True
    return False


def _orphan(shop: Workshop, _: int) -> bool:
    themes = [name for name in shop.cells if name.startswith("theme:")]
    for cell in shop.hosts():
        anchor, cited = shop.before(cell), set(find_citekeys(cell.text))
        hosts = [name for name in themes if name != cell.section_id and not cited & shop.citekeys[name]]
        if anchor is None or not cited or not hosts or cell.section_id not in themes:
            continue
        host = hosts[(themes.index(cell.section_id) + 1) % len(hosts)]
        cells = shop.cells[cell.section_id]
        cells.pop(_place(cells, cell))
        cell.section_id = host
        shop.cells[host].append(cell)
        cell.used = cell.guest = anchor.used = True
        shop.flaws.append(("orphaned_content", (cell,), ((),), anchor))
        return True
    return False


_PLANTERS: Mapping[IssueKind, Callable[[Workshop, int], bool]] = {
    "content_sprawl": _sprawl,
    "premature_detail": _hurry,
    "orphaned_content": _orphan,
    "redundant_framing": _frame,
    "redundant_paragraphs": _copy,
    "logical_gap": _leave_gap,
    "consolidate": _tear,
}
