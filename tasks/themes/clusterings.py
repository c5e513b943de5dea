"""The clusterings that are tried for a set of works, in order: HDBSCAN by leaves, its grid, KMeans, bisection.

How well the words of a theme belong together, judged by the documents in which they occur.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from tasks.themes.dividing import divide_large
from tasks.themes.unneeded import without_torch


def measure_coherence(words: Sequence[str], documents: Sequence[AbstractSet[str]]) -> float:
    """Return the mean normalised pointwise mutual information of all pairs of words, in [-1, 1], rounded to 6 decimals.

    NPMI of a pair is ``ln(p(x, y) / (p(x) p(y))) / -ln p(x, y)`` (Bouma 2009) with probabilities from co-occurrence in
    a document; its mean over the top words reflects how coherent people find them (Lau, Newman and Baldwin 2014). A
    pair that never co-occurs counts -1, a pair that occurs in every document 1; fewer than two words give 0.

    Args:
        words: The top words, in the spelling in which documents hold them.
        documents: The distinct terms of each document of the corpus.
    """
    holders = {word: {number for number, terms in enumerate(documents) if word in terms} for word in words}
    values = [
        _measure_pair(len(holders[one]), len(holders[other]), len(holders[one] & holders[other]), len(documents))
        for one, other in combinations(words, 2)
    ]
    return round(math.fsum(values) / len(values), 6) if values else 0.0


def _measure_pair(one: int, other: int, both: int, documents: int) -> float:
    if both == 0:
        return -1.0
    if both == documents:
        return 1.0
    return math.log(both * documents / (one * other)) / -math.log(both / documents)


SMALL = 25  # works; with fewer, UMAP's neighbourhoods are the whole set and HDBSCAN finds no real density
MIN_GROUPS, MAX_GROUPS = 5, 15
MAX_SHARE = 0.4

_PADDING = ["no_such_term", "nor_this_term"]  # c-TF-IDF needs two terms, and texts may have fewer

_GRID = (4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
_NEIGHBOURS = 15
_COMPONENTS = 5
_MIN_SAMPLES = 3
_NOISY_MODULES = r"(bertopic|hdbscan|joblib|numba|numpy|pynndescent|scipy|sklearn|umap)($|\.)"
_COMPILED = ("umap", "pynndescent")
# What UMAP, ARPACK, HDBSCAN and KMeans raise on degenerate input such as identical vectors.
_DEGENERATE = (ValueError, RuntimeError, ArithmeticError, LookupError, TypeError)


@dataclass(frozen=True, slots=True)
class Clustering:
    """One way to group works: `labels` are group numbers, none is -1; `strengths` in [0, 1] or NaN where unknown."""

    method: str
    labels: NDArray[np.int64]
    strengths: NDArray[np.float64]


class _GivenReduction:
    """A dimensionality reduction computed beforehand, in the form BERTopic expects: the whole grid shares one UMAP."""

    def __init__(self, reduced: NDArray[Any]) -> None:
        self._reduced = reduced

    def fit(self, X: object, y: object = None) -> _GivenReduction:  # noqa: ARG002, N803 - BERTopic's signature
        return self

    def transform(self, X: object) -> NDArray[np.float64]:  # noqa: ARG002, N803 - BERTopic's signature
        return self._reduced


def holds_acceptance_rule(labels: NDArray[np.int64]) -> bool:
    """Return whether the groups are 5-15 with at most 40% of the works each (2-4 below 25 works), none of one work."""
    sizes = np.unique(labels, return_counts=True)[1]
    if sizes.min() < 2:  # noqa: PLR2004 - one work is no theme
        return False
    if labels.size < SMALL:
        return 2 <= sizes.size <= 4  # noqa: PLR2004 - the rule, as the docstring states it
    return MIN_GROUPS <= sizes.size <= MAX_GROUPS and bool(sizes.max() <= MAX_SHARE * labels.size)


def cluster_works(texts: Sequence[str], vectors: NDArray[np.float32], seed: int) -> Clustering:
    """Return the first clustering of four or more works that satisfies the acceptance rule, outliers assigned.

    HDBSCAN with leaf selection (McInnes et al. 2017) on a five-dimensional UMAP (McInnes et al. 2018), smallest group
    first 4% of the works (at least 5) and then the nearest sizes of a grid; then KMeans with the best mean silhouette
    (Rousseeuw 1987). Each is BERTopic's clusterer (Grootendorst 2022). Fewer than 25 works: KMeans on principal
    components. A group of over 30% of 25 or more works is divided (`dividing`). If none satisfies the rule, for
    instance because texts are identical, works are bisected at the median of their first principal direction (after
    Boley 1998), the largest group first, which always satisfies it.

    Args:
        texts: The documents as space-separated terms.
        vectors: Their unit-length embeddings [n, d].
        seed: Seed for UMAP and KMeans.
    """
    if (vectors == vectors[0]).all():  # UMAP would scatter them, and groups in that noise would look like themes
        return replace(_bisect_works(vectors), method="balanced by order of work id, texts identical")
    with quiet_libraries():
        reduced, name = _reduce(vectors, seed)
        for size in _list_sizes(len(texts)):
            clustering = _cluster_by_density(texts, vectors, reduced, size)
            if clustering is not None and holds_acceptance_rule(clustering.labels):
                return _divide(replace(clustering, method=f"{clustering.method} on {name}"), vectors, seed)
        clustering = _cluster_by_means(texts, vectors, reduced, seed)
        if clustering is not None:
            return _divide(replace(clustering, method=f"{clustering.method} on {name}"), vectors, seed)
    return _bisect_works(vectors)


def _divide(clustering: Clustering, vectors: NDArray[np.float32], seed: int) -> Clustering:
    labels = divide_large(clustering.labels, vectors, MAX_GROUPS, seed)
    divided = np.isin(clustering.labels, np.unique(clustering.labels[labels != clustering.labels]))
    if not divided.any():
        return clustering
    strengths = np.where(divided, np.nan, clustering.strengths)
    return Clustering(f"{clustering.method}, groups over 30% divided", labels, strengths)


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Import and run BERTopic and its dependencies without their warnings, without PyTorch, on one thread.

    Sums over several threads vary in the last digit; on one thread, equal input gives equal groups everywhere. BERTopic
    switches warnings off for the whole process when it is imported; this restores them.
    """
    with warnings.catch_warnings(), threadpool_limits(limits=1), without_torch():
        for category in (UserWarning, FutureWarning, DeprecationWarning, RuntimeWarning, SyntaxWarning, ImportWarning):
            warnings.filterwarnings("ignore", category=category, module=_NOISY_MODULES)
        yield


