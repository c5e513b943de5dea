"""Sentences that cite: finding them in a section, replacing them, and removing citations that do not hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from tasks.citations.pandoc import CitationForm, find_citations

_STOP = re.compile(r"[.!?][\"'”\u2019)]*(?=\s+[\"'“\u2018(]?(?:[^\Wa-z_]|-?@|_))")
_ABBREVIATION = re.compile(
    r"(?:\b(?:al|approx|ca|cf|ch|chap|dr|ed|eds|e\.g|eq|esp|etc|fig|figs|i\.e|incl|no|nos|p|pp|prof|sec|sp|spp|st|vol|"
    r"vs|u\.s|u\.k)|\b[A-Z])$",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# A note's text (``^[…]``) is not a list of citations, and an escaped bracket is not a bracket.
_BRACKET = re.compile(r"(?<![\\^])\[(?:[^\[\]\\]|\\.)*\]", re.DOTALL)
_LINE_MARK = re.compile(r"[ \t>]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d{1,3}[.)][ \t]+|\[\^[^\]\s]+\]:[ \t]*)?")
_LOCATOR = re.compile(r"[ \t]?\[[^\[\]@\n]*\](?![(\[{])")
_UNKNOWN_SOURCE = "a source that could not be verified"
_LONGEST_KEY = 60


def find_citing_sentences(markdown: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return each sentence that cites, as it stands in the Markdown, with its citekeys, in order of appearance."""
    forms = find_citations(markdown)
    found: list[tuple[str, tuple[str, ...]]] = []
    for start, end in place_sentences(markdown):
        keys = tuple(dict.fromkeys(form.citekey for form in forms if start <= form.start < end))
        if keys:
            found.append((markdown[start:end], keys))
    return found


def split_sentences(markdown: str) -> list[str]:
    """Return the sentences of a text, verbatim and in order."""
    return [markdown[start:end] for start, end in place_sentences(markdown)]


def read_plain(sentence: str) -> str:
    """Return a sentence as it reads without citations and comments: what stays when its citations change."""
    text = cut_citations(_COMMENT.sub("", sentence), {form.citekey for form in find_citations(sentence)})
    return re.sub(r"\s+(?=[.,;:!?])", "", " ".join(text.split()))


def replace_sentences(markdown: str, replacements: Mapping[str, str]) -> str:
    """Return the section with sentences replaced, or dropped for "", wherever they stand; all else keeps every byte.

    Emptied paragraphs are removed, as are headings with nothing left below. If no paragraph would be left, the section
    is returned as it is.
    """
    blocks = markdown.split("\n\n")
    kept: list[str] = []
    emptied = False
    for block in blocks:
        text = block
        for sentence, replacement in replacements.items():
            if replacement:
                text = text.replace(sentence, replacement)
            elif sentence in text:
                text = re.sub(rf"{re.escape(sentence)}(?:[ \t]+|\n(?!\n))?", "", text)
                text = text if text == block else text.rstrip(" ")
        gone = text != block and not text.strip()
        emptied = emptied or gone
        if not gone:
            kept.append(text)
    kept = _drop_bare_headings(kept) if emptied else kept
    if not any(block.strip() for block in kept):
        return markdown
    joined = "\n\n".join(kept)
    return joined if joined.endswith("\n") or not markdown.endswith("\n") else f"{joined}\n"


def cut_citations(markdown: str, citekeys: Collection[str]) -> str:
    """Return the text without the citations of these keys; other citations in a bracket stay."""
    return _edit(markdown, dict.fromkeys(citekeys, ""))


def mark_citations(markdown: str, reasons: Mapping[str, str]) -> str:
    """Return the text with the citations of these keys replaced by ``<!-- TODO … -->``, each saying why it was removed.

    The sentence stays. If the key was its subject (``@key says``), words that name no source replace it.
    """
    return _edit(markdown, {key: _write_marker(key, reason) for key, reason in reasons.items()})


def _write_marker(citekey: str, reason: str) -> str:
    key, why = (
        re.sub(r"-{2,}|[<>@\x00-\x1f]", "?", text)[:limit] for text, limit in ((citekey, _LONGEST_KEY), (reason, 200))
    )
    return f'<!-- TODO citation "{key}" removed: {why} -->'


