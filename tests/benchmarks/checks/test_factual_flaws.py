"""Planted flaws of fact: each in a paragraph of its own, false for certain, and found without a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.supervision.facts import facts
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.reading.reading import read_corpus
from tasks.citations.sentences import find_citing_sentences
from tasks.revision.fact_rules import CitedTexts, read_cited_texts
from tasks.revision.paragraphs import split_section
from tests.benchmarks.factual_flaws import plant_duplicates, plant_factual_flaws
from tests.benchmarks.supervised_copies import put_in_flaws, read_sections
from tests.flows.planted_review import set_bench
from tests.flows.structured_review import write_review
from tests.new_ledger import open_new_ledger

EACH = 8


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """Yield the ledger of a clean review of 48 works."""
    with open_new_ledger(tmp_path_factory.mktemp("clean")) as opened:
        write_review(opened)
        yield opened


@pytest.fixture(scope="module")
def known(ledger: Ledger) -> CitedTexts:
    """Return what its works state."""
    return read_cited_texts(list(read_corpus(ledger).values()))


def test_every_flaw_has_a_paragraph_of_its_own(ledger: Ledger, known: CitedTexts) -> None:
    """So many of each kind; the sections differ in these paragraphs alone, and by nothing but the planted sentence."""
    clean = read_sections(ledger)
    flawed, flaws = plant_factual_flaws(clean, known, EACH)
    assert [flaw.kind for flaw in flaws] == ["false number"] * EACH + ["swapped citation"] * EACH
    assert len({(flaw.section_id, flaw.place) for flaw in flaws}) == 2 * EACH
    for before, after in zip(clean, flawed, strict=True):
        blocks = split_section(before.markdown)[1]
        for flaw in flaws:
            if flaw.section_id == before.section_id:
                blocks[flaw.place] = blocks[flaw.place].replace(flaw.clean, flaw.planted, 1)
        assert split_section(after.markdown)[1] == blocks
    assert plant_factual_flaws(clean, known, EACH) == (flawed, flaws)


def test_every_planted_sentence_has_claims_that_hold_by_rule(ledger: Ledger, known: CitedTexts) -> None:
    """A flaw of fact is none of form: what is cited exists, and each citation rests on a finding of its work."""
    flawed, flaws = plant_factual_flaws(read_sections(ledger), known, EACH)
    claims = {claim for section in flawed for claim in section.claims}
    for flaw in flaws:
        for key in find_citing_sentences(flaw.planted)[0][1]:
            own = [claim for claim in claims if (claim.sentence, claim.citekey) == (flaw.planted, key)]
            findings = {finding.finding_id for finding in known.works[key].summary.findings}
            assert own
            assert all(claim.finding_id in findings for claim in own)


def test_duplicates_stand_at_the_end_of_their_section(ledger: Ledger) -> None:
    """The copy is the paragraph, byte for byte; without it the section is the clean one."""
    clean = read_sections(ledger)
    flawed, flaws = plant_duplicates(clean, EACH)
    added = 0
    for before, after in zip(clean, flawed, strict=True):
        was, now = split_section(before.markdown)[1], split_section(after.markdown)[1]
        assert now[: len(was)] == was
        assert set(now[len(was) :]) <= set(was)
        added += len(now) - len(was)
    assert added == len(flaws) == EACH


def test_a_short_review_is_refused(ledger: Ledger, known: CitedTexts) -> None:
    """The kind there is no room for is named."""
    with pytest.raises(InputError, match="false number"):
        plant_factual_flaws(read_sections(ledger), known, 500)
    with pytest.raises(InputError, match="duplicated paragraph"):
        plant_duplicates(read_sections(ledger), 500)


@pytest.mark.slow
def test_without_a_model_nine_of_ten_are_found_and_nothing_else_is(
    tmp_path: Path, ledger: Ledger, known: CitedTexts
) -> None:
    """On the flawed review nearly all flaws are judged false and no other sentence; all that is found goes."""
    clean = read_sections(ledger)
    flawed, flaws = plant_factual_flaws(clean, known, EACH)
    with Ledger(tmp_path) as copy:
        write_review(copy)
        put_in_flaws(copy, clean, flawed)
        facts.fn(set_bench(copy))
        judged = set(copy.select("SELECT topic FROM supervision WHERE action = 'judge'")["topic"])
        after = {section.section_id: section.markdown for section in read_sections(copy)}
        assert copy.select("SELECT * FROM unsupported_claim").is_empty()
    planted = {flaw.planted for flaw in flaws}
    assert len(judged & planted) >= 0.9 * len(planted)
    assert judged <= planted
    assert not any(flaw.planted in after[flaw.section_id] for flaw in flaws if flaw.planted in judged)
