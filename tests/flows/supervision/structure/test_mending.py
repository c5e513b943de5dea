"""The structure loop: planted flaws are mended and nothing else; what breaks a constraint is rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from flows.supervision.structure import describe, read_standing, structure
from storage.core.ledger import Ledger
from storage.writing.supervision import read_notes
from tasks.citations.pandoc import find_citations
from tasks.revision.paragraphs import StandingSection
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked, Script
from tests.benchmarks.servers.scripted.supervising_structure import script_cures
from tests.benchmarks.structural_flaws import PlantedFlaw
from tests.flows.planted_review import set_bench
from tests.flows.structured_review import plant
from tests.flows.supervision.structure.standing import count_rows, read_texts
from tests.flows.worked_queries import read_worked_queries

pytestmark = pytest.mark.slow

DECIDABLE = {"orphaned_content", "redundant_framing", "redundant_paragraphs"}


def _cite(sections: Sequence[StandingSection]) -> Counter[str]:
    return Counter(form.citekey for section in sections for form in find_citations(section.markdown))


def _mend(ledger: Ledger, flaws: Sequence[PlantedFlaw], more: Mapping[str, Script] | None = None) -> LoopbackAnthropic:
    """Run the loop with the scripts that cure flaws, and return the server that was asked."""
    with serve_anthropic(SCRIPTS | script_cures(flaws) | (more or {})) as server:
        structure.fn(set_bench(ledger, server))
        return server


def test_a_model_mends_every_planted_flaw_and_touches_nothing_else(ledger: Ledger) -> None:
    """Three flaws of each of seven kinds mended, the review is the clean one again, byte for byte, claims and all.

    Each edit names the paragraphs it changes, and a second run does and pays nothing.
    """
    clean, flaws = plant(set_bench(ledger))
    assert Counter(flaw.kind for flaw in flaws).total() == 21
    planted = read_texts(read_standing(set_bench(ledger)))
    _mend(ledger, flaws)
    after = read_standing(set_bench(ledger))
    assert planted != read_texts(clean)
    assert read_texts(after) == read_texts(clean)
    assert [set(section.claims) for section in after] == [set(section.claims) for section in clean]
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    rounds = ledger.select("SELECT DISTINCT iteration, coherence FROM edit WHERE loop = 'structure'").rows()
    assert rounds == [(1, 1.0)]
    assert ledger.select("SELECT count(DISTINCT issue) FROM edit WHERE loop = 'structure'").item() == 7
    _check_edits(ledger)
    told = ledger.select(read_worked_queries()[-1])
    assert set(told["issue"]) == {flaw.kind for flaw in flaws}
    facts = count_rows(ledger)
    assert _mend(ledger, flaws).requests == []
    assert count_rows(ledger) == facts


def _check_edits(ledger: Ledger) -> None:
    """Check that between the two versions of an edit nothing differs but the places it names and what was put there."""
    versions = {
        (row[0], row[1]): row[2].strip().split("\n\n")
        for row in ledger.select("SELECT section_id, version, markdown FROM section").iter_rows()
    }
    edits = ledger.select("SELECT section_id, from_version, to_version, paragraphs FROM edit WHERE loop = 'structure'")
    for section_id, before, after, places in edits.iter_rows():
        was, now = versions[section_id, before], versions[section_id, after]
        kept = was if len(now) > len(was) else [block for place, block in enumerate(was) if place not in places]
        rest = iter(now)
        assert all(block in rest for block in kept)
        assert (after, was != now) == (before + 1, True)


def test_without_a_model_repeated_and_displaced_paragraphs_are_found(ledger: Ledger) -> None:
    """All planted flaws of the decidable kinds are found and treated, and on the clean review nothing is."""
    bench = set_bench(ledger)
    assert bench.analyst.diagnose_structure(describe(bench, read_standing(bench))) == ()
    clean, flaws = plant(bench)
    material = describe(bench, read_standing(bench))
    places = {one.number: (one.section_id, one.place) for one in material.paragraphs}
    found = {
        (issue.kind, places[number])
        for issue in bench.analyst.diagnose_structure(material)
        for number in issue.paragraphs
    }
    decidable = [flaw for flaw in flaws if flaw.kind in DECIDABLE]
    assert all(any((flaw.kind, place) in found for place in flaw.paragraphs) for flaw in decidable)
    assert {place for _, place in found} <= {place for flaw in decidable for place in flaw.paragraphs}
    structure.fn(bench)
    after = read_standing(bench)
    assert set(_cite(after)) == set(_cite(clean))
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    kinds = ledger.select(
        "SELECT issue, count(*) FROM edit WHERE to_version > from_version GROUP BY issue ORDER BY issue"
    )
    assert kinds.rows() == [("orphaned_content", 6), ("redundant_framing", 3), ("redundant_paragraphs", 3)]
    untouched = {text for section in after for text in section.markdown.strip().split("\n\n")}
    flawed = {text for flaw in flaws for text in flaw.texts} | {t for flaw in flaws for c in flaw.cures for t in c}
    assert {t for s in clean for t in s.markdown.strip().split("\n\n")} - flawed <= untouched


def test_a_clean_review_is_left_as_it_is(ledger: Ledger) -> None:
    """No version, no edit; two notes say that nothing was found."""
    structure.fn(set_bench(ledger))
    assert [note.action for note in read_notes(ledger, "structure")] == ["diagnosis", "end"]
    assert ledger.select("SELECT count(*) FROM edit").item() == 0


def _find_citing(asked: Asked) -> dict[str, Any]:
    """Return the first paragraph that cites as one with a gap."""
    number = next(one["number"] for one in asked.blocks["document"] if "[@" in one["text"])
    told = {"severity": "low", "problem": "A step is missing.", "suggestion": "Add it.", "move_after": None}
    return {"issues": [{"kind": "logical_gap", "paragraphs": [number], **told}]}


def _drop_citations(asked: Asked) -> dict[str, Any]:
    """Return every span with the citations of its first paragraph gone."""
    spans = [
        {"span": span["span"], "paragraphs": ["Nothing need be cited here.", *span["paragraphs"][1:]]}
        for span in asked.blocks["spans"]
    ]
    return {"spans": spans, "note": "Shorter."}


def test_a_rewriting_that_loses_a_citation_is_rejected(ledger: Ledger) -> None:
    """Asked twice in vain, the section stays at its version, and the edit says that there is no usable rewriting."""
    before = read_standing(set_bench(ledger))
    scripts = {"StructureDiagnosis": _find_citing, "SpanRewriting": _drop_citations}
    with serve_anthropic(SCRIPTS | scripts) as server:
        structure.fn(set_bench(ledger, server))
        asked = [request for request in server.requests if "SpanRewriting" in str(request.body)]
    assert len(asked) == 2
    assert "citations must stay exactly" in str(asked[1].body)
    assert read_standing(set_bench(ledger)) == before
    edit = ledger.select("SELECT from_version = to_version, note FROM edit").row(0)
    assert edit == (True, "rejected: no usable rewriting was given")
