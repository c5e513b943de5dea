"""Results in one comparison are counted once a work, carried into later editions, and set against each other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger
from storage.reading.comparisons import (
    add_comparisons,
    carry_comparisons,
    list_comparisons,
    read_consistency,
    ungrouped_results,
)
from storage.reading.reading import add_reading
from storage.records.evidence import Comparison, Extraction, VoteCount
from storage.records.writing import Finding, Page, Quote, Summary
from storage.runs.reviews import add_citekeys

STRESS = ("stress", "cortisol")


def _summarise(number: int, directions: Sequence[str], **study: str) -> tuple[Summary, Page]:
    """Return a reading of a work with one result of stress on cortisol for each direction."""
    work_id = f"W{number}"
    page = Page(work_id, 0, " ".join(f"Result {place} on stress." for place in range(len(directions))))
    findings, data = [], []
    for place, direction in enumerate(directions):
        words = f"Result {place} on stress."
        start = page.text.index(words)
        quote = Quote(work_id, 0, start, start + len(words), words, page.source)
        finding = Finding(work_id, f"Stress and cortisol, {place}.", quote)
        findings.append(finding)
        told = {"direction": direction, "outcome": "cortisol", "exposure_or_intervention": "stress"}
        data += [
            Extraction(work_id, finding.finding_id, field, value, quote, "test", 1)
            for field, value in told.items()
            if value
        ]
    quote = findings[0].quote
    data += [Extraction(work_id, "", field, value, quote, "test", 0) for field, value in study.items()]
    return Summary(work_id, "", "", "", (), "", tuple(findings), "abstract", extractions=tuple(data)), page


def _group(ledger: Ledger, names: tuple[str, str] = STRESS, leaving: frozenset[str] = frozenset()) -> None:
    carry_comparisons(ledger)
    add_comparisons(
        ledger,
        [
            Comparison(each.finding_id, each.result, *(("", "") if each.work_id in leaving else names), "test")
            for each in ungrouped_results(ledger)
        ],
    )


def _tell(count: VoteCount) -> dict[str, list[str]]:
    return {way: [vote.citekey for vote in count.point(way)] for way in ("+", "-", "0", "mixed")}


@pytest.fixture
def read(ledger, make_work, find_works, screen_works):
    """Return a ledger with five works: two up, one down, one without association, one both ways; not grouped yet."""
    works = {
        1: _summarise(1, ["+", "+"], design="cohort study", n="120", population="adults"),
        2: _summarise(2, ["+"], design="cross-sectional study", n="90"),
        3: _summarise(3, ["-"], design="cohort study", n="1000", population="children"),
        4: _summarise(4, ["0"]),
        5: _summarise(5, ["+", "-"]),
    }
    find_works(ledger, [make_work(number, abstract=page.text) for number, (_, page) in works.items()])
    screen_works(ledger, {f"W{number}": "include" for number in works})
    add_citekeys(ledger, {f"W{number}": f"k{number}" for number in works})
    for summary, page in works.values():
        add_reading(ledger, summary, [page], "test")
    return ledger


def test_results_are_grouped_once_and_each_work_votes_once(read):
    """A work of two results that agree has one vote, one of results that differ is mixed."""
    assert len(ungrouped_results(read)) == 7
    _group(read)
    assert ungrouped_results(read) == []
    assert list_comparisons(read) == [STRESS]
    (count,) = read_consistency(read).votes
    assert (count.exposure, count.outcome) == STRESS
    assert _tell(count) == {"+": ["k1", "k2"], "-": ["k3"], "0": ["k4"], "mixed": ["k5"]}
    row = read.select("SELECT * FROM vote_count").row(0, named=True)
    assert (row["works"], row["more"], row["less"], row["none"], row["mixed"]) == (5, 2, 1, 1, 1)
    assert row["designs"] == "cohort study (2), cross-sectional study (1)"
    assert row["more_works"] == ["k1", "k2"]
    by_design = read.select("SELECT design, works, more, less FROM design_vote_count ORDER BY design").rows()
    assert by_design == [("", 2, 0, 0), ("cohort study", 2, 1, 1), ("cross-sectional study", 1, 1, 0)]


def test_contradictions_come_with_what_differs_as_far_as_both_say(read):
    """Opposite ones first; what only one text states is no difference, n differs from twice as many on."""
    _group(read)
    pairs = read_consistency(read).contradictions
    told = {(pair.one.citekey, pair.other.citekey): pair for pair in pairs}
    assert ("k1", "k3") in told
    assert ("k3", "k1") not in told
    assert ("k5", "k5") not in told
    assert told["k1", "k3"].differ == ("n", "population")
    assert told["k1", "k3"].kind == "opposite"
    assert not [pair for pair in told if "k5" in pair], "its own results differ"
    assert told["k2", "k3"].differ == ("design", "n")
    assert told["k1", "k4"].kind == "found and not found"
    assert told["k1", "k4"].differ == ()
    assert told["k3", "k4"].one.direction == "-"
    assert told["k3", "k4"].other.direction == "0"
    assert [pair.kind for pair in pairs] == sorted((pair.kind for pair in pairs), reverse=True)


def test_the_n_of_a_review_counts_studies(read):
    """It is not set against that of people."""
    _group(read)
    read.change("UPDATE extraction SET value = 'systematic review' WHERE field = 'design' AND work_id = 'W3'")
    pairs = read_consistency(read).contradictions
    assert [pair.differ for pair in pairs if pair.other.citekey == "k3"] == [("design", "population"), ("design",)]


def test_what_nothing_can_be_set_beside_has_no_vote_and_is_not_asked_again(read):
    """Its names are empty."""
    _group(read, leaving=frozenset({"W4"}))
    assert ungrouped_results(read) == []
    assert _tell(read_consistency(read).votes[0])["0"] == []


def test_a_later_edition_keeps_comparisons_and_asks_about_the_rest(read, make_work, find_works, screen_works):
    """What was grouped goes into the same comparison; what stood alone and what is new is grouped anew."""
    _group(read, leaving=frozenset({"W4"}))
    before = canonical_hash(read)
    summary, page = _summarise(6, ["+"])
    find_works(read, [make_work(6, abstract=page.text)])
    screen_works(read, {"W6": "include"})
    add_citekeys(read, {"W6": "k6"})
    add_reading(read, summary, [page], "test")
    assert read_consistency(read).votes == ()
    carry_comparisons(read)
    assert [each.work_id for each in ungrouped_results(read)] == ["W4", "W6"]
    _group(read)
    assert _tell(read_consistency(read).votes[0]) == {
        "+": ["k1", "k2", "k6"],
        "-": ["k3"],
        "0": ["k4"],
        "mixed": ["k5"],
    }
    assert canonical_hash(read) != before


def test_a_theme_counts_its_own_works(read):
    """Votes and contradictions of other works are left out; a theme of one work has no comparison."""
    _group(read)
    edition = read.select("SELECT edition FROM current_edition").item()
    with read.transaction():
        for theme, works in {"a": ("W1", "W3"), "b": ("W2",)}.items():
            read.append(
                "theme",
                [
                    {"edition": edition, "theme_id": theme, "position": 0, "label": theme, "description": "",
                     "words": ["x"], "coherence": 0.1, "source": "test"}
                ],
            )  # fmt: skip
            read.append(
                "theme_work",
                [
                    {"edition": edition, "theme_id": theme, "work_id": work, "position": 0, "is_key": False}
                    for work in works
                ],
            )
    told = read_consistency(read, "a")
    assert _tell(told.votes[0]) == {"+": ["k1"], "-": ["k3"], "0": [], "mixed": []}
    assert [(pair.one.citekey, pair.other.citekey) for pair in told.contradictions] == [("k1", "k3")]
    assert read_consistency(read, "b").votes == ()
    by_theme = read.select("SELECT theme, works, more, less, citekeys FROM theme_vote_count ORDER BY theme").rows()
    assert by_theme == [("a", 2, 1, 1, ["k1", "k3"]), ("b", 1, 1, 0, ["k2"])]
