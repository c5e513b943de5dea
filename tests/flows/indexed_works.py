"""Works of the embedded corpus as other indexes have them, and one that only those have."""

from __future__ import annotations

import gzip
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from tasks.catalogues.work_record import parse_work
from tests.fakes.arxiv_index import Preprint
from tests.fakes.pubmed_server import Article

TOPIC = "hair cortisol, stress and obesity"
ONLY = Article(
    "900001",
    "Hair cortisol in shift workers with obesity and chronic stress",
    "Hair cortisol was higher in workers with obesity and stress than in others. We measured cortisol in hair of 80 "
    "workers. Obesity was associated with hair cortisol concentrations (r = 0.31, p = 0.01).",
    "10.5555/only.in.pubmed",
    2016,
)


def read_sample() -> list[dict[str, object]]:
    raw = files("storage.sample").joinpath("works.jsonl").read_bytes()
    text = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def choose_articles() -> tuple[Article, ...]:
    """Return articles of works of the sample, with their DOI or without, and one that only PubMed has."""
    named = [
        work
        for work in read_sample()
        if work.get("doi") and "cortisol" in str(work.get("title")).lower() and "hair" in str(work["title"]).lower()
    ]
    found = []
    for place, work in enumerate(named[:12]):
        first = work["authorships"][0]["author"]["display_name"]  # type: ignore[index]
        given, _, last = first.rpartition(" ")
        doi = "" if place == 0 else str(work["doi"])
        known = parse_work(work)
        found.append(
            Article(
                str(1000 + place),
                str(work["title"]),
                "",
                doi,
                int(str(work["publication_year"])),
                (),
                ((given, last),),
                (known.venue or "", known.volume or "", known.pages or ""),
            )
        )
    return (*found, ONLY)


def write_sample(path: Path) -> Path:
    """Write the works of the embedded corpus as a file."""
    path.write_text("".join(f"{json.dumps(work)}\n" for work in read_sample()))
    return path


def as_europe_pmc(articles: tuple[Article, ...]) -> list[dict[str, Any]]:
    """Return articles as Europe PMC lists them."""
    return [
        {"id": one.pmid, "source": "MED", "pmid": one.pmid, "doi": one.doi, "title": f"{one.title}."}
        for one in articles
    ]


def as_preprints(articles: tuple[Article, ...]) -> list[Preprint]:
    """Return articles as arXiv has them: with the DOI of what they became, where they have one."""
    return [
        Preprint(
            f"1501.{place:05}",
            one.title,
            one.abstract,
            one.doi.removeprefix("https://doi.org/"),
            f"{one.year}-03-04T00:00:00Z",
            authors=tuple(f"{given} {last}" for given, last in one.authors),
        )
        for place, one in enumerate(articles, start=1)
    ]


def as_dblp(articles: tuple[Article, ...]) -> list[dict[str, Any]]:
    """Return articles as DBLP lists them: initials, a full stop, where they appeared, and no DOI of every other one."""
    return [
        {
            "key": f"journals/x/{one.pmid}",
            "title": f"{one.title}.",
            "authors": {"author": [{"text": f"{given[:1]}. {last} 0001"} for given, last in one.authors]},
            "venue": one.place[0],
            "volume": one.place[1],
            "pages": one.place[2],
            "year": str(one.year),
            "type": "Journal Articles",
            **({"doi": one.doi} if place % 2 else {}),
        }
        for place, one in enumerate(articles)
    ]
