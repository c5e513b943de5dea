"""Keeping litreview in order: raw answers nobody needs are pruned, and the doctor says what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from flows.review import review
from storage.core.errors import InputError
from storage.core.ledger import Ledger, open_published
from storage.core.pruning import prune_review
from tasks.environment.settings import VERSION
from tasks.parsing.quality import check_marker, check_recognition
from tests.flows.conftest import make_record

pytestmark = pytest.mark.slow

Write = Callable[..., Path]


@pytest.fixture
def finished(tmp_path: Path, write_catalogue: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a finished review of a quarter of the works of a small catalogue."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    odd = {"title": "Steel bridges in winter", "abstract": "Bridges of steel were measured in winter for cracks."}
    records = [make_record(number, **(odd if number > 12 else {})) for number in range(1, 40)]
    catalogue = str(write_catalogue(records))
    made = review.fn(
        "wild bees in orchards",
        quality="quick",
        analyst="instant",
        catalogue=catalogue,
        reviews=str(tmp_path),
        name="r",
        supervision="none",
        quiet=True,
    )
    return made.path.parent


def _bodies(folder: Path) -> dict[str, int]:
    with open_published(folder) as connection:
        rows = connection.execute(
            "SELECT (SELECT count(*) FROM response WHERE body = ''), (SELECT count(*) FROM response WHERE body <> ''), "
            "(SELECT count(*) FROM provenance_violation), (SELECT count(*) FROM corpus)"
        ).fetchall()
    return dict(zip(("empty", "full", "violations", "corpus"), rows[0], strict=True))


def test_only_what_nothing_rests_on_is_pruned(finished: Path):
    """Young answers stay; of old ones those of the corpus do, so that no field of a reference loses its source."""
    before = _bodies(finished)
    assert prune_review(finished, 1).answers == 0
    assert _bodies(finished) == before
    pruned = prune_review(finished, 0)
    after = _bodies(finished)
    assert pruned.answers > 0
    assert after["empty"] == pruned.answers
    assert after["full"] >= after["corpus"] > 0
    assert after["violations"] == 0
    assert prune_review(finished, 0).answers == 0


def test_a_review_that_is_not_finished_is_left_alone(finished: Path, tmp_path: Path):
    """Nothing is pruned that a run may still need, and a folder without review is named."""
    with Ledger(finished) as ledger:
        ledger.change("UPDATE run SET status = 'stopped'")
    with pytest.raises(InputError, match="not finished"):
        prune_review(finished, 0)
    with pytest.raises(InputError, match="there is no review"):
        prune_review(tmp_path / "none", 0)


def test_the_doctor_names_what_is_wrong_and_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Keys are told as set or not, never shown; an unreachable service is no reason to fail, one that is needed is."""
    monkeypatch.chdir(tmp_path)
    for name in (
        "OPENALEX",
        "CROSSREF",
        "SEMANTIC_SCHOLAR",
        "ARXIV",
        "UNPAYWALL",
        "EUROPE_PMC",
        "CORE",
        "OPENCITATIONS",
    ):
        monkeypatch.setenv(f"LITREVIEW_{name}_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-very-secret")
    examined = CliRunner().invoke(app, ["doctor"])
    assert examined.exit_code == 0, examined.output
    assert "ANTHROPIC_API_KEY: set" in examined.output
    assert "sk-very-secret" not in examined.output
    assert "absent  OpenAlex: http://127.0.0.1:9: ConnectError" in examined.output
    monkeypatch.setenv("LITREVIEW_CATALOGUE", "openalex")
    monkeypatch.setenv("LITREVIEW_REVIEWS", "/proc/nowhere")
    examined = CliRunner().invoke(app, ["doctor"])
    assert examined.exit_code == 1
    assert "WRONG   OpenAlex" in examined.output
    assert "WRONG   reviews: /proc/nowhere" in examined.output
    assert examined.output.rstrip().endswith("2 to put right")


def test_the_doctor_tells_what_marker_needs(tmp_path: Path):
    """Letters are recognised without it; where Marker is set, so must be what serves its model."""
    assert check_recognition().state == "ok"
    assert [finding.state for finding in check_marker("", {})] == ["absent"]
    assert [finding.state for finding in check_marker("/nowhere/marker_single", {})] == ["wrong"]
    given = {"SURYA_INFERENCE_BACKEND": "llamacpp", "PATH": str(tmp_path)}
    command, server = check_marker(sys.executable, given)
    assert (command.state, server.state, server.detail) == ("ok", "wrong", "no llama-server")
    assert "llama.cpp" in server.remedy
    (tmp_path / "llama-server").write_text("#!/bin/sh\n")
    (tmp_path / "llama-server").chmod(0o755)
    assert [finding.state for finding in check_marker(sys.executable, given)] == ["ok", "ok"]
    named = given | {"SURYA_INFERENCE_URL": "http://me:secret@127.0.0.1:9/v1"}
    _, server = check_marker(sys.executable, named)
    assert (server.state, server.detail) == ("wrong", "SURYA_INFERENCE_URL: ConnectError")


def test_the_doctor_names_a_setting_that_is_wrong(monkeypatch: pytest.MonkeyPatch):
    """A value that is not allowed is the finding, not a traceback."""
    monkeypatch.setenv("LITREVIEW_TASK_RUNNER", "spark")
    examined = CliRunner().invoke(app, ["doctor"])
    assert examined.exit_code == 1
    assert "LITREVIEW_TASK_RUNNER" in examined.output


def test_status_and_journal_tell_where_a_review_is(finished: Path):
    """Every phase begun is on record, the status names the last with what was spent, and the journal has all steps."""
    shown = CliRunner().invoke(app, ["status", "r", "--reviews", str(finished.parent)])
    assert shown.exit_code == 0, shown.output
    assert "Finished at" in shown.output
    with open_published(finished) as connection:
        rows = connection.execute("SELECT place, phases, phase FROM phase_start ORDER BY place").fetchall()
        progress = connection.execute("SELECT status, phase, usd_spent FROM run_progress").fetchall()
    assert [place for place, _, _ in rows] == list(range(1, len(rows) + 1))
    assert {phases for _, phases, _ in rows} == {len(rows)}
    assert rows[0][2] == "discovery"
    assert progress == [("finished", "reporting", 0.0)]
    journal = (finished / "journal.log").read_text("utf-8").splitlines()
    assert any("discovery" in line for line in journal)
    assert journal[-1].split()[2] == "finished"


def test_the_version_is_told():
    """`litreview --version` prints the version installed and nothing else."""
    told = CliRunner().invoke(app, ["--version"])
    assert (told.exit_code, told.output) == (0, f"{VERSION}\n")
