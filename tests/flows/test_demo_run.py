"""`litreview demo` as a newcomer runs it: one command, its own Prefect server, a cited review."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from flows.context.handle import Review
from storage.core.ledger import open_published
from tests.flows.prose import read_sections
from tests.flows.worked_queries import read_queries, read_worked_queries

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class DemoRun:
    """The finished process, its folder, and the environment it ran in."""

    process: subprocess.CompletedProcess[str]
    folder: Path
    environment: dict[str, str]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> DemoRun:
    """Run ``litreview demo`` with a Prefect home of its own and no server configured."""
    home = tmp_path_factory.mktemp("demo")
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PREFECT_API_URL"},
        "PREFECT_HOME": str(home / "prefect"),
        "LITREVIEW_CACHE": str(home / "cache"),
        "LITREVIEW_REVIEWS": str(home / "reviews"),
        "PYTHONPATH": str(REPOSITORY),
    }
    process = subprocess.run(
        [sys.executable, "-m", "flows.cli.main", "demo"],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    return DemoRun(process, home / "reviews" / "demo", environment)


@pytest.fixture(scope="module")
def api(demo: DemoRun) -> Iterator[httpx.Client]:
    """Start a new Prefect server on the demo's Prefect home: what it holds is what the run left behind."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)],
        env=demo.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=30) as client:
        for _ in range(240):
            try:
                if client.get("/health").status_code == 200:
                    break
            except httpx.TransportError:
                time.sleep(0.5)
        yield client
    server.terminate()
    server.wait(30)


def test_the_demo_prints_the_path_of_a_cited_review(demo: DemoRun) -> None:
    """Exit 0, the page and the text on standard output, at least 40 cited works, five themes, 3,000 to 5,000 words."""
    assert demo.process.returncode == 0, demo.process.stderr
    assert demo.process.stdout.splitlines() == [str(demo.folder / name) for name in ("report.html", "review.md")]
    finished = Review(demo.folder / "review.md")
    assert finished.references().height >= 40
    assert finished.themes().height >= 5
    body = read_sections(finished.text)
    words = len(re.sub(r"\[@[^\]]*\]", "", body).split())
    assert 3000 <= words <= 5000


def test_the_last_words_are_those_of_the_run(demo: DemoRun) -> None:
    """Each step is told once, and no library adds a line or a report of its own: the end is the last that is said."""
    assert "prefect." not in demo.process.stderr
    *lines, finished, server = demo.process.stderr.splitlines()
    assert " finished " in finished
    assert "to see its pages again: prefect server start" in server
    told = [line.split("] ", 1)[1] for line in lines if not line.endswith("\u2026")]
    assert len(told) == len(set(told)), told
    assert "INFO" not in demo.process.stderr


def test_the_demo_counts_and_names_its_pages(demo: DemoRun) -> None:
    """Every phase says its place, screening how many works were judged, and the run where its pages are."""
    told = demo.process.stderr
    assert len(re.findall(r"phase \d of 9$", told, re.MULTILINE)) == 9
    assert re.search(r"screening +stage 0: \d+ works judged, \d+ included", told)
    assert re.search(r"run +its pages: http://127\.0\.0\.1:\d+/runs/flow-run/", told)


def test_every_citation_resolves_and_the_bibliography_holds_nothing_else(demo: DemoRun) -> None:
    """Each citekey of the text is in `work` and in references.bib, which holds no work outside the corpus."""
    finished = Review(demo.folder / "review.md")
    body = finished.text.split("## References")[0]
    cited = {key for group in re.findall(r"(?<!\\)\[(@[^\]]+)\]", body) for key in re.findall(r"@(\w+)", group)}
    bibliography = set(
        re.findall(r"^@\w+\{([^,]+),", (demo.folder / "references.bib").read_text("utf-8"), re.MULTILINE)
    )
    csl = {item["id"] for item in json.loads((demo.folder / "references.csl.json").read_text("utf-8"))}
    assert cited == bibliography == csl
    assert bibliography <= set(finished.citekeys)


