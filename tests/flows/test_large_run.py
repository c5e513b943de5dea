"""A standard review of ten thousand works, watched by a reader that opens the published corpus all the time.

`make together` runs it: it takes minutes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.context.handle import Review
from storage.core.ledger import open_published
from tests.flows.prose import read_sections

REPOSITORY = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="minutes long: make together")

# Opens the copy every 100 ms until told to stop; prints how often it did and how often that failed.
READER = """
import pathlib, sys, time
import duckdb
copy, stop = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
opened = 0
while not stop.exists():
    if copy.exists():
        with duckdb.connect(copy, read_only=True) as connection:
            connection.execute("SELECT count(*), max(stage) FROM decision").fetchall()
            connection.execute("SELECT * FROM prisma").fetchall()
        opened += 1
    time.sleep(0.1)
print(opened)
"""


@dataclass(frozen=True)
class WatchedRun:
    """The finished run, its folder, and the reader that watched it."""

    process: subprocess.CompletedProcess[str]
    folder: Path
    reader: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def watched(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> WatchedRun:
    """Run the review in one process while another opens its published corpus every 100 ms."""
    home = tmp_path_factory.mktemp("large")
    folder = home / "reviews" / "ipbes"
    environment = {**os.environ, "LITREVIEW_CACHE": str(home / "cache"), "PYTHONPATH": str(REPOSITORY)}
    stop = home / "stop"
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, folder / "corpus.duckdb", stop],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    catalogue = shared_data / "worlds" / "ipbes" / "works.jsonl.gz"
    command = ["run", "business, finance and biodiversity", "--quality", "standard", "--catalogue", str(catalogue)]
    process = subprocess.run(
        [
            sys.executable,
            "-m",
            "flows.cli.main",
            *command,
            "--name",
            "ipbes",
            "--reviews",
            str(home / "reviews"),
            "--no-server",
        ],
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    stop.touch()
    output, errors = reader.communicate(timeout=60)
    return WatchedRun(process, folder, subprocess.CompletedProcess(reader.args, reader.returncode, output, errors))


def test_a_reader_never_fails(watched: WatchedRun) -> None:
    """A second process that opens the corpus every 100 ms throughout the run never gets an error."""
    assert watched.process.returncode == 0, watched.process.stderr
    assert (watched.reader.returncode, watched.reader.stderr) == (0, "")
    assert int(watched.reader.stdout) > 20


def test_the_review_is_what_the_tier_promises(watched: WatchedRun) -> None:
    """A hundred works, or fewer of a saturated search, and some of expansions; 5-15 themes; 5,000-8,000 words."""
    finished = Review(watched.folder / "review.md")
    corpus = finished.corpus().height
    with open_published(watched.folder) as connection:
        reason = connection.execute("SELECT arg_max(stop_reason, stage) FROM saturation").fetchall()[0][0]
        edition = connection.execute("SELECT count(*) FROM edition_corpus").fetchall()[0][0]
    assert edition == 100 or reason in ("delta", "dry_round")
    assert edition <= corpus <= edition + 35, (
        "two rounds of theory and one of literature bring in 10, 10 and 15 at most"
    )
    assert 5 <= finished.themes().height <= 15
    body = re.sub(r"\[@[^\]]*\]", "", read_sections(finished.text))
    assert 5000 <= len(body.split()) <= 8000
    assert finished.references().height >= corpus / 2


def test_every_citation_resolves(watched: WatchedRun) -> None:
    """Each citekey is in `work` and in references.bib, and nothing there is from outside the corpus."""
    finished = Review(watched.folder / "review.md")
    body = finished.text.split("## References")[0]
    cited = {key for group in re.findall(r"(?<!\\)\[(@[^\]]+)\]", body) for key in re.findall(r"@(\w+)", group)}
    bibliography = set(
        re.findall(r"^@\w+\{([^,]+),", (watched.folder / "references.bib").read_text("utf-8"), re.MULTILINE)
    )
    assert cited == bibliography
    assert cited <= set(finished.citekeys)
    with open_published(watched.folder) as connection:
        assert connection.execute("SELECT count(*) FROM unsupported_claim").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM citation_check WHERE status = 'invalid'").fetchone() == (0,)


def test_the_counts_reconcile_and_embedding_is_bounded(watched: WatchedRun) -> None:
    """PRISMA adds up, each discovered work has one current decision, at most 3,000 texts were embedded."""
    with open_published(watched.folder) as connection:
        n = dict(connection.execute("SELECT item, n FROM prisma").fetchall())
        undecided = connection.execute(
            "SELECT count(*) FROM (SELECT DISTINCT work_id FROM discovery) WHERE work_id NOT IN "
            "(SELECT work_id FROM current_decision)"
        ).fetchone()
        embedded = connection.execute("SELECT count(*) FROM embedding").fetchall()[0][0]
    assert n["pending"] == 0
    assert undecided == (0,)
    assert n["identified"] == n["duplicates"] + n["rule_excluded"] + n["not_reached"] + n["screened"]
    assert n["screened"] == n["excluded"] + n["unsure"] + n["relevant"]
    assert n["relevant"] == n["beyond_tier"] + n["corpus"]
    assert embedded <= 3000


def test_a_quarter_of_the_corpus_is_recent(watched: WatchedRun) -> None:
    """About a quarter of the works or more come from the last three years of what was found, as there are enough."""
    numbers = json.loads((watched.folder / "run.json").read_text("utf-8"))["numbers"]
    assert numbers["recent"] >= 25
