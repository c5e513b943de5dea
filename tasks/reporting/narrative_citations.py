"""Citations in running text: where a sentence names the authors of a work that it cites, the name becomes the citation.

"Noppe et al. (2014) report … [@noppe2014hair]." is printed with the same name and year twice; as Pandoc's in-text form,
"@noppe2014hair report …", it is printed with both once, as the citation style writes them (Pandoc's manual, section
"Citation syntax").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from storage.records.search import Work
from tasks.citations.authors import name_work
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences
from tasks.references.fields import names_of
from tasks.text.cleaning import escape_markdown

_MOST_NAMED = 3
# Only brackets that hold nothing but keys are changed: a page or a word beside a key must stay with it.
_BRACKET = re.compile(r"[ \t]?\[(@[^\s\[\];,]+(?:; @[^\s\[\];,]+)*)\]")
# What may surround the key so that Pandoc reads the key and nothing else.
_BEFORE = r"(?<![^\s(\u201c\u2018\"'\u2013\u2014])"
_ROW = re.compile(r"^\| (\w+) \|", re.MULTILINE)
_AFTER = r"(?=[,;:]?\s|[,;:]?$)"


def narrate_citations(markdown: str, works: Mapping[str, Work], *, is_numbered: bool = False) -> str:
    """Return the text with the authors that a sentence names turned into the citation of their work that followed.

    Every sentence cites the works that it cited before, and no more often. `works` are by citekey. `[-@key]` follows
    the name where Pandoc would print another name than the sentence has, and everywhere with `is_numbered`: numeric
    styles print no names.
    """
    told: list[str] = []
    place = 0
    for sentence, keys in find_citing_sentences(markdown):
        start = markdown.find(sentence, place)
        narrated = sentence
        for key in keys:
            if key in works:
                narrated = _narrate(narrated, key, works[key], is_numbered=is_numbered)
        told += [markdown[place:start], narrated]
        place = start + len(sentence)
    return "".join([*told, markdown[place:]])


def cite_rows(markdown: str, works: Mapping[str, Work], cited: Collection[str], *, is_numbered: bool = False) -> str:
    """Return Markdown in which rows of tables that begin with a citekey begin with the citation of the work instead.

    Of a work that is not among those `cited`, and so is in no list of references, it is the name alone.
    """

    def cite(row: re.Match[str]) -> str:
        key, work = row[1], works.get(row[1])
        if work is None:
            return row[0]
        name = escape_markdown(name_work(work))
        return f"| {name if key not in cited else f'{name} [@{key}]' if is_numbered else f'@{key}'} |"

    return _ROW.sub(cite, markdown)


def _narrate(sentence: str, key: str, work: Work, *, is_numbered: bool) -> str:
    named = _find_name(sentence, work)
    if named is None:
        return sentence
    behind = sentence[named.end() :]
    bracket = next((one for one in _BRACKET.finditer(behind) if f"@{key}" in one[1].split("; ")), None)
    if bracket is None or re.search(
        rf"@{re.escape(key)}(?![\w-])", sentence[: named.end()] + behind[: bracket.start()]
    ):
        return sentence
    others = [cited for cited in bracket[1].split("; ") if cited != f"@{key}"]
    kept = f"{bracket[0][: bracket[0].index('[')]}[{'; '.join(others)}]" if others else ""
    as_printed = named["name"] == _print_name(work) and not is_numbered
    citation = f"@{key}" if as_printed else f"{named['name']} [-@{key}]"
    narrated = f"{sentence[: named.start()]}{citation}{behind[: bracket.start()]}{kept}{behind[bracket.end() :]}"
    return narrated if sorted(find_citekeys(narrated)) == sorted(find_citekeys(sentence)) else sentence


def _find_name(sentence: str, work: Work) -> re.Match[str] | None:
    """Return where a sentence names the authors of a work: with its year, or without if they are several."""
    surnames = _list_surnames(work)
    if not surnames:
        return None
    year = rf"[ \u00a0]\({re.escape(str(work.year or 'n.d.'))}[a-z]?\)"
    several = _list_phrases(surnames)
    alone = rf"{_any_case(surnames[0])}" if len(surnames) == 1 else None
    # A name with another year belongs to another work.
    options = [rf"(?P<name>{'|'.join(several)})(?:{year}|(?!\s*\((?:\d|n\.d)))" for _ in several[:1]]
    if alone:
        options.append(rf"(?P<name>{alone}){year}")
    return next((found for one in options if (found := re.search(rf"{_BEFORE}{one}{_AFTER}", sentence))), None)


def _list_phrases(surnames: Sequence[str]) -> list[str]:
    """Return patterns for how running text names two or more people, the longest first."""
    if len(surnames) == 1:
        return []
    first, rest = _any_case(surnames[0]), [re.escape(surname) for surname in surnames[1:]]
    phrases = [rf"{first},? (?:and|&) {rest[0]}"] if len(rest) == 1 else []
    if len(surnames) == _MOST_NAMED:
        phrases.append(rf"{first}, {rest[0]},? (?:and|&) {rest[1]}")
    return [*phrases, rf"{first} et al\.", rf"{first} and (?:colleagues|co-?workers)"]


def _any_case(surname: str) -> str:
    """Return a pattern for a name whose particle is capitalised where it begins a sentence."""
    return rf"[{re.escape(surname[0].upper())}{re.escape(surname[0])}]{re.escape(surname[1:])}"


def _list_surnames(work: Work) -> list[str]:
    return [escape_markdown(name.surname) for name in names_of(work.authors) if name.surname]


def _print_name(work: Work) -> str:
    """Return the name that author-date styles print in a sentence for one, two or more authors."""
    surnames = _list_surnames(work)
    return f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)  # noqa: PLR2004 - as styles do
