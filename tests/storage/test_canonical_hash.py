"""The canonical hash: the same for the same facts on whatever path, another for any other fact."""

from __future__ import annotations

import itertools

import pytest

from storage.core.canonical import canonical_hash, hash_tables
from storage.records.writing import Claim, Draft
from storage.runs.reviews import add_problem, finish_run, start_run
from storage.writing.sections import add_section

# Columns that say when or in which order something happened, not what.
NOT_FACTS = {"created_at", "retrieved_at", "fetched_at", "decided_at", "seq", "at", "api_calls", "api_usd", "begun_at"}
# Tables without facts about the literature: how it was run, what it cost, what services allow, what can be recomputed.
NOT_HASHED = {
    "migration", "view_definition",
    "tier", "run", "phase_start", "problem", "api_call", "quota", "embedding", "llm_call", "llm_answer",
    "llm_batch", "llm_batch_item", "reservation",
    "catalogue_answer",  # the works and links read from it are hashed
    "fulltext_attempt", "abstract_lookup", "withheld_page",  # what services said that day; the texts are hashed
    "zotero_item",  # the state of a library elsewhere
    "asked_field",  # what a reading was asked for; what the text answers is hashed
    "reading",  # what is in force of it is hashed as the view `summary`
    "manuscript",  # what review.md last held; it is made of the sections
    "human_question",  # how often a person was asked; what was answered is hashed
    # what an update asked, and did to the text it found: an update without news adds nothing to what the review knows,
    # and the works, decisions, retractions and sections that come of one with news are hashed
    "living_update", "living_search", "living_lookup", "living_section", "living_result",
}  # fmt: skip

# Views that are hashed, with the table behind each.
WRITTEN_AS = {"summary": "reading"}

VALUES = {
    "VARCHAR": ("'a'", "'b'"),
    "INTEGER": ("1", "2"),
    "BIGINT": ("1", "2"),
    "DATE": ("DATE '2020-01-01'", "DATE '2021-01-01'"),
    "DOUBLE": ("0.5", "0.25"),
    "BOOLEAN": ("false", "true"),
    "TIMESTAMP": ("TIMESTAMP '2020-01-01'", "TIMESTAMP '2021-01-01'"),
    "JSON": ("'{\"a\": 1}'", "'{\"a\": 2}'"),
    "VARCHAR[]": ("['a', 'b']", "['b', 'a']"),
    "INTEGER[]": ("[1]", "[2]"),
}


def _columns(ledger, table):
    return dict(
        ledger.select(
            "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $table ORDER BY column_index",
            table=table,
        ).iter_rows()
    )


def _values(column, data_type):
    if column == "quality":
        return "'quick'", "'standard'"
    if data_type.startswith("STRUCT"):
        return f"[]::{data_type}", f"[NULL]::{data_type}"
    return VALUES[data_type]


def test_every_table_is_hashed_or_left_out_on_purpose(ledger):
    """A new table joins the hash, or the list above with its reason; none is forgotten."""
    tables = set(ledger.select("SELECT table_name FROM duckdb_tables() WHERE NOT temporary")["table_name"])
    hashed = set(hash_tables(ledger))
    assert tables | set(WRITTEN_AS) == hashed | NOT_HASHED
    assert not hashed & NOT_HASHED
    assert hashed == set(TABLES)


