"""`list`, `status`, `sql` and `why` as typed: words and whole cells, nothing of the tables behind them."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.cli import main as cli
from storage.core.ledger import Ledger
from storage.records.screening import Decision
from storage.records.search import Author, Plan, Work
from storage.runs.reviews import add_citekeys, add_problem, finish_run, settle_plan, start_run
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from tests.new_ledger import open_new_ledger

_BY = (Author("Ann Lee"),)
LONG = "whole " * 400 + "end"
Run = Callable[..., tuple[int, str]]


def _begin(folder: Path, topic: str) -> Ledger:
    ledger = open_new_ledger(folder)
    settle_plan(ledger, Plan(topic=topic, quality="quick", as_of=2020, catalogue="test"))
    return ledger


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished review of four works, one stopped short, one ended by force, and a broken one."""
    home = tmp_path_factory.mktemp("reviews")
    with _begin(home / "done", "Hair and stress") as ledger:
        works = [
            Work(
                f"W{i}",
                f"Title {i}",
                year=2000,
                type="article",
                abstract=LONG,
                family_id=f"f{i}",
                authors=(Author("Ann Lee"),),
            )
            for i in range(4)
        ]
        run = start_run(ledger, "1", {}, None)
        with ledger.transaction():
            add_works(ledger, works, 0)
            add_discoveries(ledger, [(work.work_id, "keyword", 0, None, None, 1) for work in works])
            add_decisions(ledger, [Decision(work.work_id, "screening", 0, "include", "llm", "Fits.") for work in works])
            cited = [{"citing_id": work.work_id, "cited_id": "W99", "source": "test", "stage": 0} for work in works]
            ledger.append("citation", cited)
        add_citekeys(ledger, {work.work_id: f"lee200{i}x" for i, work in enumerate(works)})
        finish_run(ledger, run, "finished", 0)
        ledger.publish()
    for name, status in (("short", "stopped"), ("killed", None)):
        with _begin(home / name, "Bees") as ledger:
            run = start_run(ledger, "1", {}, None)
            add_problem(ledger, "discovery", "service", "OpenAlex gave no answer")
            if status:
                finish_run(ledger, run, status, 0, message="The allowance is used up.")
            ledger.publish()
    (home / "broken").mkdir()
    (home / "broken" / "corpus.duckdb").write_text("no database")
    return home


