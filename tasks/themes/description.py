"""What a theme made of parts of groups is about: its topic words and how well they belong together.

The input of merging, from the two groupings, and its result.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage.records.search import Plan, content_id
from storage.records.writing import (
    ReadWork,
    Theme,
    ThemePath,
)
from tasks.themes.bertopic import Grouping
from tasks.themes.clusterings import measure_coherence
from tasks.themes.words import choose_words, extract_terms


@dataclass(frozen=True, slots=True)
class SemanticGroup:
    """Works that an analyst grouped by meaning; a work may be in two groups."""

    label: str
    description: str
    work_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergeMaterial:
    """Both ways of grouping a corpus: by topic words (BERTopic) and by meaning (none if the analyst cannot read)."""

    plan: Plan
    corpus: Mapping[str, ReadWork]
    grouping: Grouping
    semantic: tuple[SemanticGroup, ...]


@dataclass(frozen=True, slots=True)
class MergedThemes:
    """The themes of a review in the order in which it tells them, with the path of every work into each."""

    themes: tuple[Theme, ...]
    paths: tuple[ThemePath, ...]


_WORDS = 10
_SHARED_BY = 0.15
_DECIMALS = 9


def theme_text(read: ReadWork) -> str:
    """Return a work's text for grouping: title, abstract and key findings, one per line."""
    findings = [finding.text for finding in read.summary.findings if finding.kind == "finding"]
    return "\n".join((read.work.title, read.work.abstract or "", *findings))


def describe_members(
    members: Sequence[Sequence[str]], corpus: Mapping[str, ReadWork]
) -> list[tuple[tuple[str, ...], float]]:
    """Return up to ten topic words and their coherence in [-1, 1] for each set of works, as `bertopic` does.

    Words are ranked by c-TF-IDF (Grootendorst 2022) with the root of a word's share, so that frequent words weigh less,
    over these sets: those in at least 15% of a set's works, and in two, before rarer ones. Coherence is the mean NPMI
    over the corpus.
    """
    terms = {work_id: extract_terms(theme_text(read) or read.work.title) for work_id, read in corpus.items()}
    holders = [frozenset(terms[work_id]) for work_id in sorted(terms)]
    counts = [Counter(term for work_id in works for term in terms[work_id]) for works in members]
    overall = Counter[str]()
    for count in counts:
        overall.update(count)
    mean = overall.total() / len(counts) if counts else 0.0
    described = []
    for works, count in zip(members, counts, strict=True):
        total = count.total() or 1
        weight = {
            term: round(math.sqrt(n / total) * math.log(1 + mean / overall[term]), _DECIMALS)
            for term, n in count.items()
        }
        shared = Counter(term for work_id in works for term in frozenset(terms[work_id]))
        enough = max(2, math.ceil(_SHARED_BY * len(works)))
        ranked = sorted(weight, key=lambda term: (-min(shared[term], enough), -weight[term], term))
        words = choose_words(ranked, _WORDS)
        described.append((words, measure_coherence([word.replace(" ", "_") for word in words], holders)))
    return described


_HEAVIEST = 3


def shape_theme(
    work_ids: Iterable[str],
    corpus: Mapping[str, ReadWork],
    words: tuple[str, ...],
    coherence: float,
    source: str,
    *,
    named: Iterable[str] = (),
    representatives: Iterable[str] = (),
) -> Theme:
    """Return an unnamed theme of these works, in order of weight: citations received within the corpus, then id.

    Its key works are those `named`, the three heaviest and the `representatives`.
    """
    works = sorted(work_ids, key=lambda work_id: (-corpus[work_id].in_degree, work_id))
    return Theme(
        theme_id=content_id("theme", *sorted(works)),
        label="",
        description="",
        words=words,
        coherence=coherence,
        work_ids=tuple(works),
        key_work_ids=tuple(dict.fromkeys((*named, *works[:_HEAVIEST], *representatives))),
        source=source,
    )
