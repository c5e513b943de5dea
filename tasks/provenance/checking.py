"""Checking a whole bibliography against a folder of API answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tasks.provenance.bibliography import BibEntry, decode_latex
from tasks.provenance.judging import is_checked, judge_fields
from tasks.provenance.matching import Match, index_records, match_entry
from tasks.provenance.normal_forms import fold_title
from tasks.provenance.records import Said, SourceRecord
from tasks.provenance.verdicts import ENTRY, TYPE, EntryVerdict, FieldVerdict, find_remedy


def check_bibliography(entries: Iterable[BibEntry], records: Iterable[SourceRecord]) -> tuple[EntryVerdict, ...]:
    """Return a verdict on every entry, in their order, from what the records state.

    Of two entries that mean the same version of a work, the later one is a duplicate.
    """
    index = index_records(records)
    seen: dict[tuple[str, str, str], str] = {}
    verdicts = []
    for entry in entries:
        match = match_entry(entry, index)
        verdict = _judge(entry, match) if match else _find_absent(entry)
        verdicts.append(_find_duplicate(entry, verdict, match, seen))
    return tuple(verdicts)


def _judge(entry: BibEntry, match: Match) -> EntryVerdict:
    places = tuple((record.source, record.file, record.json_path) for record in match.records)
    return EntryVerdict(entry.key, entry.type, entry.line, judge_fields(entry, match), places)


def _find_absent(entry: BibEntry) -> EntryVerdict:
    """Return the verdict on an entry no record matches: it and all that could be checked is absent."""
    whole = FieldVerdict(ENTRY, decode_latex(entry.value("title")), "absent")
    fields = [FieldVerdict(TYPE, entry.type, "absent")]
    fields += [
        FieldVerdict(name, decode_latex(value), "absent") if is_checked(name) else FieldVerdict(name, value, "exempt")
        for name, value in entry.fields
    ]
    verdicts = (replace(verdict, remedy=find_remedy(whole)) for verdict in (whole, *fields))
    return EntryVerdict(entry.key, entry.type, entry.line, tuple(verdicts))


def _find_duplicate(
    entry: BibEntry, verdict: EntryVerdict, match: Match | None, seen: dict[tuple[str, str, str], str]
) -> EntryVerdict:
    """Return the verdict, with the entry called a duplicate when an earlier one means the same version."""
    named = {field.field: field.verdict for field in verdict.fields}
    is_other = "other version" in named.values() or "contradicted" in {named.get("title"), named.get("author")}
    if match is None or is_other:
        return verdict
    title = fold_title(decode_latex(entry.value("title")))
    identities = [("place", *place[1:]) for place in verdict.records] + _identities(match, title)
    first = next((seen[identity] for identity in identities if identity in seen), None)
    for identity in identities:
        seen.setdefault(identity, entry.key)
    if first is None:
        return verdict
    said = tuple(Said(source, file, path, f"the work of @{first}") for source, file, path in verdict.records[:1])
    remedy = f"keep one of @{first} and @{entry.key}"
    return replace(verdict, fields=(FieldVerdict(ENTRY, entry.key, "duplicate", said, remedy), *verdict.fields))


def _identities(match: Match, title: str) -> list[tuple[str, str, str]]:
    return [("doi", stated.value, title) for record in match.records for stated in record.doi]


def count_verdicts(verdicts: Sequence[EntryVerdict]) -> dict[str, int]:
    """Return how many entries are verified, unverifiable, violating and absent."""
    kinds = ("verified", "unverifiable", "violating", "absent")
    return {kind: sum(verdict.verdict == kind for verdict in verdicts) for kind in kinds}
