"""Nobody waits in silence, nothing is said twice, and the parent run tells what its phases say."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flows.orchestration import progress as module
from flows.orchestration.progress import Progress
from flows.orchestration.waiting import step, waited_for
from tests.fakes.prefect_server import serve_prefect

pytestmark = pytest.mark.slow


def _wait_for(stream: io.StringIO, said: str) -> None:
    for _ in range(200):
        if said in stream.getvalue():
            return
        time.sleep(0.05)
    raise AssertionError(stream.getvalue())


def test_a_long_silence_is_broken_with_what_is_under_way_and_how_far_it_is(monkeypatch: pytest.MonkeyPatch):
    """What was noted and counted last is told once nothing was said for a while; a part is told in its place."""
    monkeypatch.setattr(module, "LONGEST_SILENCE", 0.0)
    stream = io.StringIO()
    progress = Progress(stream)
    with progress.watched():
        progress.note("summarization", "reading works")
        progress.count(3, 1_046)
        _wait_for(stream, "summarization reading works, 3 of 1,046 …")
        with progress.part("turning texts into vectors"):
            _wait_for(stream, "summarization turning texts into vectors …")
        progress.count(4, 1_046)
        _wait_for(stream, "reading works, 4 of 1,046 …")
    said = stream.getvalue()
    time.sleep(0.7)
    assert stream.getvalue() == said


def test_nothing_is_repeated_while_something_is_said():
    """Within the longest silence only what is said is written, and a quiet one writes nothing."""
    stream = io.StringIO()
    for quiet in (False, True):
        progress = Progress(stream, quiet=quiet)
        with progress.watched():
            progress.note("synthesis", "writing")
            progress.say("synthesis", "10 sections written")
    assert stream.getvalue().splitlines() == ["[    0 s] synthesis     10 sections written"]


_PARENT_AND_SUBFLOW = """
import logging
from prefect import flow
from prefect.logging.handlers import APILogHandler
from flows.orchestration.progress import Progress

progress, sent = Progress(quiet=True), []
APILogHandler.emit = lambda self, record: sent.append((record.flow_run_id, record.getMessage()))

@flow
def phase():
    progress.say("screening", "50 works judged")

@flow
def review():
    progress.report_to_parent()
    progress.say("run", "begun")
    phase()

review()
told = [message for _, message in sent if message.startswith(("screening", "run:"))]
assert told.count("run: begun") == 1, told
runs = {run for run, message in sent if message == "screening: 50 works judged"}
assert len(runs) == 2, sent
assert next(run for run, message in sent if message == "run: begun") in runs
"""


def test_the_log_of_the_parent_run_tells_what_its_phases_say(tmp_path: Path):
    """In the UI the page of the review shows the counts of its phases, each phase its own; the terminal each once."""
    with serve_prefect(tmp_path):
        shown = os.environ | {"PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "INFO"}
        done = subprocess.run(
            [sys.executable, "-c", _PARENT_AND_SUBFLOW],
            env=shown,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("50 works judged") == 1


def test_a_process_of_one_flow_run_is_taken_apart_in_silence():
    """What a library writes to standard error at the very end is lost, what was said before is not; its code stays."""
    code = (
        "import atexit, flows.context.form, os, sys, weakref\n"
        "class Leak:\n    def __del__(self, write=os.write): write(2, b'leaked instance')\n"
        "kept = Leak(); kept.cycle = kept\n"
        "print('said', file=sys.stderr)\n"
        "sys.exit(3)\n"
    )
    for served, noise in (({"PREFECT__FLOW_RUN_ID": "1"}, False), ({}, True)):
        environment = {name: value for name, value in os.environ.items() if name != "PREFECT__FLOW_RUN_ID"} | served
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, timeout=120, check=False
        )
        assert (done.returncode, b"said" in done.stderr, b"leaked" in done.stderr) == (3, True, noise), done.stderr


def test_a_short_command_says_what_it_does_at_a_terminal():
    """Loading, each step, and nothing where nobody looks; the answer itself stays alone on standard output."""
    code = (
        "from flows.orchestration.waiting import step, waited_for\n"
        "with waited_for('verify'):\n    step('checking 3 quotes')\nprint('done')\n"
    )
    ours, theirs = pty.openpty()
    shown = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=theirs, timeout=60, check=True)
    os.close(theirs)
    told = os.read(ours, 10_000).decode()
    os.close(ours)
    assert shown.stdout == b"done\n"
    assert "verify        loading what is needed" in told
    assert "verify        checking 3 quotes" in told
    hidden = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert (hidden.stdout, hidden.stderr) == (b"done\n", b"")


def test_a_step_outside_of_a_command_is_silent(capsys: pytest.CaptureFixture[str]):
    """Called from Python or a flow, nothing is written; `always` writes without a terminal."""
    step("reading")
    with waited_for("export"):
        step("reading")
    assert capsys.readouterr().err == ""
    with waited_for("start", always=True):
        step("reading")
    said = [line.split("] ", 1)[1].split(maxsplit=1) for line in capsys.readouterr().err.splitlines()]
    assert said == [["start", "loading what is needed"], ["start", "reading"]]
