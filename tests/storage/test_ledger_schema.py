"""The schema people query: every table, view and column of the contract, each documented; migrations applied once."""

from __future__ import annotations

from importlib.resources import files

import pytest

from storage.core.ledger import Ledger

# The tables and columns that outsiders rely on; a name may be added here, never taken away.
CONTRACT = {
    "review": "topic questions quality from_year to_year as_of languages include_books focus_areas exclude_terms "
    "criteria fulltext recall_target catalogue analyst created_at",
    "criterion": "criterion_id kind text proposed_by",
    "run": "run_id flow_run_id started_at finished_at status resume_after version settings",
    "search_query": "query_id strategy text filters catalogue url hits retrieved_at",
    "work": "work_id doi title abstract abstract_source year type venue volume issue pages publisher editors isbn "
    "authors language cited_by_count is_oa oa_url is_retracted family_id citekey",
    "field_source": "work_id field value response_id json_path",
    "citation": "citing_id cited_id source stage",
    "discovery": "work_id strategy stage via_work_id query_id",
    "decision": "work_id phase stage verdict score method criterion_id reason features decided_by decided_at",
    "screener_verdict": "verdict_id work_id screener kind verdict criterion_id note withdraws blind at",
    "joint_screening": "work_id screeners judged state verdict",
    "screening_conflict": "work_id screener verdict criterion note",
    "screener_agreement": "screener other works alike percent kappa low high",
    "diffusion_stage": "stage seeds candidates relevant coverage_delta missed_estimate missed_upper stop_p_value "
    "api_calls api_usd",
    "graph_metric": "work_id in_degree betweenness velocity community",
    "embedding": "text_sha256 model vector",
    "ranker": "stage weights",
    "fulltext_attempt": "work_id source url status licence sha256 pages parser quality reason",
    "document": "work_id level page text",
    "summary": "work_id methodology limitations future_work themes source",
    "finding": "finding_id work_id text quote_id",
    "extraction": "work_id pages finding_id result field position value quote_id source",
    "evidence": "finding_id result work_id citekey text design population n setting exposure_or_intervention "
    "comparator outcome measure follow_up direction effect ci_low ci_high p method data_set quote_id",
    "evidence_field": "work_id citekey finding_id result field value source quote_id quote page",
    "quote": "quote_id work_id page char_start char_end text source",
    "clustering": "method work_id label probability",
    "theme": "theme_id label description words coherence sub_themes relationships conflicts gaps source",
    "theme_work": "theme_id work_id is_key",
    "theme_analysis": "theme_id narrative timeline debates methods questions",
    "section": "section_id version position heading markdown produced_by created_at",
    "claim": "claim_id section_id version sentence citekey finding_id verdict_rule verdict_analyst",
    "citation_check": "section_id version citekey status checked_against reason attempt at",
    "clustering_group": "method label name description",
    "theme_path": "work_id theme_id topic_group semantic_group action reason",
    "agreement": "ari nmi works",
    "edit": "loop iteration section_id from_version to_version issue severity paragraphs citations_before "
    "citations_after coherence note",
    "supervision": "loop iteration action topic issue_type rationale outcome",
    "retraction": "work_id kind notice_doi date source response_id",
    "work_version": "work_id family_id relation",
    "zotero_item": "work_id item_key version state",
    "response": "response_id source url status fetched_at body",
    "api_call": "service url status usd seconds",
    "quota": "service remaining reset_at",
    "llm_call": "step tier model prompt_sha256 request_sha256 input_tokens output_tokens cache_read cache_write batch "
    "usd",
    "llm_answer": "request_sha256 body",
    "llm_batch": "batch_id status",
    "llm_batch_item": "batch_id custom_id status",
    "reservation": "request_sha256 max_usd settled",
    "problem": "phase work_id kind message at",
    "corpus": "work_id doi title year citekey stage score method",
    "fulltext": "work_id status",
    "prisma": "item n",
    "saturation": "stage seeds candidates relevant coverage_delta stop_reason",
    "seminal": "work_id citekey title year in_degree",
    "bridging": "work_id citekey title year betweenness",
    "rising": "work_id citekey title year velocity",
    "missed_seminal": "work_id title year cited_by_corpus reason",
    "version_family": "kept_id work_id relation",
    "unsupported_claim": "claim_id section_id version sentence citekey reason",
    "provenance_violation": "work_id field reason",
    "cost": "phase tier calls usd",
}


@pytest.mark.parametrize("name", CONTRACT)
def test_contract_columns_exist_and_can_be_selected(module_ledger, name):
    """Each table and view of the contract answers a SELECT of its promised columns, also in a review without works."""
    columns = CONTRACT[name].split()
    quoted = ", ".join(f'"{column}"' for column in columns)
    assert module_ledger.select(f"SELECT {quoted} FROM {name}").columns == columns


def test_every_table_view_and_column_has_a_comment(ledger):
    """DESCRIBE-like queries explain everything: no table, view or column of either is without a comment."""
    silent = ledger.select(
        "SELECT table_name || '.' || column_name AS name FROM duckdb_columns() "
        "WHERE NOT internal AND coalesce(comment, '') = '' "
        "UNION ALL SELECT table_name FROM duckdb_tables() WHERE coalesce(comment, '') = '' "
        "UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT internal AND coalesce(comment, '') = ''"
    )
    assert silent["name"].to_list() == []
    assert ledger.select("SELECT count(*) FROM duckdb_columns() WHERE NOT internal").item() > 700


def test_a_column_of_a_view_is_explained_where_it_comes_from(ledger):
    """A column that a view passes on has the comment of the table it is from, through any number of views."""
    told = dict(
        ledger.select(
            "SELECT table_name || '.' || column_name, comment FROM duckdb_columns() WHERE NOT internal"
        ).iter_rows()
    )
    assert told["edition_corpus.abstract"] == told["corpus.abstract"] == told["work.abstract"]
    assert told["fulltext.status"] != told["fulltext_attempt.status"]


def test_migrations_are_recorded_and_applied_once(tmp_path):
    """Each schema file is applied and recorded once; opening again adds nothing and fails at nothing."""
    scripts = sorted(entry.name for entry in files("storage.schema").iterdir() if entry.name.endswith(".sql"))
    for _ in range(2):
        with Ledger(tmp_path) as ledger:
            applied = ledger.select("SELECT number, name FROM migration ORDER BY number")
            assert applied["name"].to_list() == scripts
            assert applied["number"].to_list() == [int(script[:4]) for script in scripts]
            assert ledger.select("SELECT count(*) FROM tier").item() == 4


def test_views_are_made_anew_when_their_definition_changes(tmp_path):
    """A ledger with views of another version has today's once opened: some are replaced, some dropped."""
    views = "SELECT view_name, sql FROM duckdb_views() WHERE NOT internal ORDER BY view_name"
    with Ledger(tmp_path) as ledger:
        today = ledger.select(views)
        ledger.change("CREATE OR REPLACE VIEW corpus AS SELECT work_id, 1 AS stage FROM work")
        ledger.change("CREATE VIEW gone AS SELECT stage FROM corpus")
        ledger.change("UPDATE view_definition SET sha256 = 'of another version'")
    with Ledger(tmp_path) as ledger:
        assert ledger.select(views).equals(today)


def test_views_are_left_alone_while_their_definition_stays(tmp_path):
    """Opening a ledger whose views are today's makes none of them again."""
    with Ledger(tmp_path) as ledger:
        ledger.change("CREATE VIEW own AS SELECT 1 AS one")
    with Ledger(tmp_path) as ledger:
        assert ledger.select("SELECT one FROM own").item() == 1
