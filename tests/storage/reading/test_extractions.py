"""What a study was and what it found is stored datum by datum with its words, and read as one row per finding."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import replace
from importlib.resources import files

import duckdb
import pytest

from storage.core.canonical import canonical_hash, hash_tables
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.publication.handover import read_findings, read_reporting_facts
from storage.reading.reading import FULL_TEXT, add_reading, read_corpus
from storage.records.evidence import Extraction
from storage.records.writing import Finding, Page, Quote, Summary
from storage.runs.reviews import add_citekeys
from tests.new_ledger import open_new_ledger

TEXT = (
    "In 1,204 adults of a cohort, stress raised cortisol (OR 1.85, 95% CI 1.20-2.85; p = .004). Sleep did not differ."
)
PAGE = Page("W1", 0, TEXT)


def _quote(words: str, page: Page = PAGE) -> Quote:
    start = page.text.index(words)
    return Quote("W1", page.page, start, start + len(words), words, page.source)


RAISED = Finding("W1", "Stress raised cortisol.", _quote(TEXT[: TEXT.index(" Sleep")]))
SLEPT = Finding("W1", "Sleep did not differ.", _quote("Sleep did not differ."))
DATA = (
    Extraction("W1", "", "design", "cohort study", _quote("a cohort"), "extractive", 0),
    Extraction("W1", "", "n", "1204", _quote("1,204 adults"), "extractive", 0),
    *(
        Extraction("W1", RAISED.finding_id, field, value, _quote(words), "extractive", 1)
        for field, value, words in (
            ("direction", "+", "stress raised cortisol"),
            ("measure", "OR", "OR 1.85"),
            ("effect", "1.85", "OR 1.85"),
            ("ci_low", "1.20", "95% CI 1.20-2.85"),
            ("ci_high", "2.85", "95% CI 1.20-2.85"),
            ("p", "0.004", "p = .004"),
            ("hormone", "cortisol", "cortisol"),
        )
    ),
    Extraction("W1", SLEPT.finding_id, "direction", "0", SLEPT.quote, "extractive", 1),
)
READ = Summary("W1", "", "", "", (), "", (RAISED, SLEPT), "abstract", extractions=DATA)


@pytest.fixture
def read(ledger, make_work, find_works, screen_works):
    """Return a ledger whose corpus has W1, read with the data above, and W2, read without any."""
    find_works(ledger, [make_work(1, abstract=TEXT), make_work(2, abstract=None)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "wong2015hair"})
    add_reading(ledger, READ, [PAGE], "extractive")
    return ledger


def test_data_come_back_as_they_were_extracted(read):
    """In their order, with their words; a second reading of as many pages adds none."""
    assert read_corpus(read)["W1"].summary == READ
    other = replace(
        READ, extractions=(*DATA, Extraction("W1", "", "setting", "a cohort", _quote("a cohort"), "llm", 0))
    )
    add_reading(read, other, [PAGE], "llm")
    assert read_corpus(read)["W1"].summary == READ


def test_each_finding_is_a_row_with_its_study_and_its_numbers(read):
    """What holds for the study stands in every row, numbers are numbers, what nobody stated is empty."""
    rows = read.select("SELECT * FROM evidence ORDER BY direction DESC").rows(named=True)
    told = {name: value for name, value in rows[1].items() if value is not None}
    assert told == {
        "finding_id": RAISED.finding_id, "result": 1, "work_id": "W1", "citekey": "smith2015hair", "text": RAISED.text,
        "design": "cohort study", "n": 1204, "direction": "+", "measure": "OR", "effect": 1.85, "ci_low": 1.2,
        "ci_high": 2.85, "p": "0.004", "quote_id": RAISED.quote.quote_id,
    }  # fmt: skip
    assert (rows[0]["finding_id"], rows[0]["n"], rows[0]["direction"], rows[0]["p"]) == (
        SLEPT.finding_id,
        1204,
        "0",
        None,
    )
    fields = read.select("SELECT field, value, quote, page, finding_id FROM evidence_field").rows()
    assert len(fields) == len(DATA)
    assert ("n", "1204", "1,204 adults", 0, "") in fields
    assert ("hormone", "cortisol", "cortisol", 0, RAISED.finding_id) in fields


def test_data_of_the_full_text_stand_in_for_those_of_the_abstract(read):
    """A later reading of more pages is in force as a whole: what it does not state is not taken from the earlier."""
    full = Page("W1", 1, TEXT, FULL_TEXT)
    finding = Finding("W1", RAISED.text, _quote("stress raised cortisol", full))
    data = (Extraction("W1", "", "n", "1204", _quote("1,204 adults", full), "extractive", 0),)
    add_reading(read, replace(READ, findings=(finding,), extractions=data), [PAGE, full], "extractive")
    assert read.select("SELECT n, design, effect FROM evidence").rows() == [(1204, None, None)]
    assert read.select("SELECT count(*) FROM extraction").item() == len(DATA) + 1
    assert read.select("SELECT page FROM evidence_field").rows() == [(1,)]


BAD = {
    "words not on the page": (replace(DATA[0], quote=replace(DATA[0].quote, text="a trial")), "is not on page"),
    "words of another work": (replace(DATA[0], quote=replace(DATA[0].quote, work_id="W2")), "is not on page"),
    "no such finding": (replace(DATA[2], finding_id="none"), "direction of W1 belong to no finding"),
    "a result of no finding": (replace(DATA[0], result=1), "design of W1 belong to no finding"),
    "a finding's, of no result": (replace(DATA[2], result=0), "direction of W1 belong to no finding"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_datum_without_its_words_is_refused_with_the_whole_reading(ledger, case):
    """A datum whose quote is not on the page, or that belongs to nothing, is a ValueError; nothing is stored."""
    bad, message = BAD[case]
    with pytest.raises(ValueError, match=message):
        add_reading(ledger, replace(READ, extractions=(*DATA, bad)), [PAGE], "extractive")
    for table in ("reading", "finding", "extraction", "quote"):
        assert ledger.select(f"SELECT count(*) FROM {table}").item() == 0


def test_a_datum_is_a_fact_of_the_review(read):
    """A review that knows another value has another hash; one that knows none has the hash it had before."""
    before = canonical_hash(read)
    read.change("UPDATE extraction SET value = '1205' WHERE field = 'n'")
    assert canonical_hash(read) != before
    read.change("DELETE FROM extraction")
    tables = hash_tables(read)
    names = ("extraction", "comparison", "answer", "appraisal", "pooling", "pooled_effect", "pooled_result")
    names += ("facet", "facet_work", "imported_file", "imported_record", "import_match", "work_identifier")
    names += ("protocol_version", "protocol_criterion", "required_screeners", "screener_verdict")
    names += ("hand_edit", "hand_paragraph", "hand_conflict")
    names += ("protocol_change", "amended_search", "imported_opinion")
    names += ("detected_language", "translation")
    names += ("citation_lookup", "citation_record", "citation_reading")
    names += ("synonym",)
    assert [tables.pop(table) for table in names] == [""] * len(names)
    told = "".join(f"{table}={value}\n" for table, value in tables.items())
    assert canonical_hash(read) == hashlib.sha256(told.encode()).hexdigest()


def test_an_older_review_opens_and_shows_empty_fields(tmp_path, read):
    """What was read before there were data has rows in `evidence` with text and quote, and nothing else."""
    read.change("DELETE FROM extraction")
    rows = read.select("SELECT text, design, n, direction, effect, ci_low, p FROM evidence ORDER BY text").rows()
    assert rows == [(SLEPT.text, *[None] * 6), (RAISED.text, *[None] * 6)]
    with open_new_ledger(tmp_path / "new") as ledger:
        assert ledger.select("SELECT * FROM evidence").is_empty()


SECOND = tuple(
    Extraction("W1", RAISED.finding_id, field, value, _quote(words), "extractive", 2)
    for field, value, words in (("direction", "-", "stress raised cortisol"), ("outcome", "sleep", "Sleep"))
)


def test_each_result_of_a_finding_is_a_row(ledger, make_work, find_works, screen_works):
    """What holds for the study stands in every row, what holds for one result in no other; a finding without is one."""
    find_works(ledger, [make_work(1, abstract=TEXT)])
    screen_works(ledger, {"W1": "include"})
    add_citekeys(ledger, {"W1": "smith2015hair"})
    bare = Finding("W1", "Adults were studied.", _quote("1,204 adults"))
    summary = replace(READ, findings=(RAISED, SLEPT, bare), extractions=(*DATA, *SECOND))
    add_reading(ledger, summary, [PAGE], "extractive")
    assert read_corpus(ledger)["W1"].summary == summary
    rows = ledger.select(
        "SELECT finding_id, result, n, direction, outcome, effect, p FROM evidence ORDER BY finding_id, result"
    ).rows()
    assert rows == sorted(
        [
            (RAISED.finding_id, 1, 1204, "+", None, 1.85, "0.004"),
            (RAISED.finding_id, 2, 1204, "-", "sleep", None, None),
            (SLEPT.finding_id, 1, 1204, "0", None, None, None),
            (bare.finding_id, 1, 1204, None, None, None, None),
        ]
    )
    told = ledger.select("SELECT field, value FROM evidence_field WHERE result = 2 ORDER BY field").rows()
    assert told == [("direction", "-"), ("outcome", "sleep")]
    stated = read_findings(ledger).select("finding", "result", "outcome").rows()
    assert stated == [
        (RAISED.text, 1, None), (RAISED.text, 2, "sleep"), (SLEPT.text, 1, None), (bare.text, 1, None),
    ]  # fmt: skip
    assert read_reporting_facts(ledger)["results"] == 2


def test_a_review_of_before_results_keeps_its_data_and_its_hash(tmp_path, read):
    """Data of a finding become those of its first result, those of a study stay; the review knows what it knew."""
    before, rows = canonical_hash(read), read.select("SELECT * FROM evidence ORDER BY finding_id").rows()
    data = "SELECT * EXCLUDE (result) FROM extraction ORDER BY position"
    kept = read.select(data).rows()
    path = tmp_path / "older"
    path.mkdir()
    read.change("CHECKPOINT")
    shutil.copyfile(read.path, path / WORKING_FILE)
    with duckdb.connect(path / WORKING_FILE) as older:
        for (view,) in older.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall():
            older.execute(f"DROP VIEW {view}")
        for added in ("decision DROP protocol", "section DROP protocol", "protocol_version DROP dated"):
            older.execute(f"ALTER TABLE {added}")
        older.execute("DROP TABLE protocol_change; DROP TABLE asked_field")
        older.execute("CREATE TABLE stored AS SELECT * EXCLUDE (result, question) FROM extraction")
        older.execute("DROP TABLE extraction")
        older.execute(files("storage.schema").joinpath("0030_extractions.sql").read_text(encoding="utf-8"))
        older.execute("INSERT INTO extraction BY NAME SELECT * FROM stored")
        older.execute("DROP TABLE stored")
        older.execute("DELETE FROM migration WHERE number IN (32, 42)")
        older.execute("DELETE FROM view_definition")
    with Ledger(path) as ledger:
        assert canonical_hash(ledger) == before
        assert ledger.select(data).rows() == kept
        assert ledger.select("SELECT * FROM evidence ORDER BY finding_id").rows() == rows
        assert set(ledger.select("SELECT finding_id = '', result FROM extraction").rows()) == {(True, 0), (False, 1)}
        ledger.change("UPDATE extraction SET result = 2 WHERE finding_id <> ''")
        assert canonical_hash(ledger) != before
