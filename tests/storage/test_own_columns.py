"""Values that meant something else than their column says have a place of their own, in older reviews too."""

from __future__ import annotations

from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import duckdb

from storage.core.ledger import Ledger
from storage.core.migrations import list_migrations
from storage.core.places import WORKING_FILE
from storage.records.screening import Decision
from storage.records.search import content_id
from storage.screening.screening import add_decisions
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


def _insert_decision(*facts: object, batch: int | None = None, at: str = "10:00:00") -> str:
    """Return what inserts a decision as it was kept: work, phase, stage, method and verdict, with its id of then."""
    work, phase, stage, method, verdict = facts
    name = content_id("decision", work, phase, stage, batch, method, verdict)
    by = "person" if batch is not None and batch < 0 else "litreview"
    values = f"'{name}', '{work}', '{phase}', {stage}, {'NULL' if batch is None else batch}, '{verdict}', '{method}'"
    columns = "decision_id, work_id, phase, stage, batch, verdict, method, reason, decided_by, decided_at"
    return f"INSERT INTO decision ({columns}) VALUES ({values}, 'As judged.', '{by}', '2024-05-01 {at}');"


def test_a_decision_of_an_older_review_says_what_it_means(tmp_path: Path) -> None:
    """A stage is only a stage, a batch only a batch; what else stood there has columns; the same decision is known."""
    kept = (
        ("screening", 1, "llm", 3, (1, 3, None, None)),
        ("screening", 1, "human", -2, (1, None, None, 2)),
        ("selection", 50, "rule", 1, (None, None, 50, 1)),
        ("retrieval", 50, "rule", 2, (None, None, 50, 2)),
        ("retraction", 50, "rule", 4, (None, None, 50, 4)),
        ("cutoff", 0, "rule", None, (None, None, None, None)),
        ("cutoff", 101, "rule", None, (101, None, None, None)),
        ("eligibility", 0, "rule", None, (0, None, None, None)),
        ("expansion screening", 1001, "llm", 0, (1001, 0, None, None)),
    )
    rows = [_insert_decision("W1", phase, stage, how, "exclude", batch=batch) for phase, stage, how, batch, _ in kept]
    with Ledger(_write_before(tmp_path / "old", 28, "DELETE FROM decision;" + "".join(rows))) as ledger:
        migrated = ledger.select("SELECT stage, batch, tier_works, earlier FROM decision ORDER BY seq").rows()
        assert migrated == [meaning for *_, meaning in kept]
        names = ", ".join(field.name for field in fields(Decision) if field.name != "features")
        again = [Decision(**row) for row in ledger.select(f"SELECT {names} FROM decision").rows(named=True)]
        with ledger.transaction():
            add_decisions(ledger, again)
        assert ledger.select("SELECT count(*) FROM decision").item() == len(kept)


def test_verdicts_of_an_older_review_name_what_was_asked(tmp_path: Path) -> None:
    """Those given until the answer, and where there is none until the run ended; those between runs answer nothing."""
    rows = "".join(
        f"INSERT INTO run (run_id, started_at, finished_at, status, version) VALUES ('{name}', '2024-05-01 {start}', "
        f"'2024-05-01 {end}', 'finished', '0');"
        for name, start, end in (("r1", "09:00:00", "09:30:00"), ("r2", "10:00:00", "10:30:00"))
    )
    for times, asked_at in enumerate(("09:10:00", "10:10:00")):
        rows += f"INSERT INTO human_question VALUES ('screening', 'stage 1', {times}, NULL, '2024-05-01 {asked_at}');"
    rows += (
        "INSERT INTO human_answer VALUES ('a', 'screening', 'stage 1', 1, '{}', false, 'person', '2024-05-01 10:15');"
    )
    given = {"09:20:00": 0, "09:40:00": None, "10:12:00": 1, "10:15:02": 1, "10:20:00": None, "11:00:00": None}
    for number, moment in enumerate(given):
        rows += _insert_decision(f"W{number}", "screening", 0, "human", "include", batch=-1, at=moment)
    with Ledger(_write_before(tmp_path / "old", 28, rows)) as ledger:
        named = ledger.select("SELECT subject, round FROM decision WHERE method = 'human' ORDER BY seq").rows()
        assert named == [(None if times is None else "stage 1", times) for times in given.values()]


def test_every_number_of_a_stage_is_explained(tmp_path: Path) -> None:
    """The search, the stages of snowballing, updates and expansions, whatever numbers they were given."""
    rows = (
        "INSERT INTO seed VALUES (1, 'W1', 1), (1002, 'W1', 1);"
        "INSERT INTO living_update SELECT 4, 104, 2020, 2021, 'a', 'a', 'e', '{}', now();"
        "INSERT INTO supervision (loop, iteration, action, stage) VALUES ('a', 1, 'gap', 1001), ('b', 1, 'gap', 1002)"
    )
    with Ledger(_write_before(tmp_path / "old", 28, rows)) as ledger:
        assert ledger.select("SELECT stage, kind, number FROM search_stage ORDER BY stage").rows() == [
            (0, "search", 0), (1, "snowballing", 1), (104, "update", 4), (1001, "expansion", 1), (1002, "expansion", 2)
        ]  # fmt: skip
