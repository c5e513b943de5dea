"""Addresses in logs without their queries: one service takes an e-mail address there."""

from __future__ import annotations

import logging

import httpx


class _WithoutQuery(logging.Filter):
    """Cuts the query off every address httpx reports."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                part.copy_with(query=None) if isinstance(part, httpx.URL) else part for part in record.args
            )
        return True


_FILTER = _WithoutQuery()


def keep_queries_out_of_logs() -> None:
    """Make httpx log addresses without queries, from now on in this process; asking twice changes nothing."""
    logging.getLogger("httpx").addFilter(_FILTER)
