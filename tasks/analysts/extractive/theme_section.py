"""The section of one theme: overview, key findings, methods, debates and tensions, gaps."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records import Draft, ReadWork, ThemeAnalysis
from tasks.analysts.extractive.cues import states_aim
from tasks.analysts.extractive.debates import find_disputes, find_oppositions
from tasks.analysts.extractive.designs import write_methods
from tasks.analysts.extractive.key_findings import write_findings
from tasks.analysts.extractive.passages import Line, Paragraph, chunk, compose, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shelves import Item, items_of, shared_phrases
from tasks.analysts.extractive.timeline import describe_span
from tasks.analysts.extractive.words import join_phrases, spell
from tasks.analysts.protocol import ThemeMaterial

_SLACK = 10
_OVERVIEW, _METHODS, _DEBATES, _GAPS = 0.16, 0.16, 0.11, 0.10


def write_theme(material: ThemeMaterial, analysis: ThemeAnalysis, words: int) -> Draft:
    """Return the section; about `words` words where the sources have as much to say, strongest works first.

    Debates, methods and gaps take at most their share, the key findings what is left, so that the length is kept.
    """
    works = material.works
    writer = Writer.of(works, material.theme.theme_id)
    texts = name_texts(works)
    overview = _write_overview(writer, material, analysis, round(words * _OVERVIEW))
    debates = _write_debates(writer, material, round(words * _DEBATES), texts)
    gaps = _write_gaps(writer, works, round(words * _GAPS), texts)
    methods = write_methods(writer, works, round(words * _METHODS), texts)
    left = words - sum(words_of(part) for part in (overview, debates, gaps, methods))
    findings = write_findings(writer, material, left, texts)
    return compose(
        [
            ("Overview", overview),
            ("Key findings", findings),
            ("Methodological approaches", methods),
            ("Debates and tensions", debates),
            ("Gaps", gaps),
        ]
    )


def name_texts(works: Sequence[ReadWork]) -> str:
    """Return what the sources of these works are called: abstracts, project notes, or both."""
    sources = {work.summary.source for work in works} - {"title"}
    if sources == {"project note"}:
        return "project notes"
    return "abstracts and project notes" if "project note" in sources else "abstracts"


def tell_within(writer: Writer, items: Sequence[Item], words: int, most: int = 1_000) -> list[Line]:
    """Return the items not yet told as sentences, in order, until `words` words or `most` sentences are reached."""
    lines: list[Line] = []
    for item in items:
        fits = len(item.finding.text.split()) <= words + _SLACK
        if fits and words > 0 and len(lines) < most and writer.is_new(item.finding):
            lines.append(writer.tell(item.work, item.finding))
            words -= lines[-1].words
    return lines


def _write_overview(writer: Writer, material: ThemeMaterial, analysis: ThemeAnalysis, words: int) -> list[Paragraph]:
    works = material.works
    opening = [state(text) for text in _describe(material, analysis) if text]
    room = words - sum(line.words for line in opening)
    background = items_of(works, "theme", "background")
    aims = [item for item in items_of(works, "theme", "method") if states_aim(item.finding.text)]
    scene = tell_within(writer, background, round(room * 0.6), most=4)
    scene += tell_within(writer, aims, room - sum(line.words for line in scene))
    return [opening, *chunk(scene)] if len(scene) > 1 else [[*opening, *scene]]


def _describe(material: ThemeMaterial, analysis: ThemeAnalysis) -> list[str]:
    works = material.works
    span = describe_span(works)
    count = "one work" if len(works) == 1 else f"{spell(len(works))} works"
    silent = sum(not work.summary.findings for work in works)
    terms = shared_phrases(works, 4, material.plan.topic)
    lacking = "has no text to quote" if silent == 1 else "have no text to quote"
    return [
        f"This theme brings together {count}{f' {span}' if span else ''}."
        if works
        else "No work of the corpus belongs to this theme.",
        f"Terms that recur in their titles and {name_texts(works)} include {join_phrases(terms)}."
        if len(terms) > 1
        else "",
        analysis.timeline if analysis.source == "extractive" else "",
        f"{spell(silent).capitalize()} of them {lacking}, counted here but not cited."
        if silent and silent < len(works)
        else "",
    ]


def _write_debates(writer: Writer, material: ThemeMaterial, words: int, texts: str) -> list[Paragraph]:
    findings = items_of(material.works, "theme", "finding")
    pairs = [
        pair
        for pair in find_oppositions(findings, material.plan.topic, max(1, words // 65))
        if writer.is_new(pair.affirming.finding) and writer.is_new(pair.denying.finding)
    ]
    lines: list[Line] = []
    for i, pair in enumerate(pairs):
        opening = (
            "The {} that mention {} do not all point the same way.",
            "Nor do the {} agree throughout where they speak of {}.",
        )[min(i, 1)]
        lines.append(state(opening.format(texts, pair.matter)))
        lines.append(writer.tell(pair.affirming.work, pair.affirming.finding))
        lines.append(writer.tell(pair.denying.work, pair.denying.finding, "By contrast,"))
    if pairs:
        lines.append(state(_CAVEAT.format(texts)))
    disputes = tell_within(writer, find_disputes(findings), words - sum(line.words for line in lines), most=4)
    if disputes:
        lead = "Tensions are also named" if pairs else "Tensions are named"
        whose = "single works" if len(disputes) > 1 else "one work"
        disputes.insert(0, state(f"{lead} by {whose} of the theme."))
    if not pairs and not disputes:
        return [[state(f"The {texts} of this theme show no open disagreement: {_NO_PAIR}")]]
    return [lines, disputes]


_CAVEAT = (
    "Whether such findings are truly at odds, or differ in sample and measure, cannot be settled from the {} alone."
)
_NO_PAIR = "no finding extracted from them denies what another affirms on the same matter."


def _write_gaps(writer: Writer, works: Sequence[ReadWork], words: int, texts: str) -> list[Paragraph]:
    limits = items_of(works, "theme", "limitation")
    future = items_of(works, "theme", "future_work")
    first = tell_within(writer, limits, words // 2, most=5)
    then = tell_within(writer, future, words - sum(line.words for line in first))
    if not first and not then:
        return [[state(f"The {texts} of this theme name neither limitations nor questions for further research.")]]
    if not first:
        return [[state(f"What is left open is named in {_count(then)} of the {texts}."), *then]]
    lead = state(
        f"Limits of their own evidence are named in {_count(first)} of the {texts} quoted here."
        if len(first) > 1
        else "Limits of the evidence are named by one work quoted here."
    )
    if not then:
        return [[lead, *first]]
    return [[lead, *first], [state("The following questions are left for further research."), *then]]


def _count(lines: Sequence[Line]) -> str:
    return spell(len({claim.citekey for line in lines for claim in line.claims}))
