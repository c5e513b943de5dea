"""What a record says of retractions and other updates, of its own work and of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tasks.catalogues.fields import entry
from tasks.catalogues.identifiers import normalise_doi
from tasks.catalogues.markup import clean_text
from tasks.provenance.json_paths import extend_path, follow
from tasks.provenance.records import Notice, Stated
from tasks.retractions import read_date, read_kind

# How publishers mark the titles of what they retract ("RETRACTED: ...", "Retracted article: ..."), not of the notices.
_MARKED = re.compile(r"\W*(?:retracted|withdrawn)(?: (?:article|paper|chapter))?\W*[:\]\u2014-]", re.IGNORECASE)
_TITLES = ("title", "title[*]", "display_name")


def read_notices(record: Mapping[str, Any], path: str) -> tuple[Notice, ...]:
    """Return the notices of OpenAlex (`is_retracted`), Crossref (`updated-by`, `update-to`) and marked titles."""
    found = list(_read_updates(record, path))
    if record.get("is_retracted") is True:
        found.append(Notice("retraction", "", None, Stated("is_retracted: true", extend_path(path, "is_retracted"))))
    marked = [(place, text) for template in _TITLES for place, text in follow(record, template, path)]
    titles = [(place, clean_text(text, 300)) for place, text in marked if isinstance(text, str)]
    found += [Notice("retraction", "", None, Stated(text, place)) for place, text in titles if _MARKED.match(text)][:1]
    return tuple(found)


def _read_updates(record: Mapping[str, Any], path: str) -> Iterator[Notice]:
    for name in ("updated-by", "update-to"):
        for place, update in follow(record, f"{name}[*]", path):
            kind = read_kind(entry(update))
            other = normalise_doi(entry(update).get("DOI")) or ""
            if kind is None or (name == "update-to" and not other):
                continue
            at = read_date(entry(update))
            notice = normalise_doi(record.get("DOI")) if name == "update-to" else other
            words = f"{kind}{f' by {notice}' if notice else ''}{f', {at}' if at else ''}"
            yield Notice(kind, other if name == "update-to" else "", at, Stated(words, place))
