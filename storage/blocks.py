"""How large the blocks of a review's DuckDB files are."""

from __future__ import annotations

BLOCK_SIZE = 16_384
"""Bytes, a sixteenth of what is usual: a ledger has many tables, most of them with little in them, and takes a tenth of
the space by it, as does every copy of it that is published or pushed to a bucket."""
