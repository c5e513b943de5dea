"""The published copy: always there, always whole, open to anybody while the review is being written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storage.core.ledger import open_published
from storage.core.places import PUBLISHED_FILE, WORKING_FILE

ROOT = Path(__file__).resolve().parents[2]
_POLLS = 40
_READER = """
import sys, time
from pathlib import Path
from storage.core.ledger import open_published
folder, seen, polls = Path(sys.argv[1]), [], 0
print("ready", flush=True)
while polls < int(sys.argv[2]):
    with open_published(folder) as connection:
        works, discoveries = connection.execute(
            "SELECT (SELECT count(*) FROM work), (SELECT count(*) FROM discovery)").fetchone()
    assert works == discoveries, (works, discoveries)
    assert not seen or works >= seen[-1], (seen[-1], works)
    seen.append(works)
    polls += 1
    time.sleep(0.01)
print(polls, len(set(seen)))
"""


def test_reader_never_fails_while_publishing(ledger, make_work, find_works):
    """A process opening the copy again and again always sees a committed state, never an older one than before."""
    ledger.publish()
    with subprocess.Popen(
        [sys.executable, "-c", _READER, ledger.folder, str(_POLLS)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as reader:
        assert reader.stdout.readline() == "ready\n"
        number = 0
        while reader.poll() is None:
            find_works(ledger, [make_work(number + step) for step in range(20)])
            ledger.publish()
            number += 20
        output, errors = reader.communicate(timeout=60)
    assert reader.returncode == 0, errors
    polls, states = map(int, output.split())
    assert polls == _POLLS
    assert states > 3
    assert sorted(entry.name for entry in ledger.folder.iterdir()) == [WORKING_FILE, PUBLISHED_FILE]


def test_copy_holds_what_was_committed(ledger, make_work, find_works):
    """publish() returns the path of a copy that answers like the ledger, and a later commit waits for the next one."""
    find_works(ledger, [make_work(1)])
    assert ledger.publish() == ledger.folder / PUBLISHED_FILE
    find_works(ledger, [make_work(2)])
    with open_published(ledger.folder) as connection:
        assert connection.execute("SELECT work_id FROM work").fetchall() == [("W1",)]
    ledger.publish()
    with open_published(ledger.folder) as connection:
        assert connection.execute("SELECT count(*) FROM work").fetchone() == (2,)


def test_failed_publishing_leaves_no_temporary_file(ledger):
    """Where the copy cannot take its place, the half-made file goes and the ledger stays usable."""
    (ledger.folder / PUBLISHED_FILE).mkdir()
    with pytest.raises(OSError, match=PUBLISHED_FILE):
        ledger.publish()
    assert sorted(entry.name for entry in ledger.folder.iterdir()) == [WORKING_FILE, PUBLISHED_FILE]
    assert ledger.select("SELECT count(*) FROM review").item() == 1


def test_an_open_reader_keeps_its_state(ledger, make_work, find_works):
    """Somebody who holds the copy open goes on reading the state they opened."""
    ledger.publish()
    inode = (ledger.folder / PUBLISHED_FILE).stat().st_ino
    with open_published(ledger.folder) as connection:
        find_works(ledger, [make_work(1)])
        ledger.publish()
        assert connection.execute("SELECT count(*) FROM work").fetchone() == (0,)
    assert (ledger.folder / PUBLISHED_FILE).stat().st_ino != inode
