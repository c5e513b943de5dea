"""The section of one theme: overview, key findings, methods, debates and tensions, gaps."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from storage.records.writing import Draft, ReadWork, ThemeAnalysis
from tasks.analysts.extractive.contrary_results import list_opposed, tell_contrary
from tasks.analysts.extractive.debates import find_differences, find_disputes
from tasks.analysts.extractive.designs import write_methods
from tasks.analysts.extractive.discourse_cues import states_aim
from tasks.analysts.extractive.facet_names import read_main
from tasks.analysts.extractive.finding_allocation import Item, drop_stale, items_of
from tasks.analysts.extractive.harms_told import write_harms
from tasks.analysts.extractive.key_findings import count_least, write_findings
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shared_matters import shared_phrases
from tasks.analysts.extractive.short_forms import count_spelled
from tasks.analysts.extractive.stale_results import find_newest
from tasks.analysts.extractive.theme_analysis import describe_span
from tasks.analysts.passages import Line, Paragraph, chunk, cite, compose, merge_short, state, words_of
from tasks.analysts.protocol import ThemeMaterial
from tasks.citations.authors import name_work
from tasks.text.words import join_phrases, spell

_SLACK = 10
_MUCH_CITED = 3
_MOST_DIFFERENCES = 1.5  # of the words of debates: what has begun is told to its end
_OVERVIEW, _METHODS, _DEBATES, _HARMS, _GAPS = 0.16, 0.16, 0.11, 0.13, 0.10


def write_theme(material: ThemeMaterial, analysis: ThemeAnalysis, words: int) -> Draft:
    """Return the section; about `words` words where the sources have as much to say, strongest works first.

    Debates, methods and gaps take at most their share and the key findings the rest, so that the length is kept; harms
    come on top of it, so that no result makes room for them.
    """
    works = material.works
    writer = Writer.of(works, material.theme.theme_id, f"{material.theme.label} {material.plan.topic}")
    texts = name_texts(works)
    spelled_out = count_spelled(works, writer.agreed)
    debates = _write_debates(writer, material, round(words * _DEBATES) - spelled_out // 2, texts)
    gaps = _write_gaps(writer, material, round(words * _GAPS) - spelled_out // 2)
    # A result of each work comes before scenes and methods.
    spare = words - words_of(debates) - words_of(gaps) - count_least(works) - spelled_out
    share = min(words, max(0, spare / (_OVERVIEW + _METHODS)))
    writer.spelled.clear()  # nor what short forms stand for
    overview = _write_overview(writer, material, analysis, round(share * _OVERVIEW))
    spelled = set(writer.spelled)
    writer.met.clear()  # a reader of harms or findings has not read the parts that are written before
    harms = write_harms(writer, works, round(words * _HARMS))
    methods = write_methods(writer, works, round(share * _METHODS))
    writer.met.clear()
    writer.spelled = spelled
    left = words - sum(words_of(part) for part in (overview, debates, gaps, methods))
    findings = write_findings(writer, material, left)
    # A work cited for its design, its aim or a gap has had no result told.
    told = [line for part in (findings, harms, debates) for paragraph in part for line in paragraph]
    rest = _cite_rest(works, {claim.citekey for line in told for claim in line.claims})
    if rest:
        findings = [*findings[:-1], [*(findings[-1] if findings else []), *rest]]
    return compose(
        [
            ("Overview", overview),
            ("Key findings", findings),
            ("Harms", harms),
            ("Methodological approaches", methods),
            ("Debates and tensions", debates),
            ("Gaps", gaps),
        ]
    )


def _cite_rest(works: Sequence[ReadWork], cited: AbstractSet[str]) -> list[Line]:
    """Return a sentence that cites the works with sentences of their own of which the section tells no result."""
    rest = [(work, work.summary.findings[0]) for work in works if work.summary.findings and work.citekey not in cited]
    if not rest:
        return []
    count, noun = (("One", "work"), (spell(len(rest)).capitalize(), "works"))[len(rest) > 1]
    verb = ("belongs", "belong")[len(rest) > 1]
    told = f"{count} further {noun} {verb} to this theme by subject, without a result told in this section"
    return [cite(told, rest)]


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
    background = drop_stale(background, items_of(works, "theme", "finding"), find_newest(works))
    aims = [item for item in items_of(works, "theme", "method") if states_aim(item.finding.text)]
    # Works in which no result was recognised are there with what they set out to do.
    aims.sort(key=lambda item: any(finding.kind == "finding" for finding in item.work.summary.findings))
    scene = tell_within(writer, background, round(room * 0.6), most=4)
    scene += tell_within(writer, aims, room - sum(line.words for line in scene))
    return merge_short([opening, *chunk(scene)])


def _describe(material: ThemeMaterial, analysis: ThemeAnalysis) -> list[str]:
    works = material.works
    silent = sum(not work.summary.findings for work in works)
    terms = shared_phrases(works, 4, material.plan.topic)
    return [
        state_extent(works),
        f"Topics that recur in their titles and {name_texts(works)} are {join_phrases(terms)}."
        if len(terms) > 1
        else "",
        analysis.timeline if analysis.source == "extractive" else "",
        state_most_cited(works),
        f"No sentence was taken from {spell(silent)} of them, so {'it is' if silent == 1 else 'they are'} counted here "
        f"but not cited; the appendix lists {'it' if silent == 1 else 'them'}."
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
    """Return the sentence on the theme's most cited work, its first; empty if it is cited little or there is a tie."""
    if len(works) < 2 or works[0].in_degree < _MUCH_CITED:  # noqa: PLR2004 - a comparison takes two
        return ""
    first, second = works[:2]
    if second.in_degree == first.in_degree:
        return ""
    return (
        f"Of these works, {name_work(first.work)} is cited most within the corpus, by {spell(first.in_degree)} others."
    )


