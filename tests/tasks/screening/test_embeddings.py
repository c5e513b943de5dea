"""Embeddings by the real model: unit length, independent of neighbours, silent, safe in threads."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tasks.screening.embeddings import DIMENSIONS, embed_texts, instant_vectors, text_sha256

TEXTS = [
    "Hair cortisol reflects chronic stress in adults with obesity.",
    "Long-term glucocorticoid exposure measured in scalp hair is associated with body mass index.",
    "Central banks regulate systemic financial risk after the crisis.",
]
AWKWARD = ["", " ", "x" * 100_000, "half a character \ud800 here", "\x00", "汉字 и кириллица"]


def cosine(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("embed", [embed_texts, instant_vectors])
def test_every_text_has_a_unit_vector(embed):
    """Any text, also an empty, overlong or broken one, has 384 finite numbers of length 1."""
    vectors = embed([*TEXTS, *AWKWARD])
    assert len(vectors) == len(TEXTS) + len(AWKWARD)
    for vector in vectors:
        assert len(vector) == DIMENSIONS
        assert math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-5)
    assert embed([]) == []


@pytest.mark.parametrize("embed", [embed_texts, instant_vectors])
def test_a_vector_does_not_depend_on_its_neighbours(embed):
    """Embedding only what is missing gives to the last digit what embedding everything gave."""
    together = embed([*TEXTS, *AWKWARD])
    assert [embed([text])[0] for text in [*TEXTS, *AWKWARD]] == together
    assert embed([*TEXTS, *AWKWARD][::-1]) == together[::-1]


def test_texts_of_one_meaning_are_near():
    """Two ways to say that hair cortisol goes with obesity are nearer to each other than to finance."""
    cortisol, glucocorticoid, banks = embed_texts(TEXTS)
    assert cosine(cortisol, glucocorticoid) > cosine(cortisol, banks) + 0.3


def test_instant_vectors_see_shared_words():
    """Texts that share words are near, whatever their order and case; other texts are not."""
    one, same, other = instant_vectors(["chronic stress and hair", "Hair and chronic STRESS", "bank crisis risk"])
    assert math.isclose(cosine(one, same), 1.0)
    assert cosine(one, other) < 0.5


def test_threads_get_the_vectors_of_their_texts():
    """Calls from several threads at once give what one call gives."""
    expected = embed_texts(TEXTS)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda text: embed_texts([text])[0], TEXTS * 4))
    assert results == expected * 4


def test_another_process_computes_the_same_and_prints_nothing_else():
    """Loading and embedding leave the terminal alone, and the numbers are the same in another process."""
    script = "from tasks.screening.embeddings import *; import sys; sys.stdout.write(repr(embed_texts(sys.argv[1:])))"
    result = subprocess.run(
        [sys.executable, "-c", script, *TEXTS],
        env={key: value for key, value in os.environ.items() if key != "HF_HUB_OFFLINE"},
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == repr(embed_texts(TEXTS))
    assert result.stderr == ""


def test_the_key_of_a_text_is_its_sha256():
    """The key is the plain digest of the UTF-8 bytes, so that SQL and other tools can recompute it."""
    assert text_sha256("Müller") == hashlib.sha256("Müller".encode()).hexdigest()
    assert text_sha256("\ud800") != text_sha256("")