def fit_bertopic(
    texts: Sequence[str],
    vectors: NDArray[np.float32],
    reduced: NDArray[Any],
    clusterer: Any,
    labels: NDArray[np.int64] | None = None,
) -> Any:
    """Return a BERTopic model of the texts with the clusterer given, or with `labels` when that is a BaseCluster.

    Topics are described by c-TF-IDF over the terms that occur in at least two texts (in any, if no term does).
    """
    from bertopic import BERTopic  # noqa: PLC0415 - 5 to 20 s that only organization has to pay
    from bertopic.vectorizers import ClassTfidfTransformer  # noqa: PLC0415 - as above
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415 - as above

    model = BERTopic(
        language="multilingual",  # with "english" BERTopic strips every non-ASCII letter
        umap_model=_GivenReduction(reduced),
        hdbscan_model=clusterer,
        vectorizer_model=CountVectorizer(analyzer=str.split, vocabulary=_list_vocabulary(texts)),
        ctfidf_model=ClassTfidfTransformer(reduce_frequent_words=True),
    )
    return model.fit(list(texts), embeddings=vectors, y=labels)


def _list_vocabulary(texts: Sequence[str]) -> list[str]:
    counts = Counter(term for text in texts for term in set(text.split()))
    shared = sorted(term for term, count in counts.items() if count > 1)
    terms = shared or sorted(counts)
    return terms if len(terms) > 1 else [*terms, *_PADDING]


def _reduce(vectors: NDArray[np.float32], seed: int) -> tuple[NDArray[np.float64], str]:
    from sklearn.decomposition import PCA  # noqa: PLC0415 - a second that only organization has to pay

    if len(vectors) >= SMALL:
        from umap import UMAP  # noqa: PLC0415 - as above

        _keep_machine_code()
        reduction = UMAP(
            n_neighbors=_NEIGHBOURS,
            n_components=_COMPONENTS,
            min_dist=0.0,
            metric="cosine",
            random_state=seed,
            n_jobs=1,
        )
        try:
            reduced = np.asarray(reduction.fit_transform(vectors), dtype=np.float64)
        except _DEGENERATE:
            reduced = np.full((1, 1), np.nan)
        if np.isfinite(reduced).all():
            return reduced, "UMAP"
    components = min(_COMPONENTS, len(vectors) - 1)
    return PCA(components, svd_solver="full").fit_transform(vectors.astype(np.float64)), "PCA"


