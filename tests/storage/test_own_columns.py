"""Values that meant something else than their column says have a place of their own, in older reviews too."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import duckdb

from storage.core.ledger import Ledger
from storage.core.migrations import list_migrations
from storage.core.places import WORKING_FILE
from storage.searching.snowballing import corpus_is_measured
from storage.writing.supervision import Step, read_notes, read_steps

_REVIEW = """
INSERT INTO review BY NAME SELECT 'Hair' AS topic, 'quick' AS quality, 2020 AS as_of, true AS include_books,
    false AS grey, 'never' AS fulltext, 0.95 AS recall_target, 'test' AS catalogue, 'extractive' AS analyst,
    now()::TIMESTAMP AS created_at;
INSERT INTO work BY NAME SELECT 'W1' AS work_id, 'Hair' AS title, 'smith2015hair' AS citekey,
    1 AS cited_by_count, false AS is_oa, false AS is_retracted, 'f' AS family_id;
INSERT INTO decision (decision_id, work_id, phase, stage, batch, verdict, method, reason, decided_by, decided_at)
    VALUES ('d1', 'W1', 'screening', 0, 0, 'include', 'ranker', 'As judged.', 'extractive', now());
"""


def _write_before(folder: Path, number: int, rows: str) -> Path:
    """Write a ledger as it was before a schema file, with rows in it, and return its folder."""
    folder.mkdir()
    with duckdb.connect(folder / WORKING_FILE) as connection:
        connection.execute("CREATE TABLE migration (number INTEGER PRIMARY KEY, name VARCHAR NOT NULL)")
        for each, name in list_migrations().items():
            if each < number:
                connection.execute(files("storage.schema").joinpath(name).read_text(encoding="utf-8"))
                connection.execute("INSERT INTO migration VALUES ($number, $name)", {"number": each, "name": name})
        connection.execute(_REVIEW + rows)
    return folder


def test_the_measurement_of_the_corpus_is_of_no_stage(tmp_path: Path) -> None:
    """What an older review kept as stage 99 is that of the corpus; those of diffusion stages stay where they are."""
    rows = "INSERT INTO graph_metric VALUES (0, 'W1', 1, 0.1, 0, 0), (99, 'W1', 7, 0.5, 2, 1)"
    with Ledger(_write_before(tmp_path / "old", 26, rows)) as ledger:
        assert ledger.select("SELECT stage, in_degree FROM graph_metric").rows() == [(0, 1)]
        assert ledger.select("SELECT stage, in_degree FROM latest_metric").rows() == [(None, 7)]
        assert ledger.select("SELECT work_id, in_degree FROM seminal").rows() == [("W1", 7)]
        assert corpus_is_measured(ledger)


def test_loops_go_on_from_what_an_older_review_kept_as_topics(tmp_path: Path) -> None:
    """Steps of a loop leave the topics, in their order and without the edition; what people read as topics stays."""
    notes = (
        ("structure", "diagnosis", '{"edition":"#","versions":{"introduction":1}}', "1 issues"),
        ("structure", "rewriting", '{"edition":"#","place":0,"rewriting":null}', "none"),
        ("editing", "read", '{"edition":"#","section_id":"introduction","version":1}', ""),
        ("facts", "judge", "null", ""),
        ("theory", "gap", "plain words", ""),
    )
    rows = "".join(
        f"INSERT INTO supervision (edition, loop, iteration, action, topic, outcome) SELECT sha256('quick:W1'), "
        f"'{loop}', 1, '{action}', replace('{topic}', '#', sha256('quick:W1')), '{outcome}';"
        for loop, action, topic, outcome in notes
    )
    with Ledger(_write_before(tmp_path / "old", 27, rows)) as ledger:
        assert read_steps(ledger, "structure") == [
            Step(1, "diagnosis", {"versions": {"introduction": 1}}),
            Step(1, "rewriting", {"place": 0, "rewriting": None}),
        ]
        assert [note.outcome for note in read_notes(ledger, "structure")] == ["1 issues", "none"]
        assert ledger.frame("edited_sections")["section_id"].to_list() == ["introduction"]
        topics = ledger.select("SELECT loop, topic FROM supervision WHERE topic IS NOT NULL ORDER BY loop")
        assert topics.rows() == [("facts", "null"), ("theory", "plain words")]
