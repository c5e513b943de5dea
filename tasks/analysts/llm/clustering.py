"""Semantic clustering: the whole corpus in one question, grouped by what the works are about."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.search import Plan
from storage.records.writing import ReadWork
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.relevance import describe_scope
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Remark, ask_leniently, pose
from tasks.themes.description import SemanticGroup, theme_text
from tasks.themes.merging import size_rule
from tasks.themes.words import extract_terms, rank_groups

_FEWEST_WORKS = 4
_CHARACTERS = 140_000  # of all works together: about 40,000 tokens
_LONGEST, _SHORTEST = 640, 120  # characters of one work
_LONGEST_TITLE = 180
_LONGEST_FINDING = 200
_WORTH_TELLING = 40
_FINDINGS = 2
_THEME_WORDS = 4
_LABEL, _DESCRIPTION = 80, 320  # characters
_MOST_MEMBERSHIPS = 2
_MOST_IN_TWO = 1 / 3  # share of the works
_MOST_KEPT = 30  # groups in an answer that is kept although it broke the rules


class Cluster(BaseModel):
    """One group of works."""

    model_config = ConfigDict(extra="forbid")

    label: str = Field(description="2-6 words, title case")
    description: str = Field(description="one sentence")
    members: list[str] = Field(description="ids of works")


class SemanticClusters(BaseModel):
    """The corpus in groups."""

    model_config = ConfigDict(extra="forbid")

    groups: list[Cluster]


def cluster_works(plan: Plan, corpus: Sequence[ReadWork]) -> Dialogue[tuple[SemanticGroup, ...]]:
    """Return the corpus in groups of meaning, largest first: every work in one or two; none without a usable answer.

    At most two answers are asked for. If the second still names unknown works or leaves some out, its valid part is
    kept, and each remaining work goes to the group whose works share most words with it.
    """
    if len(corpus) < _FEWEST_WORKS:
        return ()
    works = {f"w{place}": read for place, read in enumerate(sorted(corpus, key=lambda r: r.work.work_id), start=1)}
    room = max(_SHORTEST, min(_LONGEST, _CHARACTERS // len(works)))
    told = []
    for ordinal, read in works.items():
        told.append((yield from _tell_work(ordinal, read, room)))
    rule = size_rule(len(works))
    question = pose(
        "clustering",
        values={"fewest": rule.fewest, "most": rule.most},
        data="\n".join((write_block("review", describe_scope(plan)), write_block("works", told))),
        answer=SemanticClusters,
        answer_tokens=2_500 + 12 * len(works),
        label=f"cluster {len(works)} works by meaning",
    )
    groups = yield from ask_leniently(
        question, SemanticClusters, lambda reply: _object(reply, works.keys(), rule.fewest, rule.most)
    )
    if groups is None:
        return ()
    kept, lost = _keep_valid(groups, works)
    if not 1 < len(kept) <= _MOST_KEPT or 2 * len(lost) > len(works):
        yield Remark(
            "semantic clustering given up", f"too little of the answer was valid: {len(lost)} works in no group"
        )
        return ()
    if lost:
        yield Remark("works placed by words", f"the semantic clustering left out {len(lost)} of {len(works)} works")
    return _place_lost(kept, lost, works)


def _tell_work(ordinal: str, read: ReadWork, room: int) -> Dialogue[dict[str, Any]]:
    """Return the account of a work in about `room` characters: title, year, up to two findings, key words."""
    work, summary = read.work, read.summary
    title = yield from admit_text(" ".join(work.title.split()), _LONGEST_TITLE, work.work_id)
    left = room - len(title)
    says = []
    for finding in summary.findings[:_FINDINGS]:
        if left > _WORTH_TELLING:
            text = yield from admit_text(finding.text, min(left, _LONGEST_FINDING), work.work_id)
            says.append(text)
            left -= len(text)
    words = yield from admit_text(", ".join(summary.themes[:_THEME_WORDS]), max(left, 0), work.work_id)
    told = {"id": ordinal, "title": title, "year": work.year, "says": says, "words": words}
    return {name: value for name, value in told.items() if value}


def _object(reply: SemanticClusters, known: AbstractSet[str], fewest: int, most: int) -> list[str]:
    """Return what is wrong with the groups: their number, their words, unknown works, works in none or in too many."""
    reasons = []
    if not fewest <= len(reply.groups) <= most:
        reasons.append(f"there are {len(reply.groups)} groups; {fewest} to {most} are asked for")
    labels = [group.label.casefold() for group in reply.groups]
    if len(set(labels)) < len(labels):
        reasons.append("two groups have the same label")
    for number, group in enumerate(reply.groups, start=1):
        reasons += [f"group {number}: {reason}" for reason in _object_words(group)]
        if not group.members:
            reasons.append(f"group {number} has no members")
    times = {ordinal: sum(ordinal in group.members for group in reply.groups) for ordinal in known}
    unknown = [o for o in dict.fromkeys(o for group in reply.groups for o in group.members) if o not in known]
    missing = [ordinal for ordinal, count in times.items() if not count]
    excess = [ordinal for ordinal, count in times.items() if count > _MOST_MEMBERSHIPS]
    if sum(count > 1 for count in times.values()) > _MOST_IN_TWO * len(times):
        reasons.append("more than a third of the works stand in two groups")
    for ordinals, fault in (
        (unknown, "ids that are not in the data"),
        (missing, "works in no group"),
        (excess, "works in more than two groups"),
    ):
        if ordinals:
            reasons.append(f"{len(ordinals)} {fault}: {', '.join(ordinal[:12] for ordinal in ordinals[:20])}")
    return reasons


def _object_words(group: Cluster) -> list[str]:
    reasons = find_foreign(group.label) + find_foreign(group.description)
    if "[@" in group.label + group.description:
        reasons.append("a label or description cites")
    if not 0 < len(group.label.strip()) <= _LABEL:
        reasons.append(f"the label must have 1 to {_LABEL} characters")
    if len(group.description) > _DESCRIPTION:
        reasons.append(f"the description is longer than {_DESCRIPTION} characters")
    return reasons


def _keep_valid(
    reply: SemanticClusters, works: dict[str, ReadWork]
) -> tuple[list[tuple[str, str, list[str]]], list[str]]:
    """Return (label, description, members) of groups with valid members, and the works in none of them."""
    times = dict.fromkeys(works, 0)
    kept: list[tuple[str, str, list[str]]] = []
    for group in reply.groups:
        members = []
        for ordinal in dict.fromkeys(group.members):
            if ordinal in times and times[ordinal] < _MOST_MEMBERSHIPS:
                times[ordinal] += 1
                members.append(ordinal)
        if members:
            clean = not _object_words(group)
            label = group.label.strip() if clean else f"Group {len(kept) + 1}"
            kept.append((label, group.description.strip() if clean else "", members))
    return kept, [ordinal for ordinal, count in times.items() if not count]


def _place_lost(
    kept: list[tuple[str, str, list[str]]], lost: list[str], works: dict[str, ReadWork]
) -> tuple[SemanticGroup, ...]:
    """Return the groups, largest first, with each lost work in the group whose works are nearest in words."""
    placed = [list(members) for _, _, members in kept]
    if lost:
        terms = {ordinal: frozenset(extract_terms(theme_text(read))) for ordinal, read in works.items()}
        groups = [[terms[ordinal] for ordinal in members] for _, _, members in kept]
        for ordinal in lost:
            placed[rank_groups([terms[ordinal]], groups)[0]].append(ordinal)
    found = [
        SemanticGroup(label, description, tuple(sorted(works[ordinal].work.work_id for ordinal in members)))
        for (label, description, _), members in zip(kept, placed, strict=True)
    ]
    return tuple(sorted(found, key=lambda group: (-len(group.work_ids), group.work_ids, group.label)))
