"""Open copies an OpenAlex record names, and OpenAlex's own copies behind its content API.

See https://developers.openalex.org/download/full-text-pdfs: a file of the content API costs $0.01 and needs a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storage.records.search import Work
from tasks.metadata.json_fields import decode_json, entries, entry
from tasks.services.answers import Location
from tasks.services.formats import guess_format, read_address
from tasks.services.licences import read_licence

NAME = "openalex"
CONTENT = "openalex content"
_CONTENT_USD = 0.01
_CONTENT_FORMATS = (("grobid_xml", "xml"), ("pdf", "pdf"))


def read_open_copies(work: Work) -> list[Location]:
    """Return the open copies of a work: those its record names, the best first, else its open address.

    A work read back from the ledger has no record; licence and version are then unknown.
    """
    record = _read_record(work)
    found = []
    for stated in (entry(record.get("best_oa_location")), *entries(record.get("locations"))):
        if stated.get("is_oa") is False:
            continue
        licence = read_licence(stated.get("license"))
        version = stated.get("version") if isinstance(stated.get("version"), str) else None
        pdf, landing = read_address(stated.get("pdf_url")), read_address(stated.get("landing_page_url"))
        found += [Location(NAME, pdf, "pdf", licence, version)] if pdf else []
        found += [Location(NAME, landing, guess_format(landing), licence, version)] if landing else []
    if url := read_address(work.oa_url):
        found.append(Location(NAME, url, guess_format(url)))
    return found


def read_content_copies(work: Work) -> list[Location]:
    """Return OpenAlex's own copies of a work (XML by GROBID, then PDF), none where its record offers none."""
    record = _read_record(work)
    offered, urls = entry(record.get("has_content")), entry(record.get("content_urls"))
    licence = read_licence(entry(record.get("best_oa_location")).get("license"))
    return [
        Location(CONTENT, url, "xml" if kind == "xml" else "pdf", licence, None, _CONTENT_USD)
        for name, kind in _CONTENT_FORMATS
        if offered.get(name) is not False and (url := read_address(urls.get(name)))
    ]


def _read_record(work: Work) -> Mapping[str, Any]:
    if work.response is None:
        return {}
    try:
        return entry(decode_json(work.response.body))
    except ValueError:
        return {}
