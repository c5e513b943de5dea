"""Damage in any block of a file is found, also where no query reads; what is whole or no database has none."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from storage.repair.checksums import find_damaged_block

_HEADERS = 3 * 4096  # bytes


@pytest.mark.parametrize("block_size", [16_384, 262_144])
def test_a_byte_turned_in_any_block_is_found(tmp_path: Path, block_size: int) -> None:
    """Rows, the index of a key of two columns, metadata: wherever it is, with its position."""
    database = tmp_path / "any.duckdb"
    with duckdb.connect(database, config={"default_block_size": block_size}) as connection:
        connection.execute("CREATE TABLE pair (a VARCHAR, b INTEGER, PRIMARY KEY (a, b))")
        connection.execute("INSERT INTO pair SELECT 'a' || i, i FROM range(20000) AS t (i)")
    assert find_damaged_block(database) is None
    whole = database.read_bytes()
    positions = range(_HEADERS, len(whole), block_size)
    assert len(positions) > 2
    for position in positions:
        spoilt = bytearray(whole)
        spoilt[position + 1000] ^= 1
        database.write_bytes(spoilt)
        assert find_damaged_block(database) == position
        database.write_bytes(whole[:position] + bytes(block_size) + whole[position + block_size :])
        assert find_damaged_block(database) is None  # as a block that was never written


@pytest.mark.parametrize("held", [b"", b"no database", bytes(100_000), b"x" * 100_000])
def test_what_is_no_database_has_nothing_to_compare(tmp_path: Path, held: bytes) -> None:
    """That it is none is for whoever opens it to say."""
    (tmp_path / "any.duckdb").write_bytes(held)
    assert find_damaged_block(tmp_path / "any.duckdb") is None
