"""MiniLM run by ONNX Runtime from the weights as they were published; PyTorch is not needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from tasks.screening.onnx_graph import IDS, write_bert

_TOKENS = 256  # of `sentence_bert_config.json`; `tokenizer.json` has another number
_ERRORS_ONLY = 3


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
        ids = np.array(self._tokenizer.encode(text).ids, dtype=np.int64)
        tokens: Any = self._session.run(None, {IDS: ids})[0]
        mean = tokens.mean(axis=0)
        return tuple((mean / np.linalg.norm(mean)).tolist())
