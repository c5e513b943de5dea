"""`litreview bench verify`, the bibliographies: faults planted into clean ones, how many are found, and false alarms.

Found means right entry, field and class. Everything else that a check of a planted bibliography reports is a false
alarm, as is everything it reports on the clean one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tasks.catalogues.work_record import find_reason_to_leave_out, parse_work
from tasks.provenance.answer_folder import read_answers
from tasks.provenance.bibliography import BibEntry, decode_latex, parse_bibliography, read_bibliography
from tasks.provenance.checking import check_bibliography
from tasks.provenance.field_values import find_fitting_types
from tasks.provenance.normal_forms import fold_title
from tasks.provenance.records import SourceRecord
from tasks.provenance.verdicts import TYPE, EntryVerdict
from tasks.references.bibtex import render_bibtex
from tests.benchmarks.bib_faults import KINDS, Fault, Known, plant, write_entries
from tests.benchmarks.rows import Row, share

DEFAULT_PROVENANCE = Path("..") / "shared" / "data" / "provenance"
MOST_OF_A_KIND = 40
_STATED = ("year", "volume", "issue", "pages", "venue", "title", "publisher")


@dataclass(frozen=True)
class CleanBibliography:
    """A bibliography without violations, the records it rests on, and by citekey the values that these state."""

    name: str
    entries: tuple[BibEntry, ...]
    records: tuple[SourceRecord, ...]

    def check(self, entries: Sequence[BibEntry]) -> tuple[EntryVerdict, ...]:
        """Return the verdicts on these entries, written as BibTeX and read again."""
        return check_bibliography(parse_bibliography(write_entries(entries), self.name), self.records)

    def stated(self) -> Mapping[str, frozenset[str]]:
        """Return, by citekey, every value that records of this DOI or title state, and the entry types that fit."""
        by_name = defaultdict(list)
        for record in self.records:
            for name in {item.value for item in record.doi} | {fold_title(item.value) for item in record.title}:
                by_name[name].append(record)
        stated = {}
        for entry in self.entries:
            names = (entry.value("doi").lower(), fold_title(decode_latex(entry.value("title"))))
            matched = [record for name in names for record in by_name[name]]
            values = {item.value for record in matched for field in _STATED for item in record.stated(field)}
            types = {name for record in matched for names in find_fitting_types(record).values() for name in names}
            stated[entry.key] = frozenset(values | types)
        return stated

    def untyped(self) -> frozenset[str]:
        """Return the citekeys of the works whose publication type no record states."""
        verdicts = self.check(self.entries)
        types = {verdict.key: field.verdict for verdict in verdicts for field in verdict.fields if field.field == TYPE}
        return frozenset(key for key, verdict in types.items() if verdict == "exempt")


def measure_verify_bib(folders: Sequence[Path], seeds: int) -> list[Row]:
    """Return, per bibliography and seed, the share of faults found by kind and in all, and the false alarms.

    The bibliographies are the embedded corpus as litreview writes it, against its own raw records, and what is verified
    of those in the folders (one `.bib` and a folder `json` each), or in `../shared/data/provenance` if it is there.
    """
    chosen = list(folders) or sorted(path.parent for path in DEFAULT_PROVENANCE.glob("*/json"))
    rows = []
    for bibliography in [read_sample(), *map(read_verified_part, chosen)]:
        for seed in range(1, seeds + 1):
            rows += _measure(bibliography, seed)
    return rows


def read_sample() -> CleanBibliography:
    """Return the embedded corpus as litreview renders it, with its raw records as cached answers."""
    raw = [json.loads(line) for line in files("storage.sample").joinpath("works.jsonl").read_text("utf-8").splitlines()]
    kept = [record for record in raw if not find_reason_to_leave_out(record)]
    works = {f"work{place}": parse_work(record) for place, record in enumerate(kept)}
    with TemporaryDirectory() as folder:
        for place, record in enumerate(kept):
            (Path(folder) / f"{place}.json").write_text(json.dumps(record), "utf-8")
        answers = read_answers(Path(folder))
    return CleanBibliography(
        "embedded corpus", parse_bibliography(render_bibtex("sample", works), "sample.bib"), answers.records
    )


def read_verified_part(folder: Path) -> CleanBibliography:
    """Return of a bibliography the entries and fields that its cached answers state; the rest is left out."""
    bibliography = next(iter(sorted(folder.glob("*.bib"))))
    records = read_answers(folder / "json").records
    entries = read_bibliography(bibliography)
    verdicts = check_bibliography(entries, records)
    kept = [_keep_verified(entry, verdict) for entry, verdict in zip(entries, verdicts, strict=True)]
    whole = [entry for entry in kept if entry.value("title")]
    found = check_bibliography(whole, records)
    clean = tuple(entry for entry, verdict in zip(whole, found, strict=True) if not verdict.violations)
    return CleanBibliography(folder.name, clean, records)


def _keep_verified(entry: BibEntry, verdict: EntryVerdict) -> BibEntry:
    good = {field.field for field in verdict.fields if field.verdict == "verified"}
    return replace(entry, fields=tuple(field for field in entry.fields if field[0] in good))


def _measure(bibliography: CleanBibliography, seed: int) -> list[Row]:
    clean = sum(len(verdict.violations) for verdict in bibliography.check(bibliography.entries))
    known, rows = Known(bibliography.stated(), bibliography.untyped()), list[Row]()
    planted, caught, strays = 0, 0, 0
    for kind in KINDS:
        random = Random(f"{seed} {kind}")  # noqa: S311 - faults are drawn, no secrets
        entries, faults = plant(kind, bibliography.entries, MOST_OF_A_KIND, random, known)
        found, stray = count_found(faults, bibliography.check(entries))
        rows.append(Row(bibliography.name, f"{kind} ({len(faults)})", share(found, len(faults)), seed=seed))
        planted, caught, strays = planted + len(faults), caught + found, strays + stray
    totals = {
        "faults planted": planted,
        "faults found, share": share(caught, planted),
        "false alarms beside the faults": strays,
        "false alarms on the clean bibliography": clean,
        "clean entries": len(bibliography.entries),
    }
    return rows + [Row(bibliography.name, measure, value, seed=seed) for measure, value in totals.items()]


def count_found(faults: Sequence[Fault], verdicts: Sequence[EntryVerdict]) -> tuple[int, int]:
    """Return how many faults were found as what they are, and how many violations are none of the faults."""
    reported = {
        (verdict.key, violation.field, str(violation.violation_class))
        for verdict in verdicts
        for violation in verdict.violations
    }
    wanted = {(fault.key, fault.field, fault.violation_class) for fault in faults}
    return len(wanted & reported), len(reported - wanted)
