"""What the screening ranker works with: the pool of a stage, the verdicts so far, and the weights it found.

Sentence embeddings by text hash: a text is embedded once per model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import orjson
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


def ranking_pool(ledger: Ledger, stage: int) -> pl.DataFrame:
    """Return the works to rank in a stage by id.

    Columns: title, abstract, year, cited_by_count, references, named, pending, undecided.
    """
    return ledger.frame("ranking_pool", stage=stage)


def screening_verdicts(ledger: Ledger, *, by_analyst: bool = True) -> dict[str, bool]:
    """Return whether each work screened so far is included; works left unsure are missing.

    Without `by_analyst` only what people judged counts, labels that were imported included.
    """
    return dict(ledger.frame("screening_verdicts", by_analyst=by_analyst).iter_rows())


def add_ranker(ledger: Ledger, stage: int, weights: Mapping[str, float]) -> None:
    """Append, once, the weights that the ranker had when the screening of a stage ended.

    Call inside a transaction.
    """
    if stage not in ledger.select("SELECT stage FROM ranker")["stage"]:
        ledger.append(
            "ranker", [{"stage": stage, "weights": orjson.dumps(weights, option=orjson.OPT_SORT_KEYS).decode()}]
        )


def lacks_ranker(ledger: Ledger, stage: int) -> bool:
    """Return whether works of a stage were screened by reading but what the ranker learnt from it was not kept.

    This is so while the stage is under way, and where a run ended just before the weights were kept.
    """
    rows = ledger.select(
        "SELECT count(*) FROM decision WHERE phase = 'screening' AND method = 'llm' AND stage = $stage "
        "AND stage NOT IN (SELECT stage FROM ranker)",
        stage=stage,
    )
    return bool(rows.item())
