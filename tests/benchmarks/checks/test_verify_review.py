"""Faults planted into a whole review are found from its files alone, swapped citations by what works say."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random

import pytest

from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.catalogues.work_record import find_reason_to_leave_out, parse_work
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences
from tasks.provenance.bibliography import parse_bibliography
from tasks.references.bibtex import render_bibtex
from tests.benchmarks.rows import Row
from tests.benchmarks.text_faults import fabricate_keys, retract_works, swap_citations
from tests.benchmarks.verify_review import CleanReview, measure_faults
from tests.tasks.analysts.anthropic.real_works import abstract_page

pytestmark = pytest.mark.slow

_WORKS = 45


@pytest.fixture(scope="module")
def clean() -> CleanReview:
    """Return a text of what the works of the embedded corpus say, two sentences of each, with entries and records."""
    lines = files("storage.sample").joinpath("works.jsonl").read_text("utf-8").splitlines()
    raw, works, sentences = {}, {}, []
    for record in map(json.loads, lines):
        work = parse_work(record)
        findings = ExtractiveAnalyst().summarise_work(work, abstract_page(work)).findings if work.abstract else ()
        if find_reason_to_leave_out(record) or len(findings) < 2 or len(works) == _WORKS:
            continue
        key = f"work{len(works)}"
        raw[key], works[key] = record, work
        sentences += [f"{finding.text.rstrip('.')} [@{key}]." for finding in findings[:2]]
    entries = parse_bibliography(render_bibtex("sample", works), "sample.bib")
    return CleanReview("# Findings\n\n" + "\n\n".join(sentences) + "\n", entries, raw)


@pytest.fixture(scope="module")
def rows(clean: CleanReview) -> list[Row]:
    return measure_faults(clean, 1)


def _value(rows: list[Row], measure: str) -> float:
    (value,) = (row.value for row in rows if row.measure.startswith(measure))
    return value or 0


def test_a_clean_review_raises_no_alarm(clean: CleanReview) -> None:
    """Neither failure nor warning, though every sentence and entry was looked at."""
    assert clean.check() == []
    assert len(clean.entries) == len(set(find_citekeys(clean.markdown))) == _WORKS


def test_five_hundred_faults_are_found_as_what_they_are(rows: list[Row]) -> None:
    """At least 99% with entry, field and class, and nothing else is reported."""
    assert _value(rows, "faults planted") >= 500
    assert _value(rows, "faults found, share") >= 0.99
    assert _value(rows, "false alarms beside the faults") == _value(rows, "false alarms on the clean review") == 0


def test_swapped_citations_are_found_by_what_works_say(rows: list[Row]) -> None:
    """Of the sentences that exchanged citations at least 80% are warned of, counted apart, and no other is."""
    assert _value(rows, "swapped citations, sentences found") >= 0.8
    assert _value(rows, "swapped citations, swaps found") >= 0.95
    assert _value(rows, "false alarms beside the swaps") == 0


def test_what_is_planted_is_a_fault_and_the_same_for_a_seed(clean: CleanReview) -> None:
    """Fabricated keys are no entry's, retracted works are told as such in their answers, swaps exchange citations."""

    def draw() -> Random:
        return Random(3)  # noqa: S311 - faults are drawn, no secrets

    text, faults = fabricate_keys(clean.markdown, set(clean.raw), 40, draw())
    assert {fault.key for fault in faults} == set(find_citekeys(text)) - set(clean.raw)
    assert (text, faults) == fabricate_keys(clean.markdown, set(clean.raw), 40, draw())
    raw, retracted = retract_works(clean.raw, 40, draw())
    assert len({fault.key for fault in retracted}) == 40
    assert {fault.planted for fault in retracted} == {"mark", "updated", "notice"}
    assert sum(raw.get(key) != answer for key, answer in clean.raw.items()) < len(retracted)
    text, swaps = swap_citations(clean.markdown, 60, draw())
    cited = dict(find_citing_sentences(text))
    assert len(swaps) == 45
    for swap in swaps:
        for place in (0, 1):
            (key,), (other,) = swap.citekeys[place], swap.citekeys[1 - place]
            assert cited[swap.sentences[place].replace(f"@{key}", f"@{other}")] == (other,)
