"""Where the tables and figures of a review stand: beside the sections they belong to, and in the appendix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tasks.reporting.evidence_tables import describe_evidence
from tasks.reporting.exhibits import EXHIBITS, Block, Exhibit, Frames, Numbered, Numbering, show
from tasks.reporting.tables import Table
from tasks.text.cleaning import escape_markdown

METHODOLOGY, DISCUSSION = "Methodology", ("Answers in brief", "Discussion")
WORKS, FINDINGS, EVIDENCE = "Included works", "Summary of findings", "Evidence by theme"
LONGEST, SHORTEST = 60, 3
"""Rows of a table in the text at most, and of a theme's table at least; others stand in the appendix."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What the report itself puts before and after sections, as Markdown by their headings, and all that it shows."""

    before: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, str] = field(default_factory=dict)
    shown: tuple[Numbered, ...] = ()

    def surround(self, heading: str, text: str) -> list[str]:
        """Return a section with what stands before and after it."""
        return [part for part in (self.before.get(heading, ""), text, self.after.get(heading, "")) if part]

    def rewrite(self, change: Callable[[str], str]) -> Layout:
        """Return the layout with what stands between the sections changed."""
        before = {heading: change(text) for heading, text in self.before.items()}
        return replace(self, before=before, after={heading: change(text) for heading, text in self.after.items()})

    def pictures(self) -> dict[str, str]:
        """Return the figures as SVG documents by the names of their files."""
        return {f"{one.name}.svg": one.content for one in self.shown if isinstance(one.content, str)}

    def paragraphs(self) -> frozenset[str]:
        """Return the paragraphs that are the report's own."""
        texts = (*self.before.values(), *self.after.values())
        return frozenset(part.strip() for text in texts for part in text.split("\n\n"))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Tables and figures in their places among sections with these headings; `rest` is left to the appendix."""

    headings: tuple[str, ...]
    before: Mapping[str, Sequence[Block]]
    after: Mapping[str, Sequence[Block]]
    rest: Sequence[Block]


def arrange(headings: Sequence[str], frames: Frames, pictures: Mapping[str, str]) -> Arrangement:
    """Return where tables and figures stand; `pictures` are SVG documents by the names of their files.

    How works were selected and what they studied follows the methodology, the evidence of a theme its section, and
    what was found over all stands before the answers or, without them, the discussion.
    """
    before: dict[str, Sequence[Block]] = {}
    after: dict[str, Sequence[Block]] = {}
    rest: list[Block] = []
    discussed = next((heading for heading in DISCUSSION if heading in headings), "")
    for place, title, heading, side in (
        ("works", WORKS, METHODOLOGY, after),
        ("findings", FINDINGS, discussed, before),
    ):
        made = [one for name in EXHIBITS if EXHIBITS[name].place == place for one in _make(name, frames, pictures)]
        fitting = [one for one in made if heading in headings and not _is_long(one)]
        if fitting:
            side[heading] = [f"## {title}", *fitting]
        if others := [one for one in made if one not in fitting]:
            rest += [f"### {title}", *others]
    rest += _place_evidence(headings, frames, after)
    return Arrangement(tuple(headings), before, after, rest)


def number_exhibits(arranged: Arrangement, appendix: Iterable[Block]) -> tuple[Layout, str]:
    """Return the layout of the text and the Markdown of the appendix, numbered in the order of the document."""
    body, last = Numbering(), Numbering("A")
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for heading in arranged.headings:
        for blocks, side in ((arranged.before, before), (arranged.after, after)):
            if heading in blocks and heading not in side:
                side[heading] = body.write(blocks[heading])
    text = last.write(appendix)
    return Layout(before, after, (*body.shown, *last.shown)), text


def _make(name: str, frames: Frames, pictures: Mapping[str, str]) -> list[Exhibit]:
    make = EXHIBITS[name].make
    made = make(frames) if make else pictures.get(f"{name}.svg")
    if not isinstance(made, Mapping):
        return show(name, made)
    return [one for place, about in enumerate(made, 1) for one in show(name, made[about], about, place)]


def _is_long(exhibit: Exhibit) -> bool:
    return isinstance(exhibit.content, Table) and exhibit.content.rows.height > LONGEST


def _place_evidence(headings: Sequence[str], frames: Frames, after: dict[str, Sequence[Block]]) -> list[Block]:
    """Put the table of each theme below its section; return the part of the appendix on the other themes."""
    rest: list[Block] = []
    tables = describe_evidence(frames["evidence"])
    for number, (theme, table) in enumerate(tables.items(), 1):
        label = escape_markdown(theme)
        made = show("evidence", table, label, number)
        if theme in headings and theme not in after and SHORTEST <= table.rows.height <= LONGEST:
            after[theme] = ["### Evidence", *made]
        else:
            rest += [f"#### {label}", *made]
    if not tables:
        rest = ["No direction, effect or p value was extracted from any finding."]
    return [f"### {EVIDENCE}", *rest] if rest else []
