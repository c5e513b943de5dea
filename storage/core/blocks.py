"""How large the blocks of a review's DuckDB files are."""

from __future__ import annotations

BLOCK_SIZE = 16_384
"""Bytes, a sixteenth of what is usual: a ledger has many tables, most of them with little in them, and takes a tenth of
the space by it, as does every copy of it that is published or pushed to a bucket."""

SMALL_BLOCKS: dict[str, str | bool | int | float | list[str]] = {"default_block_size": BLOCK_SIZE}
"""The configuration of a connection that makes such files; files there are already keep the blocks they have."""
