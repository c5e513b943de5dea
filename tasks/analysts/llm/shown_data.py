"""What a request shows of works, groups and sections.

For merging themes: the groups of both kinds, how they cross, and example works of each cell. For writing a framing
section: themes, their leading works, sections already written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Any

from storage.records.writing import ReadWork
from tasks.analysts.certainty import HEADING
from tasks.analysts.llm.citations import describe_work, refer_findings
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.sections import choose_key_works
from tasks.analysts.protocol import ReviewMaterial
from tasks.citations.pandoc import find_citekeys
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue
from tasks.themes.description import MergeMaterial
from tasks.themes.merging import Contingency

_MOST_WORKS = 100
_MOST_OF_A_CELL = 5
_TITLE, _SAYS, _OPEN = 160, 200, 140  # characters
_SYNTHESIS = re.compile(r"\bmeta-?analy(?:sis|ses|tic)\b|\b(?:systematic|umbrella|scoping) review", re.IGNORECASE)


def tell_groups(material: MergeMaterial, contingency: Contingency) -> Dialogue[tuple[str, frozenset[str]]]:
    """Return the data blocks, and the citekeys in them.

    At most 100 works are shown: cells take turns, the largest first, each with its most cited works first.
    """
    corpus, groups = material.corpus, material.grouping.groups
    sizes = Counter(assignment.group for assignment in material.grouping.assignments)
    topics = []
    for number, group in enumerate(groups):
        typical = []
        for work_id in group.representative_ids:
            title = yield from admit_text(corpus[work_id].work.title, _TITLE, work_id)
            typical.append(title)
        topics.append({"id": f"t{number}", "works": sizes[number], "words": list(group.words), "typical": typical})
    semantic = [
        {"id": f"s{number}", "works": len(group.work_ids), "label": group.label, "description": group.description}
        for number, group in enumerate(material.semantic)
    ]
    cells = [{"cell": f"t{t}/s{s}", "works": len(works)} for (t, s), works in contingency.cells.items()]
    examples = []
    for work_id in _choose_works(material, contingency):
        example = yield from _tell_work(corpus[work_id], contingency)
        examples.append(example)
    blocks = (
        write_block("review", describe_scope(material.plan)),
        write_block("topic_groups", topics),
        write_block("semantic_groups", semantic),
        write_block("cells", cells),
        write_block("works", examples),
    )
    return "\n".join(blocks), frozenset(example["citekey"] for example in examples)


def _choose_works(material: MergeMaterial, contingency: Contingency) -> list[str]:
    """Return the ids of example works, chosen in rounds of one per cell, the most cited first, ordered by cell."""
    by_size = sorted(contingency.cells, key=lambda cell: (-len(contingency.cells[cell]), cell))
    ranked = {
        cell: sorted(works, key=lambda work_id: (-material.corpus[work_id].in_degree, work_id))
        for cell, works in contingency.cells.items()
    }
    chosen = [ranked[cell][turn] for turn in range(_MOST_OF_A_CELL) for cell in by_size if turn < len(ranked[cell])][
        :_MOST_WORKS
    ]
    return sorted(chosen, key=lambda w: (contingency.cell_of[w], -material.corpus[w].in_degree, w))


def _tell_work(read: ReadWork, contingency: Contingency) -> Dialogue[dict[str, Any]]:
    work_id, summary = read.work.work_id, read.summary
    topic, semantic = contingency.cell_of[work_id]
    finding = next((finding.text for finding in summary.findings if finding.kind == "finding"), "")
    told = {
        "citekey": read.citekey,
        "cell": f"t{topic}/s{semantic}",
        "title": (yield from admit_text(read.work.title, _TITLE, work_id)),
        "cited": read.in_degree,
        "says": (yield from admit_text(finding, _SAYS, work_id)),
        "open": (yield from admit_text(summary.future_work or summary.limitations, _OPEN, work_id)),
    }
    return {name: value for name, value in told.items() if value}


_BRIEF_FINDINGS = {"finding": 3}  # one of each other kind
_TIMES = 3
_BRIEF_PARTS = ("citekey", "authors", "year", "title", "findings")


def describe_themes(material: ReviewMaterial) -> list[dict[str, Any]]:
    """Return label, description and number of works of each theme, in the order of the review."""
    return [
        {
            "label": theme.theme.label,
            "works": len(theme.works),
            **({"description": theme.theme.description} if theme.theme.description else {}),
        }
        for theme in material.themes
    ]


def choose_leading_works(material: ReviewMaterial, most: int) -> list[ReadWork]:
    """Return about `most` works that lead their themes, equally many (at least two) per theme, each work once.

    Once the theme sections are written, only works cited there are chosen. Of each theme one is a synthesis of other
    studies, where there is any: it says most about the question, however seldom it has been cited yet.
    """
    texts = dict(material.sections)
    each = max(2, most // max(1, len(material.themes)))
    chosen: dict[str, ReadWork] = {}
    for theme in material.themes:
        reads = {read.citekey: read for read in theme.works}
        candidates = [*choose_key_works(theme), *reads]
        section = texts.get(theme.theme.label)
        told = set(reads) if section is None else set(find_citekeys(section))
        fit = [key for key in dict.fromkeys(candidates) if key in told and reads[key].summary.findings]
        first = [key for key in fit if _SYNTHESIS.search(reads[key].work.title)][:1]
        chosen |= {key: reads[key] for key in dict.fromkeys([*first, *fit[:each]][:each])}
    return list(chosen.values())


def choose_compared_works(material: ReviewMaterial, most: int) -> list[ReadWork]:
    """Return the leading works, and with them all works of comparisons as long as there are no more than thrice `most`.

    A comparison is counted only where each of its works can be cited: those of most works come first.
    """
    reads = {read.citekey: read for theme in material.themes for read in theme.works}
    chosen = dict.fromkeys(read.citekey for read in choose_leading_works(material, most))
    for count in material.consistency.votes:
        whole = chosen | dict.fromkeys(vote.citekey for vote in count.votes)
        if len(whole) <= _TIMES * most and whole.keys() <= reads.keys():
            chosen = whole
    return [reads[key] for key in chosen]


def choose_answering_works(material: ReviewMaterial, most: int) -> list[ReadWork]:
    """Return the works that the answers cite, and the leading works; the answers are what conclusions rest on."""
    reads = {read.citekey: read for theme in material.themes for read in theme.works if read.summary.findings}
    answering = [reads[key] for key in find_citekeys(read_section(material, HEADING)) if key in reads]
    return list({read.citekey: read for read in [*answering, *choose_leading_works(material, most)]}.values())


def describe_briefly(works: list[ReadWork], counted: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return works for a data block with what is needed to cite them: three findings, and one of each other kind.

    Findings whose ids are `counted` are told in any case: a writer who is told of a vote has to be able to cite it.
    """
    described = []
    for read in works:
        work, findings_of = describe_work(read), refer_findings(read)
        brief = {part: work[part] for part in _BRIEF_PARTS if part in work}
        told = Counter[str]()
        findings = []
        for finding in brief["findings"]:
            kind = finding.get("kind", "finding")
            told[kind] += 1
            if told[kind] <= _BRIEF_FINDINGS.get(kind, 1) or findings_of[finding["ref"]].finding_id in counted:
                findings.append(finding)
        described.append(brief | {"findings": findings})
    return described


def read_theme_sections(material: ReviewMaterial) -> list[dict[str, str]]:
    """Return the theme sections written so far, in the order of the review."""
    labels = {theme.theme.label for theme in material.themes}
    return [{"heading": heading, "markdown": text} for heading, text in material.sections if heading in labels]


def read_openings(material: ReviewMaterial) -> list[dict[str, str]]:
    """Return the first paragraph of each theme section."""
    return [
        {"heading": section["heading"], "opening": first_paragraph(section["markdown"])}
        for section in read_theme_sections(material)
    ]


def read_section(material: ReviewMaterial, heading: str) -> str:
    """Return the text of the section of that heading, empty if it is not written yet."""
    return next((text for name, text in reversed(material.sections) if name == heading), "")


def list_paragraphs(markdown: str) -> list[str]:
    """Return the paragraphs of a section, headings left out."""
    return [block for block in markdown.strip().split("\n\n") if block and not block.startswith("#")]


def first_paragraph(markdown: str) -> str:
    """Return the first paragraph of a section, empty if it has none."""
    return next(iter(list_paragraphs(markdown)), "")
