"""Reporting: the files of a review, rendered from the ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.analysts.registry import state_notice
from tasks.citations.pandoc import find_citekeys
from tasks.references.bibtex import render_bibtex
from tasks.references.fields import render_csl, render_ris, to_csl
from tasks.reporting.checklists import render_checklists
from tasks.reporting.checklists.record import Reported, list_places
from tasks.reporting.exhibits import Numbered
from tasks.reporting.figures import read_description
from tasks.reporting.markdown import ReviewMeta, assemble_review
from tasks.text.topics import read_topic
from tasks.translation.tongue import Tongue

_STOPPED = {
    "budget": "The search was not saturated: it stopped at the share of the works found that may be screened.",
    "works": "The search was not saturated: it stopped at the size of the tier; a higher tier would go on.",
    "stages": "The search was not saturated: it stopped after the last stage of the tier; a higher tier would go on.",
}

_TRANSLATED = (
    "It was written and checked in English and translated by a language model, sentence by sentence; the program "
    "compared citations, quotations and numbers with the English text, which the database keeps. Tables, figures, the "
    "appendix and the files beside this one are in English, quotations in the language of their source."
)
_UNTRANSLATED = "{n} paragraphs and headings could not be translated and stand in English."
_SHORTFALLS = {
    "unanswered": "{n} questions for a language model were refused, not answered validly or not put any more; what "
    "they asked for was done by rule or left undecided.",
    "model set aside": "The language model was asked no more once a row of tasks had brought no valid answer.",
    "supervision": "To keep to its budget, rounds of supervision were left out.",
    "analyses": "To keep to its budget, themes were analysed by rule, not by a language model.",
    "opus": "To keep to its budget, part of what the largest model would judge or write was left to a smaller one.",
}


def state_notices(
    numbers: Mapping[str, int | float | str], analyst: str, shortfalls: Mapping[str, int]
) -> tuple[str, ...]:
    """Return what a reader must know before the first line: how the text was made and where it falls short.

    `shortfalls` are counted by `storage.runs.language_models.count_shortfalls`.
    """
    notices = [state_notice(analyst)]
    notices += [text.format(n=shortfalls[kind]) for kind, text in _SHORTFALLS.items() if kind in shortfalls]
    if numbers.get("sources_note"):
        notices.append(
            f"{numbers['sources_note']} of its {numbers['corpus']} works were read as a project note, not the authors' "
            "words: nothing here may be quoted as theirs."
        )
    if in_full := int(numbers.get("with_full_text", 0)):
        others = int(numbers.get("with_abstract", 0)) - in_full - int(numbers.get("sources_note", 0))
        notices.append(
            f"It rests on the full texts of {in_full} of its {numbers.get('corpus', 0)} works and on the abstracts of "
            f"{others} others."
        )
    elif not numbers.get("sources_note"):
        notices.append(
            f"It rests on abstracts: {numbers.get('with_abstract', 0)} of {numbers.get('corpus', 0)} works had one; no "
            "full text was read."
        )
    if lists := shortfalls.get("unlisted"):
        notices.append(
            f"{lists} of the lists that the catalogue was asked for were shorter than it counts (the appendix names "
            "them under the problems met): works may be missing from the search."
        )
    if reason := _STOPPED.get(str(numbers.get("stop_reason"))):
        notices.append(reason)
    notices += _state_selection(numbers)
    if updates := numbers.get("updates"):
        notices.append(
            f"It was brought up to date {'once' if updates == 1 else f'{updates} times'} since it was written; "
            "sections that no change concerned stand as they were, and changes.md tells what changed."
        )
    return tuple(notices)


def state_translation(
    tongue: Tongue, sections: Iterable[tuple[str, str]], typed: Mapping[str, Collection[str]]
) -> tuple[str, ...]:
    """Return what a reader must know about a review shown in another language than English: what is not translated.

    `typed` has by heading the paragraphs of people, which are not to be.
    """
    if tongue.is_english:
        return ()
    missing = sum(
        (tongue.find(heading) is None) + tongue.count_missing(markdown, typed.get(heading, ()))
        for heading, markdown in sections
    )
    return (_TRANSLATED, *([_UNTRANSLATED.format(n=missing)] if missing else []))


def _state_selection(numbers: Mapping[str, int | float | str]) -> list[str]:
    """Return what a reader must know about the selection: relevant works without a place, and verdicts of people."""
    told = []
    if aside := numbers.get("judgements_set_aside"):
        told.append(
            f"The language model could not judge which works are relevant: its judgements of {aside} works were set "
            "aside, and all works were judged by a score."
        )
    if numbers.get("beyond_tier"):
        told.append(
            f"Of {numbers['relevant']} works judged relevant, {numbers['beyond_tier']} lay beyond the size of the tier "
            "and are not in its corpus."
        )
    if people := numbers.get("judged_by_people"):
        told.append(
            f"A person judged {people} of the {numbers['screened']} works screened, and the person's verdict stands."
        )
    return told


@task(cache_policy=NO_CACHE, persist_result=False)
def render_files(
    title: str, sections: Sequence[tuple[str, str]], meta: ReviewMeta, counts: Mapping[str, int]
) -> dict[str, str]:
    """Return the review's text files by name; the references are the works cited, nothing else."""
    text = assemble_review(title, sections, meta)
    keys = sorted({key for _, markdown in sections for key in find_citekeys(markdown)} - meta.unresolved)
    cited = {key: meta.works[key] for key in keys}
    return {
        "review.md": text,
        "references.bib": render_bibtex(title, cited),
        "references.csl.json": render_csl(to_csl(work, key) for key, work in cited.items()),
        "references.ris": render_ris(cited),
        **meta.layout.pictures(),
        "appendix.md": f"# Appendix\n\n{meta.appendix}\n",
        "checklists.md": _render_checklists(title, sections, meta, counts),
    }


def _render_checklists(
    title: str, sections: Sequence[tuple[str, str]], meta: ReviewMeta, counts: Mapping[str, int]
) -> str:
    places = list_places(sections, meta.appendix)
    places |= {one.label: _describe(one) for one in meta.layout.shown}
    return render_checklists(Reported(meta.facts, {**counts, **meta.facts.numbers}, title, places))


def _describe(one: Numbered) -> str:
    return f"{one.caption} {read_description(one.content)}" if isinstance(one.content, str) else one.caption


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write each file under a temporary name and rename it, so that a reader never sees half of one."""
    for name, text in files.items():
        fresh = folder / f".{name}.new"
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(folder / name)


def read_title(topic: str) -> str:
    """Return what a topic is about as the title of its review: no question or statement, no other kind of article."""
    title = read_topic(topic).phrase.rstrip(".")
    return title[:1].upper() + title[1:]
