"""Made-up snapshots of OpenAlex, of any size: its folders, both of its schemas, citations and words as they fall.

Works of a snapshot are numbered by age. Who cites whom follows a power law (Price 1976): some references go to works a
little older, the others to works that are cited much; `cited_by_count` states what the snapshot then holds.
"""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tests.benchmarks.made_words import TOPICS, WORDS, Codes, draw_words, spell_topic, vocabulary

WORKS_IN_PART = 25_000
FIRST_ID = 1_000_000_000
_OLD_SCHEMA = 0.4  # share of the parts that are from before 2024
_REFERENCES, _RECENT = 12, 0.6
_YEARS = (1970, 2025)
_LANGUAGES = (*["en"] * 7, "es", "de", "zh")
_TYPES = (
    "article",
    "article",
    "article",
    "article",
    "article",
    "preprint",
    "book-chapter",
    "review",
    "book",
    "dataset",
)


def make_snapshot(
    folder: Path,
    works: int,
    *,
    seed: int = 1,
    processes: int = 1,
    form: str = "gz",
    works_in_part: int = WORKS_IN_PART,
) -> None:
    """Write a snapshot of so many works into a folder, in parts, its manifest last.

    Parts that are there are not made again. Their form is "gz" (JSON Lines, gzipped) or "parquet" (nested fields as
    JSON text). One work in a thousand is paratext, one in a thousand was merged into another (``merged_ids``).
    """
    parts = max(1, round(works / works_in_part))
    (folder / "works").mkdir(parents=True, exist_ok=True)
    cited = folder / ".cited.npy"
    np.save(cited, count_citations(works, parts, seed))
    write = partial(_write_part, folder=folder, works=works, parts=parts, seed=seed, form=form)
    if processes == 1:
        written = [write(part) for part in range(parts)]
    else:
        with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
            written = list(pool.map(write, range(parts)))
    cited.unlink()
    merged = FIRST_ID + np.arange(500, works, 1_000)
    write_merged(folder, merged.tolist())
    write_manifest(folder, written)


