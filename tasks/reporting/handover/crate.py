"""The review as an RO-Crate 1.1: JSON-LD that tells archives what each file of it is (https://w3id.org/ro/crate/1.1)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from storage.records.search import Author
from tasks.citations.pandoc import find_citekeys
from tasks.reporting.handover import Handover
from tasks.text.cleaning import plain_text

_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
METADATA = "ro-crate-metadata.json"
_PROFILE = "https://w3id.org/ro/crate/1.1"
_KINDS = {
    "md": ("text/markdown", "Text in Pandoc Markdown"),
    "bib": ("application/x-bibtex", "Works cited, BibTeX"),
    "ris": ("application/x-research-info-systems", "Works cited, RIS"),
    "json": ("application/json", "Record"),
    "svg": ("image/svg+xml", "Figure"),
    "duckdb": ("application/vnd.duckdb", "Database of works, decisions, findings, quotations and versions of the text"),
    "docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "The review for Word"),
    "html": ("text/html", "The review as a page"),
    "pdf": ("application/pdf", "The review as pages"),
}
_NAMES = {
    "review.md": "The review, in Pandoc Markdown",
    "appendix.md": "Appendix: every query as run, exclusions, methods",
    "checklists.md": "Checklists of reporting: PRISMA 2020, PRISMA-S and others",
    "protocol.md": "Protocol with its amendments, by the items of PRISMA-P",
    "prisma.svg": "PRISMA 2020 flow diagram",
    "references.csl.json": "Works cited, CSL-JSON",
    "run.json": "Numbers of the review and its canonical hash",
}


def describe_crate(review: Handover, files: Mapping[str, bytes]) -> bytes:
    """Return the metadata of a crate that holds these files, as JSON-LD; the same files give the same bytes."""
    parts = [_describe_file(name, content) for name, content in sorted(files.items())]
    cited = sorted({key for _, markdown in review.sections for key in find_citekeys(markdown)} & set(review.works))
    works = {entity["@id"]: entity for entity in (_describe_work(review, key) for key in cited)}
    day = f"{review.written_at:%Y-%m-%d}"
    root: dict[str, Any] = {
        "@id": "./",
        "@type": "Dataset",
        "name": plain_text(review.title),
        "description": (
            "A literature review, the works it rests on and the record of how it was made. Works identified: "
            f"{review.counts.get('identified', 0)}; in the review: {review.counts.get('corpus', 0)}."
        ),
        "datePublished": day,
        "license": {"@id": "#licence"},
        "hasPart": [{"@id": part["@id"]} for part in parts],
        "citation": [{"@id": identifier} for identifier in works],
        "mainEntity": {"@id": "review.md"},
    }
    graph: list[dict[str, Any]] = [
        {
            "@id": METADATA,
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": _PROFILE},
        },
        root,
        *parts,
        {
            "@id": "#licence",
            "@type": "CreativeWork",
            "name": "To be stated by the authors",
            "description": (
                "The authors of the review choose its licence; records of works are under the terms of the catalogues "
                "that appendix.md names."
            ),
        },
        {
            "@id": "#litreview",
            "@type": "SoftwareApplication",
            "name": "litreview",
            "version": review.version or "unknown",
            "license": "https://spdx.org/licenses/MIT",
        },
        {
            "@id": "#review-made",
            "@type": "CreateAction",
            "name": "The review was searched, screened, read and written",
            "endTime": f"{review.written_at:%Y-%m-%dT%H:%M:%SZ}",
            "instrument": {"@id": "#litreview"},
            "result": [{"@id": "review.md"}],
        },
        *works.values(),
        *_list_people(review, cited),
    ]
    told = {"@context": f"{_PROFILE}/context", "@graph": graph}
    return (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode()


def _describe_file(name: str, content: bytes) -> dict[str, Any]:
    media, kind = _KINDS.get(name.rpartition(".")[2], ("application/octet-stream", "File"))
    told = {"name": _NAMES.get(name, kind), "encodingFormat": media, "contentSize": str(len(content))}
    return {"@id": quote(name), "@type": "File", **told}


def _describe_work(review: Handover, key: str) -> dict[str, Any]:
    work = review.works[key]
    identifier = f"https://doi.org/{quote(work.doi)}" if work.doi else f"#{quote(key)}"
    told: dict[str, Any] = {"@id": identifier, "@type": "ScholarlyArticle", "name": plain_text(work.title)}
    if work.year:
        told["datePublished"] = str(work.year)
    if people := [{"@id": _identify(author)} for author in work.authors if author.name]:
        told["author"] = people
    return told


def _list_people(review: Handover, cited: Sequence[str]) -> list[dict[str, Any]]:
    """Return the authors of the works cited, each once."""
    people = {_identify(author): author for key in cited for author in review.works[key].authors if author.name}
    return [
        {"@id": identifier, "@type": "Person", "name": plain_text(author.name)} for identifier, author in people.items()
    ]


def _identify(author: Author) -> str:
    orcid = _ORCID.search(author.orcid or "")
    return f"https://orcid.org/{orcid[0]}" if orcid else f"#{quote(plain_text(author.name))}"
