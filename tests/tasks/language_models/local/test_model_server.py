"""llama.cpp's own server with a real model, where `make local` has installed them: it starts, answers, ends with us."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from storage.core.errors import InputError
from tasks.language_models.anthropic.wire import TOO_LONG
from tasks.language_models.local.completions import LocalService
from tasks.language_models.local.model_server import ModelServer

ROOT = Path(__file__).parents[4]
PYTHON, WEIGHTS = ROOT / ".local/bin/python", ROOT / ".local/smollm2.gguf"
needs_model = pytest.mark.skipif(not WEIGHTS.exists(), reason="no .local/smollm2.gguf: make local")

FORM = {
    "type": "object",
    "properties": {"women": {"type": "integer"}, "design": {"enum": ["trial", "survey"]}},
    "required": ["women", "design"],
    "additionalProperties": False,
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """Yield the smallest model with little room."""
    served = ModelServer(PYTHON, WEIGHTS, 2048)
    yield served
    served.stop()


def ask(text: str, most: int = 60) -> dict[str, object]:
    """Return a request in Anthropic's form."""
    return {
        "model": "smollm2",
        "max_tokens": most,
        "system": [{"type": "text", "text": "You read abstracts."}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": text}]}],
        "output_config": {"format": {"type": "json_schema", "schema": FORM}},
    }


@needs_model
def test_a_real_model_is_held_to_the_form(server: ModelServer):
    """It knows little, but what it says has the fields asked for; what is too long for it is said to be."""
    service = LocalService(2048, server=server)
    message = asyncio.run(service.send(ask("A trial of 45 women. How many women, and which design?")))
    assert message["stop_reason"] == "end_turn"
    assert '"women"' in message["content"][0]["text"]
    assert message["usage"]["output_tokens"] > 0
    assert asyncio.run(service.send(ask("A trial of 45 women. " * 400)))["stop_reason"] == TOO_LONG


@needs_model
def test_it_listens_to_this_machine_alone_and_ends(server: ModelServer):
    """Started once, at the first question; nobody answers once it has been stopped."""
    address = server.start()
    assert address.startswith("http://127.0.0.1:")
    assert server.start() == address
    assert httpx.get(f"{address}/v1/models").is_success
    server.stop()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/v1/models")


@needs_model
def test_it_ends_with_a_process_that_is_killed():
    """Nothing is left that holds the model in memory."""
    code = (
        "import time; from pathlib import Path; from tasks.language_models.local.model_server import ModelServer; "
        f"print(ModelServer(Path('{PYTHON}'), Path('{WEIGHTS}'), 2048).start(), flush=True); time.sleep(600)"
    )
    starter = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    assert starter.stdout.readline().startswith("http")
    (served,) = psutil.Process(starter.pid).children()
    starter.kill()
    starter.wait()
    starter.stdout.close()
    _, alive = psutil.wait_procs([served], timeout=30)
    assert not alive


def test_a_python_that_cannot_be_started_is_one_sentence(tmp_path: Path):
    """With the remedy."""
    with pytest.raises(InputError, match="`make local` makes it"):
        ModelServer(tmp_path / "python", tmp_path / "any.gguf", 2048).start()


def test_a_python_without_the_server_says_so(tmp_path: Path):
    """The last it said is the reason."""
    with pytest.raises(InputError, match=r"'any\.gguf' .* cannot be served .*No module named 'xllamacpp'"):
        ModelServer(Path(sys.executable), tmp_path / "any.gguf", 2048).start()


@needs_model
def test_a_file_that_is_no_model_says_so(tmp_path: Path):
    """Not a traceback."""
    (tmp_path / "any.gguf").write_bytes(b"GGUF and nothing more")
    with pytest.raises(InputError, match="cannot be served"):
        ModelServer(PYTHON, tmp_path / "any.gguf", 2048).start()
