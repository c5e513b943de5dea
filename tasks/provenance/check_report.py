"""The outcome of a check as text for people and as JSON for machines.

Keys, values and file names come from outside: control and direction characters in them are written as escapes.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from tasks.provenance.answer_folder import Answers
from tasks.provenance.checking import count_verdicts
from tasks.provenance.records import Said
from tasks.provenance.verdicts import EntryVerdict, FieldVerdict

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_LONGEST_VALUE = 200
_MOST_SOURCES = 4


def write_text(name: str, verdicts: Sequence[EntryVerdict], answers: Answers) -> str:
    """Return the warnings, every violation with what the sources say and the remedy, and one line of counts."""
    lines = [f"warning: {escape_controls(warning)}" for warning in answers.warnings]
    for verdict in verdicts:
        if verdict.violations:
            about = f"({escape_controls(verdict.type)}, line {verdict.line})"
            lines += ["", f"@{escape_controls(verdict.key)} {about}: {verdict.verdict}"]
            lines += [line for violation in verdict.violations for line in _write_violation(violation)]
    counts = ", ".join(f"{count} {kind}" for kind, count in count_verdicts(verdicts).items())
    from_ = f"{len(answers.records)} records in {answers.files} files"
    return "\n".join(
        [*lines, "", f"{escape_controls(name)}: {len(verdicts)} entries: {counts}; against {from_}"]
    ).lstrip("\n")


def _write_violation(violation: FieldVerdict) -> list[str]:
    said = list(_merge(violation.says))
    shown = [
        f'    {source}: "{_cut(value)}" ({escape_controls(place)})' for source, value, place in said[:_MOST_SOURCES]
    ]
    more = [f"    and {len(said) - _MOST_SOURCES} more"] if len(said) > _MOST_SOURCES else []
    nothing = [] if said else ["    no source states anything of it"]
    named = violation.verdict if violation.verdict == violation.violation_class else f"{violation.verdict} (absent)"
    head = f'  {escape_controls(violation.field)} "{_cut(violation.value)}": {named}'
    return [head, *shown, *more, *nothing, f"    remedy: {escape_controls(violation.remedy)}"]


def _merge(says: Iterable[Said]) -> Iterable[tuple[str, str, str]]:
    """Yield (source, value, place) once for each value of a source: search answers repeat the same record."""
    first: dict[tuple[str, str], str] = {}
    for said in says:
        first.setdefault((said.source, said.value), f"{said.file} {said.path}")
    return ((source, value, place) for (source, value), place in first.items())


def _cut(value: str) -> str:
    return escape_controls(value if len(value) <= _LONGEST_VALUE else value[: _LONGEST_VALUE - 1] + "…")


def escape_controls(text: str) -> str:
    """Return a text with its control and direction characters, line ends too, written as escapes."""
    return "".join(json.dumps(c)[1:-1] if unicodedata.category(c) in _UNSAFE else c for c in text)


def escape_json(written: str) -> str:
    """Return a JSON text likewise; such characters can only stand inside strings, where the escape means the same."""
    return "".join(json.dumps(c)[1:-1] if c != "\n" and unicodedata.category(c) in _UNSAFE else c for c in written)


def write_json(name: str, verdicts: Sequence[EntryVerdict], answers: Answers) -> str:
    """Return one JSON object: counts, warnings, every entry with a verdict on each field, and the violations."""
    counts = count_verdicts(verdicts) | {"records": len(answers.records), "files": answers.files}
    report = {
        "bibliography": name,
        "counts": {"entries": len(verdicts)} | counts,
        "warnings": list(answers.warnings),
        "entries": [_describe_entry(verdict) for verdict in verdicts],
        "violations": [_describe_violation(verdict, field) for verdict in verdicts for field in verdict.violations],
    }
    return escape_json(json.dumps(report, ensure_ascii=False, indent=1))


def _describe_entry(verdict: EntryVerdict) -> dict[str, Any]:
    return {
        "key": verdict.key,
        "type": verdict.type,
        "line": verdict.line,
        "verdict": verdict.verdict,
        "records": [{"source": source, "file": file, "path": path} for source, file, path in verdict.records],
        "fields": [_describe_field(field) for field in verdict.fields],
    }


def _describe_field(field: FieldVerdict) -> dict[str, Any]:
    return {"field": field.field, "value": field.value, "verdict": field.verdict, "sources": _describe_said(field)}


def _describe_said(field: FieldVerdict) -> list[dict[str, str]]:
    return [asdict(said) for said in field.says]


def _describe_violation(verdict: EntryVerdict, field: FieldVerdict) -> dict[str, Any]:
    described = {"entry": verdict.key, "line": verdict.line, **_describe_field(field)}
    return described | {"class": field.violation_class, "remedy": field.remedy}
