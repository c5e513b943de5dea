"""A review with damaged files goes on from what is intact: nothing is destroyed, and losses are reported.

The working ledger is rebuilt from its own log, from itself, or from the published copy; the published copy is recreated
from the working ledger. Damaged files are set aside under a name with the time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.core.damage import name_log
from storage.core.errors import DamagedReview
from storage.core.ledger import Ledger
from storage.core.places import PUBLISHED_FILE, SET_ASIDE, SUSPECT_FILE, WORKING_FILE
from storage.repair.examination import SOURCES, Finding, examine
from storage.repair.rebuilding import Rebuilt
from storage.runs.reviews import add_problem


def mend_review(folder: Path) -> tuple[str, ...]:
    """Repair a review's files and return sentences on what was damaged, set aside and lost; none if all is intact.

    The sentences are put on record as problems. A review that another process holds is left alone, and so is a file in
    the ledger's place where nothing was ever published: opening it reports what it is.

    Raises:
        DamagedReview: neither the working ledger nor the published copy is intact; both are left as they are.
    """
    working, published = folder / WORKING_FILE, folder / PUBLISHED_FILE
    if not working.exists() and not published.exists():
        return ()
    (found, copy), told = examine(working, published), []
    if found.state == "held":
        return ()
    if found.state == "log":
        told.append(_cut_log(working, found))
        (found,) = examine(working)
    is_suspect = (folder / SUSPECT_FILE).exists()
    if copy.state != "absent" and (found.state in {"absent", "database"} or is_suspect):
        told.append(_rebuild(folder, found, copy))
    if copy.state == "database":
        aside = _set_aside(published)
        told.append(
            f"The published copy was damaged ({copy.reason}) and was set aside as '{aside}'. It is made anew from the "
            "working ledger; nothing is lost."
        )
    if told:
        with Ledger(folder) as ledger:
            for sentence in told:
                add_problem(ledger, "recovery", "damaged file", sentence)
            ledger.publish()
    return tuple(told)


def _cut_log(working: Path, found: Finding) -> str:
    """Set the log aside and keep the part of it that can be used."""
    log, state = name_log(working), found.log
    aside = shutil.copyfile(log, _name_aside(log))
    if state and state.usable:
        os.truncate(log, state.usable)
        whence = f"the first {state.commits - state.lost} of the {state.commits} commits in it"
    else:
        log.unlink()
        whence = "the last checkpoint"
    return (
        f"The write-ahead log of the ledger was damaged ({found.reason}) and was set aside as '{aside.name}'. The "
        f"review goes on from {whence}: what was recorded after that is lost and is done again, and what services were "
        "paid for then is asked for again."
    )


def _rebuild(folder: Path, found: Finding, copy: Finding) -> str:
    """Set the working ledger aside, put a rebuilt one in its place and return a report of the outcome."""
    working, published = folder / WORKING_FILE, folder / PUBLISHED_FILE
    with TemporaryDirectory(prefix=".mending-", dir=folder) as scratch:
        damaged = working if working.exists() else None
        base = published if copy.state == "whole" else None
        # A damaged ledger may crash the process that reads it: then nothing is taken over from it.
        rebuilt = _rebuild_apart(damaged, base, Path(scratch)) or _rebuild_apart(None, base, Path(scratch))
        if rebuilt is None:
            raise DamagedReview(
                f"neither file of the review '{folder.name}' can be read (the working ledger: "
                f"{found.reason or 'missing'}; the published copy: {copy.reason}); put one of them back from a backup, "
                "or choose another --name"
            )
        aside = _set_aside(working)
        (Path(scratch) / WORKING_FILE).replace(working)
    (folder / SUSPECT_FILE).unlink(missing_ok=True)
    reason = found.reason or "what it is found by is not what it holds"
    lot = f"was damaged ({reason}) and was set aside as '{aside}'" if aside else "was missing"
    if rebuilt.at_checkpoint:
        return (
            f"The working ledger {lot}. All its rows as of the last checkpoint could be read and stand in a new one: "
            "what its log recorded after that is lost and is done again."
        )
    if rebuilt.is_whole:
        return f"The working ledger {lot}. All its rows could be read and stand in a new one; nothing is lost."
    at = datetime.fromtimestamp(published.stat().st_mtime, UTC)
    begun = f"The working ledger {lot}. The review goes on from the copy published at {at:%Y-%m-%d %H:%M} UTC."
    return " ".join([begun, *_tell_differences(rebuilt, is_there=bool(aside))])


def _rebuild_apart(damaged: Path | None, published: Path | None, scratch: Path) -> Rebuilt | None:
    """Return what a separate process rebuilt from the two files, None if it could rebuild nothing."""
    (scratch / WORKING_FILE).unlink(missing_ok=True)
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-P", "-m", "storage.repair.rebuilding", damaged or "-", published or "-", scratch],
        env=os.environ | {"PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
        check=False,
    )
    return Rebuilt(**json.loads(done.stdout)) if done.returncode == 0 else None


def _tell_differences(rebuilt: Rebuilt, *, is_there: bool) -> list[str]:
    """Report which rows later than the copy were taken over and which not, and the same for pages a copy omits."""
    told = []
    if rebuilt.kept:
        told.append(f"Of what came after it were taken over: {_count_rows(rebuilt.kept)}.")
    if rebuilt.lost:
        told.append(f"Lost, and done again: {_count_rows(rebuilt.lost)}.")
    if rebuilt.unreadable:
        told.append(f"What came after it could not be read in: {', '.join(rebuilt.unreadable)}.")
    elif not is_there:
        told.append("What came after it is lost, and is done again.")
    if rebuilt.pages:
        told.append(f"{rebuilt.pages} pages of full texts that a copy must not hold were put back.")
    if rebuilt.pages_lost:
        told.append(
            f"{rebuilt.pages_lost} pages of full texts that a copy must not hold are lost: quotes from them cannot be "
            "checked again."
        )
    return told


def _count_rows(rows: Mapping[str, int]) -> str:
    return ", ".join(f"{count} rows of {table}" for table, count in sorted(rows.items()))


def _set_aside(database: Path) -> str | None:
    """Rename a database with its log, and return its new name; None if there is no database."""
    log, aside = name_log(database), _name_aside(database)
    if log.exists():
        log.rename(name_log(aside))
    return database.rename(aside).name if database.exists() else None


def _name_aside(path: Path) -> Path:
    return path.with_name(f"{path.name}{SET_ASIDE}{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")
