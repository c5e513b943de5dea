"""What was committed stays, what was not leaves no trace, and a fact is stored once."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest

from storage.core.ledger import Ledger
from storage.core.migrations import BLOCK_SIZE
from storage.core.places import WORKING_FILE
from storage.runs.reviews import add_problem
from tests.new_ledger import open_new_ledger

CRITERION = {"criterion_id": "c1", "kind": "include", "text": "About hair cortisol"}

# Written past the ledger, which must not notice.
_NEW_PROBLEM = (
    "INSERT INTO problem BY NAME SELECT 'a' AS phase, 'new' AS kind, '' AS message, now()::TIMESTAMP AS \"at\""
)


def _count(ledger):
    return ledger.select("SELECT count(*) FROM criterion").item()


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_interrupted_transaction_leaves_nothing(ledger, error):
    """Whatever ends the block, Ctrl-C included, nothing of it is stored and the ledger stays usable."""

    def write():
        with ledger.transaction():
            ledger.append("criterion", [CRITERION])
            ledger.append("problem", [{"phase": "p", "kind": "k", "message": "m", "at": "2020-01-01 00:00:00"}])
            raise error

    with pytest.raises(error):
        write()
    assert _count(ledger) == 0
    assert ledger.select("SELECT count(*) FROM problem").item() == 0
    with ledger.transaction():
        ledger.append("criterion", [CRITERION])
    assert _count(ledger) == 1


def test_refused_row_undoes_the_whole_transaction(ledger):
    """A row the schema refuses (a criterion needs a text) takes the rows before it along."""

    def write():
        with ledger.transaction():
            ledger.append("criterion", [CRITERION])
            ledger.append("criterion", [{"criterion_id": "c2", "kind": "include"}])

    with pytest.raises(duckdb.ConstraintException, match="text"):
        write()
    assert _count(ledger) == 0
    ledger.append("criterion", [CRITERION])
    assert _count(ledger) == 1


def test_reopening_keeps_committed_rows(tmp_path):
    """A ledger closed and opened again holds exactly what was committed."""
    with open_new_ledger(tmp_path / "r") as ledger:
        ledger.append("criterion", [CRITERION])
    with Ledger(tmp_path / "r") as ledger:
        assert ledger.select("SELECT * FROM criterion").row(0, named=True) == CRITERION | {"proposed_by": None}


def test_append_ignores_rows_whose_key_is_known(ledger):
    """A primary key already there, or twice among the rows, is one fact: the first stays as it was."""
    ledger.append("criterion", [CRITERION, CRITERION | {"text": "again"}])
    ledger.append("criterion", [CRITERION | {"text": "later"}, CRITERION | {"criterion_id": "c2"}])
    rows = ledger.select("SELECT criterion_id, text FROM criterion ORDER BY ALL").rows()
    assert rows == [("c1", CRITERION["text"]), ("c2", CRITERION["text"])]


def test_append_refuses_an_unknown_column(ledger):
    """A column the table does not have is an error that names it, not silently dropped."""
    with pytest.raises(duckdb.BinderException, match="colour"):
        ledger.append("criterion", [CRITERION | {"colour": "green"}])
    assert _count(ledger) == 0


@pytest.mark.parametrize("rows", [[], pl.DataFrame(), pl.DataFrame(schema={"criterion_id": pl.String})])
def test_append_of_nothing_does_nothing(ledger, rows):
    """No rows is a valid answer of a task and stores nothing."""
    ledger.append("criterion", rows)
    assert _count(ledger) == 0


def test_append_matches_columns_by_name(ledger):
    """The order of columns in a frame does not matter."""
    ledger.append("criterion", pl.DataFrame([CRITERION]).select("text", "criterion_id", "kind"))
    assert ledger.select("SELECT kind, text FROM criterion").row(0) == (CRITERION["kind"], CRITERION["text"])


def test_value_of_a_query_without_rows_is_none(ledger):
    """A named query that answers with no row gives None, one that does gives its first cell."""
    assert ledger.value("next_seeds", stage=1, most=5) is None
    assert ledger.value("screening_progress", stage=0, full=25) == 0


def test_what_was_read_is_remembered_until_something_is_written(tmp_path: Path) -> None:
    """The same rows are given again, in a frame of the caller's own, until something is written or taken back."""
    with open_new_ledger(tmp_path / "r") as ledger:
        count = "SELECT count(*) AS n FROM problem WHERE phase = $phase"
        first = ledger.select(count, phase="a")
        first.drop_in_place("n")
        assert ledger.select(count, phase="a").columns == ["n"]
        ledger._con.execute(_NEW_PROBLEM)
        assert ledger.select(count, phase="a").item() == 0
        add_problem(ledger, "a", "kind", "message")
        assert ledger.select(count, phase="a").item() == 2

        def undo() -> None:
            with ledger.transaction():
                ledger.change("DELETE FROM problem")
                assert ledger.select(count, phase="a").item() == 0
                raise ValueError("undone")

        with pytest.raises(ValueError, match="undone"):
            undo()
        assert ledger.select(count, phase="a").item() == 2
        assert ledger.select(count, phase="b").item() == 0


def test_a_ledger_with_larger_blocks_is_opened_as_it_is(tmp_path: Path) -> None:
    """One made before blocks became smaller goes on as it was."""
    (tmp_path / "r").mkdir()
    with duckdb.connect(tmp_path / "r" / WORKING_FILE) as earlier:
        earlier.execute("CREATE TABLE kept AS SELECT 1 AS n")
    with Ledger(tmp_path / "r") as ledger:
        assert ledger.select("SELECT n FROM kept").item() == 1
        assert ledger.select("SELECT block_size FROM pragma_database_size()").item() == 262_144
        assert ledger.publish().is_file()
    with Ledger(tmp_path / "s") as ledger:
        assert ledger.select("SELECT block_size FROM pragma_database_size()").item() == BLOCK_SIZE
        assert ledger.publish().stat().st_size < 4_000_000


def test_what_rests_on_other_tables_is_remembered_across_a_write(ledger, make_work, find_works, screen_works):
    """A write forgets what was read from its table, through views within views too, and nothing else."""
    problems, works = "SELECT count(*) FROM problem", "SELECT n FROM prisma WHERE item = 'corpus'"
    assert ledger.select(problems).item() == ledger.select(works).item() == 0
    ledger._con.execute(_NEW_PROBLEM)
    find_works(ledger, [make_work(1)])
    screen_works(ledger, {"W1": "include"})
    assert ledger.select(works).item() == 1
    assert ledger.select(problems).item() == 0
    ledger.change("UPDATE problem SET kind = 'old' WHERE phase IN (SELECT phase FROM decision)")
    assert ledger.select(problems).item() == 1