TABLES = [
    "review", "criterion", "search_query", "response", "work", "work_version", "citation", "discovery", "facet",
    "facet_work", "decision", "ranker", "audit", "stop_look", "seed", "snowball", "seed_group", "diffusion_stage",
    "graph_metric", "corpus_metric", "document", "summary", "quote", "finding", "extraction", "comparison", "answer",
    "clustering", "clustering_group", "agreement",
    "theme", "theme_work", "theme_path",
    "theme_analysis", "section", "claim", "edit", "citation_check", "field_source",
    "record_lookup", "retraction", "supervision", "loop_step", "human_answer", "appraisal",
    "pooling", "pooled_effect", "pooled_result",
    "imported_file", "imported_record", "import_match", "work_identifier", "protocol_version", "protocol_criterion",
    "required_screeners", "screener_verdict",
    "hand_edit", "hand_paragraph", "hand_conflict",
    "protocol_change", "amended_search", "imported_opinion",
    "detected_language", "translation", "synonym",
    "citation_lookup", "citation_record", "citation_reading",
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_any_changed_fact_changes_the_hash(module_ledger, table):
    """One other value in any column of facts gives another hash; another time or sequence number does not."""
    ledger = module_ledger
    columns = _columns(ledger, table)
    written = WRITTEN_AS.get(table, table)
    names = ", ".join(f'"{column}"' for column in columns)
    ledger.change(f"DELETE FROM {written}")
    empty = hash_tables(ledger)[table]
    first = ", ".join(_values(column, data_type)[0] for column, data_type in columns.items())
    ledger.change(f"INSERT INTO {written} ({names}) VALUES ({first})")
    before = hash_tables(ledger)[table]
    assert before != empty
    for column, data_type in columns.items():
        old, new = _values(column, data_type)
        ledger.change(f'UPDATE {written} SET "{column}" = {new}')
        assert (hash_tables(ledger)[table] == before) == (column in NOT_FACTS), column
        ledger.change(f'UPDATE {written} SET "{column}" = {old}')
    assert hash_tables(ledger)[table] == before
    ledger.change(f"DELETE FROM {written}")
    assert hash_tables(ledger)[table] == empty


def test_a_value_that_moves_to_the_next_column_is_another_fact(ledger):
    """Hashing rows does not run neighbouring values together, nor NULL with an empty text."""
    hashes = set()
    for left, right in (("'ab'", "'c'"), ("'a'", "'bc'"), ("''", "'abc'"), ("NULL", "'abc'")):
        ledger.change("DELETE FROM reading")
        ledger.change(
            "INSERT INTO reading (work_id, methodology, limitations, source, produced_by) "
            f"VALUES ('W1', {left}, {right}, 's', 'p')"
        )
        hashes.add(canonical_hash(ledger))
    assert len(hashes) == 4


def test_order_of_writing_times_and_runs_do_not_matter(new_ledger, make_work, find_works, screen_works):
    """Three ledgers that came to the same facts on different ways, in one go or piece by piece, have the same hash."""
    works = [make_work(number, references=(f"W{number + 1}", "W1")) for number in (1, 2, 3)]
    claims = (Claim("One.", "a2015", None), Claim("Two.", "b2015", "f"))
    hashes = []
    for order, runs in itertools.product(((0, 1, 2), (2, 0, 1)), (1, 3)):
        ledger = new_ledger()
        for _ in range(runs):
            finish_run(ledger, start_run(ledger, "0.1", {}, None), "stopped", runs)
        add_problem(ledger, "run", "killed", f"after {runs}")
        for position in order:
            find_works(ledger, [works[position]])
        screen_works(ledger, {f"W{position + 1}": ("include", "exclude", "unsure")[position] for position in order})
        add_section(ledger, "introduction", 1, "Introduction", Draft("Text.", claims[:: 1 if order[0] else -1]))
        hashes.append(canonical_hash(ledger))
    assert len(set(hashes)) == 1
    assert len(hashes) == 4


def test_hash_covers_all_tables_of_facts(ledger, make_work, find_works):
    """The whole hash follows its tables: it is kept while they are, and changes with one of them."""
    before, tables = canonical_hash(ledger), hash_tables(ledger)
    assert canonical_hash(ledger) == before
    find_works(ledger, [make_work(1)])
    assert canonical_hash(ledger) != before
    changed = {table for table, value in hash_tables(ledger).items() if value != tables[table]}
    assert changed == {"work", "response", "discovery"}