def test_the_numbers_of_page_text_appendix_and_sql_agree(demo: DemoRun) -> None:
    """Works found, screened, included, and screened and relevant per stage are the same wherever they are told."""
    page, review, appendix, picture = (
        (demo.folder / name).read_text("utf-8") for name in ("report.html", "review.md", "appendix.md", "prisma.svg")
    )
    shown = {name: int(n.replace(",", "")) for name, n in re.findall(r'data-number="([\w-]+)">([\d,]+)<', page)}
    with open_published(demo.folder) as connection:
        counts = dict(connection.sql("SELECT item, n FROM prisma").fetchall())
        stages = connection.sql("SELECT stage, candidates, relevant FROM saturation ORDER BY stage").fetchall()
        findings = connection.sql("SELECT count(*) FROM current_finding").fetchall()
    assert {name: shown[name] for name in ("identified", "screened", "relevant", "corpus")} == {
        name: counts[name] for name in ("identified", "screened", "relevant", "corpus")
    }
    assert findings == [(shown["findings"],)]
    assert shown["findings"] == len(re.findall(r'<tr id="finding-', page))
    assert [(stage, shown[f"screened-{stage}"], shown[f"relevant-{stage}"]) for stage, _, _ in stages] == stages
    told = re.search(
        r"The searches identified (\d+) works, of which (\d+) were screened.*? and (\d+) works published", review
    )
    assert told
    assert [int(n) for n in told.groups()] == [counts[name] for name in ("identified", "screened", "corpus")]
    rows = re.findall(r"^\| (\d+) \| \d+ \| (\d+) \| (\d+) \| [\d.]+ \|$", appendix, re.MULTILINE)
    assert [tuple(map(int, row)) for row in rows] == stages
    for label, name in (
        ("Works screened", "screened"),
        ("Works found relevant", "relevant"),
        ("Works in the review", "corpus"),
    ):
        assert re.search(rf">{label}</text>\s*<text[^>]*>n = {counts[name]:,}<", picture)
        assert re.search(rf">{label}</text>\s*<text[^>]*>n = {counts[name]:,}<", page)


def test_the_demo_has_figures_and_tables(demo: DemoRun) -> None:
    """At least five figures and three tables, numbered and referred to, in the text and on the page."""
    review, page = ((demo.folder / name).read_text("utf-8") for name in ("review.md", "report.html"))
    shown = re.findall(r"\*\*((Figure|Table) A?\d+)\.\*\* .*\{#[\w-]+\}$", review, re.MULTILINE)
    kinds = [kind for _, kind in shown]
    assert kinds.count("Figure") >= 5
    assert kinds.count("Table") >= 3
    for label, _ in shown:
        assert f"[{label}](#" in review
        assert page.count(f"<strong>{label}.</strong>") == 1
    body = review.split("\n## References")[0]
    assert {"Figure 1", "Figure 2", "Figure 3", "Table 1", "Table 2"} <= {
        label for label, _ in shown if f"**{label}.**" in body
    }


def test_the_demo_says_that_its_words_are_project_notes(demo: DemoRun) -> None:
    """The review and every quote say that they rest on notes of this project, not on the authors' words."""
    assert "project note, not the authors' words" in Review(demo.folder / "review.md").text
    with open_published(demo.folder) as connection:
        assert connection.execute("SELECT DISTINCT source FROM quote").fetchall() == [("project note",)]


def test_nothing_is_unsupported_and_the_counts_reconcile(demo: DemoRun) -> None:
    """No claim without words of the work it cites; the PRISMA counts add up."""
    with open_published(demo.folder) as connection:
        assert connection.execute("SELECT * FROM unsupported_claim").fetchall() == []
        assert connection.execute("SELECT * FROM provenance_violation").fetchall() == []
        n = dict(connection.execute("SELECT item, n FROM prisma").fetchall())
    assert n["identified"] == n["duplicates"] + n["rule_excluded"] + n["not_reached"] + n["screened"]
    assert n["screened"] == n["excluded"] + n["unsure"] + n["relevant"]
    assert n["relevant"] == n["beyond_tier"] + n["corpus"]


