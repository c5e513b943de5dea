"""The tables and figures of a review: their captions, where they stand, and their numbers.

To add one, add an entry to `EXHIBITS`, in the order in which it shall stand among the others of its place. Its `make`
reads the frames of `storage.writing.versions.exhibit_frames` and returns None where there is nothing to show; a figure
without `make` is the SVG document of its name that `flows.export.pictures` draws. One of the appendix is put where
`tasks.reporting.appendix` yields `show(name, …)`. Number, caption, reference, identifier and file follow everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import polars as pl

from tasks.reporting.contradictions import describe_contradictions
from tasks.reporting.directions import draw_directions
from tasks.reporting.evidence_tables import count_characteristics, describe_characteristics
from tasks.reporting.findings_summary import describe_findings_summary
from tasks.reporting.forest import draw_forests
from tasks.reporting.harms import describe_harms
from tasks.reporting.pooled import draw_pooled, tabulate_pooled
from tasks.reporting.study_quality import describe_quality
from tasks.reporting.tables import Table

Frames = Mapping[str, pl.DataFrame]
Content = Table | str
"""A table, or the SVG document of a figure."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is the same for every review: `{}` stands in `lead` for the number, in `caption` for what it is about.

    Of what is made several times over, `make` returns each by what it is about, in Markdown.
    """

    kind: Literal["Figure", "Table"]
    lead: str
    caption: str
    place: Literal["works", "theme", "findings", "appendix"] = "appendix"
    make: Callable[[Frames], Content | Mapping[str, Content] | None] | None = None


EXHIBITS: dict[str, Entry] = {
    "prisma": Entry(
        "Figure",
        "{} shows how the works were selected.",
        "How the works of this review were selected (PRISMA 2020 flow diagram).",
        "works",
    ),
    "designs": Entry(
        "Table",
        "{} counts the works by design, number studied and setting; the references have those cited, the appendix the "
        "others.",
        "Included works by design, number studied and setting.",
        "works",
        lambda frames: count_characteristics(frames["characteristics"]),
    ),
    "characteristics": Entry(
        "Table",
        "{} sets out what the works studied, in their own words.",
        "Characteristics of included works.",
        "works",
        lambda frames: describe_characteristics(frames["characteristics"]),
    ),
    "quality": Entry(
        "Table",
        "{} sets out how the studies were made, as far as they say so.",
        "Study quality, as stated. Nothing is graded here.",
        "works",
        lambda frames: describe_quality(frames["characteristics"]),
    ),
    "appraisals": Entry(
        "Figure",
        "{} shows what people said of the quality of the works, domain by domain.",
        "Quality of the works as people judged it; the appendix has every judgement in words.",
        "works",
    ),
    "timeline": Entry(
        "Figure",
        "{} shows when the works of each theme were published.",
        "Works by theme and year of publication; a work of two themes counts in both.",
        "works",
    ),
    "themes": Entry(
        "Figure",
        "{} places the works by what their texts say.",
        "The works by theme. Near dots have similar texts; the larger a dot, the more works of the review cite it.",
        "works",
    ),
    "evidence": Entry(
        "Table",
        "{} sets out the findings of this theme of which a direction or a number was extracted.",
        "Evidence on {}. The direction is that of the outcome, not whether it is good; effects are as printed, with "
        "their 95% confidence or credible interval if there is one; a finding with several results has a row for each.",
        "theme",
    ),
    "directions": Entry(
        "Figure",
        "{} shows which way the works point where at least two report on the same exposure and outcome.",
        "Direction of effects, one sign a work: a triangle points up where it found more of the outcome, down where it "
        "found less (effect direction plot after Thomson and Thomas 2013).",
        "findings",
        lambda frames: draw_directions(frames["vote_count"]),
    ),
    "findings": Entry(
        "Table",
        "{} has the numbers, with the designs they come from.",
        "Summary of findings: how many works point which way. Works are counted alike whatever their size and quality; "
        "reviews, which may contain the studies beside them, are counted among the works and have a column of their "
        "own, and groups of reviews alone stand last. So the counts say nothing on how large an effect is (SWiM, "
        "Campbell et al. 2020); a result whose direction was not extracted is in no row; *mixed*: findings of a "
        "work disagree.",
        "findings",
        lambda frames: describe_findings_summary(frames["vote_count"]),
    ),
    "harms": Entry(
        "Table",
        "{} has the harms that the works state.",
        "Harms as stated, at most two sentences a work, the gravest first; no work "
        "was asked for harms it does not state, and none is graded here.",
        "findings",
        lambda frames: describe_harms(frames["stated"]),
    ),
    "contradictions": Entry(
        "Table",
        "{} sets results that point different ways beside each other.",
        "Results of different works on one exposure and outcome that point different ways, with what each text states "
        "of its study, and in what both differ.",
        "findings",
        lambda frames: describe_contradictions(frames["contradictions"]),
    ),
    "forest": Entry(
        "Figure",
        "{} shows the effects that works report in the same measure for the same exposure and outcome.",
        "Effects: {}, as the works report them, with their confidence or credible intervals. Nothing is pooled in "
        "this figure; works may differ in units, adjustment and follow-up.",
        "findings",
        lambda frames: draw_forests(frames["effects"]),
    ),
    "pooled": Entry(
        "Figure",
        "{} shows what these effects come to where a person asked for them to be pooled.",
        "Effects pooled at a person's request: {}.",
        "findings",
        lambda frames: draw_pooled(frames["poolings"], frames["pooled_results"]),
    ),
    "pooled-effects": Entry(
        "Table",
        "{} has the numbers; the appendix has the works, their weights, and who asked for it.",
        "Effects pooled at a person's request, with 95% confidence intervals; what each may not mean stands below its "
        "figure.",
        "findings",
        lambda frames: tabulate_pooled(frames["poolings"]),
    ),
    "sources": Entry("Table", "{} lists what was searched.", "Sources of the search."),
    "citation-indexes": Entry("Table", "{} counts what they said.", "Second indexes of citations."),
    "citation-agreement": Entry("Table", "{} compares the sources.", "References by source."),
    "imports": Entry("Table", "{} lists what was imported.", "Records imported from files."),
    "criteria": Entry("Table", "{} lists the criteria.", "Criteria of selection."),
    "strategies": Entry("Table", "{} counts works by what found them.", "Works by search strategy."),
    "stages": Entry("Table", "{} has the stages one by one.", "Stages of snowballing."),
    "saturation": Entry(
        "Figure",
        "{} shows what screening found.",
        "Relevant works found against works screened, with the end of each stage of snowballing.",
    ),
    "unretrieved": Entry("Table", "{} says why.", "Full texts that were not retrieved."),
    "set-apart": Entry("Table", "{} lists them.", "Records that are no single work."),
    "left-out": Entry("Table", "{} lists them.", "Works judged and left out."),
    "uncited": Entry("Table", "{} lists them.", "Works included but not cited."),
    "groups": Entry("Table", "{} lists the themes.", "Themes and the words that set them apart."),
    "citations": Entry(
        "Figure",
        "{} shows which works of the review cite which.",
        "Which works of the review cite which: the larger a dot, the more of them cite it.",
    ),
    "pairs": Entry("Table", "{} has each two of them.", "Agreement in screening, by pair of people."),
    "judgements": Entry("Table", "{} has the judgements.", "Judgements of people on the quality of the works: {}."),
    "reasons": Entry("Table", "{} has the reasons that they gave.", "Reasons for judgements on quality."),
    "differences": Entry("Table", "{} lists them.", "Judgements on quality that differ."),
    "pooled-works": Entry("Table", "{} has the works.", "Works pooled, and results left out: {}."),
    "models": Entry("Table", "{} names them.", "Language models and what they were asked for."),
    "loops": Entry("Table", "{} counts what the loops did.", "Loops of supervision."),
    "edits": Entry("Table", "{} has their edits one by one.", "Edits of supervision."),
    "hand-edits": Entry("Table", "{} counts their paragraphs.", "Edits by hand."),
    "missed": Entry("Table", "{} lists those on record.", "Works cited by three or more works of the corpus."),
    "problems": Entry("Table", "{} counts them.", "Problems met."),
}


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A table or figure of this review; `about` is Markdown, `name` also that of its files."""

    name: str
    entry: Entry
    content: Content
    about: str = ""


