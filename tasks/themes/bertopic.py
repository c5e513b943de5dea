"""Works into themes: BERTopic on their embeddings, described by topic words, coherence and representative works."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tasks.themes.clusterings import cluster_works, fit_bertopic, measure_coherence, quiet_libraries
from tasks.themes.words import choose_words, extract_terms

_FEWEST_TO_CLUSTER = 4
_WORDS = 10
_SHARED_BY = 0.15
_REPRESENTATIVES = 3
_DECIMALS = 6
_SEED = 42  # of UMAP and KMeans


@dataclass(frozen=True, slots=True)
class ThemeDocument:
    """A work's text for grouping: title, abstract and findings as one text; the title if that is empty."""

    work_id: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """The group a work is in, and with what probability.

    `probability` in [0, 1]: HDBSCAN's membership strength where HDBSCAN placed the work, else the cosine similarity to
    the mean vector of its group.
    """

    work_id: str
    group: int
    probability: float


@dataclass(frozen=True, slots=True)
class Group:
    """A future theme: up to 10 topic words by c-TF-IDF, their coherence (mean NPMI in [-1, 1]), its most typical works.

    Words that occur in at least 15% of the group's works, and in at least two works, come first: rarer ones describe
    single works. `representative_ids` are the up to three works nearest to the group's mean vector, nearest first.
    """

    words: tuple[str, ...]
    coherence: float
    representative_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """All works in groups: assignments by work id, groups by size (largest first, then by smallest work id)."""

    method: str
    assignments: tuple[Assignment, ...]
    groups: tuple[Group, ...]


def group_into_themes(documents: Sequence[ThemeDocument], vectors: NDArray[np.float32]) -> Grouping:
    """Return every work in exactly one group: 5-15 groups, none with more than 40% of the works.

    Fewer than 25 works give 2-4 groups, fewer than 4 works one, no works none. The same works give the same grouping in
    any process and order. How groups are found: `tasks.themes.clusterings.cluster_works`; how they are described:
    c-TF-IDF (Grootendorst 2022) and NPMI over these documents (`tasks.themes.clusterings`). Takes seconds after the
    first call of a process, which imports BERTopic (5 to 20 s).

    Args:
        documents: The works; each id once.
        vectors: Their unit-length embeddings [n, d], in the same order.

    Raises:
        ValueError: There are not as many vectors as documents.
    """
    if len(vectors) != len(documents):
        raise ValueError(f"{len(documents)} documents need as many vectors, not {len(vectors)}.")
    if not documents:
        return Grouping("no works", (), ())
    order = sorted(range(len(documents)), key=lambda number: documents[number].work_id)
    work_ids = [documents[number].work_id for number in order]
    texts = [" ".join(extract_terms(documents[number].text or documents[number].title)) for number in order]
    points = np.nan_to_num(np.asarray(vectors, dtype=np.float32)[order])

    if len(work_ids) < _FEWEST_TO_CLUSTER:
        method, labels = "one group, too few works to divide", np.zeros(len(work_ids), dtype=np.int64)
        strengths = np.full(len(work_ids), np.nan)
    else:
        clustering = cluster_works(texts, points, _SEED)
        method, labels, strengths = clustering.method, _number_by_size(clustering.labels), clustering.strengths

    nearness = _measure_nearness(points, labels)
    probabilities = np.where(np.isnan(strengths), nearness, strengths).clip(0, 1).round(_DECIMALS).tolist()
    return Grouping(
        method,
        tuple(map(Assignment, work_ids, labels.tolist(), probabilities)),
        _describe_groups(work_ids, texts, points, labels, nearness),
    )


def _number_by_size(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the labels renumbered: the largest group is 0; of equal groups the one whose first work comes first."""
    _, first, inverse, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    numbers = np.empty(sizes.size, dtype=np.int64)
    numbers[np.lexsort((first, -sizes))] = np.arange(sizes.size)
    return numbers[inverse]


def _measure_nearness(points: NDArray[np.float32], labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the cosine similarity of each work to the mean vector of its group, rounded; 0 for zero vectors."""
    exact = points.astype(np.float64)
    means = np.stack([exact[labels == group].mean(axis=0) for group in range(labels.max() + 1)])[labels]
    lengths = np.linalg.norm(exact, axis=1) * np.linalg.norm(means, axis=1)
    nearness: NDArray[np.float64] = (exact * means).sum(axis=1) / np.maximum(lengths, 1e-12)
    return nearness.round(_DECIMALS)


def _describe_groups(
    work_ids: Sequence[str],
    texts: Sequence[str],
    points: NDArray[np.float32],
    labels: NDArray[np.int64],
    nearness: NDArray[np.float64],
) -> tuple[Group, ...]:
    with quiet_libraries():
        from bertopic.cluster import BaseCluster  # noqa: PLC0415 - 5 to 20 s that only organization has to pay

        model = fit_bertopic(texts, points, points, BaseCluster(), labels)
    terms = model.vectorizer_model.get_feature_names_out().tolist()
    weights = model.c_tf_idf_.toarray().round(9)
    documents = [frozenset(text.split()) for text in texts]
    groups = []
    for group in range(labels.max() + 1):
        members = np.flatnonzero(labels == group).tolist()
        weight = dict(zip(terms, weights[model.topics_[members[0]]].tolist(), strict=True))
        counts = Counter(term for member in members for term in documents[member] if weight.get(term, 0) > 0)
        enough = max(2, math.ceil(_SHARED_BY * len(members)))
        ranked = sorted(counts, key=lambda term: (-min(counts[term], enough), -weight[term], term))
        words = choose_words(ranked, _WORDS)
        typical = sorted(members, key=lambda member: (-nearness[member], work_ids[member]))[:_REPRESENTATIVES]
        coherence = measure_coherence([word.replace(" ", "_") for word in words], documents)
        groups.append(Group(words, coherence, tuple(work_ids[member] for member in typical)))
    return tuple(groups)
