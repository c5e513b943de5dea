"""A finding with several results, from the answer of a language model to the tables that people read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flows.discovery import discovery
from flows.human.questions import agree_on_plan
from flows.organization import organization
from flows.snowballing import snowballing
from flows.summarization import summarization
from storage.reading.page import page_frames
from storage.writing.versions import exhibit_frames
from tasks.reporting.evidence_tables import describe_evidence
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.benchmarks.servers.scripted.reading import summarise_paper
from tests.faults.world import write_world
from tests.flows.human.reviews import open_review


def _summarise(asked: Asked) -> dict[str, Any]:
    """Return the script's summary, in which each finding has a result for heat and one for trees."""
    answer = summarise_paper(asked)
    told = {"exposure_or_intervention": "street trees", "comparator": "", "direction": "-", "estimate": None}
    further = told | {"outcome": "trees", "exposure_or_intervention": "same", "direction": "0"}
    for statement in answer["statements"]:
        statement["results"] = [told | {"outcome": "heat"}, further]
    return answer


def test_every_result_of_a_finding_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the view, in the page's frames and in the appendix; of a method or a limitation there is none."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    write_world(tmp_path / "works.jsonl")
    with serve_anthropic({**SCRIPTS, "PaperSummary": _summarise}) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        with open_review(tmp_path, "trees", analyst="anthropic", batch=False) as bench:
            agreed = agree_on_plan(bench)
            for phase in (discovery, snowballing, summarization, organization):
                phase.fn(agreed)
            ledger = agreed.ledger
            findings = ledger.select("SELECT count(*) FROM current_finding WHERE kind = 'finding'").item()
            told = ledger.select(
                "SELECT result, outcome, exposure_or_intervention, direction FROM evidence "
                "WHERE outcome IS NOT NULL AND finding_id IN (SELECT finding_id FROM evidence WHERE result = 2)"
            )
            heat, trees = (1, "heat", "street trees", "-"), (2, "trees", "street trees", "0")
            assert set(told.rows()) == {heat, trees}
            assert told.rows().count(heat) > 1
            rows = ledger.select("SELECT finding_id, result FROM evidence")
            assert rows.is_unique().all()
            assert rows["finding_id"].n_unique() == findings
            assert page_frames(ledger)["evidence"].select("finding_id", "result").rows() == sorted(rows.rows())
            table = "\n".join(one.draw() for one in describe_evidence(exhibit_frames(ledger)["evidence"]).values())
            assert table.count("| heat | less |") > 1
            assert table.count("|  | street trees | trees | no difference |") > 1
