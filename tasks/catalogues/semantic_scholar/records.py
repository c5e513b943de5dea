"""The papers of Semantic Scholar's graph, as fields of ours (https://api.semanticscholar.org/api-docs/graph)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from storage.records.search import Work
from tasks.catalogues.index_record import state_work
from tasks.metadata.fields import entries, entry, plain
from tasks.services.answers import read_address

NAME = "semantic-scholar"
FIELDS = (
    "title,abstract,year,externalIds,publicationTypes,publicationVenue,venue,journal,authors,fieldsOfStudy,"
    "openAccessPdf"
)
"""What is asked for of the papers taken; whom they cite is the catalogue's to say."""

# In the terms of OpenAlex; the first that a paper has counts.
_TYPES = {
    "Review": "review",
    "MetaAnalysis": "review",
    "Editorial": "editorial",
    "LettersAndComments": "letter",
    "Book": "book",
    "BookSection": "book-chapter",
    "Dataset": "dataset",
    "JournalArticle": "article",
    "Conference": "article",
    "CaseReport": "article",
    "ClinicalTrial": "article",
    "Study": "article",
}
_REPOSITORIES = re.compile(
    r"arxiv(?:\.org)?|(?:bio|med|chem|psy)rxiv(?:\.org)?|ssrn(?: electronic journal)?", re.IGNORECASE
)
_VOLUME_AND_ISSUE = re.compile(r"(\S{1,20})\s+\(?(\S{1,20}?)\)?")


def read_paper(paper: Mapping[str, Any], root: str) -> Work | None:
    """Return the work that a paper is, None without an id or a title."""
    own_id = plain(paper.get("paperId"))
    if not own_id:
        return None
    address = f"{root}/paper/{own_id}?fields={FIELDS}"
    return state_work(NAME, address, orjson.dumps(paper).decode(), _read(paper, own_id))


def _read(paper: Mapping[str, Any], own_id: str) -> dict[str, Any]:
    known_as, journal = entry(paper.get("externalIds")), entry(paper.get("journal"))
    venues = (entry(paper.get("publicationVenue")).get("name"), journal.get("name"), paper.get("venue"))
    venue = next((name for name in venues if isinstance(name, str) and name.strip()), "")
    volume = plain(journal.get("volume")) or ""
    both = _VOLUME_AND_ISSUE.fullmatch(volume)  # the issue stands after the volume ("33 5")
    number = plain(known_as.get("PubMedCentral"))
    fields = paper.get("fieldsOfStudy")
    return {
        "id": own_id,
        "doi": known_as.get("DOI"),
        "pmid": plain(known_as.get("PubMed")),
        "pmcid": f"PMC{number.upper().removeprefix('PMC')}" if number else None,
        "arxiv": (plain(known_as.get("ArXiv")) or "").lower(),
        "title": paper.get("title"),
        "abstract": paper.get("abstract"),
        "authors": [{"name": author.get("name")} for author in entries(paper.get("authors"))],
        "year": paper.get("year"),
        "type": _read_type(paper, venue),
        "venue": venue,
        "volume": both[1] if both else volume,
        "issue": both[2] if both else "",
        "pages": "-".join(part for part in re.split(r"\s*[-\u2013]+\s*", plain(journal.get("pages")) or "") if part),
        "oa_url": read_address(entry(paper.get("openAccessPdf")).get("url")),
        "topics": [name for one in (fields if isinstance(fields, list) else []) if (name := plain(one))],
    }


def _read_type(paper: Mapping[str, Any], venue: str) -> str | None:
    """Return the type; what appeared in a repository is a preprint, whatever it says of its manner."""
    if _REPOSITORIES.fullmatch(venue.strip()):
        return "preprint"
    listed = paper.get("publicationTypes")
    kinds = {str(kind).replace(" ", "") for kind in listed} if isinstance(listed, list) else set()
    return next((ours for theirs, ours in _TYPES.items() if theirs in kinds), "article")
