"""Ranking from the wording alone: what comes first, why, and that no pool is too poor to be ranked."""

from __future__ import annotations

import numpy as np
import pytest

from tasks.screening.cold_start import Meaning, phrase_topic, rank_cold, score_words
from tasks.screening.embeddings import instant_vectors
from tasks.screening.features import RankingPool, build_features

QUERY = ["hair cortisol and obesity"]
ON_TOPIC = "Hair cortisol in adults with obesity. Cortisol in scalp hair was measured in obese adults."
LINKED = "Body mass of a cohort. Waist and weight were measured."
FILLER = ("Soil moisture", "Bird song", "River sediment", "Alpine meadows", "Glacier retreat", "Forest fires")


def make_pool(works: dict[str, tuple[str, tuple[str, ...]]]) -> RankingPool:
    return RankingPool(tuple(works), tuple(text for text, _ in works.values()), tuple(ref for _, ref in works.values()))


def fill(count: int, *, linked: bool) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return works on other subjects, which cite the first of their own if they are to be linked."""
    return {
        f"F{i}": (f"{FILLER[i % 6]} of region {i}. Observed for {i} years.", ("F0",) if linked and i else ())
        for i in range(count)
    }


def rank(pool: RankingPool, queries: list[str] = QUERY) -> dict[str, float]:
    scores = rank_cold(build_features(pool), queries, None, np.zeros(len(pool.work_ids)))
    return dict(zip(pool.work_ids, scores.tolist(), strict=True))


def test_works_that_share_the_words_come_first():
    """A work on the topic outranks all works on other subjects, and the words are stemmed."""
    scores = rank(make_pool({**fill(12, linked=False), "T": (ON_TOPIC, ())}))
    assert max(scores, key=scores.__getitem__) == "T"
    assert score_words(["obese adults", "soil"], ["adult"])[0].argmax() == 0


def test_a_link_to_the_best_counts_and_a_link_to_others_less():
    """Of two works without a word of the topic, the one that a work on the topic cites outranks one cited off topic."""
    works = {
        **fill(30, linked=True),
        "A": (LINKED, ()),
        "B": (LINKED, ()),
        "T": (ON_TOPIC, ("A",)),
        "F30": ("x y", ("B",)),
    }
    scores = rank(make_pool(works))
    assert scores["A"] > scores["B"]
    assert scores["A"] > max(score for work_id, score in scores.items() if work_id.startswith("F"))


def test_feedback_finds_what_shares_words_only_with_the_best():
    """A work that shares no word with the query but many with its best hits outranks the other subjects."""
    hits = {f"T{i}": (f"Hair cortisol and obesity {i}. Glucocorticoids of adrenal origin.", ()) for i in range(8)}
    works = {**fill(40, linked=False), **hits, "N": ("Adrenal glucocorticoids. Adrenal origin of glucocorticoids.", ())}
    scores = rank(make_pool(works))
    assert min(scores[work_id] for work_id in hits) > scores["N"]
    assert scores["N"] > max(score for work_id, score in scores.items() if work_id.startswith("F"))


def test_meaning_counts_where_words_say_nothing():
    """The cosine to the query orders works when no word of the query occurs in any."""
    pool = make_pool(fill(12, linked=False))
    vectors = np.eye(12, 4)
    vectors[7] = [0, 0, 0, 1]
    scores = rank_cold(
        build_features(pool), ["unheard"], Meaning(vectors, np.array([[0.0, 0.0, 0.0, 1.0]])), np.zeros(12)
    )
    assert set(np.argsort(-scores)[:2].tolist()) == {3, 7}


def test_of_works_that_match_alike_the_cited_one_comes_first():
    """How often a work is cited a year tells works apart that neither words nor links do."""
    pool = make_pool({**fill(12, linked=False), "T": (ON_TOPIC, ()), "U": (ON_TOPIC, ())})
    rates = np.zeros(14)
    rates[13] = 2.0
    assert int(rank_cold(build_features(pool), QUERY, None, rates).argmax()) == 13


@pytest.mark.parametrize(
    ("works", "queries"),
    [
        ({}, QUERY),
        ({"W": (ON_TOPIC, ())}, QUERY),
        ({"W": (ON_TOPIC, ("W", "X")), "V": ("", ())}, QUERY),
        ({f"W{i}": ("", ()) for i in range(30)}, QUERY),
        ({f"W{i}": ("the same words", ()) for i in range(30)}, ["the same"]),
        (fill(30, linked=True), []),
        (fill(30, linked=True), ["of the and", ""]),
        (fill(30, linked=False), ["\u3042 \U0001f4a9"]),
    ],
    ids=["nothing", "one", "two, one empty", "empty texts", "equal texts", "no query", "stop words", "other script"],
)
def test_poor_pools_get_finite_scores(works, queries):
    """Whatever is missing, every work gets one finite score."""
    scores = rank(make_pool(works), queries)
    assert len(scores) == len(works)
    assert np.isfinite(list(scores.values())).all()


def test_what_cannot_be_told_apart_is_equal():
    """Works with equal texts and no links all get 0."""
    assert set(rank(make_pool({f"W{i}": ("the same words", ()) for i in range(30)})).values()) == {0.0}


def test_hashed_vectors_do():
    """The instant analyst's vectors are taken as any others."""
    pool = make_pool({**fill(12, linked=False), "T": (ON_TOPIC, ())})
    vectors, query_vectors = (np.array(instant_vectors(texts)) for texts in (pool.texts, QUERY))
    assert int(rank_cold(build_features(pool), QUERY, Meaning(vectors, query_vectors), np.zeros(13)).argmax()) == 12


def test_vectors_that_do_not_fit_are_refused():
    """A vector too few, of works or of queries, is an error and no silent misalignment."""
    features = build_features(make_pool(fill(3, linked=False)))
    for rows, query_rows in ((2, 1), (3, 2)):
        with pytest.raises(ValueError, match="one vector for each"):
            rank_cold(features, QUERY, Meaning(np.ones((rows, 4)), np.ones((query_rows, 4))), np.zeros(3))


def test_the_order_of_the_pool_does_not_matter():
    """Each work scores the same wherever it stands, ties at the edge of what is taken for relevant included."""
    works = {**fill(50, linked=True), "T": (ON_TOPIC, ("F3",))}
    forward, backward = rank(make_pool(works)), rank(make_pool(dict(reversed(works.items()))))
    assert forward == pytest.approx({work_id: backward[work_id] for work_id in forward}, abs=1e-2)


def test_scores_repeat():
    """The same pool has the same scores, to the last bit."""
    pool = make_pool({**fill(50, linked=True), "T": (ON_TOPIC, ("F3",))})
    assert rank(pool) == rank(pool)


def test_a_topic_stands_with_and_without_its_tail():
    """The words "a systematic review" are left out of one query; a topic without it is one query."""
    assert phrase_topic("Hair cortisol: a systematic review") == ["Hair cortisol", "Hair cortisol: a systematic review"]
    assert phrase_topic("Hair cortisol") == ["Hair cortisol"]
