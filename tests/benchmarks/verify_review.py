"""`litreview bench verify`, whole reviews: faults planted into text, bibliography and answers, found from these alone.

Nothing else is looked at: no ledger, no hashes, only Markdown, BibTeX and API answers, as of a stranger's review.
Swapped citations take more than that, a comparison of what is written with what works say, and are counted apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flows.context.order import DEMO_TOPIC
from flows.review import review
from tasks.citations.sentences import read_plain
from tasks.metadata.fields import normalise_doi
from tasks.metadata.titles import normalise_title
from tasks.provenance.answer_folder import Answers, find_records
from tasks.provenance.bibliography import BibEntry, decode_latex, decode_verbatim, parse_bibliography
from tasks.provenance.review_files import check_files
from tasks.provenance.verdicts import Finding
from tests.benchmarks.bib_faults import KINDS, Fault, Known, plant, write_entries
from tests.benchmarks.rows import Row, share
from tests.benchmarks.text_faults import Swap, fabricate_keys, retract_works, swap_citations
from tests.benchmarks.verify_bib import MOST_OF_A_KIND, CleanBibliography

_NAME = "review of the embedded corpus"
MOST_SWAPS = 60


@dataclass(frozen=True)
class CleanReview:
    """A review in which nothing is wrong: its text, its entries, and the raw record of each by citekey."""

    markdown: str
    entries: tuple[BibEntry, ...]
    raw: Mapping[str, Any]

    def check(self) -> list[Finding]:
        """Return what the check of files finds, without notes; entries are written as BibTeX and read again."""
        records = [record for key, answer in self.raw.items() for record in find_records(answer, f"{key}.json")]
        entries = parse_bibliography(write_entries(self.entries), "references.bib")
        found = check_files(self.markdown, entries, Answers(tuple(records), (), len(self.raw)), None)
        return [one for one in found if one.severity != "note"]

    def known(self) -> Known:
        """Return what the records state of each entry, which is no fault wherever it is planted."""
        records = [record for key, answer in self.raw.items() for record in find_records(answer, f"{key}.json")]
        bibliography = CleanBibliography(_NAME, self.entries, tuple(records))
        return Known(bibliography.stated(), bibliography.untyped())


def measure_verify_review(seeds: int) -> list[Row]:
    """Return, per seed, the shares of faults found by kind and in all, that of swaps found, and the false alarms."""
    clean = write_clean_review()
    return [row for seed in range(1, seeds + 1) for row in measure_faults(clean, seed)]


def write_clean_review() -> CleanReview:
    """Return a review of the embedded corpus as litreview writes it, with the raw records of the works it cites."""
    with TemporaryDirectory(prefix="litreview-bench-") as reviews:
        options = {"quality": "standard", "analyst": "instant", "catalogue": "demo", "quiet": True}
        path = review.fn(DEMO_TOPIC, name="clean", reviews=reviews, **options).path
        markdown = path.read_text("utf-8")
        bibliography = path.with_name("references.bib").read_text("utf-8")
    entries = parse_bibliography(bibliography, "references.bib")
    lines = files("storage.sample").joinpath("works.jsonl").read_text("utf-8").splitlines()
    by_name = {name: record for record in map(json.loads, lines) for name in _names_of(record)}
    return CleanReview(markdown, entries, {entry.key: by_name[_name_of(entry)] for entry in entries})


def _names_of(record: Mapping[str, Any]) -> set[str]:
    return {normalise_doi(record.get("doi")) or "", normalise_title(record.get("title") or "")} - {""}


def _name_of(entry: BibEntry) -> str:
    return normalise_doi(decode_verbatim(entry.value("doi"))) or normalise_title(decode_latex(entry.value("title")))


def measure_faults(clean: CleanReview, seed: int) -> list[Row]:
    """Return the rows of one seed."""
    rows, planted, caught, strays = list[Row](), 0, 0, 0
    known = clean.known()
    for kind in (*KINDS, "fabricated keys", "retracted works"):
        random = Random(f"{seed} {kind}")  # noqa: S311 - faults are drawn, no secrets
        changed, faults = _plant(kind, clean, random, known)
        found, stray = _count(faults, changed.check())
        rows.append(Row(_NAME, f"{kind} ({len(faults)})", share(found, len(faults)), seed=seed))
        planted, caught, strays = planted + len(faults), caught + found, strays + stray
    totals = {
        "faults planted": planted,
        "faults found, share": share(caught, planted),
        "false alarms beside the faults": strays,
        "false alarms on the clean review": len(clean.check()),
        "clean entries": len(clean.entries),
    }
    rows += [Row(_NAME, measure, value, seed=seed) for measure, value in totals.items()]
    return rows + _measure_swaps(clean, seed)


def _plant(kind: str, clean: CleanReview, random: Random, known: Known) -> tuple[CleanReview, list[Fault]]:
    if kind == "fabricated keys":
        markdown, faults = fabricate_keys(clean.markdown, set(clean.raw), MOST_OF_A_KIND, random)
        return replace(clean, markdown=markdown), faults
    if kind == "retracted works":
        raw, faults = retract_works(clean.raw, MOST_OF_A_KIND, random)
        return replace(clean, raw=raw), faults
    entries, faults = plant(kind, clean.entries, MOST_OF_A_KIND, random, known)
    return replace(clean, entries=tuple(entries)), faults


def _count(faults: Sequence[Fault], found: Sequence[Finding]) -> tuple[int, int]:
    """Return how many faults were found as what they are, and how many findings are none of them."""
    reported = {(one.key, one.field, one.finding_class) for one in found}
    wanted = {(fault.key, fault.field, fault.violation_class) for fault in faults}
    return len(wanted & reported), len(reported - wanted)


def _measure_swaps(clean: CleanReview, seed: int) -> list[Row]:
    random = Random(f"{seed} swapped citations")  # noqa: S311 - as above
    markdown, swaps = swap_citations(clean.markdown, MOST_SWAPS, random)
    warned = {(one.key, one.message.rpartition(": ")[2]) for one in replace(clean, markdown=markdown).check()}
    hits = [[_warnings(one, place) & warned for place in (0, 1)] for one in swaps]
    sentences = sum(bool(found) for pair in hits for found in pair)
    stray = len(warned) - sum(len(found) for pair in hits for found in pair)
    values: dict[str, float | None] = {
        f"swapped citations, sentences found ({2 * len(swaps)})": share(sentences, 2 * len(swaps)),
        f"swapped citations, swaps found ({len(swaps)})": share(sum(map(any, hits)), len(swaps)),
        "false alarms beside the swaps": stray,
    }
    return [Row(_NAME, measure, value, seed=seed) for measure, value in values.items()]


def _warnings(swap: Swap, place: int) -> set[tuple[str, str]]:
    """Return the warnings, as (citekey, end of the message), that a swapped sentence may cause."""
    sentence = read_plain(swap.sentences[place]).rpartition(": ")[2]
    return {(citekey, sentence) for citekey in swap.citekeys[1 - place]}
