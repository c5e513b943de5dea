"""Reviews of a few works read in full, put into a ledger by hand: everything but search and retrieval is real."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from storage.core.ledger import Ledger
from storage.reading.reading import FULL_TEXT, add_reading, read_corpus, unread_works
from storage.records.screening import Decision
from storage.records.search import Plan, Response, Work
from storage.records.writing import Claim, Draft, Page, ReadWork, Summary
from storage.references.references import add_fields, records_to_read
from storage.runs.reviews import add_citekeys, settle_plan
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section, written_sections
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.llm.analyst import AnthropicAnalyst
from tasks.catalogues.work_record import parse_work
from tasks.provenance.lookup_tasks import read_records
from tasks.references.bibtex import render_bibtex
from tasks.reporting.files import write_files
from tasks.reporting.markdown import ReviewMeta, assemble_review
from tasks.text.cleaning import escape_markdown
from tests.benchmarks.servers.scripted.reading import SCRIPTS
from tests.new_ledger import open_new_ledger
from tests.tasks.analysts.anthropic.conducting import conduct, play

Reader = Callable[[Work, Sequence[Page]], Summary]

PLAN = Plan(topic="Noise on hospital wards", quality="quick", as_of=2020, catalogue="test catalogue")
ABSTRACT = "Noise is common on hospital wards. Exposure was associated with exhaustion in nurses of two hospitals."
FULL_PAGES = (
    """# Noise and exhaustion in nurses

A. Author1, B. Author2

## Abstract

Noise exposure above 70 dB was associated with higher emotional exhaustion in hospital nurses.

## Methods

We fitted 84 nurses in two hospitals with dosimeters for three shifts and gave them a questionnaire.""",
    """## Results

Mean noise exposure of the nurses was 67 dB and differed between day and night shifts of the wards.

Table 1. Exposure of nurses by ward and by shift in decibels, with means and standard deviations.

Emotional exhaustion of the nurses increased with the number of alarms on their wards in each hospital.""",
    """## Limitations

The study is limited by a small sample of nurses from two hospitals in one country.

## Conclusion

The results show that noise is associated with emotional exhaustion in hospital nurses.

## References

Smith A. Noise was associated with exhaustion in nurses. Noise Letters 2010, vol. 3, pages 1 to 9.""",
)


def read_extractively(work: Work, pages: Sequence[Page]) -> Summary:
    """Return the extractive analyst's summary."""
    return ExtractiveAnalyst().summarise_work(work, pages)


def read_by_dialogue(work: Work, pages: Sequence[Page]) -> Summary:
    """Return the Anthropic analyst's summary, its questions answered by the scripts."""
    asked = AnthropicAnalyst().summarise_work(work, pages)
    summary: Summary = conduct(asked, play(SCRIPTS))[0] if hasattr(asked, "send") else asked
    return summary


def plan_review(ledger: Ledger, titles: Mapping[str, str]) -> None:
    """Put works by id, with their titles, into the corpus of a review; all have the same abstract."""
    settle_plan(ledger, PLAN)
    works = [_make_work(work_id, title) for work_id, title in titles.items()]
    with ledger.transaction():
        add_works(ledger, works, 0)
        add_discoveries(ledger, [(work.work_id, "keyword", 0, None, None, 1) for work in works])
        add_decisions(
            ledger,
            [Decision(work.work_id, "screening", 0, "include", "llm", "As judged.", 0.8, 0) for work in works],
        )
    add_citekeys(ledger, {work.work_id: f"author2015{work.work_id.lower()}" for work in works})
    add_fields(ledger, read_records.fn(records_to_read(ledger)))


def _make_work(work_id: str, title: str) -> Work:
    record = {
        "id": f"https://openalex.org/{work_id}",
        "doi": f"https://doi.org/10.5555/{work_id.lower()}",
        "title": title,
        "publication_year": 2015,
        "type": "article",
        "authorships": [{"author": {"display_name": "Ann Author"}}],
    }
    return replace(
        parse_work(record, Response("openalex", f"test:{work_id}", json.dumps(record))),
        abstract=ABSTRACT,
        abstract_source="openalex",
        family_id=work_id,
    )


def store_pages(ledger: Ledger, work_id: str, texts: Sequence[str]) -> None:
    """Store the full text of a work, as retrieval does."""
    rows = [
        {"work_id": work_id, "level": 0, "page": page, "text": text, "source": FULL_TEXT}
        for page, text in enumerate(texts, 1)
    ]
    with ledger.transaction():
        ledger.append("document", rows)


def read_all(ledger: Ledger, read: Reader) -> int:
    """Read every work that is to be read, and return how many there were."""
    unread = unread_works(ledger)
    for work, pages in unread:
        add_reading(ledger, read(work, pages), pages, "test")
    return len(unread)


def write_up(ledger: Ledger) -> None:
    """Write a section out of all findings, one sentence each, and review.md."""
    corpus = read_corpus(ledger)
    claims = [claim for read in corpus.values() for claim in _state(read)]
    markdown = "\n\n".join(claim.sentence for claim in claims)
    add_section(ledger, "introduction", 1, "What is known", Draft(markdown, tuple(claims)))
    meta = ReviewMeta(2020, {read.citekey: read.work for read in corpus.values()}, (), ("A note.",), "### Search")
    text = assemble_review(PLAN.topic, list(written_sections(ledger).values()), meta)
    write_files(ledger.folder, {"review.md": text, "references.bib": render_bibtex(PLAN.topic, meta.works)})


def _state(read: ReadWork) -> list[Claim]:
    return [
        Claim(f"{escape_markdown(finding.text.rstrip('.'))} [@{read.citekey}].", read.citekey, finding.finding_id)
        for finding in read.summary.findings
    ]


def make_review(folder: Path, texts: Mapping[str, Sequence[str]], read: Reader) -> None:
    """Make a published review in a folder whose works have these full texts, by work id."""
    with open_new_ledger(folder) as ledger:
        plan_review(ledger, {work_id: f"Noise and exhaustion in nurses {work_id}" for work_id in texts})
        for work_id, pages in texts.items():
            store_pages(ledger, work_id, pages)
        read_all(ledger, read)
        write_up(ledger)
        ledger.publish()
