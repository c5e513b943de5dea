"""Slices of a snapshot: ``topic in T10325, Soil ecology and year >= 2010 and is_oa = true``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from storage.core.errors import InputError
from tasks.catalogues.local.facts import IndexedWork
from tasks.catalogues.work_record import read_subjects
from tasks.metadata.fields import entries, entry, openalex_key

Record = Mapping[str, Any]

_CONDITION = re.compile(r"\s*(\w+)\s*(>=|<=|=|\bin\b)\s*(.+?)\s*", re.IGNORECASE | re.DOTALL)
_AND = re.compile(r"\s+and\s+(?=\w+\s*(?:>=|<=|=|\bin\b))", re.IGNORECASE)
_ABOVE = ("subfield", "field", "domain")


def _read_topics(record: Record, _work: IndexedWork) -> Iterator[str]:
    for key, name in read_subjects(record):
        yield key
        yield name


def _read_above(level: str) -> Callable[[Record, IndexedWork], Iterator[str]]:
    def read(record: Record, _work: IndexedWork) -> Iterator[str]:
        for topic in (entry(record.get("primary_topic")), *entries(record.get("topics"))):
            stated = entry(topic.get(level))
            yield str(stated.get("display_name") or "")
            yield str(stated.get("id") or "").rsplit("/", 1)[-1]

    return read


_VALUES: dict[str, Callable[[Record, IndexedWork], Iterator[str]]] = {
    "topic": _read_topics,
    **{level: _read_above(level) for level in _ABOVE},
    "type": lambda _, work: iter((work.type or "",)),
    "language": lambda _, work: iter((work.language or "",)),
    "is_oa": lambda _, work: iter((str(work.is_oa),)),
    "year": lambda _, work: iter((str(work.year or ""),)),
}


class Slice:
    """Which works of a snapshot are indexed; all of them where nothing is said."""

    def __init__(self, where: str) -> None:
        """Read conditions joined by "and": a field, then in (values apart by commas), =, >= or <=.

        Raises:
            InputError: a condition cannot be read.
        """
        self._tests = [_read_condition(condition) for condition in _AND.split(where.strip())] if where.strip() else []

    def holds(self, record: Record, work: IndexedWork) -> bool:
        """Return whether every condition holds of a work."""
        return all(test(record, work) for test in self._tests)


def _read_condition(text: str) -> Callable[[Record, IndexedWork], bool]:
    match = _CONDITION.fullmatch(text)
    field, sign = (match[1].lower(), match[2].lower()) if match else ("", "")
    if match is None or field not in _VALUES or (sign in (">=", "<=") and field != "year"):
        raise InputError(
            f"--where cannot read '{text[:80]}'; write conditions such as \"topic in T10325, Soil ecology and "
            f'year >= 2010", with a field of {", ".join(_VALUES)}'
        )
    if sign in (">=", "<="):
        return _read_bound(match[3], sign)
    given = match[3].strip().removeprefix("(").removesuffix(")") if sign == "in" else match[3]
    values = {_fold(value) for value in given.split(",")} - {""}
    read = _VALUES[field]
    return lambda record, work: any(_fold(value) in values for value in read(record, work))


def _read_bound(value: str, sign: str) -> Callable[[Record, IndexedWork], bool]:
    if not value.isdecimal():
        raise InputError(f"--where compares year with '{value[:80]}', which is no year; write it as 2010")
    bound = int(value)
    if sign == ">=":
        return lambda _, work: work.year is not None and work.year >= bound
    return lambda _, work: work.year is not None and work.year <= bound


def _fold(value: str) -> str:
    stripped = value.strip().strip("'\"")
    return (openalex_key(stripped, "T") or openalex_key(stripped, "C") or stripped).casefold()
