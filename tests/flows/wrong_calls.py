"""Command lines that cannot be right, and what comes of typing them; ``make refusals`` prints how long that takes.

Called as ``python -m tests.flows.wrong_calls [TIMES]``. Each is typed in a process of its own, in a folder with a
catalogue, a finished review and files that are neither, on a machine without a Prefect server or a key.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.records.screening import Decision
from storage.records.search import Plan, Work
from storage.records.writing import Draft
from storage.runs.reviews import finish_run, settle_plan, start_run
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section
from tests.faults.world import TOPIC, write_world
from tests.new_ledger import open_new_ledger

REPOSITORY = Path(__file__).resolve().parents[2]
_RUN = ("run", TOPIC, "--catalogue", "works.jsonl")
_WEEKLY = ("--cron", "0 6 * * 1")

# What is typed, the settings it is typed under, and words of the sentence that answers.
CALLS: list[tuple[tuple[str, ...], dict[str, str], str]] = [
    (("run", TOPIC), {}, "no catalogue is named"),
    (("run", TOPIC, "--catalogue", "/nowhere"), {}, "no catalogue at /nowhere"),
    (("run", TOPIC, "--catalogue", "notes.txt"), {}, "notes.txt"),
    (("run", TOPIC, "--catalogue", "empty"), {}, "empty"),
    (("run", " ", "--catalogue", "works.jsonl"), {}, "the topic is empty"),
    ((*_RUN, "--quality", "superb"), {}, "'superb' is not a quality tier"),
    ((*_RUN, "--analyst", "oracle"), {}, "'oracle'"),
    ((*_RUN, "--analyst", "anthropic", "--budget", "5"), {}, "ANTHROPIC_API_KEY"),
    ((*_RUN, "--analyst", "anthropic", "--no-server"), {"ANTHROPIC_API_KEY": "k"}, "give --budget, or --yes"),
    ((*_RUN, "--from-year", "2030", "--to-year", "2020"), {}, "2030"),
    ((*_RUN, "--from-year", "later"), {}, "'--from-year'"),
    ((*_RUN, "--seed", "a book"), {}, "'a book'"),
    ((*_RUN, "--criterion", "no case reports"), {}, "'no case reports' is not a criterion"),
    ((*_RUN, "--extract", "Funding"), {}, "'Funding' is not a field to extract"),
    ((*_RUN, "--extract", "Follow-up: How long?"), {}, "'Follow-up' is a field that is extracted anyway"),
    ((*_RUN, "--extract", "Aim: Why?", "--extract", "AIM: What for?"), {}, "two fields to extract are named 'AIM'"),
    ((*_RUN, "--ask", "everything"), {}, "everything"),
    ((*_RUN, "--ask", "plan", "--on-timeout", "perhaps"), {}, "perhaps"),
    ((*_RUN, "--ask", "plan", "--ask-timeout", "-1"), {}, "-1"),
    ((*_RUN, "--supervision", "grammar"), {}, "grammar"),
    ((*_RUN, "--fulltext", "perhaps"), {}, "perhaps"),
    ((*_RUN, "--fulltext", "all", "--pdfs", "/nowhere"), {}, "/nowhere"),
    ((*_RUN, "--budget", "-5"), {}, "budget"),
    ((*_RUN, "--name", "a/b"), {}, "'a/b'"),
    ((*_RUN, "--reviews", "notes.txt"), {}, "notes.txt"),
    ((*_RUN, "--name", "kept"), {}, "kept"),
    (_RUN, {"LITREVIEW_BUDGET_USD": "cheap"}, "LITREVIEW_BUDGET_USD"),
    (_RUN, {"LITREVIEW_TASK_RUNNER": "gpu"}, "LITREVIEW_TASK_RUNNER"),
    (_RUN, {"LITREVIEW_REPLAY": "/nowhere"}, "/nowhere"),
    (_RUN, {"LITREVIEW_RETRACTION_WATCH": "/nowhere.csv"}, "/nowhere.csv"),
    (_RUN, {}, "no Prefect server answers at http://127.0.0.1:9/api"),
    (("resume", "nobody"), {}, "nobody"),
    (("update", "nobody"), {}, "nobody"),
    (("screen", "nobody"), {}, "nobody"),
    (("status", "nobody"), {}, "nobody"),
    (("sql", "nobody", "SELECT 1"), {}, "nobody"),
    (("sql", "kept", "SELEC 1"), {}, "SELEC"),
    (("why", "nobody", "W1"), {}, "nobody"),
    (("why", "kept", "W999"), {}, "W999"),
    (("verify", "nobody"), {}, "nobody"),
    (("verify", "review.md", "nowhere.bib", "empty"), {}, "nowhere.bib"),
    (("check-bib", "nowhere.bib", "empty"), {}, "nowhere.bib"),
    (("check-bib", "references.bib", "/nowhere"), {}, "/nowhere"),
    (("export", "nobody", "--to", "md"), {}, "nobody"),
    (("export", "kept"), {}, "no format to export to is named"),
    (("export", "kept", "--to", "odt"), {}, "odt"),
    (("export", "kept", "--to", "md", "--version", "99"), {}, "99"),
    (("export", "kept", "--to", "docx", "--csl", "nowhere.csl"), {}, "nowhere.csl"),
    (("estimate", TOPIC, "--quality", "superb"), {}, "'superb' is not a quality tier"),
    (("serve", "nowhere.yaml"), {}, "nowhere.yaml"),
    (("serve", "notes.txt"), {}, "notes.txt"),
    (("prune", "nobody", "--days", "9"), {}, "nobody"),
    (("prune", "kept", "--days", "-1"), {}, "'--days'"),
    (("prune", "kept", "--dayz", "9"), {}, "--dayz"),
    (("runn", TOPIC), {}, "runn"),
    (("bench", "recall", "--world", "/nowhere"), {}, "/nowhere"),
    (("schedule", TOPIC, "--catalogue", "works.jsonl"), {}, "no time is given"),
    (("schedule", *_WEEKLY), {}, "cannot name a review's folder"),
    (("schedule", TOPIC, *_WEEKLY), {}, "no catalogue is named"),
    (("schedule", TOPIC, "--catalogue", "works.jsonl", "--cron", "61 6 * * 1"), {}, "'61' in"),
    (("schedule", TOPIC, "--catalogue", "works.jsonl", *_WEEKLY, "--timezone", "Berlin"), {}, "'Berlin'"),
    (("schedule", TOPIC, "--catalogue", "works.jsonl", *_WEEKLY), {}, "there is no Prefect server"),
]


@dataclass(frozen=True)
class Refusal:
    """What came of a call: exit status, what was printed, what files are there that were not, seconds."""

    status: int
    said: str
    left: list[str]
    seconds: float
    processor: float


def lay_out(folder: Path) -> None:
    """Make the folder that the calls are typed in."""
    write_world(folder / "works.jsonl")
    (folder / "notes.txt").write_text("Bees like flowers.\n", "utf-8")
    (folder / "references.bib").write_text("@article{bee, title = {Bees}}\n", "utf-8")
    (folder / "review.md").write_text("# Bees\n", "utf-8")
    (folder / "empty").mkdir()
    with open_new_ledger(folder / "reviews" / "kept") as ledger:
        settle_plan(ledger, Plan(topic="bees", quality="quick", as_of=2020, catalogue="test"))
        run = start_run(ledger, "1", {}, None)
        with ledger.transaction():
            add_works(ledger, [Work("W1", "A title", year=2000, type="article", family_id="f")], 0)
            add_discoveries(ledger, [("W1", "keyword", 0, None, None, 1)])
            add_decisions(ledger, [Decision("W1", "screening", 0, "include", "llm", "Fits.")])
        add_section(ledger, "abstract", 0, "Abstract", Draft("In short."))
        finish_run(ledger, run, "finished", 0)
        ledger.publish()


def type_call(folder: Path, typed: tuple[str, ...], settings: dict[str, str]) -> Refusal:
    """Type a command line in a folder, where neither a Prefect server nor a key is known."""
    ours = ("LITREVIEW_", "ANTHROPIC_", "PREFECT_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)} | {
        "PYTHONPATH": str(REPOSITORY),
        "PREFECT_API_URL": "http://127.0.0.1:9/api",
        "PREFECT_HOME": str(folder / "prefect"),
        "LITREVIEW_CACHE": str(folder / "cache"),
        **settings,
    }
    before, began, used = set(folder.rglob("*")), time.monotonic(), os.times()
    done = subprocess.run(
        [sys.executable, "-m", "flows.cli.main", *typed],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    seconds, after = time.monotonic() - began, os.times()
    processor = after.children_user + after.children_system - used.children_user - used.children_system
    left = sorted(str(path.relative_to(folder)) for path in set(folder.rglob("*")) - before)
    return Refusal(done.returncode, (done.stdout + done.stderr).strip(), left, seconds, processor)


def main(times: int) -> int:
    """Type all calls, print what each said and how long it took; return 1 where one was not refused as it should be."""
    taken: list[Refusal] = []
    wrong = 0
    with TemporaryDirectory(prefix="litreview-calls-") as temporary:
        folder = Path(temporary)
        lay_out(folder)
        for typed, settings, words in CALLS * times:
            refusal = type_call(folder, typed, settings)
            is_right = refusal.status == 2 and "\n" not in refusal.said and words in refusal.said and not refusal.left
            wrong += not is_right
            taken.append(refusal)
            line = " ".join([*(f"{name}={value}" for name, value in settings.items()), *typed])
            print(f"{refusal.seconds:5.2f} s  {refusal.processor:5.2f} s  {line}\n    {refusal.said}")
            if not is_right:
                print(f"    WRONG: exit status {refusal.status}, left behind: {', '.join(refusal.left) or 'nothing'}")
    for name in ("seconds", "processor"):
        values = [getattr(refusal, name) for refusal in taken]
        print(f"{name}: median {statistics.median(values):.2f}, most {max(values):.2f}, of {len(values)} calls")
    print(f"{wrong} not refused as they should be")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
