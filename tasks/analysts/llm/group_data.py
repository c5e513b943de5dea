"""What the merging of themes is told: the groups of both ways, how they cross, and example works of each cell."""

from __future__ import annotations

from collections import Counter
from typing import Any

from storage.records.writing import ReadWork
from tasks.analysts.llm.guard.admission import admit_text
from tasks.analysts.llm.scope import describe_scope
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue
from tasks.themes.contingency import Contingency
from tasks.themes.records import MergeMaterial

_MOST_WORKS = 100
_MOST_OF_A_CELL = 5
_TITLE, _SAYS, _OPEN = 160, 200, 140  # characters


def tell_groups(material: MergeMaterial, contingency: Contingency) -> Dialogue[tuple[str, frozenset[str]]]:
    """Return the data blocks, and the citekeys in them.

    At most 100 works are told: of each cell the most cited first, cells in turn, the largest first.
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
    """Return the ids of example works: round by round one of each cell, the most cited first, ordered by cell."""
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
