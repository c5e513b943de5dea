"""Rows of the appendix and counts of the PRISMA picture, held against what the ledger would write now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_RULE = re.compile(r"^\|[\s:|-]+\|$")
_COUNT = re.compile(r"([^:;>]+): ([\d,]+)(?=[;.<])")
_DESCRIBED = re.compile(r"<desc[^>]*>(.*?)</desc>", re.DOTALL)
# Problems are met after the files were written as well, also by those who read them.
_GROWING = "What happened"

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]


def compare_tables(text: str, fresh: str) -> Iterator[tuple[str, str]]:
    """Yield (row, why) of rows that the record does not hold, or that are missing, in tables with today's columns."""
    known = dict(_read_tables(fresh))
    for columns, rows in _read_tables(text):
        if columns not in known:
            continue
        true = known[columns]
        for row in rows:
            if row not in true:
                like = next((other for other in true if _share(row, other)), None)
                says = f"the ledger says: {_show(like)}" if like else "no row on record says so"
                yield _show(row), says
        if _GROWING not in columns:
            yield from ((_show(row), "the table lacks this row of the record") for row in true if _lacks(rows, row))


def compare_pictures(text: str, fresh: str) -> Iterator[tuple[str, str]]:
    """Yield (count, why) of counts of a PRISMA picture, by their labels, that are not those of now."""
    true = dict(_read_counts(fresh))
    for label, number in _read_counts(text):
        if label in true and true[label] != number:
            yield f"{label}: {number}", f"the ledger says {true[label]}"
    drawn = re.findall(r'class="label[^"]*"[^>]*>([^<]+)</text>\s*<text class="number[^"]*"[^>]*>n = ([\d,]+)<', text)
    for label, number in drawn:
        if label in true and true[label] != number and f"{label}: {number}" not in text:
            yield f"{label}: n = {number}", f"the ledger says {true[label]}"


def _lacks(rows: Sequence[tuple[str, ...]], row: tuple[str, ...]) -> bool:
    return row not in rows and not any(_share(row, other) for other in rows)


def _share(row: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two rows are of one thing: all of their cells but one are alike."""
    return len(row) == len(other) and sum(a != b for a, b in zip(row, other, strict=True)) <= 1


def _show(row: Sequence[str]) -> str:
    return " | ".join(row)


def _read_tables(text: str) -> Iterator[Table]:
    block: list[tuple[str, ...]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|") and line.rstrip().endswith("|"):
            if not _RULE.match(line.strip()):
                block.append(tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])))
        elif block:
            yield block[0], block[1:]
            block = []


def _read_counts(svg: str) -> list[tuple[str, str]]:
    described = _DESCRIBED.search(svg)
    text = f"{described[1].rstrip('.')};" if described else ""
    return [(label.strip(), number) for label, number in _COUNT.findall(text)]
