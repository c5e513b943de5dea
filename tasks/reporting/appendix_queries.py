"""The queries of a review as a numbered list that can be read and repeated (PRISMA-S items 1, 8 and 9)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

import polars as pl

from tasks.text.cleaning import escape_markdown

STRATEGIES = {
    "keyword": "Keyword search",
    "citation": "Citation search",
    "expert": "Expert search",
    "book": "Book search",
}
_LIMITS = tuple(
    (re.compile(stored), said)
    for stored, said in (
        (r"\bcited by over (\d+); cited by exempt from (\d+)", r"cited over \1 times or published from \2 on"),
        (r"\bcited by over (\d+)", r"cited over \1 times"),
        (r"\bfrom year (\d+)", r"published from \1 on"),
        (r"\bto year (\d+)", r"published up to \1"),
        (r"\blimit (\d+)", r"the best \1 taken"),
    )
)


def describe_queries(queries: pl.DataFrame) -> Iterable[str]:
    """Yield heading, catalogues and every query with its limits, the address it was sent to, and its hits.

    Nothing is shortened: a truncated query cannot be repeated. Columns as `tasks.reporting.appendix.render_appendix`
    has them.
    """
    yield "### Queries as run"
    if not queries.height:
        yield "No query was run."
        return
    catalogues = queries["catalogue"].drop_nulls().unique().sort().to_list()
    named = ", ".join(escape_markdown(str(catalogue)) for catalogue in catalogues) or "no named catalogue"
    yield (
        f"Catalogue searched (PRISMA-S item 1): {named}. Full strategies and limits (items 8 and 9) are given "
        "below, with percent-encoding in addresses decoded; how and when (item 13) each was sent is kept in the table "
        "`search_query` of the review's database."
    )
    yield "\n".join(
        _tell_query(number, row, several=len(catalogues) > 1)
        for number, row in enumerate(queries.iter_rows(named=True), start=1)
    )


def _tell_query(number: int, query: dict[str, Any], *, several: bool) -> str:
    """Return a query as a list item: what was asked, within which limits, and what it returned."""
    strategy = STRATEGIES.get(query["strategy"], escape_markdown(query["strategy"]))
    # A file has no address; what is stored in its place repeats words and limits.
    address = unquote(query["url"] or "", errors="replace") if str(query["url"]).startswith("http") else ""
    told = [
        f"Catalogue: {escape_markdown(query['catalogue'])}." if several and query["catalogue"] else "",
        f"Limits: {escape_markdown(tell_limits(query['filters']))}." if query["filters"] else "",
        f"Hits: {query['hits']:,}." if query["hits"] is not None else "",
        f"Run for version {query['protocol']} of the protocol." if query.get("protocol") else "",
    ]
    parts = [
        f"**{strategy}**, {escape_markdown(query['text'])}",
        f"Sent: {escape_markdown(address)}" if address else "",
        " ".join(part for part in told if part),
    ]
    lead = f"{number}. "
    return lead + f"\\\n{' ' * len(lead)}".join(part for part in parts if part)


def tell_limits(filters: str) -> str:
    """Return the limits of a query, stored by their names, as text for readers."""
    for stored, said in _LIMITS:
        filters = stored.sub(said, filters)
    return filters
