"""The wheel in a fresh environment of each Python, used beside somebody else's `flows`, `tasks.py` and `storage`.

It takes minutes and gigabytes: `make wheel`. LITREVIEW_PYTHONS names the interpreters, unless told those of 3.11, 3.12
and 3.13 that are found.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from flows.context.order import DEMO_TOPIC
from tests.fakes.prefect_server import serve_prefect

ROOT = Path(__file__).resolve().parents[2]
NAMED = os.environ.get("LITREVIEW_PYTHONS", "python3.11 python3.12 python3.13").split()
_UNDER_WAY = {"flow_runs": {"state": {"type": {"any_": ["PENDING", "RUNNING"]}}}}
_BUILD = "import sys; sys.path.insert(0, 'deployments'); import one_package; one_package.build_wheel(sys.argv[1])"

pytestmark = pytest.mark.skipif("LITREVIEW_WHEEL" not in os.environ, reason="minutes and gigabytes: make wheel")


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel and nothing else of ours, and a folder with somebody else's code to use it in."""

    version: str
    programs: Path
    folder: Path
    api: httpx.Client
    environment: dict[str, str]

    def run(self, *command: str, seconds: float = 1800) -> str:
        """Return what a command printed."""
        typed = [str(self.programs / command[0]), *command[1:]]
        done = subprocess.run(
            typed, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=seconds, check=False
        )
        assert done.returncode == 0, f"{' '.join(command)}: {done.stdout[-2000:]}{done.stderr[-4000:]}"
        return done.stdout

    def hash(self, review: str) -> str:
        """Return the canonical hash of a review."""
        told: str = json.loads((self.folder / "reviews" / review / "run.json").read_text("utf-8"))["canonical_hash"]
        return told


def pythons() -> list[tuple[str, str]]:
    """Return version and command of the interpreters that run."""
    found = []
    for command in NAMED:
        with suppress(OSError):
            asked = [command, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
            told = subprocess.run(asked, capture_output=True, text=True, check=False)
            if told.returncode == 0:
                found.append((told.stdout.strip(), command))
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-c", _BUILD, str(folder)], cwd=ROOT, check=True, capture_output=True, timeout=300)
    (built,) = folder.glob("*.whl")
    return built


def install(wheel: Path, command: str, home: Path) -> Path:
    """Make an environment with the wheel, at the versions of the lock; return where its programs are."""
    subprocess.run([command, "-m", "venv", str(home)], check=True)
    into = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(home / "bin" / "python")]
    subprocess.run([*into, "--no-deps", "-r", str(ROOT / "requirements.lock"), str(wheel)], check=True, timeout=3600)
    return home / "bin"


@pytest.fixture(scope="module", params=pythons(), ids=lambda found: found[0])
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installed]:
    """Install the wheel for a Python; yield it with a Prefect server of its own and a folder to work in."""
    version, command = request.param
    home = tmp_path_factory.mktemp(f"python{version}")
    programs = install(wheel, command, home / "environment")
    (folder := home / "work").mkdir()
    for name in ("flows/__init__.py", "tasks.py", "storage/__init__.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("raise RuntimeError('somebody else')\n", encoding="utf-8")
    with serve_prefect(home / "prefect") as address, httpx.Client(base_url=address, timeout=60) as api:
        environment = {
            "PATH": f"{programs}:/usr/bin:/bin",
            "HOME": str(home),
            "PREFECT_HOME": str(home / "prefect"),
            "PREFECT_API_URL": address,
            "DO_NOT_TRACK": "1",
        }
        yield Installed(version, programs, folder, api, environment)


def wait_for(condition: Callable[[], Any], seconds: float) -> Any:
    """Return what a condition gives once it is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} seconds"
        time.sleep(1)
    return found


def test_one_program_makes_one_review_on_every_python(installed: Installed, record: dict[str, dict[str, str]]) -> None:
    """`demo`, `export`, `serve` and a run of a deployment: the hashes are those of the other Pythons."""
    assert installed.run("litreview", "--version").strip()
    printed = installed.run("litreview", "demo").strip()
    assert (installed.folder / printed).is_file()
    installed.run("litreview", "export", "demo", "--to", "docx")
    (document,) = (installed.folder / "reviews" / "demo").rglob("*.docx")
    assert zipfile.is_zipfile(document)
    serve_a_review(installed)
    record[installed.version] = {name: installed.hash(name) for name in ("demo", "served")}
    first = next(iter(record.values()))
    assert record == dict.fromkeys(record, first)


def serve_a_review(installed: Installed) -> None:
    """Type `litreview serve`, order a review of it, keep that alive by a schedule, and interrupt the serving."""
    typed = [str(installed.programs / "litreview"), "serve"]
    # Begun in the background of a shell, all that is begun from here would not hear an interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    serving = subprocess.Popen(typed, cwd=installed.folder, env=installed.environment, start_new_session=True)

    def keeps_alive() -> bool:
        asked = {"flows": {"name": {"any_": ["update"]}}, "flow_runs": {"state": {"type": {"any_": ["COMPLETED"]}}}}
        return bool(installed.api.post("/flow_runs/count", json=asked).json())

    try:
        wait_for(lambda: installed.api.post("/deployments/count", json={}).json() >= 7, 300)
        asked = ["-p", f"topic={DEMO_TOPIC}", "-p", "catalogue=demo", "-p", "name=served"]
        told = installed.run("prefect", "deployment", "run", "review/quick", *asked)
        (run,) = re.findall(r"UUID: (\S+)", told)

        def completed() -> bool:
            state = installed.api.get(f"/flow_runs/{run}").json()["state"]
            assert state["type"] not in ("FAILED", "CRASHED", "CANCELLED"), state["message"]
            return bool(state["type"] == "COMPLETED")

        wait_for(completed, 1800)
        installed.run("litreview", "schedule", "--name", "served", "--cron", "* * * * *")
        wait_for(keeps_alive, 900)
        installed.run("litreview", "schedule", "--remove", "served")
        # A run that the schedule began meanwhile is not cut off: `serve` would wait for it, or mark it as crashed.
        wait_for(lambda: not installed.api.post("/flow_runs/count", json=_UNDER_WAY).json(), 900)
        serving.send_signal(signal.SIGINT)
        assert serving.wait(300) == 0
    finally:
        with suppress(ProcessLookupError):
            os.killpg(serving.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def record() -> dict[str, dict[str, str]]:
    """Return where the hashes of each Python's reviews go."""
    return {}
