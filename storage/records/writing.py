"""The frozen records of what was read and written: pages, quotes, findings, summaries, themes, claims, drafts.

Also how the works of a review were grouped, as frames for the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from storage.records.search import Work, content_id

if TYPE_CHECKING:
    from storage.records.evidence import Extraction


@dataclass(frozen=True, slots=True)
class Groupings:
    """How the works of an edition were grouped before there were themes.

    `clustering` has the columns method, work_id, label and probability; `groups` has method, label, name and
    description; `agreement` has ari, nmi and works, and one row where there are two groupings, else none.
    """

    clustering: pl.DataFrame
    groups: pl.DataFrame
    agreement: pl.DataFrame


UNSTATED = "not stated"  # by whom a text was written


@dataclass(frozen=True, slots=True)
class Page:
    """One page of text of a work; page 0 is the abstract."""

    work_id: str
    page: int
    text: str
    source: str = UNSTATED


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a page: `text` is exactly ``page_text[char_start:char_end]``."""

    work_id: str
    page: int
    char_start: int
    char_end: int
    text: str
    source: str = UNSTATED

    @property
    def quote_id(self) -> str:
        """Return the content id of this quote."""
        return content_id("quote", self.work_id, self.page, self.char_start, self.char_end, self.text)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a work says, in one sentence, with the quote it rests on.

    `kind` is the part it plays in the work: finding, method, limitation, future_work or background.
    """

    work_id: str
    text: str
    quote: Quote
    kind: str = "finding"

    @property
    def finding_id(self) -> str:
        """Return the content id of this finding."""
        return content_id("finding", self.work_id, self.kind, self.text, self.quote.quote_id)


@dataclass(frozen=True, slots=True)
class Summary:
    """The structured summary of one work. Empty strings and tuples mean that the text does not say.

    `short` has about 100 words (compression level 1); `digest` has a tenth of the words of a text longer than 2,000
    words (level 2) and is empty for shorter ones. `source` is abstract, full text, full text (in parts), title or
    project note. `extractions` are the data of the study and of its findings, one per result and field.
    """

    work_id: str
    methodology: str
    limitations: str
    future_work: str
    themes: tuple[str, ...]
    short: str
    findings: tuple[Finding, ...]
    source: str
    digest: str = ""
    extractions: tuple[Extraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Theme:
    """A merged theme: topic words, coherence (NPMI in [-1, 1]), ids of its works, its relations to other themes.

    A work may be in two themes. `source` says how the theme was made.
    """

    theme_id: str
    label: str
    description: str
    words: tuple[str, ...]
    coherence: float
    work_ids: tuple[str, ...]
    key_work_ids: tuple[str, ...]
    source: str
    sub_themes: tuple[str, ...] = ()
    relationships: str = ""
    conflicts: str = ""
    gaps: str = ""


@dataclass(frozen=True, slots=True)
class ThemePath:
    """How a work came into a theme: its group by topic words, its group by meaning, the action taken, and why.

    `action`: keep (the theme is one of the groups), merge (of several groups), split (part of one), bridge (a second
    theme of the work), leftover (no theme claimed it). A group is None where that clustering has none for the work.
    """

    work_id: str
    theme_id: str
    topic_group: int | None
    semantic_group: int | None
    action: str
    reason: str


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """A section as it stands: Markdown without its own top heading."""

    section_id: str
    heading: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Transition:
    """Sentences added at the borders of a section, as Markdown without citations; empty where nothing is added."""

    section_id: str
    opening: str
    closing: str


@dataclass(frozen=True, slots=True)
class ReadWork:
    """A corpus work as the writer sees it: metadata, citekey, summary, in-corpus citations received."""

    work: Work
    citekey: str
    summary: Summary
    in_degree: int = 0


@dataclass(frozen=True, slots=True)
class ThemeAnalysis:
    """The analysis of one theme, each part Markdown-free prose; empty when the sources do not say."""

    theme_id: str
    narrative: str
    timeline: str
    debates: str
    methods: str
    questions: str
    source: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A citing sentence of the review: one row per citekey in it, linked to the finding it rests on."""

    sentence: str
    citekey: str
    finding_id: str | None


@dataclass(frozen=True, slots=True)
class ResearchAnswer:
    """What a research question's answer comes to, and how certain that is.

    `direction` is that of the outcome asked about ("+", "-", "0", "mixed"), empty where the question has none.
    `certainty` is a word of GRADE's (high, moderate, low, very low), not its grade, or "not judged".
    The reasons for it follow: how far results agree, by which designs, in how many units, and how near to the question.
    """

    question: str
    direction: str
    certainty: str
    consistency: str
    designs: str
    size: str
    directness: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A written section: Markdown without its own top heading, and every citing sentence as claims.

    A draft that does not say what produced it is the work of the analyst asked for it. A section that answers the
    research questions says of each what its answer comes to.
    """

    markdown: str
    claims: tuple[Claim, ...] = ()
    produced_by: str = ""
    answers: tuple[ResearchAnswer, ...] = ()
