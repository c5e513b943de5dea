"""A small corpus of real works into which payloads have been written, and what each step of an analyst makes of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from storage.records.screening import Candidate
from storage.records.search import Plan, Work
from storage.records.writing import ReadWork, Theme, WrittenSection
from tasks.analysts.llm import imrad_sections as frame
from tasks.analysts.llm.clustering import cluster_works
from tasks.analysts.llm.merged_themes import analyse_theme
from tasks.analysts.llm.merging import merge_themes
from tasks.analysts.llm.queries import formulate_queries
from tasks.analysts.llm.relevance import judge_relevance
from tasks.analysts.llm.sections import write_theme
from tasks.analysts.llm.summary import summarise_work
from tasks.analysts.llm.transitions import connect_sections
from tasks.analysts.protocol import RelevanceContext, ReviewMaterial, ThemeMaterial
from tasks.language_models.dialogue import Answer, Dialogue, Question, Remark
from tasks.references.citekeys import assign_citekeys
from tasks.themes.bertopic import Assignment, Group, Grouping
from tasks.themes.description import MergeMaterial
from tests.injection.payloads import Payload
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.anthropic.real_works import SAMPLE, abstract_page, read_works
from tests.tasks.analysts.anthropic.writing_material import NUMBERS

PLAN = Plan("Hair cortisol and stress", questions=("Does hair cortisol reflect stress?",), as_of=2023)
_WORKS = 12

Answering = Callable[[Question], str | Answer]


@dataclasses.dataclass
class Made:
    """What the steps made, by name of the step, the questions they asked, and what they remarked."""

    results: dict[str, Any] = dataclasses.field(default_factory=dict)
    questions: list[Question] = dataclasses.field(default_factory=list)
    remarks: list[Remark] = dataclasses.field(default_factory=list)

    def run(self, step: str, dialogue: Dialogue[Any], answer: Answering) -> Any:
        """Return what a dialogue ends with, and keep it."""
        result, questions, remarks = conduct(dialogue, answer)
        self.results[step] = result
        self.questions += questions
        self.remarks += remarks
        return result

    def reaching(self, text: str) -> Iterator[str]:
        """Yield the steps whose results contain a text."""
        return (step for step, result in self.results.items() if text in repr(result))


def infect(payloads: Sequence[Payload], count: int = _WORKS) -> list[Work]:
    """Return works of the sample; the first carry a payload each, within the abstract or in the title."""
    works = [work for work in read_works(SAMPLE, 120) if work.abstract][: max(count, len(payloads))]
    for place, payload in enumerate(payloads):
        work = works[place]
        title = f"{work.title}. {payload.text}" if payload.place == "title" else work.title
        first, _, rest = (work.abstract or "").partition(". ")
        abstract = f"{first}. {payload.text} {rest}" if payload.place == "abstract" else work.abstract
        works[place] = dataclasses.replace(work, title=title, abstract=abstract)
    return works


def make_review(works: Sequence[Work], answer: Answering) -> Made:
    """Return what comes of all the steps of a review of the works, from the queries to the transitions."""
    made = Made()
    made.run("queries", formulate_queries(PLAN, works[:10]), answer)
    for start in range(0, len(works), 10):
        batch = [Candidate(work) for work in works[start : start + 10]]
        made.run(f"relevance {start}", judge_relevance(RelevanceContext(PLAN), batch), answer)
    citekeys = assign_citekeys(list(works), {})
    corpus = []
    for place, work in enumerate(works):
        summary = made.run(f"summary {work.work_id}", summarise_work(work, abstract_page(work)), answer)
        corpus.append(ReadWork(work, citekeys[work.work_id], summary, len(works) - place))
    groups = made.run("clustering", cluster_works(PLAN, corpus), answer)
    merged = made.run("merging", merge_themes(_merge_material(corpus, groups)), answer)
    themes = tuple(_theme_material(theme, corpus) for theme in merged.themes)
    analyses = tuple(made.run(f"analysis {n}", analyse_theme(theme), answer) for n, theme in enumerate(themes))
    sections = []
    for number, (theme, analysis) in enumerate(zip(themes, analyses, strict=True)):
        draft = made.run(f"section {number}", write_theme(theme, analysis, 300), answer)
        sections.append((theme.theme.label, draft.markdown))
    material = ReviewMaterial(PLAN, themes, analyses, NUMBERS, tuple(sections))
    _write_frame(made, material, answer)
    return made


def _write_frame(made: Made, material: ReviewMaterial, answer: Answering) -> None:
    for name, write, words in (
        ("introduction", frame.write_introduction, 300),
        ("methodology", frame.write_methodology, 400),
        ("discussion", frame.write_discussion, 400),
        ("conclusions", frame.write_conclusions, 200),
        ("abstract", frame.write_abstract, 200),
    ):
        made.run(name, write(material, words), answer)
    written = [WrittenSection(f"theme:{n}", heading, text) for n, (heading, text) in enumerate(material.sections)]
    made.run("transitions", connect_sections(PLAN, written), answer)


def _merge_material(corpus: Sequence[ReadWork], groups: Any) -> MergeMaterial:
    ids = [read.work.work_id for read in corpus]
    assigned = tuple(Assignment(work_id, place % 3, 1.0) for place, work_id in enumerate(ids))
    topics = tuple(Group(words, 0.5, (ids[n],)) for n, words in enumerate((("hair",), ("stress",), ("assay",))))
    return MergeMaterial(
        PLAN, {read.work.work_id: read for read in corpus}, Grouping("by hand", assigned, topics), groups
    )


def _theme_material(theme: Theme, corpus: Sequence[ReadWork]) -> ThemeMaterial:
    return ThemeMaterial(PLAN, theme, tuple(read for read in corpus if read.work.work_id in theme.work_ids))
