"""Works become words and links."""

from __future__ import annotations

import numpy as np
import pytest

from tasks.screening.features import RankingPool, build_features


def test_links_are_the_work_itself_its_references_and_its_citers():
    """A work stands for itself, what it cites in or outside the pool, and what cites it; ids met once are left out."""
    pool = RankingPool(("W1", "W2", "W3"), ("", "", ""), (("W2", "X"), ("X", "Y"), ()))
    features = build_features(pool)
    assert features.cited == ("W1", "W2", "X")
    assert (features.citations.toarray() > 0).tolist() == [[1, 1, 1], [1, 1, 1], [0, 0, 0]]


def test_what_everybody_cites_says_less():
    """A reference many share weighs less than one that few share."""
    references = (("ALL", "FEW"), ("ALL", "FEW"), ("ALL",), ("ALL",))
    features = build_features(RankingPool(("A", "B", "C", "D"), ("", "", "", ""), references))
    row = dict(zip(features.cited, features.citations.toarray()[0], strict=True))
    assert 0 < row["ALL"] < row["FEW"]


def test_rows_have_length_one_or_are_empty():
    """A work without words or links has nothing; all others count alike, however long."""
    pool = RankingPool(("A", "B", "C"), ("red fox", "grey wolf and grey fox", ""), (("B",), (), ()))
    features = build_features(pool)
    for block in (features.text, features.citations):
        assert np.linalg.norm(block.toarray(), axis=1) == pytest.approx([1, 1, 0])
    assert "grey wolf" in features.terms.tolist()


@pytest.mark.parametrize("texts", [("", ""), ("a", "!"), ("same words", "same words")])
def test_texts_that_tell_nothing_give_no_columns(texts):
    """No words, or only words that all works have, is no failure."""
    assert build_features(RankingPool(("A", "B"), texts, ((), ()))).text.shape == (2, 0)


def test_likeness_is_known_of_all_works_of_a_pool_that_is_not_large():
    """Each work with itself and all others, also by words of its own; of more than 2,000 works it is not kept."""
    pool = RankingPool(("A", "B", "C"), ("red fox", "grey wolf and grey fox", ""), (("B",), (), ()))
    features = build_features(pool)
    assert features.likeness is not None
    assert features.likeness.words == pytest.approx((features.text @ features.text.T).toarray())
    assert features.likeness.citations.toarray() == pytest.approx((features.citations @ features.citations.T).toarray())
    many = tuple(f"W{place}" for place in range(2_001))
    assert build_features(RankingPool(many, many, ((),) * 2_001)).likeness is None
