"""A small review whose files can be damaged: one that was killed after it had written more than it had published."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import duckdb

from storage.core.ledger import Ledger
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from storage.reading.pooling import add_pooling
from storage.reading.reading import add_reading
from storage.records.appraisal import Appraisal
from storage.records.pooling import Pooling
from storage.records.screeners import ScreenerVerdict
from storage.records.screening import Decision, Method
from storage.records.search import Plan, Response, Work
from storage.records.writing import Claim, Draft, Page, Summary
from storage.runs.reviews import add_citekeys, settle_plan
from storage.screening.appraisals import add_appraisals
from storage.screening.screeners import add_verdict
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section

ROOT = Path(__file__).resolve().parents[2]
FILES = (WORKING_FILE, f"{WORKING_FILE}.wal", PUBLISHED_FILE)
COMMITS = 15
KEY = "smith2015hair"


def write_review(folder: Path) -> None:
    """Write the review in a process that ends without closing it, as one that is killed does.

    Published are works W1 to W60, of which W1 is cited and has a page that no licence lets anybody hand on. After that
    came W61 to W70, three answers of a language model, what two people said, a commit each.
    """
    subprocess.run([sys.executable, "-m", "tests.storage.damaged_review", folder], check=True, cwd=ROOT)


def _write(folder: Path) -> None:
    ledger = Ledger(folder)
    settle_plan(ledger, Plan(topic="Hair cortisol and stress", quality="quick", as_of=2020, catalogue="a catalogue"))
    with ledger.transaction():
        add_works(ledger, [_make_work(number) for number in range(1, 61)], 0)
        add_discoveries(ledger, [(f"W{number}", "keyword", 0, None, None, number) for number in range(1, 61)])
        add_decisions(ledger, [_decide("W1", "ranker"), _decide("W1", "rule", phase="selection")])
    add_citekeys(ledger, {"W1": KEY})
    page = Page("W1", 1, "Nobody may hand this on. " * 300, "full text")
    add_reading(ledger, Summary("W1", "", "", "", (), "", (), "full text"), [page], "extractive")
    draft = Draft(f"So [@{KEY}].", (Claim("So.", KEY, None),))
    add_section(ledger, "introduction", 1, "Introduction", draft)
    ledger.publish()
    for number in range(61, 71):
        with ledger.transaction():
            add_works(ledger, [_make_work(number)], 1)
    for number in range(3):
        with ledger.transaction():
            ledger.append("llm_answer", [{"request_sha256": f"r{number}", "body": "{}" * 200}])
    with ledger.transaction():
        add_decisions(ledger, [_decide("W2", "human")])
        add_appraisals(ledger, [Appraisal("W2", "rob2", "D1", "Low", "", "person")])
        add_pooling(ledger, Pooling("naps", "errors", "OR", "pm", "", "person"))
    add_verdict(ledger, ScreenerVerdict("v", "W1", "person: Ann", "exclude"))
    os._exit(0)


def _make_work(number: int) -> Work:
    words = " ".join(f"word{number * place % 997}" for place in range(200))
    answer = Response("local", f"local:W{number}", f'{{"id": "W{number}", "abstract": "{words}"}}')
    return Work(f"W{number}", f"Hair {number}", abstract=words, year=2015, family_id=f"f{number}", response=answer)


def _decide(work_id: str, method: Method, phase: str = "screening") -> Decision:
    return Decision(work_id, phase, 0, "include", method, "Because.", 1.0)


def damage(path: Path, how: str, tenth: int) -> bytes:
    """Flip a byte of a file at a tenth of its length, or cut it off there, and return what it holds then."""
    data = bytearray(path.read_bytes())
    place = len(data) * tenth // 10
    if how == "flip":
        data[place] ^= 0xFF
    else:
        del data[place:]
    path.write_bytes(data)
    return bytes(data)


def find_rows(folder: Path) -> list[tuple[str, int]]:
    """Return the tables of a closed ledger with how many rows of them can be read to the last column."""
    with duckdb.connect(folder / WORKING_FILE) as connection:
        tables = [row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        return [(table, len(connection.execute(f'FROM "{table}"').fetchall())) for table in sorted(tables)]


if __name__ == "__main__":
    _write(Path(sys.argv[1]))
