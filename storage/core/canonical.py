"""One hash of what a review knows, the same whatever path led there."""

from __future__ import annotations

import hashlib

from storage.core.ledger import Ledger

# What the hash leaves out: times, run ids, and the order in which rows happened to be written.
_LEFT_OUT: dict[str, tuple[str, ...]] = {
    "review": ("created_at",),
    "criterion": (),
    "search_query": ("retrieved_at",),
    "response": ("fetched_at",),
    "work": (),
    "work_version": (),
    "citation": (),
    "discovery": (),
    "facet": (),
    "facet_work": (),
    "decision": ("decided_at", "seq"),
    "ranker": (),
    "audit": (),
    "stop_look": (),
    "seed": (),
    "snowball": (),
    # Counts of calls include repeated ones, so they vary with the state of the network.
    "seed_group": ("api_calls",),
    "diffusion_stage": ("api_calls", "api_usd"),
    "graph_metric": (),
    "corpus_metric": (),
    "document": (),
    "summary": (),
    "quote": (),
    "finding": (),
    "extraction": (),
    "clustering": (),
    "clustering_group": (),
    "agreement": (),
    "comparison": (),
    "theme": (),
    "theme_work": (),
    "theme_path": (),
    "theme_analysis": (),
    "section": ("created_at",),
    "claim": (),
    "answer": (),
    "edit": (),
    "supervision": (),
    "loop_step": (),
    "citation_check": ('"at"',),
    "field_source": (),
    "record_lookup": ('"at"',),
    "retraction": (),
    "human_answer": ('"at"',),
    "appraisal": ('"at"',),
    "pooling": ('"at"',),
    "pooled_effect": (),
    "pooled_result": (),
    "imported_file": ('"at"',),
    "imported_record": (),
    "imported_opinion": (),
    "import_match": (),
    "work_identifier": (),
    "citation_lookup": ('"at"',),
    "citation_record": ('"at"',),
    "citation_reading": (),
    "protocol_version": ('"at"',),
    "protocol_criterion": (),
    "required_screeners": ('"at"',),
    "screener_verdict": ('"at"', "seq"),
    "hand_edit": ('"at"',),
    "hand_paragraph": (),
    "hand_conflict": (),
    "protocol_change": (),
    "amended_search": ("begun_at",),
    "detected_language": (),
    "translation": ("seq",),
    "synonym": (),
}

# Columns that were added later, the last of their tables: where they say nothing, the hash is as it was without them. A
# first result says no more than its finding.
_UNSAID = (
    r'(,"(criteria|extract|proposed_by|said_by|protocol|dated|write_in|phase|reasons)":(null|\[\])|,"result":[01]'
    r'|,"question":"")+\}$'
)
# Tables added later: likewise.
_LATER = frozenset(
    {
        "extraction",
        "comparison",
        "answer",
        "appraisal",
        "pooling",
        "pooled_effect",
        "pooled_result",
        "facet",
        "facet_work",
    }
    | {"imported_file", "imported_record", "imported_opinion", "import_match", "work_identifier"}
    | {"protocol_version", "protocol_criterion", "protocol_change", "amended_search"}
    | {"required_screeners", "screener_verdict"}
    | {"hand_edit", "hand_paragraph", "hand_conflict"}
    | {"detected_language", "translation", "synonym"}
    | {"citation_lookup", "citation_record", "citation_reading"}
)


def hash_tables(ledger: Ledger) -> dict[str, str]:
    """Return the SHA-256 of each table's rows, sorted, without times, run ids and sequence numbers."""
    return {table: _hash_table(ledger, table, left_out) for table, left_out in _LEFT_OUT.items()}


def _hash_table(ledger: Ledger, table: str, left_out: tuple[str, ...]) -> str:
    exclude = f"EXCLUDE ({', '.join(left_out)})" if left_out else ""
    frame = ledger.select(
        f"SELECT coalesce(sha256(string_agg(row_hash, '' ORDER BY row_hash)), '') AS hash FROM "
        "(SELECT sha256(regexp_replace(CAST(to_json(facts) AS VARCHAR), $unsaid, '}')) AS row_hash "
        f"FROM (SELECT * {exclude} FROM {table}) AS facts)",
        unsaid=_UNSAID,
    )
    return str(frame.item())


def canonical_hash(ledger: Ledger) -> str:
    """Return the SHA-256 over all tables that hold facts: equal for two reviews that know the same."""
    digest = hashlib.sha256()
    for table, value in hash_tables(ledger).items():
        if not value and table in _LATER:
            continue
        digest.update(f"{table}={value}\n".encode())
    return digest.hexdigest()
