"""Views kept as temporary tables say what they would say planned anew, and no longer than it is so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from storage.core.ledger import Ledger
from storage.core.migrations import read_views
from storage.core.relations import Relations
from storage.records.screening import Decision
from storage.records.search import Plan, Work
from storage.runs.reviews import settle_plan
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from tests.new_ledger import open_new_ledger

CORPUS = "SELECT work_id FROM corpus ORDER BY work_id"
KEPT = "SELECT table_name FROM duckdb_tables() WHERE temporary ORDER BY table_name"


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_new_ledger(tmp_path / "r") as ledger:
        settle_plan(ledger, Plan(topic="Hair", quality="quick", as_of=2020, catalogue="test"))
        include(ledger, "W1", "W2")
        yield ledger


def include(ledger: Ledger, *ids: str) -> None:
    add_works(ledger, [Work(i, f"Hair of {i}", year=2015, type="article", family_id=i) for i in ids], 0)
    add_discoveries(ledger, [(i, "keyword", 0, None, None, 1) for i in ids])
    add_decisions(ledger, [Decision(i, "screening", 0, "include", "llm", "on topic") for i in ids])


def read(ledger: Ledger, sql: str) -> list[object]:
    """Return the first column of an answer, whatever was remembered."""
    ledger._answers.forget_all()
    return ledger.select(sql).to_series().to_list()


def test_a_view_is_kept_from_its_second_question_on(ledger: Ledger):
    assert read(ledger, CORPUS) == ["W1", "W2"]
    assert read(ledger, KEPT) == []
    assert read(ledger, CORPUS) == ["W1", "W2"]
    assert "corpus" in read(ledger, KEPT)


def test_what_is_written_is_seen_through_views_within_views(ledger: Ledger):
    """A decision changes the corpus, and the counts that rest on it; what does not rest on it stays kept."""
    counted = "SELECT n FROM prisma WHERE item = 'corpus'"
    for sql in (CORPUS, counted, "SELECT spent FROM spending") * 2:
        read(ledger, sql)
    assert {"corpus", "prisma", "spending"} <= set(read(ledger, KEPT))
    include(ledger, "W3")
    kept = read(ledger, KEPT)
    assert "spending" in kept
    assert not {"corpus", "prisma", "current_decision"} & set(kept)
    assert (read(ledger, CORPUS), read(ledger, counted)) == (["W1", "W2", "W3"], [3])


@pytest.mark.parametrize("before", [0, 2])
def test_what_is_taken_back_is_not_kept(ledger: Ledger, before: int):
    """Whether the tables were made before the transaction or within it."""
    for _ in range(before):
        read(ledger, CORPUS)

    def undo() -> None:
        with ledger.transaction():
            include(ledger, "W3")
            assert [read(ledger, CORPUS) for _ in range(3)] == [["W1", "W2", "W3"]] * 3
            raise ValueError("undone")

    with pytest.raises(ValueError, match="undone"):
        undo()
    assert read(ledger, KEPT) == []
    assert [read(ledger, CORPUS) for _ in range(3)] == [["W1", "W2"]] * 3


def test_kept_tables_are_not_published(ledger: Ledger):
    for _ in range(2):
        read(ledger, CORPUS)
    with duckdb.connect(ledger.publish(), read_only=True) as copy:
        assert copy.execute(
            "SELECT table_type FROM information_schema.tables WHERE table_name = 'corpus'"
        ).fetchall() == [("VIEW",)]


def test_every_view_is_the_same_kept_and_planned(ledger: Ledger):
    """Names, types and rows."""
    views = [
        name for (name,) in ledger._con.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    ]
    planned = {view: ledger._con.sql(f"FROM {view}").pl() for view in views}
    for _ in range(2):
        for view in views:
            read(ledger, f"FROM {view}")
    assert set(read(ledger, KEPT)) == set(views)
    for view, frame in planned.items():
        kept = ledger._con.sql(f"FROM {view}").pl()
        assert kept.schema == frame.schema
        assert sorted(map(repr, kept.rows())) == sorted(map(repr, frame.rows()))


def test_mentions_are_counted_where_views_are_read():
    """Within views too, as far as those are not kept; not where a column or a word in a comment has the name."""
    relations = Relations(read_views())
    assert relations.count_views("SELECT corpus FROM work -- FROM prisma", ()) == {}
    assert relations.count_views("FROM relevant JOIN relevant AS r USING (work_id)", ()) == {
        "screening_decision": 2,
        "relevant": 2,
    }
    assert relations.count_views("FROM relevant", ("relevant",)) == {}
