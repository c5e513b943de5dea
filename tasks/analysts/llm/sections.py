"""The section of one theme, written by a model from the findings of the theme's works."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from storage.records.writing import Draft, ThemeAnalysis
from tasks.analysts.llm.citations import Sources, describe_work, read_sources
from tasks.analysts.llm.consistency import describe_consistency
from tasks.analysts.llm.drafting import WrittenText, bound_answer, draft_section
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.section_checks import Demand
from tasks.analysts.llm.stand_in import stand_in
from tasks.analysts.protocol import ThemeMaterial
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, pose
from tasks.text.numbers import find_numbers

CITED_SHARE = 0.35  # a shorter section can hardly report what was found
_COVERAGE = 0.7
_WORDS_PER_WORK = 48
_WORDS_PER_KEY_WORK = 45
_KEY_SHARE, _LEAST_KEYS = 3, 3
_WORKS_IN_FULL = 60
_BRIEF_FINDINGS = 2
_TOLD_IN_FULL = ("methodology", "limitations", "future_work", "venue")


def write_theme(material: ThemeMaterial, analysis: ThemeAnalysis, words: int) -> Dialogue[Draft]:
    """Return the section of a theme; the extractive analyst's if no finding could be cited or no answer is usable.

    Raises:
        LitreviewError: a work of the theme has no citekey.
    """
    sources = read_sources(material.works)
    theme = material.theme
    if not sources:
        return stand_in().write_theme(material, analysis, words)
    demand = _demand(material, sources, words)
    task = {
        "words": words,
        "works": len(material.works),
        "must_cite": demand.must_cite,
        "cite_at_least": demand.cite_at_least,
    }
    blocks = {
        "theme": describe_theme(material),
        "analysis": _describe_analysis(analysis),
        **describe_consistency(material.consistency, sources),
        "works": describe_works(material),
        "task": task,
    }
    question = pose(
        "section",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(write_block(name, block) for name, block in blocks.items() if block),
        answer=WrittenText,
        answer_tokens=bound_answer(words),
        label=f"write: {theme.label}",
    )
    return (yield from draft_section(question, demand, lambda: stand_in().write_theme(material, analysis, words)))


def describe_theme(material: ThemeMaterial) -> dict[str, Any]:
    """Return what is known of the theme itself, for a data block; empty fields are left out."""
    theme = material.theme
    described = {
        "label": theme.label,
        "description": theme.description,
        "sub_themes": theme.sub_themes,
        "relationships": theme.relationships,
        "conflicts": theme.conflicts,
        "gaps": theme.gaps,
    }
    return {key: value for key, value in described.items() if value}


def describe_works(material: ThemeMaterial) -> list[dict[str, Any]]:
    """Return the theme's works in order of weight, for a data block; in a large theme the later ones in brief."""
    described = [describe_work(read) for read in material.works]
    for work in described[_WORKS_IN_FULL:]:
        work["findings"] = work.get("findings", [])[:_BRIEF_FINDINGS]
        for part in _TOLD_IN_FULL:
            work.pop(part, None)
    return described


def choose_key_works(material: ThemeMaterial) -> list[str]:
    """Return the citekeys no account of the theme can leave out: its key works and the most cited third (at least 3).

    Key works come first, then those cited most within the corpus; works without findings cannot be cited.
    """
    citekeys = {read.work.work_id: read.citekey for read in material.works if read.summary.findings}
    most_cited = material.works[: max(_LEAST_KEYS, len(material.works) // _KEY_SHARE)]
    chosen = [citekeys[work_id] for work_id in material.theme.key_work_ids if work_id in citekeys]
    chosen += [read.citekey for read in most_cited if read.summary.findings]
    return list(dict.fromkeys(chosen))


def _demand(material: ThemeMaterial, sources: Sources, words: int) -> Demand:
    must_cite = tuple(choose_key_works(material)[: max(1, words // _WORDS_PER_KEY_WORK)])
    at_least = min(round(_COVERAGE * len(sources)), words // _WORDS_PER_WORK)
    told = f"{describe_scope(material.plan)} {describe_theme(material)} {len(material.works)}"
    return Demand(
        words=words,
        sources=sources,
        numbers=find_numbers(told),
        must_cite=must_cite,
        cite_at_least=max(at_least, len(must_cite)),
        cited_share=CITED_SHARE,
    )


def _describe_analysis(analysis: ThemeAnalysis) -> dict[str, str]:
    return {key: value for key, value in asdict(analysis).items() if value and key not in {"theme_id", "source"}}
