"""The citations in Pandoc Markdown, found as Pandoc finds them: every form, and nothing that only looks like one.

The rules are those of Pandoc's manual (section "Citation syntax") and of its reader (Text.Pandoc.Parsing.Citations):
a key is letters, digits and ``_`` with single signs of ``:.#$%&-+?<>~/`` between them, or anything without white space
in braces; it follows no letter, digit or full stop. One thing differs on purpose: the handle in a bare address
(``https://example.org/@name``) is not a citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tasks.text.masks import NOTHING, mask_blocks

_LONGEST_SPAN = 2_000
# How many dollar signs are tried as the end of a formula, so that a text of only dollar signs is read in linear time.
_MOST_DOLLARS = 20
_KEY = re.compile(r"[\w*](?:\w|[:.#$%&+?<>~/-](?=\w)|[:/](?=/))*")
_BRACED_KEY = re.compile(r"\{(?:[^\s{}]|\{(?:[^\s{}]|\{[^\s{}]*\})*\})+\}")
# What ends the preceding plain text, in the order in which Pandoc tries it.
_SPECIAL = re.compile(
    r"(?P<tex>\\[A-Za-z]+)|(?P<escape>\\[^A-Za-z0-9])|(?P<ticks>`+)|(?P<comment><!--)|(?P<html><[A-Za-z/?])|(?P<math>\${1,2})"
    r"|(?P<target>\]\()|(?P<attributes>(?<=[\])])\{)|(?P<note>\[\^[^\[\]\s]+\])|(?P<address>(?:https?://|ftp://|www\.))|(?P<at>@)"
)
_TEX_ARGUMENT = re.compile(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
_TEX_OPTION = re.compile(r"\[[^\]\n]*\]")
_ENVIRONMENT = re.compile(r"\\begin(\{[A-Za-z]+\*?\})")
_VERBATIM = re.compile(r"<(pre|script|style|textarea)\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(
    r"</[A-Za-z][\w-]*[^<>]*>|<\?.*?\?>|<[A-Za-z][\w:-]*(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*\s*/?>",
    re.DOTALL,
)
_AUTOLINK = re.compile(r"<(?:(?:https?|ftp|file|mailto|doi):[^<>\s]*|[^\s<>@]+@[^\s<>@]+)>")
_TARGET = re.compile(r"\]\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)")
_ATTRIBUTES = re.compile(r"\{\s*(?:(?:[#.][^\s{}]+|[\w:-]+=(?:\"[^\"]*\"|'[^']*'|[^\s{}]+))\s*)+\}")
_ADDRESS = re.compile(r"[^\s<>\[\]{}\"';,]*")
_BLANK = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class CitationForm:
    """One key in a text: ``markdown[start:end]`` is it with its `@`, its braces and the ``-`` that drops the author."""

    citekey: str
    start: int
    end: int


def find_citekeys(markdown: str) -> list[str]:
    """Return the citekeys cited in Pandoc Markdown, each once, in order of appearance."""
    return list(dict.fromkeys(form.citekey for form in find_citations(markdown)))


def find_citations(markdown: str) -> list[CitationForm]:
    """Return every citation of Pandoc Markdown in order, also in notes; none of code, addresses or metadata."""
    return list(_scan(markdown, mask_blocks(markdown)))


def _scan(markdown: str, text: str) -> Iterator[CitationForm]:
    runs = _runs_of_ticks(text)
    last: dict[str, int] = {}
    place = 0
    while special := _SPECIAL.search(text, place):
        # Directly after markup or a citation no word ends, whatever the last letter.
        follows = place == special.start()
        place = special.end()
        kind = str(special.lastgroup)
        if kind == "at":
            form = _read_key(markdown, text, special.start(), follows=follows)
            if form:
                yield form
                place = form.end
        elif kind == "ticks":
            place = _after_code(text, runs, special.start(), place)
        elif kind == "math":
            place = _after_math(text, special)
        elif kind == "target" and not _closes_link(text, special.start()):
            continue
        elif kind not in {"escape", "note"}:
            place = _after_inline(kind, text, special.start(), place, last)


def _read_key(markdown: str, text: str, at: int, *, follows: bool) -> CitationForm | None:
    if not follows and _ends_word(text, at):
        return None
    found = _KEY.match(text, at + 1) or _BRACED_KEY.match(text, at + 1, at + _LONGEST_SPAN)
    if not found:
        return None
    end = found.end()
    key = markdown[at + 2 : end - 1] if text[at + 1] == "{" else markdown[at + 1 : end]
    suppressed = (
        not follows
        and text[at - 1 : at] == "-"
        and not _ends_word(text, at - 1)
        and text[at - 2 : at - 1] not in {"-", "\\"}
    )
    return CitationForm(key, at - suppressed, end)


def _ends_word(text: str, at: int) -> bool:
    """Return whether a word ends right before a place: a letter, digit or full stop that is not part of an ellipsis."""
    before = text[at - 1 : at]
    if before != ".":
        return before.isalnum()
    if text[at - 2 : at - 1] == "\\":
        return False
    start = at
    while start and text[start - 1] == ".":
        start -= 1
    return (at - start) % 3 != 0


def _runs_of_ticks(text: str) -> dict[int, list[int]]:
    """Return where runs of backticks start, in descending order, by their length."""
    runs: dict[int, list[int]] = {}
    for run in re.finditer("`+", text):
        runs.setdefault(len(run.group()), []).append(run.start())
    return {length: starts[::-1] for length, starts in runs.items()}


def _after_code(text: str, runs: dict[int, list[int]], start: int, place: int) -> int:
    """Return the place after a code span, closed by as many backticks in the same paragraph, else after its opening."""
    starts = runs.get(place - start, [])
    while starts and starts[-1] < place:
        starts.pop()
    if not starts or _BLANK.search(text, place, starts[-1]):
        return place
    end = starts[-1] + place - start
    attributes = _ATTRIBUTES.match(text, end)
    return attributes.end() if attributes else end


def _after_math(text: str, special: re.Match[str]) -> int:
    """Return the place after mathematics: a single dollar sign has no space inside and no digit after its end."""
    sign, start = special.group(), special.end()
    most = min(len(text), start + _LONGEST_SPAN)
    blank = _BLANK.search(text, start, most)
    limit = blank.start() if blank else most
    if sign == "$" and (start >= limit or text[start].isspace()):
        return start
    end = text.find(sign, start, limit)
    for _ in range(_MOST_DOLLARS):
        if end < 0:
            break
        opens = text[end - 1] == "\\" or (
            sign == "$" and (text[end - 1].isspace() or text[end + 1 : end + 2].isdigit())
        )
        if not opens:
            return end + len(sign)
        end = text.find(sign, end + 1, limit)
    return start


def _closes_link(text: str, start: int) -> bool:
    """Return whether a bracket closes a link's text: it opened in the text before, not escaped, nor as a note's."""
    opening = text.rfind("[", max(0, start - _LONGEST_SPAN), start)
    return opening >= 0 and text[opening - 1 : opening] not in {"\\", "^"}


def _after_inline(kind: str, text: str, start: int, place: int, last: dict[str, int]) -> int:
    """Return the place after raw TeX, raw HTML, an address, a link's target or attributes; `place` if there is none."""
    if kind == "tex":
        return _after_tex(text, place, last)
    if kind == "comment":
        return _after_end(text, "-->", place, last)
    if kind == "html":
        return _after_html(text, start, place, last)
    pattern = {"target": _TARGET, "attributes": _ATTRIBUTES, "address": _ADDRESS}[kind]
    found = pattern.match(text, start, start + _LONGEST_SPAN)
    return found.end() if found else place


def _after_tex(text: str, place: int, last: dict[str, int]) -> int:
    environment = _ENVIRONMENT.match(text, place - len("\\begin"))
    if environment:
        return _after_end(text, f"\\end{environment[1]}", environment.end(), last)
    while found := (_TEX_ARGUMENT if text[place : place + 1] == "{" else _TEX_OPTION).match(
        text, place, place + _LONGEST_SPAN
    ):
        place = found.end()
        if text[place : place + 1] not in {"{", NOTHING}:
            break
    return place


def _after_html(text: str, start: int, place: int, last: dict[str, int]) -> int:
    verbatim = _VERBATIM.match(text, start, start + _LONGEST_SPAN)
    if verbatim:
        return _after_end(text, f"</{verbatim[1]}>", verbatim.end(), last)
    found = _AUTOLINK.match(text, start, start + _LONGEST_SPAN) or _TAG.match(text, start, start + _LONGEST_SPAN)
    return found.end() if found else place


def _after_end(text: str, end: str, place: int, last: dict[str, int]) -> int:
    """Return the place after the next `end`, else `place`; `last` keeps where each end stands last, found once."""
    if end not in last:
        last[end] = text.rfind(end)
    return text.find(end, place) + len(end) if last[end] >= place else place
