"""References: every field with the answer that states it, what other indexes say about a work, and what is printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.search import Author, Response, Work
from storage.searching.api_calls import ApiCall, CatalogueLog, add_log
from storage.searching.works import add_responses, read_works

_SCHEMA: dict[str, Any] = {
    "work_id": pl.String,
    "field": pl.String,
    "value": pl.String,
    "response_id": pl.String,
    "json_path": pl.String,
    "position": pl.Int32,
    "part": pl.String,
    "stated": pl.String,
}
_SINGLE = ("type", "venue", "volume", "issue", "publisher", "doi", "isbn", "language", "oa_url")
_SEPARATORS = {"title": ": ", "pages": "-"}
_PART_ORDER = ("", "name", "family", "given", "suffix", "first", "last", "subtitle")


@dataclass(frozen=True, slots=True)
class StatedField:
    """A value of a reference's field: as used, as it stands in an answer, and its JSON path there.

    `position` numbers authors and editors from 1; `part` is empty, or says which part of the field the value is.
    """

    field: str
    value: str
    stated: str
    json_path: str
    position: int = 1
    part: str = ""


@dataclass(frozen=True, slots=True)
class Lookup:
    """An index's answer about a work: `found` with record and fields, `absent`, or the record of an `other work`."""

    work_id: str
    status: str
    response: Response | None = None
    fields: tuple[StatedField, ...] = ()


def records_to_read(ledger: Ledger) -> list[tuple[str, Response]]:
    """Return the corpus works whose catalogue record was not yet read for their reference, with that record, by id."""
    rows = ledger.select(
        "SELECT c.work_id, r.source, r.url, r.body, r.status FROM corpus AS c JOIN response AS r USING (response_id) "
        "WHERE NOT EXISTS (FROM field_source AS f WHERE f.work_id = c.work_id AND f.response_id = c.response_id) "
        "ORDER BY c.work_id"
    )
    return [(work_id, Response(*answer)) for work_id, *answer in rows.iter_rows()]


def add_fields(ledger: Ledger, stated: Iterable[tuple[str, str, Sequence[StatedField]]]) -> None:
    """Append what answers state, given as (work id, response id, fields), in one transaction."""
    with ledger.transaction():
        _append_fields(ledger, stated)


def _append_fields(ledger: Ledger, stated: Iterable[tuple[str, str, Sequence[StatedField]]]) -> None:
    # The record of a work that only a second index of citations has is the one that the same index gives for its DOI.
    known = set(ledger.select("SELECT DISTINCT work_id, response_id FROM field_source").iter_rows())
    rows = [
        {
            "work_id": work_id,
            "field": field.field,
            "value": field.value,
            "response_id": response_id,
            "json_path": field.json_path,
            "position": field.position,
            "part": field.part,
            "stated": field.stated,
        }
        for work_id, response_id, fields in stated
        if (work_id, response_id) not in known
        for field in fields
    ]
    ledger.append("field_source", pl.DataFrame(rows, schema=_SCHEMA))


def works_to_ask_about(ledger: Ledger, source: str) -> list[Work]:
    """Return corpus works about which an index has not been asked yet, by id."""
    return read_works(
        ledger.select(
            "SELECT * FROM corpus WHERE work_id NOT IN "
            "(SELECT work_id FROM record_lookup WHERE source = $source) ORDER BY work_id",
            source=source,
        )
    )


def add_lookups(ledger: Ledger, source: str, lookups: Sequence[Lookup], calls: Sequence[ApiCall]) -> None:
    """Append an index's answers about works, its records, their fields and the calls made, in one transaction."""
    kept = [lookup.response for lookup in lookups if lookup.response]
    at = now()
    with ledger.transaction():
        add_responses(ledger, kept)
        ledger.append(
            "record_lookup",
            pl.DataFrame(
                [
                    {
                        "work_id": lookup.work_id,
                        "source": source,
                        "status": lookup.status,
                        "response_id": lookup.response.response_id if lookup.response else None,
                        "at": at,
                    }
                    for lookup in lookups
                ],
                schema_overrides={"response_id": pl.String},
            ),
        )
        _append_fields(
            ledger,
            [(each.work_id, each.response.response_id, each.fields) for each in lookups if each.response],
        )
        add_log(ledger, CatalogueLog(calls=tuple(calls)), None)


def read_references(ledger: Ledger) -> dict[str, Work]:
    """Return the corpus works by citekey as references print them (see `list_references`)."""
    return dict(list_references(ledger))


def list_references(ledger: Ledger) -> list[tuple[str, Work]]:
    """Return the corpus works with their citekeys, by work id, each field as the best source states it.

    Fields that no stored answer states are left out; a retracted work is marked. A work whose records were never read
    (in a review by an older version) stands as the catalogue gave it.
    """
    rows = ledger.select("SELECT * FROM corpus ORDER BY work_id")
    stated: dict[str, dict[str, list[tuple[int, str, str]]]] = {}
    fields = ledger.select("SELECT work_id, field, position, part, value FROM reference_field ORDER BY ALL")
    for work_id, field, position, part, value in fields.iter_rows():
        stated.setdefault(work_id, {}).setdefault(field, []).append((position, part, value))
    retracted = frozenset(ledger.select("SELECT work_id FROM retracted_work")["work_id"])
    works = zip(rows["citekey"], read_works(rows), strict=True)
    return [(key, _refer(work, stated.get(work.work_id, {}), retracted)) for key, work in works]


def _refer(work: Work, stated: Mapping[str, list[tuple[int, str, str]]], retracted: Collection[str]) -> Work:
    if not stated:
        return work
    texts: dict[str, Any] = {field: _join(stated, field) for field in (*_SINGLE, "pages")}
    year = _join(stated, "year")
    return replace(
        work,
        **texts,
        title=_join(stated, "title") or work.title,
        year=int(year) if year else None,
        authors=tuple(Author(name) for name in _names(stated.get("authors", ()))),
        editors=tuple(_names(stated.get("editors", ()))),
        is_retracted=work.is_retracted or work.work_id in retracted,
    )


def _join(stated: Mapping[str, list[tuple[int, str, str]]], field: str) -> str | None:
    parts = sorted(stated.get(field, ()), key=lambda row: (row[0], _PART_ORDER.index(row[1])))
    return _SEPARATORS.get(field, " ").join(value for _, _, value in parts) or None


def _names(parts: Sequence[tuple[int, str, str]]) -> list[str]:
    """Return names in order, those given in parts as "Family, Given, Jr."."""
    people: dict[int, list[tuple[int, str]]] = {}
    for position, part, value in parts:
        people.setdefault(position, []).append((_PART_ORDER.index(part), value))
    return [", ".join(value for _, value in sorted(people[position])) for position in sorted(people)]
