"""Tagged formats: RIS, and MEDLINE as PubMed exports it (.nbib), line by line so that an error names its line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tasks.imports.entry import Entry, refuse

# https://en.wikipedia.org/wiki/RIS_(file_format); the first tag that is there counts.
_RIS_FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("TI", "T1", "CT", "BT"),
    "type": ("TY",),
    "authors": ("AU", "A1"),
    "editors": ("ED", "A2"),
    "year": ("PY", "Y1", "DA"),
    "venue": ("JO", "JF", "T2", "JA", "J2"),
    "abstract": ("AB", "N2"),
    "doi": ("DO", "DOI"),
    "volume": ("VL",),
    "issue": ("IS",),
    "publisher": ("PB",),
    "language": ("LA",),
}
# https://www.nlm.nih.gov/bsd/mms/medlineelements.html
_MEDLINE_FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("TI", "BTI"),
    "type": ("PT",),
    "authors": ("FAU", "AU"),
    "editors": ("FED", "ED"),
    "year": ("DP",),
    "venue": ("JT", "TA"),
    "abstract": ("AB",),
    "volume": ("VI",),
    "issue": ("IP",),
    "pages": ("PG",),
    "publisher": ("PB",),
    "isbn": ("ISBN",),
    "language": ("LA",),
    "pmid": ("PMID",),
}
_RIS_LINE = re.compile(r"([A-Z][A-Z0-9]{1,3}) {1,2}-(?: (.*))?")
_NUMBERED = re.compile(r"\d+\.")  # some databases number their records
_MEDLINE_LINE = re.compile(r"([A-Z]{2,4}) {0,2}- ?(.*)")
_BOOKS = frozenset({"BOOK", "EBOOK", "CHAP", "ECHAP", "EDBOOK"})


@dataclass(slots=True)
class _Open:
    """A record being read."""

    line: int
    lines: list[str]
    values: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    last: str = ""

    def add(self, tag: str, value: str) -> None:
        self.values[tag].append(value.strip())
        self.last = tag

    def take(self, line: str, match: re.Match[str] | None) -> None:
        self.lines.append(line)
        if match:
            self.add(match[1], match[2] or "")
        elif line.strip():
            self.go_on(line)

    def go_on(self, text: str) -> None:
        self.values[self.last][-1] += " " + text.strip()


def read_ris(text: str, name: str) -> Iterator[Entry]:
    """Yield the records of a RIS file.

    Raises:
        MalformedFile: a record does not begin with TY or does not end with ER.
    """
    record: _Open | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        match = _RIS_LINE.fullmatch(line.strip("\ufeff \t")) or _RIS_LINE.fullmatch(line.strip("\ufeff"))
        tag = match[1] if match else ""
        if record is None:
            if tag == "TY":
                record = _Open(number, [])
            elif line.strip("\ufeff \t") and not _NUMBERED.fullmatch(line.strip()):
                raise refuse(name, number, "a RIS record begins with 'TY  - '", "export the file again as RIS")
        elif tag == "TY":
            raise _unended(name, record.line)
        if record:
            record.take(line, match)
            if tag == "ER":
                yield _read_ris_record(record)
                record = None
    if record:
        raise _unended(name, record.line)


def _unended(name: str, line: int) -> Exception:
    return refuse(name, line, "the record that begins here has no end, 'ER  - '", "add it, or export the file again")


def _read_ris_record(record: _Open) -> Entry:
    values = record.values
    fields = _choose(values, _RIS_FIELDS)
    ends = [values[tag][0] for tag in ("SP", "EP") if values.get(tag) and values[tag][0]]
    fields["pages"] = ["-".join(dict.fromkeys(ends))]
    fields["doi"] = [*fields.get("doi", []), *(url for url in values.get("UR", []) if "doi.org/" in url)]
    if values["TY"][0].strip() in _BOOKS:
        fields["isbn"] = values.get("SN", [])
    database = next((stated for stated in (*values.get("DB", []), *values.get("DP", [])) if stated), "")
    if re.search(r"pubmed|medline|nlm", database, re.IGNORECASE):
        fields["pmid"] = values.get("AN", [])
    notes = [*values.get("N1", []), *values.get("KW", []), *values.get("U1", [])]
    return Entry(record.line, "\n".join(record.lines), fields, notes, source=database)


def read_nbib(text: str, name: str) -> Iterator[Entry]:
    """Yield the records of a file in the MEDLINE format.

    Raises:
        MalformedFile: a line has no tag, or a record no PMID.
    """
    record: _Open | None = None
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if not line.strip("\ufeff \t"):
            if record:
                yield _read_medline_record(record, name)
            record = None
            continue
        match = _MEDLINE_LINE.fullmatch(line.strip("\ufeff"))
        record = record or _Open(number, [])
        record.lines.append(line)
        if match:
            record.add(match[1], match[2])
        elif line.startswith("      ") and record.last:
            record.go_on(line)
        else:
            raise refuse(
                name, number, "a line begins with a tag such as 'TI  - ' or six spaces", "export it again from PubMed"
            )


def _read_medline_record(record: _Open, name: str) -> Entry:
    values = record.values
    if not values.get("PMID"):
        raise refuse(name, record.line, "the record that begins here has no PMID", "export the file again from PubMed")
    fields = _choose(values, _MEDLINE_FIELDS)
    numbers = [*values.get("LID", []), *values.get("AID", [])]
    fields["doi"] = [number.removesuffix("[doi]") for number in numbers if number.endswith("[doi]")]
    # What the type of a publication is stands among what it does ("Randomized Controlled Trial").
    fields["type"] = sorted(fields.get("type", []), key=lambda kind: kind != "Journal Article")
    return Entry(record.line, "\n".join(record.lines), fields, source="PubMed")


def _choose(values: Mapping[str, list[str]], tags: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {name: next((values[tag] for tag in known if values.get(tag)), []) for name, known in tags.items()}
