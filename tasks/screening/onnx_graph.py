"""The forward pass of a BERT encoder as an ONNX model that finds its weights in a file of safetensors.

An ONNX model is a Protocol Buffers message. The few fields that are needed are written here, so that neither the
package `onnx` nor a copy of the weights is: a tensor of a model may stand in another file, at an offset, as the bytes
that safetensors keep. Field numbers: `onnx.proto` of ONNX IR version 10.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

IDS = "ids"
"""The one input: the numbers of a text's tokens, int64 [tokens]."""

LAYERS, HEADS, WIDTH = 6, 12, 384
_EPSILON = 1e-12
_IR_VERSION, _OPSET = 10, 20
_FLOAT, _INT64 = 1, 7  # TensorProto.DataType
_EXTERNAL = 1  # TensorProto.DataLocation

_Value = int | float | bytes | str


def write_bert(weights: Path) -> bytes:
    """Return the model: from the token numbers `ids` to the last layer's vectors [tokens, 384] (Devlin et al. 2019).

    Tensors lie where `weights` has them, which is named without its folder.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no file of safetensors.
        KeyError: it lacks a tensor of the encoder.
    """
    graph = _Graph(weights)
    hidden = graph.embed_tokens()
    for layer in range(LAYERS):
        hidden = graph.add_layer(f"encoder.layer.{layer}", hidden)
    inputs = _field(11, _describe(IDS, _INT64, ["tokens"]))
    outputs = _field(12, _describe(hidden, _FLOAT, ["tokens", WIDTH]))
    body = b"".join(graph.parts) + _field(2, "bert") + inputs + outputs
    return _field(1, _IR_VERSION) + _field(8, _field(1, "") + _field(2, _OPSET)) + _field(7, body)


class _Graph:
    """Nodes and tensors as they are added; each node gives one value, named by its number."""

    def __init__(self, weights: Path) -> None:
        self.parts: list[bytes] = []
        self._count = 0
        self._file = weights.name
        with weights.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            self._stored = json.loads(file.read(length))
        self._start = 8 + length
        self._zero = self._constant(np.array([0], dtype=np.int64))
        self._scale = self._constant(np.array((WIDTH // HEADS) ** -0.5, dtype=np.float32))
        self._apart = self._constant(np.array([-1, HEADS, WIDTH // HEADS], dtype=np.int64))
        self._together = self._constant(np.array([-1, WIDTH], dtype=np.int64))

    def embed_tokens(self) -> str:
        """Return the sum of the embeddings of word, place and the first kind of segment, normalised."""
        words = self._node("Gather", [self._weight("embeddings.word_embeddings.weight"), IDS])
        count = self._node("Shape", [IDS])
        places = self._weight("embeddings.position_embeddings.weight")
        first = self._node("Slice", [places, self._zero, count, self._zero])
        kind = self._node("Gather", [self._weight("embeddings.token_type_embeddings.weight"), self._zero])
        added = self._node("Add", [self._node("Add", [words, first]), kind])
        return self._normalise(added, "embeddings.LayerNorm")

    def add_layer(self, name: str, hidden: str) -> str:
        """Return what a layer makes of the hidden vectors: attention, then a network of two layers, with shortcuts."""
        query, key, value = (
            self._node("Reshape", [self._project(hidden, f"{name}.attention.self.{part}"), self._apart])
            for part in ("query", "key", "value")
        )
        likeness = self._node("MatMul", [self._turn(query, [1, 0, 2]), self._turn(key, [1, 2, 0])])
        shares = self._node("Softmax", [self._node("Mul", [likeness, self._scale])], axis=-1)
        heads = self._turn(self._node("MatMul", [shares, self._turn(value, [1, 0, 2])]), [1, 0, 2])
        attended = self._project(self._node("Reshape", [heads, self._together]), f"{name}.attention.output.dense")
        middle = self._normalise(self._node("Add", [attended, hidden]), f"{name}.attention.output.LayerNorm")
        widened = self._node("Gelu", [self._project(middle, f"{name}.intermediate.dense")])
        narrowed = self._project(widened, f"{name}.output.dense")
        return self._normalise(self._node("Add", [narrowed, middle]), f"{name}.output.LayerNorm")

    def _project(self, value: str, name: str) -> str:
        return self._node("Gemm", [value, self._weight(f"{name}.weight"), self._weight(f"{name}.bias")], transB=1)

    def _normalise(self, value: str, name: str) -> str:
        inputs = [value, self._weight(f"{name}.weight"), self._weight(f"{name}.bias")]
        return self._node("LayerNormalization", inputs, axis=-1, epsilon=_EPSILON)

    def _turn(self, value: str, axes: Sequence[int]) -> str:
        return self._node("Transpose", [value], perm=axes)

    def _node(self, operator: str, inputs: Sequence[str], **attributes: float | Sequence[int]) -> str:
        output = self._name()
        named = b"".join(_field(1, name) for name in inputs) + _field(2, output) + _field(4, operator)
        self.parts.append(_field(1, named + b"".join(_field(5, _attribute(*item)) for item in attributes.items())))
        return output

    def _constant(self, value: NDArray[np.generic]) -> str:
        name, kind = self._name(), _INT64 if value.dtype == np.int64 else _FLOAT
        self._tensor(name, value.shape, kind, _field(9, value.tobytes()))
        return name

    def _weight(self, name: str) -> str:
        tensor = self._stored[name]
        begin, end = tensor["data_offsets"]
        place = {"location": self._file, "offset": str(self._start + begin), "length": str(end - begin)}
        data = b"".join(_field(13, _field(1, key) + _field(2, value)) for key, value in place.items())
        self._tensor(name, tensor["shape"], _FLOAT, data + _field(14, _EXTERNAL))
        return name

    def _tensor(self, name: str, shape: Sequence[int], kind: int, data: bytes) -> None:
        sizes = b"".join(_field(1, size) for size in shape)
        self.parts.append(_field(5, sizes + _field(2, kind) + _field(8, name) + data))

    def _name(self) -> str:
        self._count += 1
        return f"value {self._count}"


def _attribute(name: str, value: float | Sequence[int]) -> bytes:
    if isinstance(value, float):
        return _field(1, name) + _field(2, value) + _field(20, 1)
    if isinstance(value, int):
        return _field(1, name) + _field(3, value) + _field(20, 2)
    return _field(1, name) + b"".join(_field(8, each) for each in value) + _field(20, 7)


def _describe(name: str, kind: int, shape: Sequence[int | str]) -> bytes:
    """Return name, type and shape of an input or output; a size that is a word may be any."""
    sizes = b"".join(_field(1, _field(2 if isinstance(size, str) else 1, size)) for size in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, sizes)))


def _field(number: int, value: _Value) -> bytes:
    """Return a field of a Protocol Buffers message: an integer, a float of four bytes, or bytes after their length."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    if isinstance(value, float):
        return _varint(number << 3 | 5) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _varint(value: int) -> bytes:
    left, septets = value & (1 << 64) - 1, bytearray()  # a negative number as its two's complement of 64 bits
    while left > 0x7F:  # noqa: PLR2004 - seven bits to a byte
        septets.append(left & 0x7F | 0x80)
        left >>= 7
    return bytes((*septets, left))
