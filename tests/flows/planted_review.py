"""A small written review of real works, in whose sections citations can be planted that do not hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from flows.context.context import ReviewContext
from flows.language_models.budget import Budget
from flows.language_models.gateway import Gateway
from flows.language_models.single_requests import Singles
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from storage.core.ledger import Ledger
from storage.reading.reading import add_reading
from storage.records.screening import Decision
from storage.records.writing import Claim, Finding, ReadWork
from storage.runs.reviews import add_citekeys, read_tier, settle_plan
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.llm.analyst import AnthropicAnalyst
from tasks.analysts.passages import Line, cite, compose
from tasks.language_models.anthropic.messages import LanguageService
from tasks.language_models.table import choose_models
from tests.benchmarks.servers.messages_server import LoopbackAnthropic
from tests.new_ledger import open_new_ledger
from tests.tasks.analysts.anthropic.real_works import abstract_page
from tests.tasks.analysts.anthropic.writing_material import PLAN, read_sample

NAMES = ("introduction", "theme:one", "theme:two", "discussion", "conclusions")
BOGUS = "ghost2019nothing"


@dataclass(frozen=True)
class Told:
    """A finding told as a sentence, and the work it is of."""

    work: ReadWork
    finding: Finding
    line: Line


def fill_ledger(folder: Path) -> None:
    """Write a ledger of sixteen works that were read."""
    works = read_works()
    with open_new_ledger(folder) as ledger:
        settle_plan(ledger, PLAN)
        with ledger.transaction():
            add_works(ledger, [read.work for read in works], 0)
            add_discoveries(
                ledger, [(read.work.work_id, "keyword", 0, None, None, place) for place, read in enumerate(works, 1)]
            )
            add_decisions(
                ledger,
                [
                    Decision(
                        read.work.work_id, "screening", 0, "include", method="llm", reason="fits", batch=0, score=0.8
                    )
                    for read in works
                ],
            )
        add_citekeys(ledger, {read.work.work_id: read.citekey for read in works})
        for read in works:
            add_reading(ledger, read.summary, abstract_page(read.work), "extractive")


@cache
def read_works() -> tuple[ReadWork, ...]:
    """Return sixteen real works as they were read."""
    return tuple(read_sample(16))


@cache
def tell_findings() -> tuple[Told, ...]:
    """Return a sentence of each work that has findings of some length, with its citation."""
    told: list[Told] = []
    for read in read_works():
        findings = [finding for finding in read.summary.findings if len(finding.quote.text.split()) > 8]
        told += [
            Told(read, finding, cite(finding.quote.text.rstrip("."), [(read, finding)])) for finding in findings[:1]
        ]
    return tuple(told)


def write_sections(ledger: Ledger, planted: dict[str, Line]) -> dict[str, str]:
    """Write five sections of two sentences under a heading each, with the lines planted; return their texts."""
    told = tell_findings()
    texts = {}
    for place, name in enumerate(NAMES):
        lines = [one.line for one in told[2 * place : 2 * place + 2]]
        if name in planted:
            lines.insert(1, planted[name])
        draft = compose([("What is known", [lines])])
        add_section(ledger, name, place, name.title(), draft)
        texts[name] = draft.markdown
    return texts


def plant() -> dict[str, Line]:
    """Return lines for the first, third and last section, each citing a work that does not exist.

    A finding under its key, a claim that no work makes, and a finding that cites it beside the right work.
    """
    told = tell_findings()[10:]
    stolen = told[0].line.text.replace(f"@{told[0].work.citekey}", f"@{BOGUS}")
    invented = f"Volcanic ash on distant moons turned purple in nine of ten winters [@{BOGUS}]."
    padded = told[1].line.text.replace("].", f"; @{BOGUS}, p. 3].")
    return {
        "introduction": Line(stolen, (Claim(stolen, BOGUS, told[0].finding.finding_id),)),
        "theme:two": Line(invented, (Claim(invented, BOGUS, None),)),
        "conclusions": Line(
            padded,
            (Claim(padded, told[1].work.citekey, told[1].finding.finding_id), Claim(padded, BOGUS, None)),
        ),
    }


def set_bench(ledger: Ledger, server: LoopbackAnthropic | None = None, analyst: Any = None) -> ReviewContext:
    """Return a workbench with the extractive analyst or, with a server, the one that asks it."""
    unused: Any = None
    driver, progress = Driver(), Progress(quiet=True)
    gateway = None
    if server:
        budget = Budget(ledger, None)
        singles = Singles(ledger, driver, budget, LanguageService(server.url, SecretStr("key")))
        gateway = Gateway(ledger, progress, budget, choose_models({}), singles)
    return ReviewContext(
        plan=PLAN,
        tier=read_tier(ledger, "quick"),
        ledger=ledger,
        catalogue=unused,
        analyst=analyst or (AnthropicAnalyst() if server else ExtractiveAnalyst()),
        embed=unused,
        embedding_model="",
        catalogue_location="",
        structural_rule="",
        driver=driver,
        progress=progress,
        gateway=gateway,
    )
