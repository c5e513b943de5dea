"""Full texts of a whole corpus, among them every attack: killed on the way, gone on with, and looked at at the end."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage.core.ledger import Ledger, open_published
from storage.records.search import Work
from tasks.catalogues.work_record import parse_work
from tests.fakes.malicious_host import serve_malicious_host
from tests.fakes.scholarly_services import ScholarlyServices, serve_scholarly_services
from tests.flows.conftest import make_record
from tests.flows.retrieval_world import ENDS, PHRASE, Case, make_cases

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
WHOLE = bool(os.environ.get("LITREVIEW_WHOLE_WORLDS"))
NUMBER = 200 if WHOLE else 48
_OFF = {"LITREVIEW_ARXIV_URL": "", "LITREVIEW_SEMANTIC_SCHOLAR_URL": "", "LITREVIEW_CORE_URL": ""}


@dataclass
class Outcome:
    """What two runs left: works stored and files asked for when the first was killed, memory the second took."""

    cases: list[Case]
    services: ScholarlyServices
    home: Path
    stored_first: list[str]
    files_asked_first: Counter[str]
    memory: int
    before: set[Path]

    @property
    def folder(self) -> Path:
        """Return the review's folder."""
        return self.home / "reviews" / "bees"

    def select(self, sql: str) -> list[tuple]:
        """Return rows of the working ledger."""
        with Ledger(self.folder) as ledger:
            return ledger.select(sql).rows()


def _read_works(shared: Path) -> list[Work]:
    """Return works of the ipbes world, or made ones."""
    records = [make_record(number, title=_make_title(number)) for number in range(1, NUMBER + 1)]
    if WHOLE:
        with gzip.open(shared / "worlds" / "ipbes" / "works.jsonl.gz", "rt", encoding="utf-8") as lines:
            records = [json.loads(line) for _, line in zip(range(NUMBER), lines, strict=False)]
    return [work for record in records if (work := parse_work(record, "test"))]


def _make_title(number: int) -> str:
    """Return a title unlike any other's: local PDFs are matched by titles that are 95 percent alike."""
    words = ["apple", "hedge", "meadow", "garden", "forest", "heath", "marsh", "river", "coast", "island", "valley"]
    a, b = words[number % 11], words[number // 11 % 11]
    return f"{a.title()}s, {b}s and what {a} wardens say of their {b} neighbours"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outcome]:
    """Run retrieval until a third of the files were asked for, kill it, and run it to its end."""
    home = tmp_path_factory.mktemp("world")
    for name in ("pdfs", "temporary", "reviews"):
        (home / name).mkdir()
    with serve_malicious_host() as trap:
        cases = make_cases(_read_works(REPOSITORY.parent / "shared" / "data"), home / "pdfs", trap.url)
        with serve_scholarly_services([case.published for case in cases]) as services:
            (home / "works").write_bytes(pickle.dumps([case.work for case in cases]))
            (home / "made.pdf").unlink()
            names = ("EUROPE_PMC", "CROSSREF", "UNPAYWALL")
            environment = {**os.environ, **_OFF, **{f"LITREVIEW_{name}_URL": services.url for name in names}}
            environment |= {"LITREVIEW_ALLOW_HOSTS": trap.url.removeprefix("http://"), "PYTHONPATH": str(REPOSITORY)}
            environment |= {"TMPDIR": str(home / "temporary"), "LITREVIEW_CACHE": str(home / "cache")}
            environment |= {"LITREVIEW_CONTACT_EMAIL": "reader@example.org"}
            before = _everything(home)
            command = [sys.executable, "-m", "tests.flows.retrieval_run", str(home)]
            with subprocess.Popen(command, env=environment, cwd=home, stderr=subprocess.DEVNULL) as first:
                while first.poll() is None and len(services.asked("files")) < NUMBER // 6:
                    time.sleep(0.02)
                first.kill()
            result = Outcome(cases, services, home, [], Counter(), 0, before)
            result.stored_first = [
                str(row[0]) for row in result.select("SELECT DISTINCT work_id FROM fulltext_attempt")
            ]
            result.files_asked_first = Counter(services.asked("files"))
            second = subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, check=False)
            assert second.returncode == 0, second.stderr[-2000:]
            result.memory = int(second.stdout.split()[-1])
            yield result


