"""Which tables and views a statement names, itself and through views within views."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache

_COMMENT, _NAME = re.compile(r"--[^\n]*"), re.compile(r"\w+")
_READ = re.compile(r"\b(?:from|join)\s+(\w+)")
_VIEW = re.compile(r"^CREATE VIEW (\w+) AS\n(.*?)(?=^COMMENT ON )", re.MULTILINE | re.DOTALL)


class Relations:
    """The tables of a ledger, and its views with what each is made of."""

    def __init__(self, views: str) -> None:
        """Take the SQL that creates the views, those that others build on first; tables are not known yet."""
        self._tables: frozenset[str] = frozenset()
        self._views = _read_views(views)
        self._named: dict[str, frozenset[str]] = {}

    def learn(self, tables: Collection[str]) -> None:
        """Learn which tables there are, before anything is asked."""
        self._tables = frozenset(tables)

    def list_tables(self, sql: str) -> frozenset[str]:
        """Return the tables that a statement may touch, those of its views included; all tables if it names none."""
        if sql not in self._named:
            names, views = _read_names(sql), set[str]()
            while fresh := (names & self._views.keys()) - views:
                views |= fresh
                names = names.union(*(_read_names(self._views[view]) - {view} for view in fresh))
            self._named[sql] = names & self._tables or self._tables
        return self._named[sql]

    def count_views(self, sql: str, kept: Collection[str]) -> Mapping[str, int]:
        """Return how often each view is planned for a statement, in the order of creation; those kept are tables."""
        counts = _count_reads(sql)
        for view in reversed(self._views):
            if counts[view] and view not in kept:
                for name, times in _count_reads(self._views[view]).items():
                    counts[name] += times * counts[view]
        return {view: counts[view] for view in self._views if counts[view] and view not in kept}


@cache
def _read_views(sql: str) -> dict[str, str]:
    return dict(_VIEW.findall(sql))


@cache
def _read_names(sql: str) -> frozenset[str]:
    return frozenset(_NAME.findall(_COMMENT.sub("", sql).lower()))


def _count_reads(sql: str) -> Counter[str]:
    return Counter(_list_reads(sql))


@cache
def _list_reads(sql: str) -> tuple[str, ...]:
    return tuple(_READ.findall(_COMMENT.sub("", sql).lower()))
