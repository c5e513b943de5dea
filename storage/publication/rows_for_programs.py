"""What programs ask of a published review most often: works by words, results, quotes."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from storage.core.errors import InputError
from storage.core.ledger import open_published
from storage.queries import read_query

_KNOWN = "SELECT 1 FROM corpus WHERE citekey = $citekey"


def select_works(folder: Path, words: str, most: int) -> pl.DataFrame:
    """Return works of the review that have words in title, abstract or findings, those with most of them first."""
    with open_published(folder) as connection:
        frame: pl.DataFrame = connection.sql(
            read_query("works_with_words"), params={"words": sorted(set(words.casefold().split())), "most": most}
        ).pl()
    return frame


def select_evidence(folder: Path, words: str, citekey: str, most: int) -> pl.DataFrame:
    """Return results of works with their quotes: all, or those of one work, or those that have all the words.

    Raises:
        InputError: the review has no work of that citekey.
    """
    citekey = citekey.strip().removeprefix("@")
    with open_published(folder) as connection:
        if citekey and not connection.sql(_KNOWN, params={"citekey": citekey}).fetchall():
            raise _tell_unknown(citekey)
        frame: pl.DataFrame = connection.sql(
            read_query("evidence_with_words"),
            params={"words": sorted(set(words.casefold().split())), "citekey": citekey, "most": most},
        ).pl()
    return frame


def select_quotes(folder: Path, citekey: str, most: int) -> pl.DataFrame:
    """Return the words quoted from a work by its citekey, in the order of their pages.

    Raises:
        InputError: the review has no work of that citekey.
    """
    citekey = citekey.strip().removeprefix("@")
    with open_published(folder) as connection:
        if not connection.sql(_KNOWN, params={"citekey": citekey}).fetchall():
            raise _tell_unknown(citekey)
        frame: pl.DataFrame = connection.sql(
            "SELECT DISTINCT q.page, q.char_start, q.char_end, q.text AS quote, q.source FROM quote AS q "
            "JOIN corpus AS c USING (work_id) WHERE c.citekey = $citekey ORDER BY ALL LIMIT $most",
            params={"citekey": citekey, "most": most},
        ).pl()
    return frame


def _tell_unknown(citekey: str) -> InputError:
    return InputError(f"the review has no work with the citekey '{citekey}'; search finds citekeys by words")