def release_again(folder: Path) -> None:
    """Change a snapshot of ``.gz`` parts as its next release would.

    Of the first half of its parts every tenth work moves, changed, to a new part; every tenth other one is gone. Of
    the moved ones every third comes with a new work like it; the first works of two parts are merged away.
    """
    parts = sorted((folder / "works").rglob("*.gz"))
    moved: list[str] = []
    merged: list[int] = []
    for place, file in enumerate(parts[: max(1, len(parts) // 2)]):
        lines = gzip.decompress(file.read_bytes()).decode().splitlines()
        moved += lines[::10]
        merged += [_read_number(lines[1])] if place < 2 else []
        write_lines(file, pl.Series([line for at, line in enumerate(lines) if at % 10 not in (0, 5)]))
    changed = [line.replace('"title":"', '"title":"corrected ') for line in moved]
    added = [line.replace(f"{_read_number(line)}", f"{_read_number(line) + 500_000_000}") for line in moved[::3]]
    write_lines(folder / "works" / "updated_date=2026-02-01" / "part_0000.gz", pl.Series([*changed, *added]))
    write_merged(folder, merged)
    entries = [
        (file.relative_to(folder / "works").as_posix(), file.stat().st_size, 0)
        for file in sorted((folder / "works").rglob("*.gz"))
    ]
    write_manifest(folder, entries)


def _read_number(line: str) -> int:
    return int(json.loads(line)["id"].rpartition("W")[2])


def write_merged(folder: Path, numbers: list[int]) -> None:
    """Write the list of works that were merged into others."""
    file = folder / "merged_ids" / "works" / "2026-01-05.csv.gz"
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = "".join(f"2026-01-05,W{number},W{number - 1}\n" for number in numbers)
    file.write_bytes(gzip.compress(f"merge_date,id,merge_into_id\n{rows}".encode(), 6, mtime=0))


def write_manifest(folder: Path, entries: list[tuple[str, int, int]]) -> None:
    """Write the manifest of parts: name below the folder of works, bytes, records."""
    listed = [
        {"url": f"s3://openalex/data/works/{name}", "meta": {"content_length": size, "record_count": count}}
        for name, size, count in entries
    ]
    manifest = {"entries": listed, "meta": {"record_count": sum(count for _, _, count in entries)}}
    (folder / "works" / "manifest").write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def count_citations(works: int, parts: int, seed: int) -> Codes:
    """Return how often each work is cited (shape: works)."""
    cited = np.zeros(works, dtype=np.int64)
    for part in range(parts):
        _, references = draw_references(works, parts, part, seed)
        cited += np.bincount(references, minlength=works)
    return cited


def draw_references(works: int, parts: int, part: int, seed: int) -> tuple[Codes, Codes]:
    """Return the citing works of a part, by their place in it, and the works they cite, each pair once."""
    random = np.random.default_rng([seed, part, 1])
    own = np.arange(part, works, parts)
    counts = np.minimum(random.lognormal(np.log(_REFERENCES) - 0.4, 0.9, len(own)).astype(np.int64), 300)
    place = np.repeat(np.arange(len(own)), counts)
    citing = own[place]
    recent = citing - 1 - random.exponential(works * 0.06, len(place)).astype(np.int64)
    # Fame falls with rank as a power; famous works are spread over all ages.
    famous = (works * random.random(len(place)) ** 3).astype(np.int64) * 7_919 % works
    cited = np.where(random.random(len(place)) < _RECENT, recent, famous)
    kept = (cited >= 0) & (cited < citing)
    pairs = np.unique(place[kept] * works + cited[kept])
    return pairs // works, pairs % works


def make_lines(works: int, parts: int, part: int, cited: Codes, seed: int) -> pl.DataFrame:
    """Return the works of a part as columns of JSON texts, a field a column."""
    random = np.random.default_rng([seed, part, 2])
    own = np.arange(part, works, parts)
    count = len(own)
    topics = random.integers(0, TOPICS, count)
    years = _YEARS[0] + ((_YEARS[1] - _YEARS[0]) * ((own + 1) / works) ** 0.5).astype(np.int64)
    old = part < _OLD_SCHEMA * parts
    address = pl.Series(FIRST_ID + own).cast(pl.String)
    title = _draw_titles(random, topics)
    is_oa = pl.Series(random.random(count) < 0.45)
    told = is_oa.replace_strict({True: "true", False: "false"}, return_dtype=pl.String)
    language = pl.Series(random.choice(np.array(_LANGUAGES), count))
    kind = pl.Series(random.choice(np.array(_TYPES), count))
    columns: dict[str, Any] = {
        "id": _quote("https://openalex.org/W" + address),
        "doi": _quote("https://doi.org/10.5555/made." + address),
        "title": _quote(title),
        "publication_year": pl.Series(years).cast(pl.String),
        "type": _quote(kind.replace({"article": "journal-article"}) if old else kind),
        "language": _quote(language),
        "cited_by_count": pl.Series(cited[own]).cast(pl.String),
        "is_paratext": pl.Series(own % 1_000 == 999).replace_strict(
            {True: "true", False: "false"}, return_dtype=pl.String
        ),
        "open_access": '{"is_oa":' + told + "}",
        "ids": '{"openalex":"https://openalex.org/W' + address + '","pmid":"https://pubmed.ncbi.nlm.nih.gov/' + address
        + '"}',
        "authorships": _draw_authors(random, works, count),
        "biblio": '{"volume":"' + pl.Series(years - 1969).cast(pl.String) + '","issue":null,"first_page":"1"}',
        **_place(topics, old=old),
        "referenced_works": _write_references(works, parts, part, seed),
        "abstract_inverted_index": _draw_abstracts(random, topics),
        "updated_date": _quote(pl.Series([_date_part(part, parts)]).gather([0] * count) + "T00:00:00"),
    }  # fmt: skip
    return pl.DataFrame(columns)


def join_lines(frame: pl.DataFrame) -> pl.Series:
    """Return rows as JSON objects."""
    fields = [
        pl.lit(f'{"{" if place == 0 else ","}"{name}":') + pl.col(name) for place, name in enumerate(frame.columns)
    ]
    return frame.select(pl.concat_str([*fields, pl.lit("}")]).alias("line"))["line"]


def name_part(part: int, parts: int, form: str) -> str:
    """Return the name of a part below the folder of works."""
    return f"updated_date={_date_part(part, parts)}/part_{part:04d}.{form}"


def _write_part(part: int, *, folder: Path, works: int, parts: int, seed: int, form: str) -> tuple[str, int, int]:
    name = name_part(part, parts, form)
    file = folder / "works" / name
    if not file.is_file():
        frame = make_lines(works, parts, part, np.load(folder / ".cited.npy", mmap_mode="r"), seed)
        file.parent.mkdir(parents=True, exist_ok=True)
        begun = file.with_name(f".{file.name}")
        if form == "parquet":
            plain = [column for column in frame.columns if frame[column][0][:1] == '"']
            frame.with_columns(pl.col(plain).str.slice(1).str.head(-1)).write_parquet(begun)
        else:
            write_lines(begun, join_lines(frame))
        begun.rename(file)
    return name, file.stat().st_size, len(range(part, works, parts))


def write_lines(file: Path, lines: pl.Series) -> None:
    """Write JSON Lines, gzipped; the bytes depend on the lines alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(("\n".join(lines.to_list()) + "\n").encode(), 1, mtime=0))


def _date_part(part: int, parts: int) -> str:
    year = 2022 + 4 * part // parts
    return f"{year}-{1 + part % 12:02d}-{1 + part // 12 % 28:02d}"


def _quote(values: pl.Series) -> pl.Series:
    return '"' + values + '"'


def _draw_titles(random: np.random.Generator, topics: Codes) -> pl.Series:
    counts = np.clip(random.poisson(9, len(topics)), 3, 30)
    place = np.repeat(np.arange(len(topics)), counts)
    words = vocabulary().gather(draw_words(random, topics[place]))
    return _join(place, words, " ", len(topics))


def _draw_abstracts(random: np.random.Generator, topics: Codes) -> pl.Series:
    count = len(topics)
    counts = np.clip(random.lognormal(np.log(120), 0.45, count), 20, 500).astype(np.int64)
    counts[random.random(count) > 0.6] = 0
    place = np.repeat(np.arange(count), counts)
    ranks = draw_words(random, topics[place])
    positions = np.arange(len(place)) - np.repeat(np.cumsum(counts) - counts, counts)
    # Words of an abstract that are alike stand together, in the order of their positions.
    order = np.argsort(place * (WORDS + 100) + ranks, kind="stable")
    place, ranks, positions = place[order], ranks[order], positions[order]
    same = np.zeros(len(place) + 1, dtype=np.bool_)
    same[1:-1] = (place[1:] == place[:-1]) & (ranks[1:] == ranks[:-1])
    again, goes_on = pl.Series(same[:-1]), pl.Series(same[1:])
    words = '"' + vocabulary().gather(ranks) + '":['
    pieces = pl.select(
        pl.when(again).then(pl.lit(",")).otherwise(words)
        + pl.Series(positions).cast(pl.String)
        + pl.when(goes_on).then(pl.lit("")).otherwise(pl.lit("]\x1f"))
    ).to_series()  # fmt: skip
    joined = _join(place, pieces, "", count)
    texts = "{" + joined.str.strip_chars_end("\x1f").str.replace_all("\x1f", ",", literal=True) + "}"
    return texts.set(pl.Series(counts == 0), "null")


def _write_references(works: int, parts: int, part: int, seed: int) -> pl.Series:
    place, cited = draw_references(works, parts, part, seed)
    addresses = '"https://openalex.org/W' + pl.Series(FIRST_ID + cited).cast(pl.String) + '"'
    return "[" + _join(place, addresses, ",", len(range(part, works, parts))) + "]"


def _draw_authors(random: np.random.Generator, works: int, count: int) -> pl.Series:
    counts = 1 + np.minimum(random.geometric(0.3, count) - 1, 30)
    place = np.repeat(np.arange(count), counts)
    authors = (max(works // 3, 10) * random.random(len(place)) ** 2).astype(np.int64)
    number = pl.Series(authors).cast(pl.String)
    texts = '{"author":{"id":"https://openalex.org/A' + pl.Series(5_000_000_000 + authors).cast(pl.String)
    texts = texts + '","display_name":"Ana Öz ' + number + '"},"institutions":[{"display_name":"University '
    texts = texts + pl.Series(authors % 997).cast(pl.String) + '"}]}'
    return "[" + _join(place, texts, ",", count) + "]"


def _place(topics: Codes, *, old: bool) -> dict[str, pl.Series]:
    names = pl.Series([spell_topic(topic) for topic in range(TOPICS)])
    name, number = names.gather(topics), pl.Series(topics).cast(pl.String)
    venue = "Journal of " + names.gather(topics % 200)
    if old:
        concept = '[{"id":"https://openalex.org/C' + number + '","display_name":"' + name + '","level":2,"score":0.6}]'
        return {"concepts": concept, "host_venue": '{"display_name":"' + venue + '","publisher":"Press"}'}
    field = pl.Series(topics % 26).cast(pl.String)
    topic = '{"id":"https://openalex.org/T' + number + '","display_name":"' + name + '","score":0.9,"field":{"id":'
    topic = topic + '"https://openalex.org/fields/' + field + '","display_name":"Field ' + field + '"}}'
    location = '{"source":{"display_name":"' + venue + '","host_organization_name":"Press"}}'
    return {"primary_topic": topic, "topics": "[" + topic + "]", "primary_location": location}


def _join(place: Codes, texts: pl.Series, between: str, count: int) -> pl.Series:
    """Return the texts of each place joined, "" for places without any (shape: count)."""
    frame = pl.DataFrame({"place": place, "text": texts})
    joined = frame.group_by("place", maintain_order=True).agg(pl.col("text").str.join(between))
    every = pl.DataFrame({"place": np.arange(count)}).join(joined, on="place", how="left", maintain_order="left")
    return every["text"].fill_null("")
