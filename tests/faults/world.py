"""A world of 27 works on street trees and heat (`world.txt`): what a fault run searches, follows and writes about.

Works 1-8 are what the topic's words find. Keyword search passes over works with few citations, so 9 and 10 are found by
following those (stage 1) and 11 by following again (stage 2); 12-14 come in through citations too and are excluded or
not reached. Work 16 is a preprint of 2, 17 has the DOI of 5, 21 is retracted, and 18-29 stand for everything else that
words find.

Each work has a line of number, type, year, citations, works cited, authors and subject, one of its title, and an
abstract.
"""

from __future__ import annotations

import json
from pathlib import Path

TOPIC = "Street trees and summer heat in cities"
NAMED_WORK = "https://doi.org/10.5555/trees.2"

_SAME_DOI = {"17": "5"}


def write_world(path: Path) -> Path:
    """Write the world as a catalogue of OpenAlex works, one a line, and return its path."""
    blocks = Path(__file__).with_name("world.txt").read_text(encoding="utf-8").strip().split("\n\n")
    path.write_text("".join(json.dumps(_record(block)) + "\n" for block in blocks), encoding="utf-8")
    return path


def _record(block: str) -> dict[str, object]:
    facts, title, *abstract = block.splitlines()
    number, kind, year, citations, cited, authors, subject = (fact.strip() for fact in facts.split("|"))
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.5555/trees.{_SAME_DOI.get(number, number)}",
        "title": title,
        "publication_year": int(year),
        "publication_date": f"{year}-06-01",
        "type": "preprint" if kind == "preprint" else "article",
        "language": "en",
        "cited_by_count": int(citations),
        "counts_by_year": [{"year": 2021, "cited_by_count": int(citations) // 10}],
        "is_retracted": kind == "retracted",
        "authorships": [
            {"author": {"id": f"https://openalex.org/A{_author_number(name)}", "display_name": name}}
            for name in authors.split("; ")
        ],
        "primary_location": {"source": {"display_name": f"Journal of {subject}", "type": "journal"}},
        "biblio": {"volume": str(int(year) - 1990), "issue": "1", "first_page": number, "last_page": number + "9"},
        "open_access": {"is_oa": int(number) % 2 == 0, "oa_url": None},
        "topics": [{"id": f"https://openalex.org/T{len(subject)}", "display_name": subject}],
        "referenced_works": [f"https://openalex.org/W{reference}" for reference in cited.split()],
        "abstract_inverted_index": _invert(" ".join(abstract)),
    }


def _author_number(name: str) -> int:
    """Return a number that no two authors of this world share: their initials in base 26."""
    first, last = (ord(part[0]) - ord("A") for part in name.split())
    return 1 + first * 26 + last


def _invert(text: str) -> dict[str, list[int]]:
    positions: dict[str, list[int]] = {}
    for position, word in enumerate(text.split()):
        positions.setdefault(word, []).append(position)
    return positions