def _keep_machine_code() -> None:
    """Have numba keep what it compiles for UMAP: the first review waits half a minute for that, those after it do not.

    Kept beside the package or in the user's cache folder; where neither can be written, every process compiles anew.
    """
    from numba.core.dispatcher import Dispatcher  # noqa: PLC0415 - a second that only organization has to pay

    modules = [module for name, module in sys.modules.items() if name.split(".")[0] in _COMPILED]
    with suppress(RuntimeError):  # no folder that numba may write
        for function in (value for module in modules for value in vars(module).values()):
            if isinstance(function, Dispatcher) and function.stats.cache_path is None:
                function.enable_caching()


def _list_sizes(count: int) -> list[int]:
    if count < SMALL:
        return []
    first = max(5, count // 25)
    rest = [size for size in _GRID if size != first and size <= count // MIN_GROUPS]
    return [first, *sorted(rest, key=lambda size: (abs(size - first), size))]


def _cluster_by_density(
    texts: Sequence[str], vectors: NDArray[np.float32], reduced: NDArray[Any], size: int
) -> Clustering | None:
    from hdbscan import HDBSCAN  # noqa: PLC0415 - a second that only organization has to pay

    clusterer = HDBSCAN(
        min_cluster_size=size, min_samples=_MIN_SAMPLES, cluster_selection_method="leaf", core_dist_n_jobs=1
    )
    try:
        model = fit_bertopic(texts, vectors, reduced, clusterer)
        labels = np.asarray(model.topics_, dtype=np.int64)
        strengths = np.where(labels < 0, np.nan, np.asarray(model.probabilities_, dtype=np.float64))
        if labels.max() < 0:
            return None
        if labels.min() < 0:
            assigned = model.reduce_outliers(list(texts), labels.tolist(), strategy="embeddings", embeddings=vectors)
            labels = np.asarray(assigned, dtype=np.int64)
    except _DEGENERATE:
        return None
    return Clustering(f"bertopic-hdbscan-leaf min {size}", labels, strengths)


def _cluster_by_means(
    texts: Sequence[str], vectors: NDArray[np.float32], reduced: NDArray[Any], seed: int
) -> Clustering | None:
    from sklearn.cluster import KMeans  # noqa: PLC0415 - a second that only organization has to pay
    from sklearn.metrics import silhouette_score  # noqa: PLC0415 - as above

    small = len(texts) < SMALL
    counts = range(2, min(4, len(texts) // 2) + 1) if small else range(MIN_GROUPS, MAX_GROUPS + 1)
    best, best_score = None, -np.inf
    for count in counts:
        try:
            model = fit_bertopic(texts, vectors, reduced, KMeans(count, n_init=10, random_state=seed))
            labels = np.asarray(model.topics_, dtype=np.int64)
            score = round(float(silhouette_score(reduced, labels)), 6)
        except _DEGENERATE:
            continue
        if holds_acceptance_rule(labels) and score > best_score:
            unknown = np.full(labels.size, np.nan)
            best, best_score = Clustering(f"bertopic-kmeans {count}", labels, unknown), score
    return best


def _bisect_works(vectors: NDArray[np.float32]) -> Clustering:
    groups = [np.arange(len(vectors))]
    while len(groups) < (2 if len(vectors) < SMALL else MIN_GROUPS):
        largest = groups.pop(max(range(len(groups)), key=lambda number: groups[number].size))
        centred = vectors[largest].astype(np.float64) - vectors[largest].mean(axis=0, dtype=np.float64)
        direction = np.linalg.svd(centred, full_matrices=False)[2][0]
        direction *= np.sign(direction[np.abs(direction).argmax()])  # the sign varies between libraries
        order = np.argsort((centred @ direction).round(6), kind="stable")
        groups += [np.sort(half) for half in np.array_split(largest[order], 2)]
    labels = np.empty(len(vectors), dtype=np.int64)
    for number, members in enumerate(groups):
        labels[members] = number
    return Clustering("bisection at principal directions", labels, np.full(len(vectors), np.nan))