def _everything(home: Path) -> set[Path]:
    return {path.relative_to(home) for path in home.rglob("*")}


def test_every_work_ends_in_exactly_the_status_it_must(outcome: Outcome) -> None:
    """One row per work in the view, with the status of its kind, and a reason wherever there is no full text."""
    rows = outcome.select("SELECT work_id, status, reason FROM fulltext")
    assert sorted(row[0] for row in rows) == sorted(case.work.work_id for case in outcome.cases)
    ends = {row[0]: row[1] for row in rows}
    wrong = [
        (c.kind, c.published.pdf_url, ends[c.work.work_id])
        for c in outcome.cases
        if ends[c.work.work_id] != ENDS[c.kind][0]
    ]
    assert wrong == []
    assert all(reason for _, status, reason in rows if status != "full text")


def test_every_attempt_has_its_status_and_reason(outcome: Outcome) -> None:
    """Each kind of work has the attempt that it must have; what was not stored says why, without addresses."""
    attempts = outcome.select("SELECT work_id, status, reason, sha256, pages FROM fulltext_attempt")
    found = {(row[0], row[1]) for row in attempts}
    assert [c.kind for c in outcome.cases if ENDS[c.kind][1] and (c.work.work_id, ENDS[c.kind][1]) not in found] == []
    for _, status, reason, sha256, pages in attempts:
        assert bool(sha256 and pages) if status == "stored" else reason and "127.0.0.1" not in reason


def test_nothing_is_written_outside_the_folder_of_the_review(outcome: Outcome) -> None:
    """What is new is the review's folder and the cache; full texts are named by their hashes, nothing else is left.

    The first run was killed while parsers worked in folders of their own.
    """
    new = {path for path in _everything(outcome.home) - outcome.before if path.parts[0] != "cache"}
    assert {path.parts[:2] for path in new} == {("reviews", "bees")}
    files = {path.name for path in (outcome.folder / "fulltext").iterdir()}
    assert all(len(name.partition(".")[0]) == 64 and name.endswith((".pdf", ".xml")) for name in files)
    kept = {row[0] for row in outcome.select("SELECT sha256 FROM fulltext_attempt WHERE sha256 IS NOT NULL")}
    assert kept <= {name.partition(".")[0] for name in files}


def test_memory_stays_small(outcome: Outcome) -> None:
    """Gigabytes are never held: the process that fetched stays under 1 GB."""
    assert 0 < outcome.memory < 1_000_000_000


def test_what_was_done_before_the_kill_is_not_done_again(outcome: Outcome) -> None:
    """Works done before the kill have one round, and their files were not asked for again."""
    assert 0 < len(outcome.stored_first) < len(outcome.cases)
    rows = outcome.select(
        "SELECT work_id, max(round), bool_or(status = 'unavailable' AND round = 1) FROM fulltext_attempt GROUP BY 1"
    )
    assert [row for row in rows if row[1] != (2 if row[2] and row[0] in outcome.stored_first else 1)] == []
    asked = Counter(outcome.services.asked("files"))
    done = [
        f"/files/{number}.pdf"
        for number, case in enumerate(outcome.cases)
        if case.work.work_id in outcome.stored_first and case.kind == "pdf"
    ]
    assert done
    assert [path for path in done if asked[path] != outcome.files_asked_first[path]] == []


def test_the_published_copy_holds_open_pages_only(outcome: Outcome) -> None:
    """Pages without an open licence are in the working file alone."""
    with open_published(outcome.folder) as connection:
        licences = connection.execute(
            "SELECT DISTINCT a.licence FROM document AS d JOIN fulltext_attempt AS a USING (work_id) "
            "WHERE d.page > 0 AND a.status = 'stored'"
        ).fetchall()
        withheld = connection.execute("SELECT count(*) FROM withheld_page").fetchone()
    assert licences == [("cc-by",)]
    assert withheld is not None
    assert withheld[0] > 0
    closed = outcome.select(f"SELECT count(*) FROM document WHERE contains(text, '{PHRASE}')")
    assert closed[0][0] > 0
