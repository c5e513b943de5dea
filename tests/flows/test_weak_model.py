"""Reviews by a model of one's own that can do nothing: written by rule in its place, true about it, no work lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from flows.review import review
from flows.verify.review import verify_review
from storage.core.ledger import open_published
from storage.screening.set_aside import TRIAL
from tasks.environment.settings import Settings
from tests.benchmarks.servers.weak_completions import answer_with, loop, mix

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
_KILLED_AT = 7  # while works are screened


@pytest.fixture(autouse=True)
def own_model(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the model of the user's own asked at the loopback server, and nobody else."""
    monkeypatch.setenv("LITREVIEW_LOCAL_MODEL", f"{httpserver.url_for('')}#org/weak-135m")
    monkeypatch.setenv("LITREVIEW_LOCAL_CONTEXT", "131072")
    monkeypatch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


def write(folder: Path) -> None:
    """Write, or go on with, the review of the demo in a folder."""
    review.fn("hair cortisol and stress", name=folder.name, catalogue="demo", quality="quick", analyst="local",
              supervision="none", reviews=str(folder.parent), quiet=True)  # fmt: skip


def ask(folder: Path, sql: str) -> list[tuple[object, ...]]:
    """Return the rows of a SELECT over what a review has published."""
    with open_published(folder) as connection:
        return connection.execute(sql).fetchall()


def check(folder: Path) -> None:
    """Assert that a review was written by rule, says so, verifies, and has lost no work."""
    ((included, read),) = ask(
        folder, "SELECT count(*), count(s.work_id) FROM corpus LEFT JOIN summary AS s USING (work_id)"
    )
    assert included == read > 10
    assert ask(folder, "SELECT count(*) FROM screening_decision WHERE method = 'llm'") == [(0,)]
    ((aside, tried),) = ask(folder, "SELECT (SELECT count(*) FROM set_aside), (SELECT works FROM screening_trial)")
    assert aside >= tried == TRIAL
    ((lost, twice),) = ask(
        folder,
        "SELECT n['identified'] - n['duplicates'] - n['rule_excluded'] - n['not_reached'] - n['screened'], "
        "n['screened'] - n['excluded'] - n['unsure'] - n['relevant'] "
        "FROM (SELECT map_from_entries(list((item, n))) AS n FROM prisma)",
    )
    assert lost == twice == 0
    text = (folder / "review.md").read_text(encoding="utf-8")
    assert f"its judgements of {aside} works were set aside" in text
    assert f"had judged {aside} works before, and these judgements were set aside" in text
    assert "A language model gave each work a relevance score" not in text
    assert "No language model took part" not in text
    report, exit_code = verify_review(folder, Settings(_env_file=None))
    assert exit_code == 0, report


def test_a_model_that_can_do_nothing_loses_no_work(httpserver: HTTPServer, tmp_path: Path) -> None:
    """Its judgements are set aside, the review is written all the same, says so, and verifies."""
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer_with(mix))
    write(tmp_path / "weak")
    check(tmp_path / "weak")


def test_a_review_killed_while_a_model_loops_goes_on(httpserver: HTTPServer, tmp_path: Path) -> None:
    """What was answered before the kill is not asked again, and the review ends as any by such a model."""
    running: list[subprocess.Popen[bytes]] = []
    asked = count(1)

    def kill() -> None:
        if next(asked) == _KILLED_AT:
            running[0].kill()

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(answer_with(loop, kill))
    command = [sys.executable, "-m", "flows.cli.main", "run", "hair cortisol and stress", "--catalogue", "demo"]
    command += ["--quality", "quick", "--analyst", "local", "--supervision", "none", "--name", "weak", "--no-server"]
    environment = os.environ | {"LITREVIEW_REVIEWS": str(tmp_path)}
    running.append(subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE))
    said = running[0].communicate(timeout=300)[1]
    assert running[0].returncode == -signal.SIGKILL, said
    write(tmp_path / "weak")
    check(tmp_path / "weak")
    ((answered,),) = ask(tmp_path / "weak", "SELECT count(DISTINCT request_sha256) FROM llm_call WHERE model <> ''")
    assert answered + 1 >= len(httpserver.log) > _KILLED_AT
