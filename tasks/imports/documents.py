"""Formats that are documents: BibTeX, CSL-JSON and the XML of EndNote."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from tasks.imports.entry import Entry, refuse
from tasks.metadata.fields import entries, entry
from tasks.parsing.safe_xml import UnsafeXml, flatten, read_xml
from tasks.provenance.bibliography import BibEntry, decode_latex, decode_verbatim, parse_bibliography
from tasks.provenance.person_names import read_people

_BIBTEX_FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("title",),
    "year": ("year", "date"),
    "venue": ("journal", "journaltitle", "booktitle", "series"),
    "abstract": ("abstract",),
    "volume": ("volume",),
    "issue": ("number", "issue"),
    "pages": ("pages",),
    "publisher": ("publisher", "school", "institution"),
    "language": ("langid", "language"),
}
_AS_WRITTEN: Mapping[str, tuple[str, ...]] = {"doi": ("doi",), "pmid": ("pmid",), "isbn": ("isbn",)}
_CSL_FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("title",),
    "type": ("type",),
    "venue": ("container-title",),
    "abstract": ("abstract",),
    "doi": ("DOI", "doi"),
    "pmid": ("PMID",),
    "volume": ("volume",),
    "issue": ("issue",),
    "pages": ("page",),
    "publisher": ("publisher",),
    "isbn": ("ISBN",),
    "language": ("language",),
}
# Elements of EndNote's XML below <record>, best first.
_ENDNOTE_FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("titles/title",),
    "authors": ("contributors/authors/author",),
    "editors": ("contributors/secondary-authors/author",),
    "year": ("dates/year",),
    "venue": ("titles/secondary-title", "periodical/full-title", "alt-periodical/full-title"),
    "abstract": ("abstract",),
    "doi": ("electronic-resource-num",),
    "volume": ("volume",),
    "issue": ("number",),
    "pages": ("pages",),
    "publisher": ("publisher",),
    "language": ("language",),
}
_RECORD = re.compile(r"<record[\s>]")
_PLACE = re.compile(r"line (\d+)")


def read_bibtex(text: str, name: str) -> Iterator[Entry]:
    """Yield the entries of a BibTeX file.

    Raises:
        InputError: the file is malformed: with the line numbers.
    """
    found = parse_bibliography(text, name)
    lines = text.splitlines(keepends=True)
    ends = [each.line for each in found[1:]] + [len(lines) + 1]
    for each, end in zip(found, ends, strict=True):
        yield _read_bibtex_entry(each, "".join(lines[each.line - 1 : end - 1]))


def _read_bibtex_entry(stated: BibEntry, raw: str) -> Entry:
    fields = {name: [decode_latex(stated.value(*known))] for name, known in _BIBTEX_FIELDS.items()}
    fields |= {name: [decode_verbatim(stated.value(*known))] for name, known in _AS_WRITTEN.items()}
    fields["type"] = [stated.type]
    for field, known in (("authors", "author"), ("editors", "editor")):
        fields[field] = [person.written for person in read_people(stated.value(known)).names]
    notes = [decode_latex(stated.value(known)) for known in ("note", "notes", "annote", "keywords")]
    return Entry(stated.line, raw, fields, notes)


def read_csl(text: str, name: str) -> Iterator[Entry]:
    """Yield the items of a CSL-JSON file: a list, or an object that holds one as ``items``.

    Raises:
        MalformedFile: the file is not JSON, or no list of items.
    """
    try:
        whole = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise refuse(name, line, f"not JSON ({error})", "export the file again as CSL-JSON") from None
    items = whole if isinstance(whole, list) else entry(whole).get("items")
    if not isinstance(items, list) or len(entries(items)) != len(items):
        raise refuse(name, 1, "CSL-JSON is a list of items", "export the file again as CSL-JSON")
    place = 0
    for number, item in enumerate(items, start=1):
        # Where an item begins is told by the next of its titles in the text; without one by its number in the list.
        quoted = json.dumps(item.get("title"), ensure_ascii=False)
        found = text.find(quoted, place) if item.get("title") else -1
        place = found if found >= 0 else place
        line = text.count("\n", 0, place) + 1 if found >= 0 and "\n" in text else number
        yield _read_csl_item(item, line)


def _read_csl_item(item: Mapping[str, Any], line: int) -> Entry:
    fields = {
        name: [str(item[key]) for key in known if isinstance(item.get(key), (str, int))][:1]
        for name, known in _CSL_FIELDS.items()
    }
    fields["authors"], fields["editors"] = _csl_people(item.get("author")), _csl_people(item.get("editor"))
    dates = entry(item.get("issued")).get("date-parts")
    first = dates[0] if isinstance(dates, list) and dates and isinstance(dates[0], list) else []
    fields["year"] = [str(part) for part in first[:1]]
    notes = [str(item[key]) for key in ("note", "annote", "keyword") if isinstance(item.get(key), str)]
    label = item.get("included", item.get("asreview_label", ""))
    return Entry(line, json.dumps(item, ensure_ascii=False), fields, notes, str(label), str(item.get("source") or ""))


def _csl_people(people: object) -> list[str]:
    named = []
    for person in entries(people):
        family = " ".join(str(person[part]) for part in ("non-dropping-particle", "family") if person.get(part))
        given = str(person.get("given") or "")
        named.append(", ".join(part for part in (family, given) if part) or str(person.get("literal") or ""))
    return named


def read_endnote(path: Path, text: str) -> Iterator[Entry]:
    """Yield the records of an XML file of EndNote; the XML is not trusted (`tasks.parsing.safe_xml`).

    Raises:
        MalformedFile: the file is not well-formed, asks for something forbidden, or holds no records.
    """
    try:
        root = read_xml(path)
    except UnsafeXml as error:
        line = _PLACE.search(str(error))
        raise refuse(path.name, int(line[1]) if line else 1, str(error), "export the file again as XML") from None
    starts = [match.start() for match in _RECORD.finditer(text)]
    records = list(root.iter("record"))
    if len(starts) != len(records) or not records:
        raise refuse(path.name, 1, "no records of EndNote are in it", "export the library from EndNote as XML")
    for record, (start, end) in zip(records, pairwise([*starts, len(text)]), strict=True):
        yield _read_endnote_record(record, text[start:end], text.count("\n", 0, start) + 1)


def _read_endnote_record(record: Element, raw: str, line: int) -> Entry:
    def read(*places: str) -> list[str]:
        return next((texts for place in places if any(texts := [flatten(one) for one in record.findall(place)])), [])

    fields = {name: read(*places) for name, places in _ENDNOTE_FIELDS.items()}
    kind = record.find("ref-type")
    fields["type"] = [kind.get("name", "")] if kind is not None else []
    if "book" in "".join(fields["type"]).casefold():
        fields["isbn"] = read("isbn")
    database = (read("remote-database-name") or [""])[0]
    if re.search(r"pubmed|medline|nlm", database, re.IGNORECASE):
        fields["pmid"] = read("accession-num")
    notes = [*read("notes"), *read("research-notes"), *read("label"), *read("keywords/keyword")]
    return Entry(line, raw, fields, notes, source=database)
