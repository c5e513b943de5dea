"""Works that the catalogue does not have, as a second index describes them."""

from __future__ import annotations

from collections import defaultdict

from storage.records.search import Author, Identifier, Response, Work, content_id
from storage.references.references import StatedField
from tasks.metadata.fields import decode_json, entry, normalise_doi, plain, read_type, read_year
from tasks.metadata.titles import family_id
from tasks.provenance.reference_fields import read_fields
from tasks.services.service import read_abstract_text

_PARTS = ("given", "family", "suffix", "name")


def state_own_work(source: str, name: str, response: Response) -> Work | None:
    """Return the work that an index's record states, None without title or year: nobody could judge or cite it.

    `name` is what the index, called `source`, calls it. The id of the work is ours, as for works of the indexes that
    are searched: it follows from the DOI, else from title, first author and year.
    """
    fields: dict[str, list[StatedField]] = defaultdict(list)
    for stated in read_fields(response.source, response.body):
        fields[stated.field].append(stated)
    title = ": ".join(one.value for one in fields["title"])
    year = read_year(_first(fields["year"]))
    if not title or year is None:
        return None
    authors = _read_authors(fields["authors"])
    doi = normalise_doi(_first(fields["doi"]))
    known_by = doi or (family_id("", title, authors), year)
    work_id = f"work-{content_id('work', known_by)}"
    abstract = read_abstract_text(entry(decode_json(response.body)).get("abstract"))
    named = {source: name if name != doi else "", "doi": doi}
    return Work(
        work_id=work_id,
        title=title,
        doi=doi,
        abstract=abstract,
        abstract_source=response.source if abstract else None,
        year=year,
        type=read_type(_first(fields["type"])),
        venue=_first(fields["venue"]),
        volume=_first(fields["volume"]),
        issue=_first(fields["issue"]),
        publisher=_first(fields["publisher"]),
        language=_first(fields["language"]),
        pages=plain("-".join(one.value for one in fields["pages"])),
        authors=authors,
        family_id=family_id(work_id, title, authors),
        response=response,
        identifiers=tuple(Identifier(scheme, value, source, response) for scheme, value in named.items() if value),
    )


def _first(stated: list[StatedField]) -> str | None:
    return stated[0].value if stated else None


def _read_authors(stated: list[StatedField]) -> tuple[Author, ...]:
    people: dict[int, dict[str, str]] = defaultdict(dict)
    for one in stated:
        people[one.position][one.part] = one.value
    return tuple(
        Author(" ".join(parts[part] for part in _PARTS if part in parts)) for _, parts in sorted(people.items())
    )