def _write_debates(writer: Writer, material: ThemeMaterial, words: int, texts: str) -> list[Paragraph]:
    """Return results and findings of the theme that differ, side by side, then the disputes that works name."""
    opposed = list_opposed(material.consistency)
    differences = [
        one
        for one in find_differences(material)
        if frozenset(item.finding.finding_id for item in one.items) not in opposed
    ]
    contrary = tell_contrary(material.consistency, material.works)
    lines: list[Line] = list(contrary)
    for i, difference in enumerate(differences):
        if lines and sum(line.words for line in lines) > words * _MOST_DIFFERENCES:
            break
        opening = (
            "On {}, the {} do not all point the same way.",
            "They also differ on {}.",
        )[min(i, 1)]
        lines.append(state(opening.format(difference.matter, texts)))
        for side, link in ((difference.ones, ""), (difference.others, difference.link)):
            lines += [writer.tell(item.work, item.finding, "" if place else link) for place, item in enumerate(side)]
    if lines:
        lines.append(state(_CAVEAT.format(texts)))
    disputes = find_disputes(items_of(material.works, "theme", "finding", "background"))
    told = tell_within(writer, disputes, words - sum(line.words for line in lines), most=4)
    if told:
        told.insert(0, state(_NAMED_BY_SEVERAL if len(told) > 1 else _NAMED_BY_ONE))
    return merge_short([lines, told])


_CAVEAT = (
    "Whether such findings are truly at odds, or differ in sample and measure, cannot be settled from the {} alone."
)
_NAMED_BY_SEVERAL = "Some works name a controversy or a tension themselves."
_NAMED_BY_ONE = "One work names a controversy or a tension itself."


def _write_gaps(writer: Writer, material: ThemeMaterial, words: int) -> list[Paragraph]:
    """Return the limits and open questions that works on the topic name; nothing where none was recognised."""
    names_main = read_main(material.plan.topic, material.works)
    limits, future = (
        [item for item in items_of(material.works, "theme", kind) if names_main(item.matter)]
        for kind in ("limitation", "future_work")
    )
    first = tell_within(writer, limits, words // 2, most=5)
    then = tell_within(writer, future, words - sum(line.words for line in first))
    paragraphs: list[Paragraph] = []
    if first:
        lead = f"{_count(first)} works are open about the limits of their evidence."
        paragraphs.append([state(lead[:1].upper() + lead[1:]), *first] if len(first) > 1 else first)
    if then:
        paragraphs.append(then)
    return merge_short(paragraphs)


def _count(lines: Sequence[Line]) -> str:
    return spell(len({claim.citekey for line in lines for claim in line.claims}))
