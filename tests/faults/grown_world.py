"""The world of street trees a year on: three works about its topic, one about another, and a work of its retracted."""

from __future__ import annotations

import json
from pathlib import Path

from tests.faults.world import write_world

NEW = ("W901", "W902", "W903")
RETRACTED = "W4"

_TITLES = {
    "W901": "Shade of young street trees and summer heat in cities",
    "W902": "Street trees and air temperature in summer: five cities compared",
    "W903": "Watering street trees lowers heat in cities in dry summers",
    "W904": "Earnings announcements and trading volume",
}
_ABSTRACT = (
    "Street trees are planted against summer heat in cities. We measured air temperature under {n} street trees. We "
    "found that trees lower the air temperature by {n} tenths of a degree. A limitation is the single summer."
)


def grow_world(path: Path) -> None:
    """Write the world as it is a year on into the catalogue's file."""
    write_world(path)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for record in records:
        if record["id"].endswith(f"/{RETRACTED}"):
            record["is_retracted"] = True
    fresh = [_make(place, key) for place, key in enumerate(_TITLES)]
    path.write_text("".join(f"{json.dumps(record)}\n" for record in [*records, *fresh]), encoding="utf-8")


def _make(place: int, key: str) -> dict[str, object]:
    abstract = _ABSTRACT.format(n=12 + place) if key in NEW else "We studied trading volume around announcements."
    return {
        "id": f"https://openalex.org/{key}",
        "doi": f"https://doi.org/10.5555/grown.{place}",
        "title": _TITLES[key],
        "publication_year": 2023,
        "publication_date": "2023-05-01",
        "type": "article",
        "language": "en",
        "cited_by_count": 0,
        "is_retracted": False,
        "authorships": [{"author": {"id": f"https://openalex.org/A{9000 + place}", "display_name": "Ines Vale"}}],
        "referenced_works": [f"https://openalex.org/W{number}" for number in (1, 2, 5)] if key in NEW else [],
        "abstract_inverted_index": {word: [spot] for spot, word in enumerate(abstract.split())},
    }
