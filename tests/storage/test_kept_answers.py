"""Answers of the catalogue are kept under the stage and the update that asked, and recalled there."""

from __future__ import annotations

from pathlib import Path

from storage.core.ledger import Ledger
from storage.searching.api_calls import (
    CatalogueAnswer,
    CatalogueLog,
    keep_log,
    read_kept_answers,
    read_recorded_answers,
)

BASE = "https://api.openalex.org"
UPDATE = {
    "number": 1,
    "stage": 101,
    "since": 2020,
    "until": 2021,
    "catalogue": "openalex",
    "previous_catalogue": "openalex",
    "edition": "e",
    "numbers": "{}",
    "started_at": "2026-01-01",
}
STAGE = {
    "stage": 0,
    "seeds": 0,
    "candidates": 100,
    "relevant": 50,
    "coverage_delta": 0.5,
    "api_calls": 0,
    "api_usd": 0.0,
}


def keep(ledger: Ledger, path: str, body: bytes | None) -> None:
    keep_log(ledger, CatalogueLog(answers=(CatalogueAnswer(BASE, path, body),)))


def test_answers_of_the_stage_under_way_are_recalled(ledger: Ledger):
    """Also those that say that there is no such record; when the stage is closed they are no longer needed."""
    keep(ledger, "/works?a", b"1")
    keep(ledger, "/works/W404", None)
    assert read_kept_answers(ledger) == {(BASE, "/works?a"): b"1", (BASE, "/works/W404"): None}
    ledger.append("diffusion_stage", [STAGE])
    assert read_kept_answers(ledger) == {}
    keep(ledger, "/works?b", b"2")
    assert read_kept_answers(ledger) == {(BASE, "/works?b"): b"2"}


def test_an_update_asks_anew_and_a_replay_gets_the_first_answer(ledger: Ledger):
    """What was answered before an update is not what it is told; its own answers it keeps."""
    keep(ledger, "/works?a", b"old")
    ledger.append("living_update", [UPDATE])
    assert read_kept_answers(ledger) == {}
    keep(ledger, "/works?a", b"new")
    assert read_kept_answers(ledger) == {(BASE, "/works?a"): b"new"}
    ledger.publish()
    assert read_recorded_answers(ledger.folder) == {(BASE, "/works?a"): b"old"}


def test_answers_kept_before_there_were_stages_are_those_of_a_record(tmp_path: Path):
    """A ledger of earlier days has its answers afterwards, for a replay."""
    with Ledger(tmp_path / "r") as ledger:
        ledger.change("DROP TABLE catalogue_answer")
        ledger.change(
            "CREATE TABLE catalogue_answer (base_url VARCHAR NOT NULL, path VARCHAR NOT NULL, body BLOB, "
            "PRIMARY KEY (base_url, path))"
        )
        ledger.change("INSERT INTO catalogue_answer VALUES ('x', '/works', 'body')")
        ledger.change("DELETE FROM migration WHERE name LIKE '%kept_answers.sql'")
    with Ledger(tmp_path / "r") as ledger:
        ledger.publish()
        assert ledger.select("SELECT number, stage FROM catalogue_answer").rows() == [(0, None)]
    assert read_recorded_answers(tmp_path / "r") == {("x", "/works"): b"body"}
