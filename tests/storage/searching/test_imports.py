"""Imported records on record: once each, in the stage under way or one of their own, with labels that agree."""

from __future__ import annotations

import pytest

from storage.records.criteria import Criterion
from storage.records.imports import ImportedFile, ImportedOpinion, ImportedRecord
from storage.records.search import Response, Work
from storage.runs.reviews import count_works
from storage.screening.criteria import state_criteria
from storage.screening.ranking import screening_verdicts
from storage.screening.screening import add_decisions
from storage.searching.imports import (
    add_matches,
    conflicting_labels,
    count_imports,
    joining_stage,
    keep_imports,
    labels_to_apply,
    read_kept_imports,
    unmatched_records,
)
from tasks.imports.labels import decide_by_label


def make_file(name: str, *labels: str) -> ImportedFile:
    """Return a file of as many records as labels."""
    records = tuple(
        ImportedRecord(line, "Scopus", label, Response("import", f"import:{name}#line={line}", f'{{"raw": "{line}"}}'))
        for line, label in enumerate(labels, start=1)
    )
    return ImportedFile(f"sha-{name}", name, "RIS", records)


def match_all(ledger, works: list[Work | None], matched_by: str = "DOI") -> None:
    waiting = unmatched_records(ledger)
    add_matches(
        ledger,
        joining_stage(ledger),
        [
            (record_id, file_id, record.line, work, matched_by if work else "")
            for (record_id, file_id, record), work in zip(waiting, works, strict=True)
        ],
    )


def test_a_file_is_kept_once_and_read_back_as_it_was(ledger):
    """The same content under the same id is no second import; nothing of the records is lost."""
    file = make_file("a.ris", "include", "")
    assert keep_imports(ledger, [file, file]) == [file]
    assert keep_imports(ledger, [file]) == []
    assert read_kept_imports(ledger) == [file]
    assert len(unmatched_records(ledger)) == 2
    match_all(ledger, [Work("W1", "One"), None])
    assert unmatched_records(ledger) == []


def test_people_and_reasons_come_with_a_label(ledger):
    """They are kept and read back; the decision tells them, and names the criterion that the reason is."""
    line = "exclude population: wrong population"
    with ledger.transaction():
        state_criteria(ledger, [line], "protocol")
    people = (ImportedOpinion("Anna", "exclude"), ImportedOpinion("Ben", "exclude"))
    response = Response("import", "import:r.csv#line=2", "{}")
    record = ImportedRecord(2, "Rayyan", "exclude", response, people, ("Wrong population", "mice"))
    plain = ImportedRecord(3, "Rayyan", "", Response("import", "import:r.csv#line=3", '{"raw": "3"}'))
    file = ImportedFile("sha-r", "r.csv", "CSV", (plain, record))
    keep_imports(ledger, [file])
    assert [set(one.records) for one in read_kept_imports(ledger)] == [{plain, record}]
    match_all(ledger, [Work("W1", "One"), Work("W2", "Two")])
    (row,) = labels_to_apply(ledger).iter_rows(named=True)
    decision = decide_by_label(row)
    assert decision.reason == "Labelled as excluded in r.csv by Anna and Ben: Wrong population; mice."
    assert decision.criterion_id == Criterion.read(line).criterion_id
    assert ledger.select("SELECT screener, verdict FROM imported_opinion ORDER BY screener").rows() == [
        ("Anna", "exclude"),
        ("Ben", "exclude"),
    ]


def test_counts_reconcile(ledger):
    """Records = works identified by import + repeats + unusable, and sources add up to what the import identified."""
    keep_imports(ledger, [make_file("a.ris", "", "", ""), make_file("b.ris", "", "")])
    match_all(ledger, [Work("W1", "One"), Work("W2", "Two"), None, Work("W1", "One"), Work("W3", "Three")])
    counts = count_works(ledger)
    assert counts["identified"] == counts["identified_import"] == counts["imported_from Scopus"] == 3
    assert counts["imported_records"] == 5 == 3 + counts["imported_repeats"] + counts["imported_unusable"]
    assert count_imports(ledger).select("file", "records", "repeated", "unusable").rows() == [
        ("a.ris", 3, 0, 1),
        ("b.ris", 2, 1, 0),
    ]


def test_labels_that_agree_are_peoples_verdicts(ledger):
    """Two records that differ decide nothing; a verdict teaches the ranking and is applied once."""
    keep_imports(
        ledger, [make_file("a.ris", "include", "exclude", "include"), make_file("b.ris", "include", "include")]
    )
    one, two, three = (Work(f"W{number}", f"Title {number}") for number in (1, 2, 3))
    match_all(ledger, [one, two, three, one, two])
    labelled = labels_to_apply(ledger)
    assert labelled.select("work_id", "label").rows() == [("W1", "include"), ("W3", "include")]
    assert conflicting_labels(ledger) == 1
    with ledger.transaction():
        add_decisions(ledger, [decide_by_label(row) for row in labelled.iter_rows(named=True)])
    assert labels_to_apply(ledger).is_empty()
    assert screening_verdicts(ledger, by_analyst=False) == {"W1": True, "W3": True}
    assert ledger.select("SELECT DISTINCT method, decided_by FROM decision").rows() == [("human", "import")]
    assert ledger.select("SELECT count(*) FROM screening_draw").item() == 0
    assert ledger.select("SELECT work_id FROM screening_pool").rows() == [("W2",)]


@pytest.mark.parametrize("stopped", [False, True])
def test_records_join_the_search_or_a_stage_of_their_own(ledger, stopped):
    """While the search goes on they join its stage; once it ended each import has its own."""
    totals = (
        "INSERT INTO diffusion_stage (stage, seeds, candidates, relevant, coverage_delta, api_calls, api_usd) VALUES"
    )
    with ledger.transaction():
        ledger.change(f"{totals} (0, 0, 10, 5, 0.5, 0, 0)")
        if stopped:
            ledger.change(f"{totals} (1, 0, 0, 0, 0, 0, 0)")
    assert joining_stage(ledger) == (501 if stopped else 1)
