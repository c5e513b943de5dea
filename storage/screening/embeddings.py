"""Sentence embeddings by text hash: a text is embedded once per model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from storage.core.ledger import Ledger


def stored_vectors(ledger: Ledger, hashes: Sequence[str], model: str) -> dict[str, tuple[float, ...]]:
    """Return the vectors known for the text hashes."""
    frame = ledger.select(
        "SELECT text_sha256, vector FROM embedding WHERE model = $model AND text_sha256 IN (SELECT unnest($hashes))",
        model=model,
        hashes=list(hashes),
    )
    return {sha: tuple(vector) for sha, vector in zip(frame["text_sha256"], frame["vector"].to_list(), strict=True)}


def add_vectors(ledger: Ledger, vectors: Mapping[str, Sequence[float]], model: str) -> None:
    """Append vectors by text hash in one transaction."""
    frame = pl.DataFrame(
        {"text_sha256": list(vectors), "vector": [list(vector) for vector in vectors.values()]},
        schema={"text_sha256": pl.String, "vector": pl.List(pl.Float32)},
    ).with_columns(model=pl.lit(model))
    with ledger.transaction():
        ledger.append("embedding", frame)
