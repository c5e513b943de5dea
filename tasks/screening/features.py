"""What the ranker knows about each work: its words, and the works it is linked to.

The works that are ranked together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

MOST_COMPARED = 2_000


@dataclass(frozen=True, slots=True)
class RankingPool:
    """Works to rank together, by place: ids without repeats, title and abstract, the ids each work refers to.

    It includes decided and undecided works: a decided work's references and citers inform about the rest.
    """

    work_ids: tuple[str, ...]
    texts: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Check that the parts are aligned."""
        if not len(self.work_ids) == len(self.texts) == len(self.references):
            raise ValueError("a ranking pool needs one text and one list of references for each work")


@dataclass(frozen=True, eq=False, slots=True)
class Likeness:
    """How alike works are (dot products of their rows), by words and by citations: a row and a column for each."""

    words: NDArray[np.float64]
    citations: csr_matrix


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """Two sparse blocks, one row per work in the order of the pool, each of unit length or empty.

    `text` has a column for each of `terms`, `citations` one for each of `cited`, ids of works in the pool or outside.
    `shared_text` is `text` without the terms that only one work has, seven tenths of them, which say nothing of how
    alike two works are. `likeness` is of all works with each other, so that no fit compares them again; of more than
    2,000 works it would take more room than it saves time, and is None.
    """

    pool: RankingPool
    text: csr_matrix
    shared_text: csr_matrix
    citations: csr_matrix
    terms: NDArray[np.str_]
    cited: tuple[str, ...]
    likeness: Likeness | None


def build_features(pool: RankingPool) -> Features:
    """Return the features of a pool; a work without words or links has an empty row.

    Words: TF-IDF of words and pairs of words, sublinear, as in ASReview's ELAS u4. Citations: a work's own id, the ids
    of all its references, and of the works of the pool that cite it, each weighted by its inverse document frequency
    as words are, so that what everybody cites has little weight; ids that occur with only one work are left out.
    """
    text, terms = _weigh_words(pool.texts)
    citations, cited = _link_works(pool)
    shared = csr_matrix(text[:, np.flatnonzero(text.getnnz(axis=0) > 1)])
    likeness = _liken(text, shared, citations) if len(pool.work_ids) <= MOST_COMPARED else None
    return Features(pool, text, shared, citations, terms, cited, likeness)


def _liken(text: csr_matrix, shared_text: csr_matrix, citations: csr_matrix) -> Likeness:
    words = np.asarray((shared_text @ shared_text.T).toarray(), dtype=np.float64)
    np.fill_diagonal(words, measure_rows(text))
    return Likeness(words, csr_matrix(citations @ citations.T))


def measure_rows(block: csr_matrix) -> NDArray[np.float64]:
    """Return the square of the length of each row."""
    return np.asarray(block.multiply(block).sum(axis=1), dtype=np.float64).ravel()


def _weigh_words(texts: tuple[str, ...]) -> tuple[csr_matrix, NDArray[np.str_]]:
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415 - a second that only ranking has to pay

    vectorizer = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, max_df=0.95)
    try:
        matrix = csr_matrix(vectorizer.fit_transform(texts))
    except ValueError:  # what scikit-learn says about texts without a single word, or with only ubiquitous words
        return csr_matrix((len(texts), 0)), np.array([], dtype=np.str_)
    return matrix, vectorizer.get_feature_names_out()


def _link_works(pool: RankingPool) -> tuple[csr_matrix, tuple[str, ...]]:
    from sklearn.preprocessing import normalize  # noqa: PLC0415 - a second that only ranking has to pay

    links = [{work_id, *references} for work_id, references in zip(pool.work_ids, pool.references, strict=True)]
    place = {work_id: row for row, work_id in enumerate(pool.work_ids)}
    for work_id, references in zip(pool.work_ids, pool.references, strict=True):
        for reference in references:
            if reference in place:
                links[place[reference]].add(work_id)
    uses = Counter(token for tokens in links for token in tokens)
    cited = tuple(sorted(token for token, count in uses.items() if count > 1))
    works = len(pool.work_ids)
    if not cited:
        return csr_matrix((works, 0)), cited
    column = {token: number for number, token in enumerate(cited)}

    def find_cells() -> Iterator[tuple[int, int]]:
        for row, tokens in enumerate(links):
            for token in tokens:
                if token in column:
                    yield row, column[token]

    cells = np.array(sorted(find_cells()), dtype=np.int64).reshape(-1, 2)
    rarity = np.log((1 + works) / (1 + np.array([uses[token] for token in cited]))) + 1
    values = rarity[cells[:, 1]]
    return normalize(csr_matrix((values, (cells[:, 0], cells[:, 1])), shape=(works, len(cited)))), cited
