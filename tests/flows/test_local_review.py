"""Whole reviews by a model of one's own: through a server that speaks chat completions, and by a real, weak model."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from flows.review import review
from flows.verify.review import verify_review
from storage.core.ledger import open_published
from tasks.environment.settings import Settings
from tests.benchmarks.servers.messages_answers import read_request, run_script
from tests.benchmarks.servers.scripted import SCRIPTS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / ".local/smollm2.gguf"
IS_ASKED_FOR = "LITREVIEW_LOCALISED" in os.environ and WEIGHTS.exists()


def ask(folder: Path, sql: str) -> list[tuple[object, ...]]:
    """Return the rows of a SELECT over what a review has published."""
    with open_published(folder) as connection:
        return connection.execute(sql).fetchall()


def complete(request: Request) -> Response:
    """Answer a chat completion by the scripts that answer messages."""
    asked = request.get_json()
    system, *turns = asked["messages"]
    body = {
        "model": asked["model"],
        "max_tokens": asked["max_tokens"],
        "system": system["content"],
        "messages": turns,
        "output_config": {"format": asked["response_format"]["json_schema"]},
    }
    put = read_request(body)
    message = {"role": "assistant", "content": orjson.dumps(run_script(SCRIPTS[put.title], put)).decode()}
    usage = {"prompt_tokens": len(request.data) // 4, "completion_tokens": len(message["content"]) // 4}
    answer = {"choices": [{"index": 0, "finish_reason": "stop", "message": message}], "usage": usage}
    return Response(orjson.dumps(answer), content_type="application/json")


def test_a_server_of_ones_own_writes_a_review(
    httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else is asked, nothing is charged, tokens are on record, and the review says whose model it was."""
    httpserver.expect_request("/v1/chat/completions").respond_with_handler(complete)
    monkeypatch.setenv("LITREVIEW_LOCAL_MODEL", f"{httpserver.url_for('')}#org/model-7b")
    monkeypatch.setenv("LITREVIEW_LOCAL_CONTEXT", "131072")
    monkeypatch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    review.fn("hair cortisol and stress", name="own", catalogue="demo", quality="quick", analyst="local",
              supervision="none", reviews=str(tmp_path), quiet=True)  # fmt: skip
    folder = tmp_path / "own"
    text = (folder / "review.md").read_text(encoding="utf-8")
    assert "by a language model of the authors' own" in text
    assert ask(folder, "SELECT DISTINCT model, batch, usd FROM llm_call") == [("org/model-7b", False, 0.0)]
    ((calls, tokens),) = ask(folder, "SELECT count(*), min(input_tokens) FROM llm_call")
    assert (calls, tokens > 0) == (len(httpserver.log), True)
    assert "org/model-7b" in (folder / "appendix.md").read_text(encoding="utf-8")
    assert not ask(folder, "FROM unsupported_claim")
    report, exit_code = verify_review(folder, Settings(_env_file=None))
    assert exit_code == 0, report


@pytest.mark.skipif(
    not IS_ASKED_FOR, reason="hours long without a GPU, with what `make local` installs: make localised"
)
def test_a_weak_model_loses_no_work(tmp_path: Path) -> None:
    """A real model that knows nothing: the review is written, says what the model did not do, and verifies."""
    cut = [unshare, "-rn"] if (unshare := shutil.which("unshare")) else []
    command = [sys.executable, "-m", "flows.cli.main", "run", "hair cortisol and stress", "--catalogue", "demo"]
    command += ["--quality", "quick", "--analyst", "local", "--supervision", "none", "--name", "weak", "--no-server"]
    environment = os.environ | {"LITREVIEW_LOCAL_MODEL": str(WEIGHTS), "LITREVIEW_OPEN_LIBRARY_URL": ""}
    shell = " ".join(["ip link set lo up;", "exec", *(f"'{part}'" for part in command)]) if cut else ""
    done = subprocess.run(
        [*cut, "sh", "-c", shell] if cut else command,
        cwd=ROOT, env=environment | {"LITREVIEW_REVIEWS": str(tmp_path)}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    folder = tmp_path / "weak"
    ((included, read),) = ask(
        folder, "SELECT count(*), count(s.work_id) FROM corpus LEFT JOIN summary AS s USING (work_id)"
    )
    assert included == read > 10
    assert ask(folder, "SELECT sum(usd), count(*) > 10 FROM llm_call") == [(0.0, True)]
    assert not ask(folder, "FROM unsupported_claim")
    assert ask(folder, "SELECT count(*) FROM problem WHERE phase = 'asking'") != [(0,)]
    report, exit_code = verify_review(folder, Settings(_env_file=None))
    assert exit_code == 0, report
