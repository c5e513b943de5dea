"""A program that is run apart leaves nothing behind, whatever it starts and however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tasks.parsing.confinement import run_apart

# What Marker does: a server in a session of its own; and what daemons do: a grandchild whose parent is gone.
TREE = """
import os, pathlib, subprocess, sys, time
server = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True)
orphan = (
    "import os, time; os.setsid(); os.fork() and os._exit(0); open('orphan', 'w').write(str(os.getpid()));"
    "time.sleep(300)"
)
subprocess.run([sys.executable, "-c", orphan])
while not os.path.exists("orphan") or not pathlib.Path("orphan").read_text():
    time.sleep(0.01)
pathlib.Path("server").write_text(str(server.pid))
print("warming up", file=sys.stderr, flush=True)
{then}
"""
CLEAN = {"PATH": os.environ["PATH"]}


def find_survivors(folder: Path) -> list[int]:
    """Return which of the two are left that the tree told of, if only as an entry that nobody clears away."""
    return [pid for name in ("server", "orphan") if psutil.pid_exists(pid := int((folder / name).read_text()))]


@pytest.mark.parametrize(
    ("then", "seconds", "code"),
    [("time.sleep(300)", 4.0, None), ("sys.exit(3)", 60.0, 3), ("os.kill(os.getpid(), 9)", 60.0, -signal.SIGKILL)],
)
def test_no_process_outlives_it(tmp_path, then, seconds, code):
    """Time up, ended by itself, killed: neither a server in a session of its own nor an orphan is left."""
    ended = run_apart(
        [sys.executable, "-c", TREE.format(then=then)], folder=tmp_path, environment=CLEAN, seconds=seconds
    )
    assert ended.code == code
    assert ended.said == "warming up\n"
    assert find_survivors(tmp_path) == []


def test_what_it_started_dies_with_us(tmp_path):
    """Killed with no time to clean up, we leave no process of it either."""
    ours = (
        "import os, sys, pathlib; from tasks.parsing.confinement import run_apart;"
        "run_apart([sys.executable, '-c', sys.argv[1]], folder=pathlib.Path(sys.argv[2]), "
        "environment={'PATH': os.environ['PATH']}, seconds=300)"
    )
    command = [sys.executable, "-c", ours, TREE.format(then="time.sleep(300)"), str(tmp_path)]
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(Path.cwd())}) as process:
        while not (tmp_path / "server").exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
    deadline = time.monotonic() + 60
    while find_survivors(tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_only_the_end_of_what_it_says_is_kept(tmp_path):
    """A program that talks without end fills neither memory nor disk."""
    script = "import sys; [sys.stderr.write('x' * 65535 + chr(10)) for _ in range(64)]; sys.stderr.write('the end')"
    ended = run_apart([sys.executable, "-c", script], folder=tmp_path, environment=CLEAN, seconds=60.0)
    assert ended.code == 0
    assert len(ended.said) <= 16 * 1024
    assert ended.said.endswith("\nthe end")


def test_a_program_that_is_not_there_is_an_error(tmp_path):
    """What cannot be started is the caller's to tell."""
    with pytest.raises(FileNotFoundError):
        run_apart(["/nowhere/program"], folder=tmp_path, environment=CLEAN, seconds=5.0)
