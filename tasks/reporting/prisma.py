"""The PRISMA 2020 flow diagram (Page et al. 2021, doi:10.1136/bmj.n71) as a picture that stands alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

from tasks.metadata.paratext import REASONS
from tasks.reporting.conduct import count_unretrieved

_WIDTH = 880
_MARGIN = 20
_BAND = 34
_LEFT, _RIGHT = _MARGIN + _BAND + 16, 488
_BOX_WIDTH = 372
_GAP = 40
_TOP = 58
_LINE = 20
_PADDING = 14

_SEARCHES = (
    ("keyword", "Keyword search"),
    ("expert", "Works of experts"),
    ("book", "Book search"),
    ("seed", "Known works given"),
)
_IMPORTED = "imported_from "
_DATABASE = "records_from "
_AMENDED = "searched_as_amended "
_LATER_SEARCHES = (("expansion", "Later expansion"), ("update", "Later update"))
_CITATION_SEARCHES = (
    ("citation", "Citations of best hits"),
    ("backward", "Backward snowballing"),
    ("forward", "Forward snowballing"),
)
_REASON, _LONGEST_REASON = "excluded_by ", 25
_TEXT_REASON = "fulltext_excluded_by "
_CRITERION = re.compile(r"(?:(\S+) )?(include|exclude) [^:]+: (.*)", re.DOTALL)
_OTHER_LANGUAGE = "rule_excluded_as Not in a language admitted."
_LAST = {"absent": "no open copy known", "unavailable": "source did not answer", "refused": "refused by the source"}
STYLE = """
    .prisma .card { fill: #ffffff; }
    .prisma .box { fill: #f6f8fa; stroke: #57606a; stroke-width: 1.2; }
    .prisma .band { fill: #d8e4f2; }
    .prisma .arrow { stroke: #57606a; stroke-width: 1.6; fill: none; } .prisma .head { fill: #57606a; }
    .prisma text { fill: #1b1f24; font-family: Helvetica, Arial, "Liberation Sans", sans-serif; font-size: 13px; }
    .prisma .strong { font-weight: bold; }
    .prisma .heading { font-size: 17px; font-weight: bold; } .prisma .number { text-anchor: end; }
    @media (prefers-color-scheme: dark) {
      .prisma .card { fill: #161b22; } .prisma .box { fill: #21262d; stroke: #8b949e; }
      .prisma .band { fill: #1f3a5f; }
      .prisma .arrow { stroke: #8b949e; } .prisma .head { fill: #8b949e; }
      .prisma text { fill: #e6edf3; }
    }
"""


@dataclass(frozen=True, slots=True)
class _Box:
    """A box at (x, y) in pixels: a bold first line with its count, then further lines with theirs."""

    x: int
    y: int
    lines: Sequence[tuple[str, int]]

    @property
    def bottom(self) -> int:
        return self.y + 2 * _PADDING + _LINE * len(self.lines) - 4

    @property
    def middle(self) -> int:
        return self.x + _BOX_WIDTH // 2


def draw_prisma(counts: Mapping[str, int]) -> str:
    """Return the flow diagram as an SVG 1.1 document, 880 pixels wide, light or dark to match the reader's screen.

    Keys: ``identified_<strategy>``, ``records_from <database>`` (overlapping),
    ``searched_as_amended <version>`` (some of these, found first by the search for what that version of the protocol
    asks),
    ``imported_from <source>``, ``identified``, ``duplicates``, ``rule_excluded``, ``rule_excluded_as <rule>``,
    ``not_reached``, ``screened``,
    ``excluded``, ``excluded_by <criterion>`` (some of these; first its id in the protocol, if it has one), ``unsure``,
    ``relevant``, ``beyond_tier``,
    ``not_retrieved``, ``retracted``, ``fulltext_assessed``, ``fulltext_excluded``,
    ``fulltext_excluded_by <criterion>`` (as those by ``excluded_by``), ``sought``, ``retrieved``, ``unretrieved``,
    ``unretrieved_as <status>`` (some of
    these), ``corpus`` and ``expansion``; one that is missing counts 0.
    """

    def count(key: str, label: str) -> tuple[str, int]:
        return label, counts.get(key, 0)

    searches = [count(f"identified_{key}", label) for key, label in _SEARCHES]
    searches += [
        (f"Imported from {_shorten(key)}", n) for key, n in sorted(counts.items()) if key.startswith(_IMPORTED)
    ]
    searches += [count(f"identified_{key}", label) for key, label in _LATER_SEARCHES if counts.get(f"identified_{key}")]
    searches += [
        (f"- by protocol version {key.removeprefix(_AMENDED)}", n)
        for key, n in sorted(counts.items())
        if key.startswith(_AMENDED)
    ]
    databases = [(f"- in {_shorten(key)}", n) for key, n in sorted(counts.items()) if key.startswith(_DATABASE)]
    citations = [count(f"identified_{key}", label) for key, label in _CITATION_SEARCHES]
    removed = _with_sum(
        "Records removed", [count("duplicates", "Duplicates"), count("rule_excluded", "Ineligible by automation")]
    )
    if set_apart := sum(counts.get(f"rule_excluded_as {reason}", 0) for reason in REASONS):
        removed.append(("- no single work", set_apart))
    if counts.get(_OTHER_LANGUAGE):
        removed.append(count(_OTHER_LANGUAGE, "- excluded, language"))
    if counts.get("rule_excluded_by_detection"):
        removed.append(count("rule_excluded_by_detection", "-- as detected"))
    detected = [count("language_detected", "- language detected")] if counts.get("language_detected") else []
    to_screen = sum(counts.get(key, 0) for key in ("not_reached", "screened", "pending"))
    rejected = _with_sum("Not taken further", [count("excluded", "Excluded"), count("unsure", "Unsure, not included")])
    rejected[2:2] = [(_label_reason(key), n) for key, n in sorted(counts.items()) if key.startswith(_REASON)]
    left_out = [count("beyond_tier", "Left out by size limit")]
    if counts.get("not_retrieved"):
        left_out.append(count("not_retrieved", "Nothing of them to be read"))
    if counts.get("retracted"):
        left_out.append(count("retracted", "Retracted since"))
    if counts.get("fulltext_excluded"):
        left_out.append(count("fulltext_excluded", "Excluded at full text"))
    if counts.get("fulltext_held"):
        left_out.append(count("fulltext_held", "Held at full text, undecided"))
    if len(left_out) > 1:
        left_out = _with_sum("Left out", left_out)
    added = [count("expansion", "Brought in by supervision")] if counts.get("expansion") else []
    unretrieved = [("- " + _LAST.get(status, status), n) for status, n in count_unretrieved(counts)]
    ruled_out = [
        (_label_reason(key, _TEXT_REASON), n) for key, n in sorted(counts.items()) if key.startswith(_TEXT_REASON)
    ]
    assessed = (
        [([count("fulltext_assessed", "Full texts assessed")], [count("fulltext_excluded", "Excluded"), *ruled_out])]
        if counts.get("fulltext_assessed")
        else []
    )
    rows = _place_rows(
        ([*_with_sum("Records from searching", searches), *databases], _with_sum("Records from citations", citations)),
        ([count("identified", "Records identified"), *detected], removed),
        (
            [("Left to be screened", to_screen)],
            _with_sum("Not screened", [count("not_reached", "Not reached by the ranking")]),
        ),
        ([count("screened", "Works screened")], rejected),
        ([count("relevant", "Works found relevant")], left_out),
        (
            [count("sought", "Full texts looked for"), count("retrieved", "Retrieved")],
            [count("unretrieved", "Full texts not retrieved"), *unretrieved],
        ),
        *assessed,
        ([count("corpus", "Works in the review"), *added],),
    )
    return _render(rows)


def _shorten(key: str) -> str:
    source = key.removeprefix(_IMPORTED).removeprefix(_DATABASE)
    return source if len(source) <= _LONGEST_REASON else f"{source[: _LONGEST_REASON - 1].rstrip()}…"


def _label_reason(key: str, begins: str = _REASON) -> str:
    """Return what a work was left out for as a line has room for it, without signs that set lines apart when read.

    A criterion of the protocol has its id there before it.
    """
    stated = _CRITERION.fullmatch(key.removeprefix(begins))
    name, kind, text = stated.groups() if stated else ("", "", key.removeprefix(begins))
    words = text.translate(str.maketrans(":;<>", ",,()"))
    said = f"{name or ''} {f'not {words}' if kind == 'include' else words}".strip()
    return f"- {said}" if len(said) <= _LONGEST_REASON else f"- {said[: _LONGEST_REASON - 1].rstrip()}…"


def _with_sum(label: str, lines: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(label, sum(n for _, n in lines)), *lines]


def _place_rows(*rows: Sequence[Sequence[tuple[str, int]]]) -> list[list[_Box]]:
    """Return the rows as boxes, left and right, each row below the taller box of the one before."""
    placed: list[list[_Box]] = []
    y = _TOP
    for row in rows:
        placed.append([_Box(x, y, lines) for x, lines in zip((_LEFT, _RIGHT), row, strict=False)])
        y = max(box.bottom for box in placed[-1]) + _GAP
    return placed


def _render(rows: Sequence[Sequence[_Box]]) -> str:
    main = [row[0] for row in rows]
    aside = [row[1] for row in rows[:-1]]
    bottoms = [max(box.bottom for box in row) for row in rows]
    height = bottoms[-1] + 2 * _MARGIN
    bands = [
        _draw_band("Identification", main[0].y, bottoms[1]),
        _draw_band("Screening", main[2].y, bottoms[-2]),
        _draw_band("Included", main[-1].y - _MARGIN, bottoms[-1] + _MARGIN),
    ]
    down = [_draw_arrow(f"M{a.middle},{a.bottom} V{b.y - 9}", b.middle, b.y, "down") for a, b in pairwise(main)]
    across = [
        _draw_arrow(f"M{box.x + _BOX_WIDTH},{box.y + 22} H{_RIGHT - 9}", _RIGHT, box.y + 22, "across")
        for box in main[1:-1]
    ]
    joined = f"M{aside[0].middle},{aside[0].bottom} V{main[1].y - _GAP // 2} H{main[0].middle}"
    boxes = [box for row in rows for box in row]
    said = "; ".join(f"{label}: {n:,}" for box in boxes for label, n in box.lines)
    size = f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="prisma" {size} role="img" aria-labelledby="prisma-title">',
            '<title id="prisma-title">PRISMA 2020 flow diagram</title>',
            f'<desc id="prisma-desc">{escape(said)}.</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="card" width="{_WIDTH}" height="{height}" rx="8"/>',
            f'<text class="heading" x="{_LEFT}" y="{_MARGIN + 18}">How the works of this review were selected</text>',
            *bands,
            f'<path class="arrow" d="{joined}"/>',
            *down,
            *across,
            *(_draw_box(box) for box in boxes),
            "</svg>\n",
        ]
    )


def _draw_box(box: _Box) -> str:
    drawn = [
        f'<rect class="box" x="{box.x}" y="{box.y}" width="{_BOX_WIDTH}" height="{box.bottom - box.y}" rx="5"/>',
    ]
    for i, (label, n) in enumerate(box.lines):
        y = box.y + _PADDING + 12 + i * _LINE
        weight, indent = (" strong", 0) if i == 0 else ("", 14)
        drawn += [
            f'<text class="label{weight}" x="{box.x + _PADDING + indent}" y="{y}">{escape(label)}</text>',
            f'<text class="number{weight}" x="{box.x + _BOX_WIDTH - _PADDING}" y="{y}">n = {n:,}</text>',
        ]
    return "\n".join(drawn)


def _draw_band(label: str, top: int, bottom: int) -> str:
    place = f"translate({_MARGIN + _BAND // 2 + 5},{(top + bottom) // 2}) rotate(-90)"
    return (
        f'<rect class="band" x="{_MARGIN}" y="{top}" width="{_BAND}" height="{bottom - top}" rx="5"/>\n'
        f'<text class="strong band-label" text-anchor="middle" transform="{place}">{label}</text>'
    )


def _draw_arrow(path: str, x: int, y: int, heading: str) -> str:
    head = f"M{x},{y} l-5,-9 h10 z" if heading == "down" else f"M{x},{y} l-9,-5 v10 z"
    return f'<path class="arrow" d="{path}"/>\n<path class="head" d="{head}"/>'