@pytest.fixture
def run(reviews: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command on the reviews and returns its exit code and what it printed."""

    def call(*typed: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["litreview", *typed, "--reviews", str(reviews)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out + told.err

    return call


def test_list_names_every_review_with_its_state(run: Run):
    """A line each: finished, stopped, ended by force, and one that cannot be read."""
    code, told = run("list")
    states = {line.split()[0]: line for line in told.splitlines()[1:]}
    assert code == 0
    assert "finished" in states["done"]
    assert states["done"].split()[2:4] == ["4", "$0.00"]
    assert states["done"].endswith("Hair and stress")
    assert "stopped" in states["short"]
    assert "interrupted" in states["killed"]
    assert "not readable" in states["broken"]


def test_an_empty_shelf_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Without a review there is one sentence with the next command; without the folder an error."""
    for folder, code, said in ((tmp_path, 0, "litreview run TOPIC"), (tmp_path / "none", 2, "there is no folder")):
        monkeypatch.setattr(sys, "argv", ["litreview", "list", "--reviews", str(folder)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        told = capsys.readouterr()
        assert (int(ended.value.code or 0), said in told.out + told.err) == (code, True)


def test_a_review_under_way_is_running(reviews: Path):
    """While a process holds the ledger the same status is no interruption; its lock meets other processes only."""
    folder = str(reviews / "killed")
    look = (
        "import pathlib; from flows.context.status import name_state; "
        f"print(name_state('running', pathlib.Path({folder!r})))"
    )
    with Ledger(reviews / "killed"):
        done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "running"


def test_status_is_in_words(run: Run):
    """No name of a column, no empty part, and the command that comes next."""
    code, told = run("status", "done")
    assert code == 0
    assert "Hair and stress" in told
    assert "by keyword search" in told
    assert "identified_" not in told
    assert "null" not in told
    for empty in ("Snowballing", "Retractions", "Full texts", "Services", "Problems"):
        assert empty not in told
    assert "litreview export done --to docx" in told


def test_status_of_a_review_that_stopped_says_why_and_how_to_go_on(run: Run):
    """The message of the run, the problem met, and resume."""
    told = run("status", "short")[1]
    assert "The allowance is used up." in told
    assert "discovery, service: OpenAlex gave no answer" in told
    assert "Next: litreview resume short" in told
    assert "Interrupted at" in run("status", "killed")[1]


def test_sql_gives_whole_cells(run: Run):
    """In a table, as CSV and as JSON nothing is cut, and lists are read again."""
    query = "SELECT work_id, abstract, authors FROM work ORDER BY work_id"
    assert LONG in run("sql", "done", query)[1]
    rows = list(csv.DictReader(io.StringIO(run("sql", "done", query, "--csv")[1])))
    objects = json.loads(run("sql", "done", query, "--json")[1])
    assert [row["abstract"] for row in rows] == [LONG] * 4 == [one["abstract"] for one in objects]
    assert json.loads(rows[0]["authors"])[0]["name"] == "Ann Lee" == objects[0]["authors"][0]["name"]
    assert [one["work_id"] for one in objects] == ["W0", "W1", "W2", "W3"]


def test_sql_without_rows_and_with_both_forms(run: Run):
    """No row is said so, an empty array, a heading; two forms at once are refused."""
    none = "SELECT work_id, doi FROM work WHERE false"
    assert run("sql", "done", none) == (0, "No rows.\n")
    assert json.loads(run("sql", "done", none, "--json")[1]) == []
    assert run("sql", "done", none, "--csv")[1] == "work_id,doi\n"
    code, told = run("sql", "done", none, "--csv", "--json")
    assert (code, told.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT TIMESTAMP '2026-01-02 03:04:05' AS a, DATE '2026-01-02' AS b, 1.5::DECIMAL(9, 2) AS c, 'x'::BLOB AS d",
        "SELECT map {'k': 1} AS a, {'s': [1, NULL]} AS b, 'NaN'::DOUBLE AS d",
        "SELECT 1701411834604692317::HUGEINT AS e, 18446744073709551615::UBIGINT AS f",
        "SELECT uuid() AS a, TIME '03:04:05' AS b, NULL AS c, true AS d",
    ],
)
def test_every_type_can_be_handed_on(run: Run, query: str):
    """CSV and JSON know all that a column may hold."""
    assert len(list(csv.DictReader(io.StringIO(run("sql", "done", query, "--csv")[1])))) == 1
    assert len(json.loads(run("sql", "done", query, "--json")[1])) == 1


def test_a_type_that_cannot_be_read_is_one_sentence(run: Run):
    """An interval has no place in a table; the sentence says what to do."""
    code, told = run("sql", "done", "SELECT INTERVAL 1 DAY AS a")
    assert (code, told.count("\n"), "CAST it AS VARCHAR" in told) == (2, 1, True)


@pytest.mark.parametrize("named", ["W99", "https://openalex.org/w99"])
def test_why_answers_for_a_work_that_the_review_names_as_missing(run: Run, named: str):
    """Of a work without a record: that it is outside, why, and who of the corpus cites it."""
    code, told = run("why", "done", named)
    assert code == 0
    assert "No search or followed citation led to a record of it." in told
    assert all(f"lee200{i}x" in told for i in range(4))
    assert run("why", "done", "W98")[0] == 2


def test_why_shows_no_empty_table(run: Run):
    """What nothing is known of is left out."""
    told = run("why", "done", "lee2001x")[1]
    assert "Decisions" in told
    assert "Retractions" not in told
    assert "Quotes" not in told
