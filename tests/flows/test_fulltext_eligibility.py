"""Full texts are held against the criteria: what rules a work out stands in it, has a code, and is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.context.order import read_order
from flows.discovery import discovery
from flows.human.questions import agree_on_plan
from flows.protocols import settle_order
from flows.retrieval import assess_texts
from flows.snowballing import settle_corpus, snowballing
from storage.reading.fulltexts import STORED, Attempt, Retrieval, add_retrieval
from storage.reading.reading import FULL_TEXT
from storage.records.criteria import Criterion
from storage.records.writing import Page
from storage.runs.reviews import count_works
from tasks.reporting.conduct import describe_fulltexts
from tasks.reporting.prisma import draw_prisma
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.faults.world import write_world
from tests.flows.human.reviews import open_review

pytestmark = pytest.mark.slow

PROTOCOL = """\
title = "Street trees"
questions = ["Do street trees cool cities?"]

[[criteria]]
id = "E2"
kind = "exclude"
element = "design"
text = "steel"

[[criteria]]
id = "E3"
kind = "exclude"
element = "setting"
text = "greenhouses"
"""
SAID = "The trees of every plot stood in tubs of steel on a roof above the street."
ELSE = "The trees of every plot stood in the soil of the street beside a row of houses."


def _find_made_up(asked: Asked) -> dict[str, Any]:
    """Return that every criterion rules the work out, by words that no text has."""
    quote = "words that stand nowhere in this text at all"
    return {"criteria": [{"id": name, "finding": "met", "quote": quote} for name in asked.blocks["review"]["criteria"]]}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[ReviewContext]:
    """Yield a review whose search is over, with the full texts of three works of its corpus."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    write_world(tmp_path / "works.jsonl")
    (tmp_path / "protocol.toml").write_text(PROTOCOL, encoding="utf-8")
    scripts = SCRIPTS | getattr(request, "param", {})
    with serve_anthropic(scripts) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        given = {"analyst": "anthropic", "batch": False, "protocol": str(tmp_path / "protocol.toml"), "fulltext": "oa"}
        with open_review(tmp_path, "trees", **given) as opened:
            agreed = agree_on_plan(opened)
            for phase in (discovery, snowballing):
                phase.fn(agreed)
            for place, work_id in enumerate(list_corpus(agreed)[:3]):
                text = f"# Methods\n\n{SAID if place == 0 else ELSE} " + "Air was measured at noon in summer. " * 30
                attempt = Attempt("file", STORED, sha256=f"{place}" * 64, pages=1)
                page = Page(work_id, 1, text, FULL_TEXT)
                add_retrieval(agreed.ledger, Retrieval(work_id, (attempt,), (page,)), "oa", ())
            yield agreed


def list_corpus(bench: ReviewContext) -> list[str]:
    return bench.ledger.select("SELECT work_id FROM corpus ORDER BY work_id")["work_id"].to_list()


def test_a_text_rules_a_work_out_by_its_own_words(bench: ReviewContext) -> None:
    """With the criterion's id and the words; a work without a full text stays; each text is asked about once."""
    before = list_corpus(bench)
    assert assess_texts(bench) == 1
    settle_corpus(bench)
    rows = bench.ledger.select("SELECT work_id, verdict, name, reason FROM fulltext_assessment ORDER BY work_id").rows()
    assert [row[:3] for row in rows] == [(before[0], "exclude", "E2"), *((one, "include", None) for one in before[1:3])]
    assert SAID.rstrip(".") in rows[0][3]
    assert "(page 1)" in rows[0][3]
    assert before[0] not in list_corpus(bench)
    assert set(before[1:]) <= set(list_corpus(bench))
    assert assess_texts(bench) == 0
    assert bench.ledger.select("SELECT count(*) FROM llm_call WHERE step = 'eligibility'").item() == 3
    counts = count_works(bench.ledger)
    assert counts["fulltext_assessed"] == 3
    assert counts["fulltext_excluded"] == counts["fulltext_excluded_by E2 exclude design: steel"] == 1
    assert counts["relevant"] == counts["beyond_tier"] + counts["corpus"] + counts["fulltext_excluded"]
    assert "Full texts assessed: 3; Excluded: 1; - E2 steel: 1" in draw_prisma(counts)
    told = " ".join(str(block) for block in describe_fulltexts(counts))
    assert "3 full texts against the criteria, and 1 were excluded, by criterion: E2 exclude design: steel (1)" in told


def test_a_text_is_held_against_criteria_again_where_they_changed(bench: ReviewContext, tmp_path: Path) -> None:
    """Where one is withdrawn, works that it had ruled out; where one joins, those that stand. Others are not asked."""
    excluded, *stood = list_corpus(bench)[:3]
    assess_texts(bench)
    settle_corpus(bench)
    without = PROTOCOL[: PROTOCOL.index("[[criteria]]")] + PROTOCOL[PROTOCOL.rindex("[[criteria]]") :]
    for version, (text, asked) in enumerate(
        [(without, {excluded}), (without.replace("greenhouses", "houses"), {excluded, *stood})], start=2
    ):
        protocol = tmp_path / f"{version}.toml"
        protocol.write_text(text, encoding="utf-8")
        order = read_order({"topic": bench.plan.topic, "catalogue": "demo", "protocol": protocol, "reason": "It is."})
        plan = replace(bench.plan, questions=order.questions, criteria=order.criteria)
        settle_order(bench.ledger, order, plan, None)
        amended = agree_on_plan(replace(bench, plan=plan))
        assess_texts(amended)
        settle_corpus(amended)
        again = "SELECT work_id FROM decision WHERE phase = 'full text' AND protocol = $version"
        assert set(bench.ledger.select(again, version=version)["work_id"]) == asked
        assert excluded in list_corpus(bench)


@pytest.mark.parametrize("bench", [{"EligibilityFindings": _find_made_up}], indirect=True)
def test_words_that_are_not_in_the_text_rule_nothing_out(bench: ReviewContext) -> None:
    """Such a finding counts as unclear, and the review says that the answer had faults."""
    assert assess_texts(bench) == 0
    features = bench.ledger.select("SELECT features FROM decision WHERE phase = 'full text'")["features"]
    line = str(Criterion("exclude", "design", "steel"))
    assert len(features) == 3
    assert all(f'"{line}":0.5' in one for one in features)
    assert bench.ledger.select("SELECT count(*) FROM problem WHERE kind LIKE 'eligibility%'").item() == 3
