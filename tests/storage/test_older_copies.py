"""A copy that an older version published answers every question; that of a newer version is refused when opened."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import duckdb
import pytest

from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.core.migrations import list_migrations
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from storage.publication.published import describe_review, explain_work, read_published_order, select_published

_ROWS = """
INSERT INTO review BY NAME SELECT 'Hair' AS topic, 'quick' AS quality, 2020 AS as_of, true AS include_books,
    false AS grey, 'never' AS fulltext, 0.95 AS recall_target, 'test' AS catalogue, 'extractive' AS analyst,
    now()::TIMESTAMP AS created_at;
INSERT INTO work BY NAME SELECT 'W1' AS work_id, 'Hair' AS title, 'smith2015hair' AS citekey,
    1 AS cited_by_count, false AS is_oa, false AS is_retracted, 'f' AS family_id;
"""


def _publish_as_of(folder: Path, number: int) -> None:
    """Write the copy that a version with the schema files up to a number published."""
    folder.mkdir()
    with duckdb.connect(folder / PUBLISHED_FILE) as connection:
        connection.execute("CREATE TABLE migration (number INTEGER PRIMARY KEY, name VARCHAR NOT NULL)")
        for each, name in list_migrations().items():
            if each <= number:
                connection.execute(files("storage.schema").joinpath(name).read_text(encoding="utf-8"))
                connection.execute("INSERT INTO migration VALUES ($number, $name)", {"number": each, "name": name})
        connection.execute(_ROWS)


_OLDER = list(list_migrations())[1:-1]


@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=[pytest.mark.slow] if number % 12 else []) for number in _OLDER]
)
def test_every_question_can_be_put_to_an_older_copy(tmp_path: Path, number: int) -> None:
    """Tables and columns that came later are there and empty; the copy itself stays as it was published."""
    _publish_as_of(tmp_path / "hair", number)
    before = (tmp_path / "hair" / PUBLISHED_FILE).read_bytes()
    told = explain_work(tmp_path / "hair", "smith2015hair")
    assert told["Work"]["work_id"].to_list() == ["W1"]
    assert told["Quotes"].is_empty()
    assert describe_review(tmp_path / "hair")["Review"]["topic"].to_list() == ["Hair"]
    assert read_published_order(tmp_path / "hair")["topic"] == "Hair"
    assert select_published(tmp_path / "hair", "SELECT count(*) FROM migration").item() == len(list_migrations())
    assert (tmp_path / "hair" / PUBLISHED_FILE).read_bytes() == before
    assert [path.name for path in (tmp_path / "hair").iterdir()] == [PUBLISHED_FILE]


def test_a_ledger_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    """What a newer version wrote is not written to by one that does not know it."""
    with Ledger(tmp_path) as ledger:
        ledger.change("INSERT INTO migration VALUES (9000, '9000_later.sql')")
    before = (tmp_path / WORKING_FILE).read_bytes()
    with pytest.raises(InputError, match=r"was written by a newer litreview \(schema 9000, .*; upgrade litreview"):
        Ledger(tmp_path)
    assert (tmp_path / WORKING_FILE).read_bytes() == before
