"""What is passed on of a review when its owner shares it: the published corpus without what is private or not theirs.

`storage.publication.public_copy` takes out e-mail addresses and pages that no licence allows. This module removes what
belongs to the owner's account and machine, and the raw answers of language models, which quote sources at length.
"""

from __future__ import annotations

import re
from pathlib import Path

from storage.core.ledger import Ledger
from storage.publication.public_copy import hand_on

# Answers of language models and catalogues (records read from the latter stay, with their own answers), and accounts.
_KEPT_BACK = ("llm_answer", "llm_batch", "llm_batch_item", "reservation", "quota", "catalogue_answer", "zotero_item")
_MAY_NAME_PLACES = (
    ("problem", "message"), ("run", "message"), ("run", "settings"), ("review", "catalogue"), ("response", "url"),
    ("search_query", "url"), ("search_query", "catalogue"), ("fulltext_attempt", "url"), ("fulltext_attempt", "reason"),
    ("abstract_lookup", "reason"), ("api_call", "url"),
)  # fmt: skip
_QUOTED_PLACE = re.compile(r"(?<=['\"])(?:file://)?(?:/|~/|[A-Za-z]:\\)[^'\"]*[/\\]([^'\"/\\]*)(?=['\"])")
_PLACE = re.compile(r"(?:file://|(?<![\w/.\\~-]))(?:/|~/|[A-Za-z]:\\)(?:[^\s/\\'\"`),;]+[/\\])+([^\s/\\'\"`),;]*)")


def share_corpus(ledger: Ledger, target: Path) -> None:
    """Write what may be passed on of a snapshot (`storage.writing.versions.open_snapshot`) to a new file.

    Left out: full texts without a licence to pass them on (CC BY, CC BY-SA, CC0 and public domain allow it), their
    ten-to-one digests, e-mail addresses, answers of language models and catalogues, accounts, and the paths of files on
    the owner's machine, though not their names. Quotes and summaries of about 100 words stay. The snapshot is changed
    in the process.
    """
    with ledger.transaction():
        for table in _KEPT_BACK:
            ledger.change(f"DELETE FROM {table}")
        _drop_unused_responses(ledger)
        for table, column in _MAY_NAME_PLACES:
            _name_files(ledger, table, column)
    ledger.change("CHECKPOINT")
    hand_on(ledger.path, target)


def _drop_unused_responses(ledger: Ledger) -> None:
    """Keep only the raw answers from which some record, field or notice was read."""
    tables = ledger.select(
        "SELECT DISTINCT c.table_name FROM duckdb_columns() AS c "
        "JOIN duckdb_tables() AS t USING (database_oid, table_oid) "
        "WHERE NOT t.temporary AND c.column_name = 'response_id' AND c.table_name <> 'response' ORDER BY ALL"
    )["table_name"]
    read = " UNION ".join(f"SELECT response_id FROM {table}" for table in tables)
    ledger.change(f"DELETE FROM response WHERE response_id NOT IN (FROM ({read}) WHERE response_id IS NOT NULL)")


def _name_files(ledger: Ledger, table: str, column: str) -> None:
    """Reduce each path in a column to its file name."""
    rows = ledger.select(
        f"SELECT DISTINCT CAST({column} AS VARCHAR) AS text FROM {table} "
        f"WHERE regexp_matches(CAST({column} AS VARCHAR), '[/\\\\]')"
    )
    for text in rows["text"]:
        if (named := name_files(text)) != text:
            ledger.change(
                f"UPDATE {table} SET {column} = $named WHERE CAST({column} AS VARCHAR) = $text", named=named, text=text
            )


def name_files(text: str) -> str:
    r"""Return text with every path from the root or home folder of a machine reduced to its file name.

    Web addresses and DOIs do not count as paths.
    """
    return _PLACE.sub(r"\1", _QUOTED_PLACE.sub(r"\1", text))
