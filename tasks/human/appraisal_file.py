"""Judgements made elsewhere, read from a CSV file with the columns of robvis: Study, D1, D2, …, Overall, Weight.

robvis: McGuinness and Higgins 2021 (doi:10.1002/jrsm.1411).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import PurePath

from storage.core.errors import InputError
from storage.records.appraisal import OVERALL, Appraisal
from storage.records.search import Work
from tasks.citations.authors import name_work
from tasks.evidence.appraisal import GENERIC, Tool, find_tools, read_tools
from tasks.text.cleaning import plain_text

_STUDY, _WEIGHT = "Study", re.compile(r"Weights?")
_DOMAIN = re.compile(r"D\d+")
_NOT_WORDS = re.compile(r"\bet al\b|[^\w]+")
_MOST_FAULTS = 12


def read_judgements(
    name: str, content: bytes, works: Sequence[tuple[str | None, Work]], reviewer: str
) -> list[Appraisal]:
    """Return the judgements of a file, all of them; `works` are those of the review, each with its citekey.

    The tool is the one that the file's name begins with, else the only one with as many domains. A study is named by
    citekey, DOI, title, or authors and year.

    Raises:
        InputError: anything is wrong with the file; every fault is named with its line, and nothing is to be taken.
    """
    rows = _read_rows(name, content)
    columns = {heading: place for place, heading in enumerate(rows[0][1]) if heading}
    tool = _find_tool(name, columns)
    known = _name_works(works)
    judged: list[Appraisal] = []
    faults: list[str] = []
    seen: dict[str, int] = {}
    for line, cells in rows[1:]:
        wrong: list[str] = []
        work_id = _find_work(_take(cells, columns[_STUDY]), known, wrong)
        if work_id in seen:
            wrong.append(f"the study is that of line {seen[work_id]}")
        given = {domain: _find_word(_take(cells, columns[domain]), domain, tool, wrong) for domain in tool.asked}
        if len(cells) > len(rows[0][1]):
            wrong.append("there are more cells than columns")
        seen.setdefault(work_id, line)
        faults += [f"line {line}: {fault}" for fault in wrong]
        judged += [Appraisal(work_id, tool.key, domain, word, "", reviewer) for domain, word in given.items()]
    if faults:
        more = f"; and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
        raise _refuse(name, "; ".join(faults[:_MOST_FAULTS]) + more)
    return judged


def _read_rows(name: str, content: bytes) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty with their lines, first the headings as they are known here."""
    try:
        text = content.decode("utf-8-sig")
        first = text.partition("\n")[0]
        sign = ";" if first.count(";") > first.count(",") else ","
        reader = csv.reader(StringIO(text, newline=""), delimiter=sign, strict=True)
        rows = [(reader.line_num, [plain_text(cell) for cell in row]) for row in reader if any(map(str.strip, row))]
    except (UnicodeDecodeError, csv.Error) as error:
        raise _refuse(name, f"it is no CSV file in UTF-8 ({error})") from error
    if len(rows) < 2:  # noqa: PLR2004 - headings and a study
        raise _refuse(name, "it has no study under its headings")
    line, headings = rows[0]
    known = [_read_heading(heading, place) for place, heading in enumerate(headings)]
    for heading, meant in zip(headings, known, strict=True):
        if meant is None or (meant and known.count(meant) > 1):
            raise _refuse(
                name, f"line {line}: {'no' if meant is None else 'only one'} column may be called '{heading}'"
            )
    return [(line, [meant or "" for meant in known]), *rows[1:]]


def _read_heading(heading: str, place: int) -> str | None:
    """Return the name of a column: Study, Overall or a domain; "" for one that says nothing, None for any other."""
    name = heading.capitalize()
    if name in {_STUDY, OVERALL} or _DOMAIN.fullmatch(name):
        return name
    # R writes the numbers of rows in a first column without a name.
    return "" if _WEIGHT.fullmatch(name) or (not name and not place) else None


def _find_tool(name: str, columns: Mapping[str, int]) -> Tool:
    domains = sorted((heading for heading in columns if _DOMAIN.fullmatch(heading)), key=lambda one: int(one[1:]))
    stem = PurePath(name).stem.casefold()
    named = [tool for key, tool in read_tools().items() if stem.startswith(key)]
    tools = named or find_tools(len(domains))
    if len(tools) != 1:
        keys = ", ".join(f"'{tool.key}.csv'" for tool in tools or read_tools().values())
        why = "several tools have" if tools else "no tool has"
        raise _refuse(name, f"line 1: {why} {len(domains)} domains; name the file after its tool, as one of {keys}")
    missing = [heading for heading in (_STUDY, *tools[0].asked) if heading not in columns]
    if missing or len(domains) > len(tools[0].domains):
        wanted = f"Study, D1 to D{len(tools[0].domains)} and Overall"
        raise _refuse(name, f"line 1: the columns for {tools[0].name} are {wanted}")
    return tools[0]


def _name_works(works: Sequence[tuple[str | None, Work]]) -> dict[str, list[str]]:
    known: dict[str, list[str]] = {}
    for citekey, work in works:
        label = name_work(work)
        names = (citekey or "", work.doi or "", work.work_id, work.title, label, f"{label} {citekey}")
        for key in {_plain(name) for name in names} - {""}:
            known.setdefault(key, []).append(work.work_id)
    return known


def _plain(name: str) -> str:
    """Return a name without case, address, signs and "et al.", so that (2019) and , 2019 are the same."""
    bare = re.sub(r"^https?://(?:dx\.)?doi\.org/|^doi:\s*|^@", "", name.strip().casefold())
    return " ".join(_NOT_WORDS.sub(" ", bare).split())


def _take(cells: Sequence[str], place: int) -> str:
    return cells[place] if place < len(cells) else ""


def _find_work(study: str, known: Mapping[str, Sequence[str]], wrong: list[str]) -> str:
    found = known.get(_plain(study), ())
    if len(found) != 1:
        shown = study[:80]
        wrong.append(
            "there is no study in it"
            if not study
            else f"'{shown}' is more than one work of the review; give its citekey"
            if found
            else f"'{shown}' is no work of the review; give its citekey or DOI"
        )
    return found[0] if len(found) == 1 else f"no work: {study}"


def _find_word(said: str, domain: str, tool: Tool, wrong: list[str]) -> str:
    words = {word.casefold(): word for word in tool.words(domain)}
    if tool.judgements != tool.overall:  # a checklist, of which robvis has no template of its own
        words |= {GENERIC[word].casefold(): word for word in tool.words(domain)}
    found = words.get(said.casefold())
    if found is None:
        wrong.append(
            f"{domain} is '{said[:40]}' and must be one of {', '.join(tool.words(domain))}"
            if said
            else f"{domain} is empty"
        )
    return found or ""


def _refuse(name: str, faults: str) -> InputError:
    return InputError(f"nothing was taken from '{name}': {faults}; correct it and give it again")
