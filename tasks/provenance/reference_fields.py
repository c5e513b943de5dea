"""What one record of an index states for a reference: every value with its JSON path, nothing that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from storage.references.references import StatedField
from tasks.metadata.fields import decode_json, entry
from tasks.metadata.record_shape import RecordShape
from tasks.metadata.spelt_names import choose_name
from tasks.provenance.field_values import READERS, extend_path, follow, read_text, resolve
from tasks.provenance.registry import find_shape

_ISBN_13_DIGITS = 13


def read_fields(source: str, body: str) -> list[StatedField]:
    """Return what a record states, each value checked to be what stands at its path; nothing for what is no JSON.

    Nothing is taken from the record of a source that is not known (`is_known`): its fields may mean anything.
    """
    shape = find_shape(source)
    if shape is None:
        return []
    try:
        record = entry(decode_json(body))
    except ValueError:
        return []
    found = [stated for field, places in shape.fields.items() if (stated := _choose(shape, field, record, places))]
    found += chain(_add_parts(shape, record), _add_people(shape, record))
    return [field for field in found if _stands(shape, field, record)]


def is_known(source: str) -> bool:
    """Return whether it is known where records of a source state what."""
    return find_shape(source) is not None


def is_stated(source: str, field: StatedField, record: object) -> bool:
    """Return whether the value of a field is what a decoded record states at the path, in the spelling we use."""
    shape = find_shape(source)
    return shape is not None and _stands(shape, field, record)


def _stands(shape: RecordShape, field: StatedField, record: object) -> bool:
    stands_there = read_text(resolve(record, field.json_path))
    return stands_there == field.stated and _spell(shape, field.field, field.stated) == field.value


def _spell(shape: RecordShape, field: str, text: str) -> str:
    return shape.readers.get(field, READERS[field])(text)


def _read(shape: RecordShape, field: str, record: Any, templates: Iterable[str]) -> Iterator[StatedField]:
    for template in templates:
        for path, found in follow(record, template):
            text = read_text(found)
            value = _spell(shape, field, text) if text else ""
            if value:
                yield StatedField(field, value, text, path)


def _choose(shape: RecordShape, field: str, record: Any, templates: Sequence[str]) -> StatedField | None:
    """Return the first value stated; of ISBNs the first of thirteen digits, of a field that is sole the only one."""
    stated = list(_read(shape, field, record, templates))
    if field == "isbn":
        stated.sort(key=lambda isbn: len(isbn.value) != _ISBN_13_DIGITS)
    if field in shape.sole:
        listed = sum(bool(read_text(found).strip()) for one in templates for _, found in follow(record, one))
        stated = stated if len(stated) == listed and len({one.value for one in stated}) == 1 else []
    return stated[0] if stated else None


def _add_parts(shape: RecordShape, record: Mapping[str, Any]) -> Iterator[StatedField]:
    """Yield a subtitle that the title lacks, and the first and last page where they stand apart and differ."""
    titles = list(_read(shape, "title", record, shape.fields["title"])) if shape.subtitle else []
    for subtitle in list(_read(shape, "title", record, (shape.subtitle,)))[: len(titles)] if titles else ():
        if subtitle.value.casefold() not in titles[0].value.casefold():
            yield _as_part(subtitle, "subtitle")
    ends: list[StatedField] = []
    for place in shape.page_ends:
        found = list(_read(shape, "pages", record, (place,)))
        ends += [page for page in found if all(page.value != first.value for first in ends)]
    for page in ends:
        yield _as_part(page, "first" if page.json_path == f"$.{shape.page_ends[0]}" else "last")


def _as_part(field: StatedField, part: str, position: int = 1) -> StatedField:
    return StatedField(field.field, field.value, field.stated, field.json_path, position, part)


def _add_people(shape: RecordShape, record: Mapping[str, Any]) -> Iterator[StatedField]:
    """Yield the names of authors and editors, numbered without those who have none."""
    places = shape.people
    # The academic editor of an article is no part of its reference.
    if record.get("type") == "journal-article":
        places = {field: key for field, key in places.items() if field == "authors"}
    title = next((one.value for one in _read(shape, "title", record, shape.fields["title"])), "")
    for field, key in places.items():
        listed = record.get(key)
        position = 0
        for place, person in enumerate(listed if isinstance(listed, list) else []):
            parts = list(_read_name(shape, field, person, extend_path(f"$.{key}", place), title))
            position += bool(parts)
            yield from (_as_part(name, part, position) for name, part in parts)


def _read_name(shape: RecordShape, field: str, person: Any, path: str, title: str) -> Iterator[tuple[StatedField, str]]:
    def read(template: str) -> list[StatedField]:
        stated = [(place, read_text(found)) for place, found in follow(person, template, path)]
        spelt = [(_spell(shape, field, text), text, place) for place, text in stated if text]
        return [StatedField(field, value, text, place) for value, text, place in spelt if value][:1]

    if shape.in_parts:
        family = read("family")
        yield from ((name, "family") for name in family)
        yield from ((name, part) for part in ("given", "suffix") if family for name in read(part))
        yield from ((name, "name") for name in (read("name") or read("given") if not family else ()))
        return
    found: dict[str, StatedField] = {}
    for name in (name for template in shape.names for name in read(template)):
        found.setdefault(name.value, name)
    if chosen := choose_name(tuple(found), title):
        yield found[chosen], "name"
