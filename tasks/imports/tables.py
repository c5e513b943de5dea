"""Tables of records: the CSV exports of Scopus, Web of Science, Covidence, Rayyan, ASReview, PubMed and Zotero."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tasks.imports.entry import Entry, refuse
from tasks.imports.labels import LABEL_COLUMNS, LABELS, UNLABELLED, read_list_name

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    # The columns of two letters are those of Web of Science's tab-delimited file.
    "title": ("title", "article title", "document title", "primary_title", "primary title", "ti"),
    "type": ("document type", "item type", "type_of_reference", "publication type", "type", "dt"),
    "authors": ("author full names", "authors", "author", "author names", "af", "au"),
    "year": ("year", "publication year", "published year", "publication_year", "date", "py"),
    "venue": ("source title", "journal", "journal/book", "publication title", "secondary_title", "venue", "so"),
    "abstract": ("abstract", "abstract note", "notes_abstract", "ab"),
    "doi": ("doi", "doi link", "di"),
    "pmid": ("pubmed id", "pmid", "pubmed_id", "pm"),
    "volume": ("volume", "vl"),
    "issue": ("issue", "is"),
    "pages": ("pages", "page range"),
    "publisher": ("publisher", "pu"),
    "isbn": ("isbn", "isbns", "bn"),
    "language": ("language of original document", "language", "la"),
}
_PAGE_ENDS = (("page start", "start page", "start_page", "bp"), ("page end", "end page", "end_page", "ep"))
_ADDRESSES = ("url", "link", "address", "urls")
_DOI_ADDRESS = re.compile(r"\bdoi\.org/(10\.\d{4,9}/[^\s;|]+)", re.IGNORECASE)
_NOTES = ("notes", "note", "tags", "manual tags", "rayyan_notes")
_COVIDENCE = "Covidence"
# A column that only one tool's export has says where the table comes from.
_MARKS = {
    "covidence #": _COVIDENCE,
    "eid": "Scopus",
    "ut (unique wos id)": "Web of Science",
    "ut (unique id)": "Web of Science",
    "ut": "Web of Science",
    "pubmed_id": "Rayyan",
    "asreview_label": "ASReview",
    "journal/book": "PubMed",
    "manual tags": "Zotero",
}
_SCOPUS_ID = re.compile(r"\s*\(\d+\)\s*$")
_LONGEST_CELL = 10_000_000


def read_csv(text: str, name: str, label_column: str = "") -> Iterator[Entry]:
    """Yield the rows of a table; verdicts stand in the column named, else in one of `LABEL_COLUMNS`.

    Raises:
        MalformedFile: there is no column of titles or of the name given, or a row is not one of the table.
    """
    csv.field_size_limit(_LONGEST_CELL)
    lines = text.lstrip("\ufeff").splitlines(keepends=True)
    first = lines[0] if lines else ""
    reader = csv.reader(lines, delimiter=max(",\t;", key=first.count), strict=True)
    try:
        heading = [cell.strip().casefold() for cell in next(reader, [])]
        places = _place_columns(heading, name, label_column)
        begun = reader.line_num
        for row in reader:
            raw, line, begun = "".join(lines[begun : reader.line_num]), begun + 1, reader.line_num
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(heading) and any(cell.strip() for cell in row[len(heading) :]):
                raise refuse(
                    name,
                    line,
                    f"the row has {len(row)} cells where the heading has {len(heading)}",
                    "put cells that hold the separator in quotation marks",
                )
            read = _read_row(dict(zip(heading, row, strict=False)), places, raw, line)
            if read.source == _COVIDENCE and not read.label:
                read = replace(read, label=read_list_name(name))
            if label_column and read.label.casefold() not in LABELS.keys() | UNLABELLED:
                said = f"'{read.label[:60]}' is not a verdict"
                raise refuse(name, line, said, "write included or excluded, 1 or 0, or nothing")
            yield read
    except csv.Error as error:
        raise refuse(
            name, max(1, reader.line_num), f"the table cannot be read ({error})", "export it again as CSV"
        ) from None


def _place_columns(heading: Sequence[str], name: str, label_column: str) -> dict[str, tuple[str, ...]]:
    """Return the columns there are of each field, and of verdicts, best first."""
    places = {known: tuple(one for one in names if one in heading) for known, names in _COLUMNS.items()}
    if not places["title"]:
        raise refuse(name, 1, "no column is called Title", "export titles too, or call the column of titles 'Title'")
    if label_column and label_column.casefold() not in heading:
        raise refuse(name, 1, f"no column is called '{label_column}'", "name one that is there with --label-column")
    wanted = (label_column.casefold(),) if label_column else LABEL_COLUMNS
    return places | {"label": tuple(one for one in wanted if one in heading)}


def _read_row(row: Mapping[str, str], places: Mapping[str, tuple[str, ...]], raw: str, line: int) -> Entry:
    fields = {
        known: [next((row[one] for one in columns if row.get(one, "").strip()), "")]
        for known, columns in places.items()
        if known != "label"
    }
    if not fields["doi"][0]:
        # Some rows of Rayyan's export have the DOI in the address alone.
        found = (_DOI_ADDRESS.search(row[one]) for one in _ADDRESSES if row.get(one))
        fields["doi"] = [next((match[1] for match in found if match), "")]
    fields["authors"] = _split_names(fields["authors"][0])
    ends = [next((row[one] for one in names if row.get(one, "").strip()), "") for names in _PAGE_ENDS]
    fields["pages"] = [fields["pages"][0] or "-".join(dict.fromkeys(end for end in ends if end))]
    label = next((row[one].strip() for one in places["label"] if row.get(one, "").strip()), "")
    notes = [row[one] for one in _NOTES if row.get(one)]
    if row.get("litreview_verdict_by"):
        notes.append(f"litreview_verdict_by: {row['litreview_verdict_by']}")
    source = next((tool for mark, tool in _MARKS.items() if mark in row), "")
    if not source and any("RAYYAN-" in note for note in notes):
        source = "Rayyan"
    return Entry(line, raw, fields, notes, label, source)


def _split_names(text: str) -> list[str]:
    """Return the people of a cell: apart by semicolons, "and", or commas where none stands inside a name ("Lee A")."""
    parts = text.split(";") if ";" in text else re.split(r"\s+and\s+|\s*&\s*", text)
    if len(parts) == 1:
        by_comma = [part.strip() for part in text.rstrip(".").split(",")]
        if len(by_comma) > 1 and all(" " in part for part in by_comma):
            parts = by_comma
    return [_SCOPUS_ID.sub("", part).strip() for part in parts if part.strip()]
