"""PyTorch kept out of a process that has no use for it.

BERTopic and UMAP import it wherever it is installed, for embedders and reductions of theirs; both do without it where
it is not ("lightweight installation" in BERTopic's documentation). Its import takes 5 s of a processor and 290 MB.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

_UNNEEDED = frozenset({"torch", "transformers", "sentence_transformers"})


class _Absence:
    """What the import system asks first, and is told that there is no PyTorch: for the thread that made it."""

    def __init__(self) -> None:
        self._thread = get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:  # noqa: ARG002 - its signature
        if name in _UNNEEDED and get_ident() == self._thread:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@contextmanager
def without_torch() -> Iterator[None]:
    """Have this thread import modules as if PyTorch, Transformers and Sentence Transformers were not installed.

    What was imported before stays, and other threads import what they like.
    """
    absence = _Absence()
    sys.meta_path.insert(0, absence)
    try:
        yield
    finally:
        sys.meta_path.remove(absence)
