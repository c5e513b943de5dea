"""New works in a section of the extractive analyst: one finding each, in the words of their sources."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.search import Plan
from storage.records.writing import ReadWork
from tasks.analysts.extractive.section_editing import integrate_works
from tasks.citations.pandoc import find_citekeys
from tasks.revision.gaps import Gap, IntegrationMaterial
from tasks.revision.paragraphs import StandingSection
from tests.flows.planted_review import read_works

TEXT = "### Key findings\n\nKites rise [@a].\n\nOwls hear [@b].\n\n### Gaps\n\nMore is to be done.\n"


def _integrate(works: Sequence[ReadWork]) -> list[str]:
    section = StandingSection("theme:t", 1, "Theme", TEXT)
    gap = Gap("stress", "foundational_concepts", "why", ("hair cortisol stress",), "how")
    draft = integrate_works(IntegrationMaterial(Plan("hair"), gap, section, (), tuple(works)))
    assert draft is not None
    assert {claim.citekey for claim in draft.claims} == {work.citekey for work in works}
    return draft.markdown.strip().split("\n\n")


def test_one_or_two_works_end_the_last_paragraph_of_the_key_findings() -> None:
    """So that no paragraph is left with one sentence, and none stands behind what remains to be done."""
    works = list(read_works())[:1]
    blocks = _integrate(works)
    assert [block.split(" ")[0] for block in blocks] == ["###", "Kites", "Owls", "###", "More"]
    assert blocks[2].startswith("Owls hear [@b]. ")
    assert find_citekeys(blocks[2]) == ["b", works[0].citekey]


def test_more_works_make_a_paragraph_each_cited_once() -> None:
    """In order of publication."""
    works = list(read_works())[:4]
    blocks = _integrate(works)
    assert len(blocks) == 6
    told = find_citekeys(blocks[3])
    years = {work.citekey: work.work.year for work in works}
    assert sorted(told) == sorted(years)
    assert [years[key] for key in told] == sorted(years.values())