Block = str | Exhibit
"""A paragraph of Markdown, or a table or figure in its place."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A table or figure with its label ("Table 2", "Figure A1") and its caption, in Markdown."""

    label: str
    name: str
    caption: str
    content: Content

    @property
    def identifier(self) -> str:
        """Return what references in the text lead to."""
        return f"{'figure' if isinstance(self.content, str) else 'table'}-{self.name}"

    def draw_figure(self) -> str:
        """Return the paragraph that shows a figure."""
        return f"![**{self.label}.** {self.caption}]({self.name}.svg){{#{self.identifier}}}"

    def draw_table(self, table: Table) -> list[str]:
        """Return the paragraphs that show a table, on a page that is turned if it is wide."""
        drawn = [table.draw(), f": **{self.label}.** {self.caption} {{#{self.identifier}}}"]
        return ["::: {.landscape}", *drawn, ":::"] if table.is_wide else drawn


def show(name: str, content: Content | None, about: str = "", number: int | None = None) -> list[Exhibit]:
    """Return a table or figure of the registry as a block, none without content; `number` tells several apart."""
    if not content or (isinstance(content, Table) and not content.rows.height):
        return []
    return [Exhibit(name if number is None else f"{name}-{number}", EXHIBITS[name], content, about)]


@dataclass(slots=True)
class Numbering:
    """Numbers tables and figures in the order in which they are written; `prefix` is "A" in the appendix."""

    prefix: str = ""
    shown: list[Numbered] = field(default_factory=list)
    _count: dict[str, int] = field(default_factory=dict)

    def write(self, blocks: Iterable[Block]) -> str:
        """Return blocks as Markdown; a table or figure follows the sentence that refers to it."""
        return "\n\n".join(part for block in blocks for part in self._write(block))

    def _write(self, block: Block) -> list[str]:
        if isinstance(block, str):
            return [block.strip()]
        entry = block.entry
        self._count[entry.kind] = number = self._count.get(entry.kind, 0) + 1
        label = f"{entry.kind} {self.prefix}{number}"
        one = Numbered(label, block.name, entry.caption.replace("{}", block.about), block.content)
        self.shown.append(one)
        lead = entry.lead.replace("{}", f"[{label}](#{one.identifier})")
        if isinstance(block.content, str):
            return [lead, one.draw_figure()]
        return [" ".join(part for part in (lead, block.content.note) if part), *one.draw_table(block.content)]
