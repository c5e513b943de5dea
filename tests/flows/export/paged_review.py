"""A written review of which a page is made: hostile records, or many ordinary ones; nothing was searched or asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path

import polars as pl

from storage.core.ledger import Ledger
from storage.reading.comparisons import add_comparisons
from storage.reading.reading import add_reading
from storage.records.evidence import Comparison
from storage.records.screening import Decision
from storage.records.search import Author, Plan, Response, Work
from storage.records.writing import Claim, Draft, Finding, Groupings, Page, Quote, Summary, Theme
from storage.references.retractions import Retraction, add_retractions
from storage.runs.reviews import add_citekeys, finish_run, settle_plan, start_run
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section
from storage.writing.themes import add_themes
from tasks.text.cleaning import escape_markdown
from tests.new_ledger import open_new_ledger

HOSTILE = (
    "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">",
    "</script></style></title><script src=https://evil.example/x.js></script>",
    "{{ 7 * 7 }} {% raw %} [x](javascript:alert(2)) ![p](https://evil.example/p.png)",
    "\u202egnidaer neht \u2066and\u2069 back\u202c, and never closed \u202e",
    "W" * 5_000,
    "Z" + "\u0301\u0322\u0336" * 400 + "algo",
    "دراسة عن الإجهاد المزمن في الشعر",
    "\"'><svg onload=document.title='taken'> & <style>*{display:none}</style>",
)
TOPIC = "Stress </title><script>document.title='taken'</script>"


def make_paged_review(folder: Path, titles: Sequence[str], topic: str = TOPIC, *, findings: int = 2) -> None:
    """Make a published review of works with these titles, each with so many findings, which it cites one by one.

    The titles stand wherever texts of others do: abstracts, findings, quotes, reasons, queries, labels of themes.
    """
    with open_new_ledger(folder) as ledger:
        settle_plan(ledger, Plan(topic=topic, quality="quick", as_of=2020, catalogue="test"))
        run = start_run(ledger, "1", {"embedding_model": "none"}, None)
        works = [_make_work(number, title) for number, title in enumerate(titles)]
        keys = {work.work_id: f"lee{number}x" for number, work in enumerate(works)}
        _search(ledger, works)
        add_citekeys(ledger, keys)
        claims = [claim for work in works for claim in _read(ledger, work, keys[work.work_id], findings)]
        _extract(ledger, works)
        first = Retraction(works[0].work_id, "retraction", "test", "10.1/notice", date(2019, 5, 1))
        add_retractions(ledger, [first], (), ())
        _compare(ledger, works)
        none = pl.DataFrame()
        half = len(works) // 2
        ids = tuple(work.work_id for work in works)
        themes = [_make_theme("t1", titles[0][:200], ids[: half + 1]), _make_theme("t2", "Measures", ids[half:])]
        add_themes(ledger, themes, [], Groupings(none, none, none))
        add_section(ledger, "abstract", 0, "Abstract", Draft("In short."))
        add_section(ledger, "methodology", 2, "Methodology", Draft("### Search strategy\n\nAs it is told below."))
        add_section(ledger, "discussion", 90, "Discussion", Draft("### Synthesis across themes\n\nThat is all."))
        text = "\n\n".join(claim.sentence for claim in claims)
        add_section(ledger, "introduction", 1, titles[0][:200], Draft(f"### Begun\n\n{text}", tuple(claims)))
        finish_run(ledger, run, "finished", 0)
        ledger.publish()


def _make_work(number: int, title: str) -> Work:
    work_id = f"W{number}"
    return Work(
        work_id,
        title,
        doi=f"10.1/x{number}" if number % 3 else None,
        abstract=f"Abstract of {number}: {title}",
        abstract_source="openalex",
        year=2000 + number % 20,
        type="article",
        venue=title[:300],
        authors=(Author(f"Ann Lee{number}"), Author(title[:100])),
        is_oa=number % 2 == 0,
        oa_url="javascript:alert(1)" if number == 2 else f"https://open.example/{number}.pdf",
        family_id=work_id,
        response=Response("test", f"test:{work_id}", json.dumps({"id": work_id})),
    )


def _search(ledger: Ledger, works: Sequence[Work]) -> None:
    query = {
        "query_id": "q", "strategy": "keyword", "framing": "topic", "text": works[-1].title, "filters": '{"limit": 25}',
        "catalogue": "test", "url": "test:q", "hits": 1234, "retrieved": 25, "retrieved_at": datetime(2020, 1, 2),  # noqa: DTZ001 - as stored
    }  # fmt: skip
    stage = {
        "stage": 0, "seeds": 0, "candidates": len(works), "relevant": len(works), "coverage_delta": 1.0, "api_calls": 0,
        "api_usd": 0.0,
    }  # fmt: skip
    with ledger.transaction():
        add_works(ledger, works, 0)
        ledger.append("search_query", [query])
        ledger.append("diffusion_stage", [stage])
        add_discoveries(ledger, [(work.work_id, "keyword", 0, None, "q", 1) for work in works])
        add_discoveries(ledger, [(works[-1].work_id, "backward", 0, works[0].work_id, None, None)])
        reasons = [Decision(work.work_id, "screening", 0, "include", "llm", work.title, 0.87) for work in works]
        add_decisions(ledger, reasons)
        cited = [
            {"citing_id": new.work_id, "cited_id": old.work_id, "source": "test", "stage": 0}
            for old, new in pairwise(works)
        ]
        ledger.append("citation", cited)


def _read(ledger: Ledger, work: Work, key: str, findings: int) -> list[Claim]:
    """Store a reading of a work and return a sentence for each finding, which cites the work."""
    page = Page(work.work_id, 0, work.abstract or "", "openalex")
    found = [
        Finding(
            work.work_id,
            f"Finding {number} of {work.title}",
            Quote(
                work.work_id,
                0,
                number,
                len(page.text) - number,
                page.text[number : len(page.text) - number],
                page.source,
            ),
            "finding" if number % 2 else "limitation",
        )
        for number in range(findings)
    ]
    short = f"About {work.title}"
    add_reading(ledger, Summary(work.work_id, "", "", "", (), short, tuple(found), "abstract"), [page], "test")
    return [
        Claim(f"Sentence {number} of {escape_markdown(work.title[:200])} [@{key}].", key, finding.finding_id)
        for number, finding in enumerate(found)
    ]


def _extract(ledger: Ledger, works: Sequence[Work]) -> None:
    """Store a design, a size and two results of the second work."""
    work_id = works[1].work_id
    finding_id, quote_id = ledger.select(
        "SELECT finding_id, quote_id FROM current_finding WHERE work_id = $work_id AND kind = 'finding'",
        work_id=work_id,
    ).row(0)
    data = (
        (0, "design", works[1].title), (0, "n", "48"), (1, "outcome", "self-harm"), (1, "direction", "-"),
        (1, "measure", "SMD"), (1, "effect", "0.45"), (1, "ci_low", "0.2"), (1, "ci_high", "0.7"),
        (1, "comparator", "usual care"), (2, "outcome", works[1].title), (2, "direction", "-"), (2, "effect", "0.7"),
        (2, "comparator", "no care"),
    )  # fmt: skip
    rows = [
        {
            "work_id": work_id, "pages": 0, "finding_id": finding_id if result else "", "result": result,
            "field": field, "position": place, "value": value, "quote_id": quote_id, "source": "test",
            "question": "",
        }
        for place, (result, field, value) in enumerate(data)
    ]  # fmt: skip
    with ledger.transaction():
        ledger.append("extraction", rows)


def _compare(ledger: Ledger, works: Sequence[Work]) -> None:
    """Store a result of each work but the second, with all that is extracted of a study, in one of two comparisons."""
    chosen = [work for place, work in enumerate(works) if place != 1]
    stated = ledger.select(
        "SELECT work_id, finding_id, quote_id FROM current_finding WHERE kind = 'finding' ORDER BY finding_id DESC"
    )
    found = dict(stated.select("work_id", "finding_id").iter_rows())
    quotes = dict(stated.select("work_id", "quote_id").iter_rows())
    rows, compared = [], []
    for place, work in enumerate(chosen):
        data = (
            (0, "design", "cohort study" if place % 2 else work.title), (0, "n", str(100 + place)),
            (0, "population", work.title), (0, "setting", f"Ward {place}"), (0, "follow_up", "a year"),
            (1, "exposure_or_intervention", work.title), (1, "outcome", work.title),
            (1, "direction", ("+", "-", "0", "mixed")[place % 4]), (1, "measure", "OR"),
            (1, "effect", f"1.{place % 9}"), (1, "ci_low", "0.9"), (1, "ci_high", "2.5"),
        )  # fmt: skip
        rows += [
            {
                "work_id": work.work_id, "pages": 0, "finding_id": found[work.work_id] if result else "",
                "result": result, "field": field, "position": nth, "value": value, "quote_id": quotes[work.work_id],
                "source": "anthropic", "question": "",
            }
            for nth, (result, field, value) in enumerate(data)
        ]  # fmt: skip
        exposure, outcome = works[0].title, works[min(2 + place % 2, len(works) - 1)].title
        compared.append(Comparison(found[work.work_id], 1, exposure, outcome, "test"))
    with ledger.transaction():
        ledger.append("extraction", rows)
    add_comparisons(ledger, compared)


def _make_theme(theme_id: str, label: str, work_ids: tuple[str, ...]) -> Theme:
    return Theme(theme_id, label, "", ("stress",), 0.1, work_ids, work_ids[:1], "topics")
