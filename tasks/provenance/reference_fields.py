"""What one record of an index states for a reference: every value with its JSON path, nothing that is not there.

Records are those litreview keeps: a work of OpenAlex (2023 or today), an item of Crossref's `works`, a paper of
Semantic Scholar's Graph API, a book of Open Library's search, a preprint of arXiv's feed as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from storage.references.references import StatedField
from tasks.metadata.json_fields import decode_json, entry
from tasks.provenance.field_values import READERS, read_text
from tasks.provenance.json_paths import extend_path, follow, resolve

Places = Mapping[str, tuple[str, ...]]

_OPENALEX: Places = {
    "title": ("title", "display_name"),
    "type": ("type",),
    "venue": ("primary_location.source.display_name", "host_venue.display_name"),
    "volume": ("biblio.volume",),
    "issue": ("biblio.issue",),
    "publisher": ("primary_location.source.host_organization_name", "host_venue.publisher"),
    "year": ("publication_year",),
    "doi": ("doi", "ids.doi"),
    "language": ("language",),
    "oa_url": ("open_access.oa_url", "best_oa_location.pdf_url", "best_oa_location.landing_page_url"),
}
_CROSSREF: Places = {
    "title": ("title[0]",),
    "type": ("type",),
    "venue": ("container-title[0]", "institution[0].name"),
    "volume": ("volume",),
    "issue": ("issue", "journal-issue.issue"),
    "pages": ("page", "article-number"),
    "publisher": ("publisher",),
    "year": tuple(f"{date}.date-parts[0][0]" for date in ("issued", "published", "published-print", "posted")),
    "doi": ("DOI",),
    "isbn": ("ISBN[*]",),
    "language": ("language",),
}
_SEMANTIC_SCHOLAR: Places = {
    "title": ("title",),
    "type": ("publicationTypes[*]",),
    "venue": ("publicationVenue.name", "journal.name", "venue"),
    "volume": ("journal.volume",),
    "issue": ("journal.volume",),
    "pages": ("journal.pages",),
    "year": ("year",),
    "doi": ("externalIds.DOI",),
}
_ARXIV: Places = {
    "title": ("title",),
    "year": ("published",),
    "oa_url": ("id",),
}
_OPEN_LIBRARY: Places = {
    "title": ("title",),
    "type": ("key",),
    "publisher": ("publisher[*]",),
    "year": ("first_publish_year",),
    "isbn": ("isbn[*]",),
    "language": ("language[*]",),
}
_PLACES = {
    "openalex": _OPENALEX,
    "local": _OPENALEX,  # files of OpenAlex works
    "crossref": _CROSSREF,
    "semanticscholar": _SEMANTIC_SCHOLAR,
    "openlibrary": _OPEN_LIBRARY,
    "arxiv": _ARXIV,
}
_ISBN_13_DIGITS = 13


def read_fields(source: str, body: str) -> list[StatedField]:
    """Return what a record states, each value checked to be what stands at its path; nothing for what is no JSON.

    Nothing is taken from the record of a source that is not known (`is_known`): its fields may mean anything.
    """
    try:
        record = entry(decode_json(body))
    except ValueError:
        return []
    places = _PLACES.get(source, {})
    found = [stated for field in places if (stated := _choose(source, field, record, places[field]))]
    found += chain(_add_parts(source, record), _add_people(source, record))
    return [field for field in found if is_stated(source, field, record)]


def is_known(source: str) -> bool:
    """Return whether it is known where records of a source state what."""
    return source in _PLACES


def is_stated(source: str, field: StatedField, record: object) -> bool:
    """Return whether the value of a field is what a decoded record states at the path, in the spelling we use."""
    stands_there = read_text(resolve(record, field.json_path))
    return stands_there == field.stated and _reader(source, field.field)(field.stated) == field.value


def _reader(source: str, field: str) -> Callable[[str], str]:
    return READERS.get((source, field)) or READERS["", field]


def _read(source: str, field: str, record: Any, templates: Iterable[str]) -> Iterator[StatedField]:
    for template in templates:
        for path, found in follow(record, template):
            text = read_text(found)
            value = _reader(source, field)(text) if text else ""
            if value:
                yield StatedField(field, value, text, path)


def _choose(source: str, field: str, record: Any, templates: Sequence[str]) -> StatedField | None:
    """Return the first value stated; of ISBNs the first of thirteen digits, of Open Library's languages a sole one."""
    stated = list(_read(source, field, record, templates))
    if field == "isbn":
        stated.sort(key=lambda isbn: len(isbn.value) != _ISBN_13_DIGITS)
    if source == "openlibrary" and field == "language":
        listed = sum(bool(read_text(code).strip()) for _, code in follow(record, "language[*]"))
        stated = stated if len(stated) == listed and len({language.value for language in stated}) == 1 else []
    return stated[0] if stated else None


