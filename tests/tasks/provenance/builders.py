"""Small records and bibliographies for the tests of provenance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tasks.provenance.answer_folder import find_records
from tasks.provenance.bibliography import parse_bibliography
from tasks.provenance.checking import check_bibliography
from tasks.provenance.records import SourceRecord
from tasks.provenance.verdicts import EntryVerdict

CROSSREF: dict[str, Any] = {
    "DOI": "10.1000/bees.7",
    "type": "journal-article",
    "title": ["Wild bees in orchards: a field study"],
    "container-title": ["The Journal of Wild Bees & Wasps"],
    "short-container-title": ["J. Wild Bees Wasps"],
    "author": [
        {"given": "Ana C.", "family": "Ruiz Pardo", "sequence": "first"},
        {"given": "Jürgen", "family": "Müller", "sequence": "additional"},
        {"given": "Bas", "family": "van der Valk", "sequence": "additional"},
    ],
    "volume": "12",
    "issue": "3",
    "page": "163-188",
    "publisher": "Springer Science and Business Media LLC",
    "published-print": {"date-parts": [[2019, 2]]},
    "published-online": {"date-parts": [[2018, 11, 5]]},
}
ENTRY = {
    "author": 'Ruiz Pardo, Ana C. and M{\\"u}ller, J. and van der Valk, Bas',
    "title": "Wild Bees in Orchards --- A Field Study",
    "journal": "Journal of Wild Bees \\& Wasps",
    "year": "2019",
    "volume": "12",
    "number": "3",
    "pages": "163--188",
    "doi": "10.1000/BEES.7",
}


def bib(key: str, kind: str, **fields: str) -> str:
    """Return one entry as BibTeX."""
    return f"@{kind}{{{key},\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items()) + "}\n"


def records(*answers: Any) -> list[SourceRecord]:
    """Return the records of answers, the first in 0.json, and so on."""
    return [record for place, answer in enumerate(answers) for record in find_records(answer, f"{place}.json")]


def check(text: str, *answers: Any) -> list[EntryVerdict]:
    """Return the verdicts on a bibliography against answers."""
    return list(check_bibliography(parse_bibliography(text, "test.bib"), records(*answers)))


def verdict_on(field: str, value: str, *answers: Any, kind: str = "article") -> str:
    """Return the verdict on one field of the orchard entry with this value."""
    [entry] = check(bib("bees", kind, **(ENTRY | {field: value})), *(answers or (CROSSREF,)))
    return next(judged.verdict for judged in entry.fields if judged.field == field)


def write_answers(folder: Path, **answers: Any) -> Path:
    """Write each answer to a file of its name and return the folder; text and bytes are written as they are."""
    folder.mkdir(exist_ok=True)
    for name, answer in answers.items():
        data = answer if isinstance(answer, (bytes, str)) else json.dumps(answer)
        (folder / f"{name}.json").write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder
