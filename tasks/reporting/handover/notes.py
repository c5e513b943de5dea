"""The review as a folder of linked notes, as Obsidian and programs like it read them.

One note is the review, one each a theme and a work of the review; every citation links to the note of its work.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from tasks.citations.pandoc import find_citations
from tasks.references.fields import format_reference
from tasks.reporting.figures import keep_light
from tasks.reporting.handover import Handover
from tasks.reporting.handover.archive import zip_files
from tasks.text.cleaning import escape_markdown, plain_text

REVIEW = "Review"
_PROPERTIES = ("authors", "citekey", "doi", "year", "type", "venue", "score")
_LONGEST_NAME = 80
# What Windows, links of Obsidian or paths do not allow in a name.
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]%&{}$!\'`@+=~;,]+')
_GROUP = re.compile(r"\[[^\[\]]*\]")
_RESERVED = re.compile(r"(?i)^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)")


def name_notes(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return a file name without suffix for each name, in order: safe on every system, and no two alike.

    Names differ also where case does not count and after Unicode normalisation; none is empty, reserved by Windows, or
    longer than 80 characters.
    """
    known = {name.casefold() for name in taken}
    given: list[str] = []
    for name in names:
        words = " ".join(_NOT_IN_NAMES.sub(" ", unicodedata.normalize("NFC", plain_text(name))).split())
        base = words[:_LONGEST_NAME].strip(" .") or "Untitled"
        base = f"Note {base}" if _RESERVED.match(base) else base
        fresh, number = base, 1
        while fresh.casefold() in known:
            number += 1
            fresh = f"{base} {number}"
        known.add(fresh.casefold())
        given.append(fresh)
    return given


def make_notes(review: Handover) -> bytes:
    """Return a zip with the notes and the figures."""
    rows = {row["citekey"]: row for row in review.fates.iter_rows(named=True) if row["citekey"] in review.works}
    keys = sorted(rows)
    labels = list(dict.fromkeys(label for key in keys for label in rows[key]["themes"]))
    names = dict(zip([("theme", label) for label in labels], name_notes(labels, [REVIEW]), strict=True))
    names |= dict(zip([("work", key) for key in keys], name_notes(keys, [REVIEW, *names.values()]), strict=True))
    works = {key: names["work", key] for key in keys}
    themes = {label: names["theme", label] for label in labels}
    notes = {REVIEW: _write_review(review, works, themes)}
    for label, name in themes.items():
        notes[name] = _write_theme(label, [(works[key], rows[key]) for key in keys if label in rows[key]["themes"]])
    findings = _list_findings(review.findings) if review.findings.height else {}
    for key, name in works.items():
        reference = format_reference(review.works[key])
        notes[name] = _write_work(rows[key], reference, findings.get(key, []), themes)
    files = {f"{name}.md": text.encode() for name, text in notes.items()}
    files |= {name: keep_light(svg).encode() for name, svg in review.files.items() if name.endswith(".svg")}
    return zip_files(f"{review.name}-notes", files)


def _list_findings(findings: pl.DataFrame) -> dict[str, list[dict[str, object]]]:
    """Return the findings of each work by citekey, each once however many results it has."""
    once = findings.unique(["citekey", "finding", "quote", "page"], maintain_order=True)
    return {str(key): rows.to_dicts() for (key,), rows in once.partition_by("citekey", as_dict=True).items()}


def _write_review(review: Handover, works: Mapping[str, str], themes: Mapping[str, str]) -> str:
    parts = [f"# {_escape(review.title)}"]
    for heading, markdown in review.sections:
        theme = f"\n\nWorks: [[{themes[heading]}]]" if heading in themes else ""
        parts.append(f"## {_escape(heading)}{theme}\n\n{_link(markdown.strip(), works)}")
    if themes:
        parts.append("## Themes\n\n" + "\n".join(f"- [[{name}]]" for name in themes.values()))
    return "\n\n".join(parts) + "\n"


def _write_theme(label: str, works: Sequence[tuple[str, Mapping[str, object]]]) -> str:
    lines = [f"- [[{name}]]: {_escape(str(row['title']))} ({row['year'] or 'n.d.'})" for name, row in works]
    return f"# {_escape(label)}\n\nA theme of [[{REVIEW}]].\n\n" + "\n".join(lines) + "\n"


def _write_work(
    row: Mapping[str, object], reference: str, findings: Sequence[Mapping[str, object]], themes: Mapping[str, str]
) -> str:
    title = plain_text(str(row["title"]))
    properties = {
        name: row[name] for name in ("citekey", "doi", "year", "type", "venue", "score") if row[name] is not None
    }
    front = {"title": title, "aliases": [title], "authors": row["authors"], **properties, "tags": ["work"]}
    told = {name: _plain(value) for name, value in front.items()}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in told.items()]
    own = row["themes"] if isinstance(row["themes"], list) else []
    parts = [
        "\n".join(["---", *lines, "---"]),
        f"# {_escape(title)}",
        _escape(reference),
        f"In [[{REVIEW}]]" + "".join(f", [[{themes[label]}]]" for label in own if label in themes) + ".",
    ]
    if row["reason"]:
        parts.append(f"Why it is in the review: {_escape(str(row['reason']))}")
    if findings:
        parts.append("## Findings\n\n" + "\n".join(_write_finding(finding) for finding in findings))
    return "\n\n".join(parts) + "\n"


def _write_finding(finding: Mapping[str, object]) -> str:
    line = f"- {_escape(str(finding['finding']))}"
    if not finding["quote"]:
        return line
    page = f" (p. {finding['page']})" if finding["page"] else ""
    return f"{line}\n    - “{_escape(str(finding['quote']))}”{page}"


def _link(markdown: str, works: Mapping[str, str]) -> str:
    """Return a section with every citation of a work that has a note as a link to it, and its brackets round."""
    forms = [form for form in find_citations(markdown) if form.citekey in works]
    starts = {form.start for form in forms}
    changes = [(form.start, form.end, f"[[{works[form.citekey]}]]") for form in forms]
    for group in _GROUP.finditer(markdown):
        if not starts.isdisjoint(range(*group.span())):
            changes += [(group.start(), group.start() + 1, "("), (group.end() - 1, group.end(), ")")]
    linked, last = [], 0
    for start, end, text in sorted(changes):
        linked += [markdown[last:start], text]
        last = end
    return "".join([*linked, markdown[last:]])


def _plain(value: object) -> object:
    """Return a property without what Obsidian would take for a link."""
    if isinstance(value, list):
        return [_plain(str(one)) for one in value]
    return plain_text(value).replace("[[", "[ [") if isinstance(value, str) else value


def _escape(text: str) -> str:
    """Return text that Obsidian shows as it reads: no link, tag, embed or comment."""
    return escape_markdown(plain_text(text)).replace("%%", "% %")
