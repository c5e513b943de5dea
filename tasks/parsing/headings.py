"""Which paragraphs are headings, and of what level."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tasks.parsing.furniture import is_caption
from tasks.parsing.paragraphs import Paragraph, Type

_NUMBERING = re.compile(
    r"^(?:(?:section|chapter|part|appendix)\s+)?((?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2}){0,4})[.:)]?\s+(?=[^\W\d_])"
)
_SECTIONS = frozenset(
    """
    abstract|summary|introduction|background|related work|literature review|methods|method|methodology|materials
    materials and methods|material and methods|methods and materials|patients and methods|experimental|experiments
    study design|results|results and discussion|findings|discussion|general discussion|limitations|conclusion
    conclusions|concluding remarks|future work|acknowledgments|acknowledgements|acknowledgment|acknowledgement
    funding|author contributions|competing interests|conflict of interest|conflicts of interest|declarations
    data availability|supplementary material|supporting information|additional information and declarations
    appendix|references|bibliography|literature cited|works cited|reference list|references and notes|notes
    keywords|einleitung|methoden|ergebnisse|diskussion|fazit|literatur|literaturverzeichnis|zusammenfassung
    r\u00e9sum\u00e9|r\u00e9f\u00e9rences|m\u00e9thodes|r\u00e9sultats|resumen|introducci\u00f3n|m\u00e9todos
    resultados|discusi\u00f3n|conclusiones|referencias|resumo|introdu\u00e7\u00e3o|refer\u00eancias|bibliograf\u00eda
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_MOST_WORDS = 22
_MOST_LINES = 5
_FEWEST_WORDS_OF_A_TITLE, _MOST_WORDS_OF_A_TITLE = 2, 60
_LARGER = 1.12
_DEEPEST = 6
_SENTENCE_END = re.compile(r"[.,;]$")
_BULLET = re.compile("^[\u2022\u25e6\u2023\u2043\u25aa\u25cf\u25a0]")
_LETTER = re.compile(r"[^\W\d_]")
_REAL_WORD = re.compile(r"[^\W\d_]{3}")


def name_section(text: str) -> str:
    """Return what a heading says in lower case, without Markdown, numbering and final punctuation."""
    bare = text.lstrip("#").strip().strip("*_").strip()
    return _NUMBERING.sub("", bare).rstrip(".: ").lower()


def names_section(text: str) -> bool:
    """Return whether a line is nothing but the name that a section of a paper commonly has."""
    return name_section(text) in _SECTIONS and not text[:1].islower()


def mark_headings(pages: Sequence[Sequence[Paragraph]], body: Type) -> list[list[Paragraph]]:
    """Return the pages with the levels of their headings, 1 for the title and at most 6.

    A heading is short, ends no sentence and is set apart: in larger print, in bold where the body is not, in capitals,
    by a number, or in a type in which a heading of a known name is set. Numbers give the level (2.1 is a level below
    2); without numbers it follows the size, largest first, the named sections being of level 2.
    """
    plain = [paragraph for page in pages for paragraph in page]
    learned = {
        paragraph.style
        for paragraph in plain
        if names_section(paragraph.text) and paragraph.style != (round(body.size), body.font)
    }
    headings = [each for each in plain if _is_heading(each, body, learned)]
    if not headings:
        return [list(page) for page in pages]
    title = _find_title(pages[0], body)
    headings = _leave_out_authors(pages[0], headings, title)
    if title is not None and not any(each is title for each in headings):
        headings.append(title)
    main_size = max((each.size for each in headings if names_section(each.text)), default=0.0)
    smaller = sorted({round(each.size) for each in headings if each.size < main_size - 0.5}, reverse=True)
    levels = {id(each): 1 if each is title else _level(each, main_size, smaller) for each in headings}
    return [[replace(each, heading_level=levels.get(id(each), 0)) for each in page] for page in pages]


def _find_title(first: Sequence[Paragraph], body: Type) -> Paragraph | None:
    """Return what is in the largest print on the first page, if that is larger than the text and names no section."""
    candidates = [
        each
        for each in first
        if len(each.text.split()) <= _MOST_WORDS_OF_A_TITLE
        and not names_section(each.text)
        and len(_REAL_WORD.findall(each.text)) >= _FEWEST_WORDS_OF_A_TITLE
    ]
    title = max(candidates, key=lambda each: (each.size, -each.y0), default=None)
    return title if title is not None and title.size >= _LARGER * body.size else None


def _leave_out_authors(
    first: Sequence[Paragraph], headings: list[Paragraph], title: Paragraph | None
) -> list[Paragraph]:
    """Return the headings without those between the title and the first named section, where authors stand."""
    order = {id(each): place for place, each in enumerate(first)}
    named = [order[id(each)] for each in headings if id(each) in order and names_section(each.text)]
    if title is None or not named:
        return headings
    return [each for each in headings if not order[id(title)] < order.get(id(each), -1) < min(named)]


def _level(heading: Paragraph, main_size: float, smaller: Sequence[int]) -> int:
    numbered = _NUMBERING.match(heading.text)
    if numbered:
        return min(_DEEPEST, 2 + numbered.group(1).count("."))
    if names_section(heading.text) or heading.size >= main_size - 0.5:
        return 2
    return min(_DEEPEST, 3 + smaller.index(round(heading.size)))


def _is_heading(paragraph: Paragraph, body: Type, learned: set[tuple[float, str]]) -> bool:
    text = paragraph.text
    if names_section(text):
        return True
    words = text.split()
    if len(words) > _MOST_WORDS or paragraph.lines > _MOST_LINES or is_caption(text) or not _REAL_WORD.search(text):
        return False
    if _BULLET.match(text):
        return False
    numbered = _NUMBERING.match(text)
    reads_on = (_SENTENCE_END.search(text) and not numbered) or text[:1].islower()
    if reads_on or len(_LETTER.findall(text)) < len(text) / 2:
        return False
    if paragraph.size >= _LARGER * body.size or paragraph.style in learned:
        return True
    is_set_apart = paragraph.bold or (numbered and paragraph.font != body.font)
    return bool(is_set_apart) and paragraph.size >= 0.9 * body.size
