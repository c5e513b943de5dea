"""The section of one theme: overview, key findings, methods, debates and tensions, gaps."""

from __future__ import annotations

from collections.abc import Sequence

from storage.manuscript import Draft, ReadWork, ThemeAnalysis
from tasks.analysts.extractive.authors import name_work
from tasks.analysts.extractive.cues import states_aim
from tasks.analysts.extractive.debates import find_disputes, find_oppositions
from tasks.analysts.extractive.designs import write_methods
from tasks.analysts.extractive.key_findings import write_findings
from tasks.analysts.extractive.passages import Line, Paragraph, chunk, compose, merge_short, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shelves import Item, items_of, shared_phrases
from tasks.analysts.extractive.timeline import describe_span
from tasks.analysts.extractive.words import join_phrases, spell
from tasks.analysts.protocol import ThemeMaterial

_SLACK = 10
_MUCH_CITED = 3
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
        fits = item.stands_alone and len(item.finding.text.split()) <= words + _SLACK
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
    return merge_short([opening, *chunk(scene)])


def _describe(material: ThemeMaterial, analysis: ThemeAnalysis) -> list[str]:
    works = material.works
    silent = sum(not work.summary.findings for work in works)
    terms = shared_phrases(works, 4, material.plan.topic)
    return [
        state_extent(works),
        f"Matters that recur in their titles and {name_texts(works)} are {join_phrases(terms)}."
        if len(terms) > 1
        else "",
        analysis.timeline if analysis.source == "extractive" else "",
        state_most_cited(works),
        f"No sentence of {spell(silent)} of them could be quoted, so that {'it is' if silent == 1 else 'they are'} "
        "counted here but not cited."
        if silent and silent < len(works)
        else "",
    ]


def state_extent(works: Sequence[ReadWork]) -> str:
    """Return the sentence that says how many works a theme has, and of which years."""
    if not works:
        return "No work of the corpus belongs to this theme."
    span = describe_span(works)
    count = "one work" if len(works) == 1 else f"{spell(len(works))} works"
    return f"This theme brings together {count}{f' {span}' if span else ''}."


def state_most_cited(works: Sequence[ReadWork]) -> str:
    """Return the sentence on the work cited most, the first of the theme; empty where it is not cited much."""
    if len(works) < 2 or works[0].in_degree < _MUCH_CITED:  # noqa: PLR2004 - a comparison takes two
        return ""
    return f"Within the corpus, {name_work(works[0].work)} is cited most, by {spell(works[0].in_degree)} other works."


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
            "On {}, the {} do not all point the same way.",
            "Nor do they agree throughout on {}.",
        )[min(i, 1)]
        lines.append(state(opening.format(pair.matter, texts)))
        lines.append(writer.tell(pair.affirming.work, pair.affirming.finding))
        lines.append(writer.tell(pair.denying.work, pair.denying.finding, "By contrast,"))
    if pairs:
        lines.append(state(_CAVEAT.format(texts)))
    disputes = tell_within(writer, find_disputes(findings), words - sum(line.words for line in lines), most=4)
    if disputes:
        lead = "Some works name tensions themselves." if len(disputes) > 1 else "One work names a tension itself."
        disputes.insert(0, state(lead))
    if not pairs and not disputes:
        if len(findings) < 2:  # noqa: PLR2004 -- a disagreement takes two
            return [[state(_TOO_FEW)]]
        return [[state(_NO_PAIR[writer.turn % len(_NO_PAIR)].format(spell(len(findings)), texts))]]
    return merge_short([lines, disputes])


_CAVEAT = (
    "Whether such findings are truly at odds, or differ in sample and measure, cannot be settled from the {} alone."
)
_TOO_FEW = "The theme holds too few findings for any to be set against another."
_NO_PAIR = (
    "No open disagreement was met: of {} findings set side by side, none denies a relation that another affirms.",
    "The {} findings of this section, compared in pairs, show no open disagreement about any one relation.",
    "Comparing the {} findings of these {} in pairs brought up no open disagreement on the same relation.",
)
_SILENT = (
    "Neither limitations nor questions for further research are named in the {} of this theme.",
    "Of limits and of work still to be done, the {} of this theme say nothing.",
    "The {} of this theme leave their limits, and what should follow, to the full texts.",
)


def _write_gaps(writer: Writer, works: Sequence[ReadWork], words: int, texts: str) -> list[Paragraph]:
    limits = items_of(works, "theme", "limitation")
    future = items_of(works, "theme", "future_work")
    first = tell_within(writer, limits, words // 2, most=5)
    then = tell_within(writer, future, words - sum(line.words for line in first))
    if not first and not then:
        return [[state(_SILENT[writer.turn % len(_SILENT)].format(texts))]]
    paragraphs: list[Paragraph] = []
    if first:
        lead = f"{_count(first)} works are open about the limits of their evidence."
        paragraphs.append([state(lead[:1].upper() + lead[1:]), *first] if len(first) > 1 else first)
    if then:
        lead = "What remains to be studied is named as well." if first else "The sources point to work yet to be done."
        paragraphs.append([state(lead), *then])
    return merge_short(paragraphs)


def _count(lines: Sequence[Line]) -> str:
    return spell(len({claim.citekey for line in lines for claim in line.claims}))