def _add_parts(source: str, record: Mapping[str, Any]) -> Iterator[StatedField]:
    """Yield Crossref's subtitle where the title lacks it, and OpenAlex's first and last page where they differ."""
    if source == "crossref":
        titles = list(_read(source, "title", record, _CROSSREF["title"]))
        for subtitle in list(_read(source, "title", record, ("subtitle[0]",)))[: len(titles)]:
            if subtitle.value.casefold() not in titles[0].value.casefold():
                yield _as_part(subtitle, "subtitle")
    elif _PLACES.get(source) is _OPENALEX:
        ends = [*_read(source, "pages", record, ("biblio.first_page",))]
        last = [*_read(source, "pages", record, ("biblio.last_page",))]
        ends += [page for page in last if all(page.value != first.value for first in ends)]
        yield from (_as_part(page, page.json_path.rpartition(".")[2].removesuffix("_page")) for page in ends)


def _as_part(field: StatedField, part: str, position: int = 1) -> StatedField:
    return StatedField(field.field, field.value, field.stated, field.json_path, position, part)


def _add_people(source: str, record: Mapping[str, Any]) -> Iterator[StatedField]:
    """Yield the names of authors and editors, numbered without those who have none."""
    places = {
        "crossref": {"authors": "author", "editors": "editor"},
        "semanticscholar": {"authors": "authors"},
        "openlibrary": {"authors": "author_name"},
        "arxiv": {"authors": "author"},
        "openalex": {"authors": "authorships"},
        "local": {"authors": "authorships"},
    }.get(source, {})
    # The academic editor of an article is no part of its reference.
    if record.get("type") == "journal-article":
        places = {field: key for field, key in places.items() if field == "authors"}
    for field, key in places.items():
        listed = record.get(key)
        position = 0
        for place, person in enumerate(listed if isinstance(listed, list) else []):
            parts = list(_read_name(source, field, person, extend_path(f"$.{key}", place)))
            position += bool(parts)
            yield from (_as_part(name, part, position) for name, part in parts)


def _read_name(source: str, field: str, person: Any, path: str) -> Iterator[tuple[StatedField, str]]:
    def read(template: str) -> list[StatedField]:
        stated = [(place, read_text(found)) for place, found in follow(person, template, path)]
        reader = _reader(source, field)
        return [StatedField(field, reader(text), text, place) for place, text in stated if text and reader(text)][:1]

    if source == "crossref":
        family = read("family")
        yield from ((name, "family") for name in family)
        yield from ((name, part) for part in ("given", "suffix") if family for name in read(part))
        yield from ((name, "name") for name in (read("name") or read("given") if not family else ()))
        return
    template = {"semanticscholar": "name", "openlibrary": "", "arxiv": "name"}.get(source, "author.display_name")
    names = read(template) or (read("raw_author_name") if _PLACES[source] is _OPENALEX else [])
    yield from ((name, "name") for name in names)
