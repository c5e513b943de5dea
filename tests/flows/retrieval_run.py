"""The retrieval phase over given works, in a process of its own that can be killed and looked at.

Called as ``python -m tests.flows.retrieval_run HOME``, with a pickled list of works in ``HOME/works``; prints the most
memory the process took, in bytes.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path

from flows.context.order import read_order
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.retrieval import retrieval
from storage.core.ledger import Ledger
from storage.records.screening import Decision
from storage.records.search import Work
from storage.screening.screening import add_decisions, select_corpus
from storage.searching.works import add_discoveries, add_works
from tasks.environment.settings import read_settings
from tasks.retrieval.targets import Limits
from tasks.retrieval.tasks import open_sources

# Attacks by waiting end sooner than they would in earnest.
_LIMITS = Limits(pause=0.0, seconds=4.0, silence=0.5, grace=0.3)


def retrieve(home: Path) -> None:
    """Store the works as relevant, unless they are stored, and retrieve what is due."""
    works: list[Work] = pickle.loads((home / "works").read_bytes())  # noqa: S301 - the test wrote it
    settings = read_settings()
    given = {"quality": "high_quality", "catalogue": "demo", "analyst": "instant", "name": "bees", "fulltext": "oa"}
    order = read_order({"topic": "bees", **given, "reviews": home / "reviews", "pdfs": home / "pdfs"})
    with open_context(order, settings, Progress()) as bench:
        _store(bench.ledger, works, bench.tier.works)
        sources = open_sources(bench.ledger.folder / "fulltext", settings, "oa", home / "pdfs", _LIMITS)
        retrieval.fn(replace(bench, sources=sources))


def _store(ledger: Ledger, works: list[Work], room: int) -> None:
    if ledger.select("SELECT count(*) FROM corpus").item():
        return
    with ledger.transaction():
        add_works(ledger, works, 0)
        add_discoveries(ledger, [(work.work_id, "keyword", 0, None, None, place) for place, work in enumerate(works)])
        add_decisions(
            ledger, [Decision(work.work_id, "screening", 0, "include", "llm", "As judged.", 0.9, 0) for work in works]
        )
    select_corpus(ledger, room)


def _read_peak() -> int:
    """Return the most memory this program held; getrusage would count that of the process which started it."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    retrieve(Path(sys.argv[1]))
    print(_read_peak())  # noqa: T201 - its answer