def _edit(markdown: str, markers: Mapping[str, str]) -> str:
    forms = find_citations(markdown)
    text, end = "", 0
    for start, stop in _group(markdown, forms):
        inside = [form for form in forms if start <= form.start < stop]
        if not any(form.citekey in markers for form in inside):
            continue
        text += markdown[end:start]
        if markdown[start] == "[":
            text, end = _edit_bracket(text, markdown[start:stop], start, inside, markers), stop
        else:
            text, end = _edit_bare(text, markdown, inside[0], markers[inside[0].citekey])
        if not any(markers.values()):
            text = text.rstrip(" ") if markdown[end : end + 1] in {"", *" .,;:!?)"} else text
            end += markdown[end : end + 1] == " " and text[-1:] in {"", "\n"}
    return text + markdown[end:]


def _group(markdown: str, forms: Sequence[CitationForm]) -> list[tuple[int, int]]:
    """Return the brackets and bare citations of a text as spans, in order, none in another."""
    brackets = [match.span() for match in _BRACKET.finditer(markdown)]
    groups: list[tuple[int, int]] = []
    for form in forms:
        around = next((span for span in brackets if span[0] < form.start and form.end <= span[1]), None)
        span = around or (form.start, form.end)
        if span not in groups:
            groups.append(span)
    return groups


def _edit_bracket(
    before: str, bracket: str, start: int, inside: Sequence[CitationForm], markers: Mapping[str, str]
) -> str:
    entries: list[str] = []
    content, place = bracket[1:-1], start + 1
    for entry in _split_entries(content, start + 1, inside):
        cited = [form for form in inside if place <= form.start < place + len(entry)]
        kept_forms = [form for form in cited if form.citekey not in markers]
        if len(kept_forms) == len(cited):
            entries.append(entry)
        else:  # what stands around two keys in one entry was said of both
            entries += [content[form.start - start - 1 : form.end - start - 1] for form in kept_forms]
        place += len(entry) + 1
    told = list(dict.fromkeys(markers[form.citekey] for form in inside if form.citekey in markers))
    kept = f"[{';'.join(entries).strip()}]" if any(entry.strip() for entry in entries) else ""
    return before + " ".join(part for part in (kept, *told) if part)


def _split_entries(content: str, offset: int, inside: Sequence[CitationForm]) -> list[str]:
    """Return the parts of a bracket between semicolons; one in a braced key does not separate."""
    cuts = [
        place
        for place, char in enumerate(content)
        if char == ";" and not any(form.start <= offset + place < form.end for form in inside)
    ]
    edges = [-1, *cuts, len(content)]
    return [content[a + 1 : b] for a, b in pairwise(edges)]


def _edit_bare(before: str, markdown: str, form: CitationForm, marker: str) -> tuple[str, int]:
    locator = _LOCATOR.match(markdown, form.end)
    end = locator.end() if locator else form.end
    if not marker or markdown[form.start] == "-":
        return before + marker, end
    opens = not before.strip() or before.rstrip()[-1] in ".!?\n" or before.endswith("\n")
    words = _UNKNOWN_SOURCE[0].upper() + _UNKNOWN_SOURCE[1:] if opens else _UNKNOWN_SOURCE
    return f"{before}{words} {marker}", end


def place_sentences(markdown: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences of a text; full stops in brackets, comments or abbreviations do not end one."""
    text = markdown
    for pattern in (_COMMENT, _BRACKET):
        text = pattern.sub(lambda match: "_" * len(match.group()), text)
    spans: list[tuple[int, int]] = []
    place = 0
    for unit in re.split(r"(\n(?=[ \t]*\n)|\n(?=[ \t>]*(?:#|[-*+] |\d{1,3}[.)] )))", text):
        mark = _LINE_MARK.match(markdown, place + len(unit) - len(unit.lstrip("\n")), place + len(unit))
        start = mark.end() if mark else place
        end = place + len(unit)
        for stop in _STOP.finditer(text, start, end):
            if not _ABBREVIATION.search(text, max(start, stop.start() - 8), stop.start()):
                spans.append((start, stop.end()))
                start = stop.end()
        spans.append((start, end))
        place = end
    return [_trim(markdown, start, end) for start, end in spans if markdown[start:end].strip()]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    whole = text[start:end]
    return start + len(whole) - len(whole.lstrip()), end - len(whole) + len(whole.rstrip())


def _drop_bare_headings(blocks: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for block in reversed(blocks):
        bare = block.startswith("#") and "\n" not in block.strip()
        followed = kept and not kept[-1].startswith("#")
        if not bare or followed:
            kept.append(block)
    return kept[::-1]
