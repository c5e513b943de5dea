"""Records of indexes that state no citations, as works: read into our fields, and kept with the text they are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from storage.records.search import Author, Identifier, Response, Work, content_id
from tasks.metadata.fields import entries, normalise_doi, normalise_orcid, plain, read_year
from tasks.metadata.record_shape import RecordShape
from tasks.metadata.titles import family_id
from tasks.text.cleaning import clean_text

_FIELDS = ("title", "type", "venue", "volume", "issue", "pages", "publisher", "year", "doi", "language", "oa_url")

INDEX_RECORD = RecordShape(
    {field: (field,) for field in _FIELDS},
    {"authors": "authors"},
    in_parts=True,
)
"""Where the kept records hold each field; an author has family and given name, or a name alone."""

_LONGEST_TITLE, _LONGEST_NAME, _LONGEST_ABSTRACT = 1_000, 300, 40_000
_SCHEMES = ("pmid", "pmcid", "arxiv")


def state_work(index: str, address: str, raw: str, stated: Mapping[str, Any], source: str = "") -> Work | None:
    """Return the work that a record of an index states, None without a title.

    `stated` has the fields as `INDEX_RECORD` names them, and `id`, `pmid`, `pmcid`, `arxiv` (without version),
    `abstract`, `topics`, `oa_url`, `is_retracted`; `raw` is the text they were read from. The id of the work is ours:
    it follows from DOI, else PMID, else title, first author and year.
    """
    title = clean_text(stated.get("title"), _LONGEST_TITLE)
    if not title:
        return None
    fields = {**stated, "title": title}
    # The records of a service with the name of the index have another shape.
    response = Response(source or index, address, orjson.dumps({"raw": raw, **fields}).decode())
    authors = tuple(
        Author(name, None, normalise_orcid(one.get("orcid")), clean_text(one.get("affiliation"), _LONGEST_NAME) or None)
        for one in entries(stated.get("authors"))
        if (name := clean_text(one.get("name"), _LONGEST_NAME))
    )
    doi, year = normalise_doi(stated.get("doi")), read_year(stated.get("year"))
    known_by = doi or stated.get("pmid") or (family_id("", title, authors), year)
    work_id = f"work-{content_id('work', known_by)}"
    named = {index: stated.get("id"), "doi": doi, **{scheme: stated.get(scheme) for scheme in _SCHEMES}}
    abstract = clean_text(stated.get("abstract"), _LONGEST_ABSTRACT) or None
    return Work(
        work_id=work_id,
        title=title,
        doi=doi,
        abstract=abstract,
        abstract_source=index if abstract else None,
        year=year,
        type=plain(stated.get("type")),
        venue=clean_text(stated.get("venue"), _LONGEST_NAME) or None,
        volume=plain(stated.get("volume")),
        issue=plain(stated.get("issue")),
        pages=plain(stated.get("pages")),
        publisher=clean_text(stated.get("publisher"), _LONGEST_NAME) or None,
        authors=authors,
        language=plain(stated.get("language")),
        is_oa=bool(stated.get("oa_url")),
        oa_url=stated.get("oa_url"),
        is_retracted=stated.get("is_retracted") is True,
        family_id=family_id(work_id, title, authors),
        topics=tuple(stated.get("topics") or ()),
        response=response,
        identifiers=tuple(Identifier(scheme, str(value), index, response) for scheme, value in named.items() if value),
    )
