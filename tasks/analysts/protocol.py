"""What every analyst can be asked: the judgements and the writing of a review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from storage.reading.procedure import Procedure
from storage.records.criteria import Criterion
from storage.records.data_items import DataItem
from storage.records.evidence import Comparison, Consistency, Extraction, Result
from storage.records.screening import Candidate, Judgement, Method
from storage.records.search import Formulation, Plan, Work
from storage.records.writing import (
    Draft,
    Page,
    Quote,
    ReadWork,
    Summary,
    Theme,
    ThemeAnalysis,
    Transition,
    WrittenSection,
)
from tasks.language_models.dialogue import Asked
from tasks.revision.fact_rules import Assertion, Correction, FactMaterial, FactVerdict, Failure
from tasks.revision.gaps import Diagnosis, GapMaterial, IntegrationMaterial
from tasks.revision.issues import Coherence, Editing, EditMaterial, Issue, Rewriting, SpanMaterial, StructureMaterial
from tasks.themes.description import MergedThemes, MergeMaterial, SemanticGroup
from tasks.translation.passages import Passage


@dataclass(frozen=True, slots=True)
class RelevanceContext:
    """The reference for judging relevance, frozen for a whole review once the first search is done.

    `statement_vector` embeds the plan's statement, `anchor_vector` is the unit mean of the best first hits (Rocchio
    1971); each span is that similarity's level (in the background, among the best hits).
    """

    plan: Plan
    statement_vector: tuple[float, ...] = ()
    anchor_vector: tuple[float, ...] = ()
    statement_span: tuple[float, float] = (0.0, 1.0)
    anchor_span: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class ThemeMaterial:
    """Everything a writer may use for one theme section: its works are in order of weight (in-degree, then score).

    `consistency` says how far the results of these works agree, counted in SQL.
    """

    plan: Plan
    theme: Theme
    works: tuple[ReadWork, ...]
    consistency: Consistency = field(default_factory=Consistency)


@dataclass(frozen=True, slots=True)
class ReviewMaterial:
    """Everything a writer may use for the sections that frame the themes.

    `numbers` come from SQL, named by what they count (see storage/queries/review_numbers.sql), and so does `procedure`,
    how the review was made; `sections` holds what has been written so far as (heading, Markdown); `consistency` says
    how far results agree over all themes.
    """

    plan: Plan
    themes: tuple[ThemeMaterial, ...]
    analyses: tuple[ThemeAnalysis, ...]
    numbers: dict[str, int | float | str]
    sections: tuple[tuple[str, str], ...] = ()
    procedure: Procedure = field(default_factory=Procedure)
    consistency: Consistency = field(default_factory=Consistency)


@dataclass(frozen=True, slots=True)
class CitationFault:
    """A sentence as it stands in a section, with a citation that does not hold, and why it does not."""

    sentence: str
    citekey: str
    reason: str


@dataclass(frozen=True, slots=True)
class RepairMaterial:
    """What a section may be repaired from: a frozen extract of the works it may cite, none where nothing is cited.

    `attempt` counts from 1; a second attempt is told what was wrong with the result of the first.
    """

    plan: Plan
    works: tuple[ReadWork, ...]
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Eligibility:
    """What the full text of a work shows of each criterion (1 met, 0 not met, 0.5 unclear), by its line.

    `criterion` is the first that rules the work out, by the words of `quote`; None for a work that none does.
    """

    work_id: str
    found: dict[str, float] = field(default_factory=dict)
    criterion: Criterion | None = None
    quote: Quote | None = None


class Analyst(Protocol):
    """A judge and writer. Implementations are stateless and can be pickled; each names what produced its answer.

    Each method returns its result, or a dialogue that ends with it (`tasks.language_models.dialogue`) for the flow to
    conduct.

    A text never states anything that no source says: a sentence about the literature carries `[@citekey]` and is listed
    in the draft's claims with the finding it rests on; sentences about this review itself carry no citation.
    """

    @property
    def name(self) -> str:
        """Return the name of this analyst in the ledger."""

    @property
    def method(self) -> Method:
        """Return the name of its method of judging relevance in the ledger."""

    @property
    def reads(self) -> bool:
        """Return whether it reads what it judges; an analyst that only scores cannot teach a ranker anything."""

    def propose_criteria(self, plan: Plan) -> Asked[tuple[str, ...]]:
        """Return criteria of inclusion and exclusion that follow from the plan, as lines (`Criterion.read`)."""

    def formulate_queries(self, plan: Plan, vocabulary: Sequence[Work]) -> Asked[list[Formulation]]:
        """Return at least four keyword formulations; `vocabulary` are the best hits for the bare topic."""

    def judge_relevance(self, context: RelevanceContext, candidates: Sequence[Candidate]) -> Asked[list[Judgement]]:
        """Return one judgement per candidate, in order."""

    def assess_eligibility(self, plan: Plan, work: Work, pages: Sequence[Page]) -> Asked[Eligibility]:
        """Return what the full text of a work shows of the criteria; one that does not read finds nothing."""

    def summarise_work(self, work: Work, pages: Sequence[Page], items: Sequence[DataItem] = ()) -> Asked[Summary]:
        """Return the structured summary of a work from its pages; each finding's quote is verbatim on its page.

        With it comes what was extracted, also for the items; an analyst that does not read answers none of these.
        """

    def answer_items(
        self, work: Work, pages: Sequence[Page], items: Sequence[DataItem]
    ) -> Asked[tuple[Extraction, ...]]:
        """Return what answers items that the review came to ask of a work after it was read, one for each at most."""

    def cluster_works(self, plan: Plan, corpus: Sequence[ReadWork]) -> Asked[tuple[SemanticGroup, ...]]:
        """Return the whole corpus in groups of meaning, every work in one or two; none if the analyst cannot read."""

    def merge_themes(self, material: MergeMaterial) -> Asked[MergedThemes]:
        """Return the themes made of both groupings, every work in at least one.

        Each has a label (2-6 words, title case, no two alike) and a one-sentence description; all are named together,
        so that a label can say what distinguishes its theme from the others.
        """

    def group_results(
        self, plan: Plan, results: Sequence[Result], known: Sequence[tuple[str, str]] = ()
    ) -> Asked[list[Comparison]]:
        """Return the comparison of every result: those that answer one question have the same names.

        `known` are exposure and outcome of comparisons that exist; where nothing can be set beside a result, its names
        are empty.
        """

    def analyse_theme(self, material: ThemeMaterial) -> Asked[ThemeAnalysis]:
        """Return narrative, timeline, debates, methods and open questions of the theme."""

    def write_theme(self, material: ThemeMaterial, analysis: ThemeAnalysis, words: int) -> Asked[Draft]:
        """Return the theme's section: overview, key findings, methods, debates and tensions, gaps."""

    def write_introduction(self, material: ReviewMaterial, words: int) -> Asked[Draft]:
        """Return background and rationale, questions and scope."""

    def write_methodology(self, material: ReviewMaterial, words: int) -> Asked[Draft]:
        """Return search strategy, selection criteria, data extraction and synthesis approach."""

    def write_answers(self, material: ReviewMaterial, words: int) -> Asked[Draft]:
        """Return an answer to each research question, of so many words each, how certain it is, and why."""

    def write_discussion(self, material: ReviewMaterial, words: int) -> Asked[Draft]:
        """Return synthesis, implications, limitations of this review and future directions."""

    def write_conclusions(self, material: ReviewMaterial, words: int) -> Asked[Draft]:
        """Return the conclusions."""

    def write_abstract(self, material: ReviewMaterial, words: int) -> Asked[Draft]:
        """Return the abstract, without citations."""

    def connect_sections(self, plan: Plan, sections: Sequence[WrittenSection]) -> Asked[tuple[Transition, ...]]:
        """Return what to add at the borders of the sections, so that each leads to the next; none if nothing."""

    def translate_passages(self, language: str, passages: Sequence[Passage]) -> Asked[Mapping[str, str]]:
        """Return sentences of finished passages translated, by their English; none from one that selects sentences.

        Citations, quotations and numbers stay. A passage is translated as a whole or not at all.
        """

    def repair_section(
        self, material: RepairMaterial, heading: str, markdown: str, faults: Sequence[CitationFault]
    ) -> Asked[Draft]:
        """Return the section with the sentences at fault rewritten or dropped, every other as it was.

        The draft's claims are those of the rewritten sentences.
        """

    def find_gap(self, material: GapMaterial) -> Asked[Diagnosis | None]:
        """Return the one gap of theory or literature that weakens a draft most, or that there is none to search for.

        No topic explored before is named again; None if no valid answer could be obtained.
        """

    def integrate_works(self, material: IntegrationMaterial) -> Asked[Draft | None]:
        """Return a section with new works in it and all its claims, its citations kept; None if that failed."""

    def diagnose_structure(self, material: StructureMaterial) -> Asked[tuple[Issue, ...]]:
        """Return what is wrong with the structure of a review, each issue with the paragraphs that it affects."""

    def rewrite_span(self, material: SpanMaterial) -> Asked[Rewriting | None]:
        """Return the paragraphs that one issue affects with that issue solved; None if it cannot be."""

    def judge_coherence(self, material: StructureMaterial) -> Asked[Coherence]:
        """Return how well the review holds together, in [0, 1]."""

    def edit_section(self, material: EditMaterial) -> Asked[Editing]:
        """Return new texts for the paragraphs of a section whose language or argument needs one."""

    def judge_assertions(
        self, material: FactMaterial, heading: str, assertions: Sequence[Assertion]
    ) -> Asked[tuple[FactVerdict, ...]]:
        """Return whether the works that sentences cite support them; a sentence without an answer has no verdict."""

    def correct_assertions(
        self, material: FactMaterial, heading: str, markdown: str, failures: Sequence[Failure]
    ) -> Asked[tuple[Correction, ...]]:
        """Return what replaces sentences that fail: corrected, softened, re-sourced, cut, or kept."""
