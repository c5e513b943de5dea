"""A folder or file that cannot hold a ledger is one sentence with a remedy, and is left as it was."""

from __future__ import annotations

import os

import duckdb
import pytest

from storage.core.errors import InputError
from storage.core.ledger import Ledger, open_published
from storage.core.places import PUBLISHED_FILE, WORKING_FILE


def _foreign_database(path):
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE review (mine INTEGER)")


BAD_FILES = {
    "a text": lambda path: path.write_text("no database " * 1000, encoding="utf-8"),
    "an empty file": lambda path: path.write_bytes(b""),
    "a directory": lambda path: path.mkdir(),
    "a database of another program": _foreign_database,
}


@pytest.mark.parametrize("name", ["stress", "blockchain"])
@pytest.mark.parametrize("kind", BAD_FILES)
def test_file_that_is_no_ledger(tmp_path, name, kind):
    """It is InputError naming file and folder, also where 'lock' is part of the review's name; trying again is safe."""
    folder = tmp_path / name
    folder.mkdir()
    BAD_FILES[kind](folder / WORKING_FILE)
    for _ in range(2):
        with pytest.raises(InputError) as caught:
            Ledger(folder)
        message = str(caught.value)
        assert WORKING_FILE in message
        assert str(folder) in message
        assert "move it away" in message
        assert "\n" not in message


def test_database_of_another_program_is_left_as_it_was(tmp_path):
    """Refusing a foreign database changes nothing in it."""
    _foreign_database(tmp_path / WORKING_FILE)
    with pytest.raises(InputError):
        Ledger(tmp_path)
    with duckdb.connect(tmp_path / WORKING_FILE) as connection:
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("review",)]


@pytest.mark.parametrize("below", [".", "deeper/still"])
def test_folder_below_a_file(tmp_path, below):
    """A path that runs into a file cannot become a folder."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match=r"cannot be written .*; give another with --reviews"):
        Ledger(tmp_path / "file" / below)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write into any folder")
def test_unwritable_folder(tmp_path):
    """A folder without write permission is refused before anything is opened."""
    (tmp_path / "review").mkdir(mode=0o500)
    with pytest.raises(InputError, match="cannot be written"):
        Ledger(tmp_path / "review")


def test_published_copy_that_is_missing_or_no_database(tmp_path):
    """Asking a folder without a review, or with a damaged copy, is InputError."""
    with pytest.raises(InputError, match="there is no review in"), open_published(tmp_path):
        pass
    (tmp_path / PUBLISHED_FILE).write_text("no database", encoding="utf-8")
    said = rf"a file of the review '{tmp_path.name}' is damaged .* 'litreview resume {tmp_path.name}' sets it aside"
    with pytest.raises(InputError, match=said), open_published(tmp_path):
        pass