def test_the_server_holds_every_task_run_the_ledger_counted(demo: DemoRun, api: httpx.Client) -> None:
    """After the run's own server is gone, its database holds as many task runs as the ledger's `run` says."""
    with open_published(demo.folder) as connection:
        flow_run_id, task_runs, status = connection.execute(
            "SELECT flow_run_id, task_runs, status FROM run"
        ).fetchall()[0]
        assert connection.execute("SELECT count(*) FROM problem WHERE phase = 'run'").fetchone() == (0,)
    assert status == "finished"
    subflows = api.post("/flow_runs/count", json={"flow_runs": {"parent_task_run_id": {"is_null_": False}}}).json()
    held = api.post("/task_runs/count", json={}).json()
    assert task_runs > 150
    assert held - subflows == task_runs
    states = api.post("/task_runs/filter", json={"limit": 200}).json()
    assert {state["state_type"] for state in states} == {"COMPLETED"}
    assert api.get(f"/flow_runs/{flow_run_id}").json()["state_type"] == "COMPLETED"


def test_the_artifacts_can_be_fetched(api: httpx.Client, demo: DemoRun) -> None:
    """One progress table in words, the PRISMA diagram and the review as it is read are artifacts in the UI."""
    artifacts: list[dict[str, Any]] = api.post("/artifacts/latest/filter", json={"limit": 100}).json()
    keys = {artifact["key"] for artifact in artifacts}
    assert keys >= {"prisma", "review", "progress", "coverage", "files"}
    (table,) = [artifact["data"] for artifact in artifacts if artifact["key"] == "progress"]
    assert '"Works in the review"' in table
    assert "identified_" not in table
    assert "progress-reporting" not in keys
    assert "data:image/svg+xml" in next(artifact["data"] for artifact in artifacts if artifact["key"] == "prisma")
    text = next(artifact["data"] for artifact in artifacts if artifact["key"] == "review")
    assert "## Methodology" in text
    figures = (demo.folder / "review.md").read_text("utf-8").count("{#figure-")
    assert text.count("data:image/svg+xml") == figures >= 5
    assert "[@" not in text
    assert re.search(r"\([A-Z][^()]* 20\d\d\)", text)


def test_running_again_does_nothing_twice(demo: DemoRun) -> None:
    """The same command on a finished review reads, judges and writes nothing again and ends in the same text."""
    before = (demo.folder / "review.md").read_bytes()
    again = subprocess.run(
        [sys.executable, "-m", "flows.cli.main", "demo", "--no-server"],
        cwd=demo.folder.parent.parent,
        env=demo.environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert "0 works read" in again.stderr
    assert (demo.folder / "review.md").read_bytes() == before
    with open_published(demo.folder) as connection:
        assert connection.execute("SELECT max(version) FROM section").fetchone() == (1,)


def test_the_six_worked_queries_answer(demo: DemoRun) -> None:
    """Each of the six queries of the page on the ledger runs on a review's corpus; all return rows but that for edits.

    Supervision leaves the demo's text as it is; where it edits one, `test_mending` asks.
    """
    *queries, edits = read_worked_queries()
    assert len(queries) == 5
    with open_published(demo.folder) as connection:
        for query in queries:
            assert connection.execute(query).fetchall(), query
        assert connection.execute(edits).fetchall() == connection.execute("FROM edit").fetchall() == []


def test_every_query_of_the_pages_runs(demo: DemoRun) -> None:
    """What is copied from a page into the ledger of any review is understood there."""
    queries = [query for page in sorted((REPOSITORY / "docs").glob("*.md")) for query in read_queries(page)]
    assert len(queries) > 10
    with open_published(demo.folder) as connection:
        for query in queries:
            connection.execute(query)
