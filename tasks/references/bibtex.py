r"""References as BibTeX that LaTeX, Pandoc and pybtex all read alike.

Written without pybtex's own writer: that writer escapes what is already escaped and lets backslashes through, so a
title ``\input{/etc/passwd}`` would reach LaTeX as a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from storage.records.search import Work
from tasks.metadata.names import Name, split_name
from tasks.references.fields import kinds, names_of, web_address
from tasks.text.cleaning import plain_text

_MOST_NAMES = 100
_ESCAPED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
)
# BibTeX counts braces whether escaped or not, so unpaired ones are written without a brace.
_PAIRED_BRACES = str.maketrans({"{": r"\{", "}": r"\}"})
_UNPAIRED_BRACES = str.maketrans({"{": r"$\lbrace$", "}": r"$\rbrace$"})
_VENUE_FIELD = {
    "article": "journal",
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "phdthesis": "note",
    "misc": "howpublished",
}
_PUBLISHER_FIELD = {"phdthesis": "school", "techreport": "institution"}


def render_bibtex(review: str, works: Mapping[str, Work]) -> str:
    """Return the works, given by citekey, as BibTeX in UTF-8, sorted by citekey, under one comment line.

    Titles are put in a second pair of braces, because readers of BibTeX lower-case an unprotected "Brazil". Text is
    escaped once; names read ``Family, Given`` with particle, corporate names and commas in braces, and at most 100 of
    them. Address and DOI are written as they are, braces percent-encoded, because readers take them verbatim.
    """
    header = f"% References of the review {re.sub(r'[@{}%]', '', plain_text(review))}: {len(works)} entries\n"
    return "\n".join([header, *(_render_entry(key, work) for key, work in sorted(works.items()))])


def _render_entry(citekey: str, work: Work) -> str:
    kind = kinds(work)[1]
    title = _escape(work.title)
    stated = {
        "author": _join_names(names_of(work.authors)),
        "editor": _join_names([name for name in map(split_name, work.editors) if name.family]),
        "title": title and f"{{{title}}}",
        _VENUE_FIELD.get(kind, "series"): _escape(work.venue),
        "year": str(work.year or ""),
        "volume": _escape(work.volume),
        "number": _escape(work.issue),
        "pages": _format_pages(work.pages),
        _PUBLISHER_FIELD.get(kind, "publisher"): _escape(work.publisher),
        "isbn": _escape(work.isbn),
        "doi": plain_text(work.doi).replace("{", "%7B").replace("}", "%7D"),
        "url": "" if work.doi else web_address(work.oa_url),
    }
    fields = "".join(f",\n  {field} = {{{value}}}" for field, value in stated.items() if value)
    return f"@{kind}{{{citekey}{fields}\n}}\n"


def _escape(text: str | None) -> str:
    plain = plain_text(text)
    braces = _PAIRED_BRACES if _are_paired(plain) else _UNPAIRED_BRACES
    # Character by character, so that no replacement is replaced again; "--" would be read as a dash.
    return "".join(c.translate(_ESCAPED) if c not in "{}" else c.translate(braces) for c in plain).replace("--", "-{}-")


def _are_paired(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


def _join_names(names: Iterable[Name]) -> str:
    written = [_format_name(name) for name in names]
    return " and ".join(written[:_MOST_NAMES] + ["others"] * (len(written) > _MOST_NAMES))


def _format_name(name: Name) -> str:
    """Return "Family, Jr., Given"; what has blanks in it is braced, or readers would look for particles there."""
    if name.corporate or not name.given:
        return f"{{{_escape(f'{name.surname} {name.suffix}'.strip())}}}"
    surname = f"{{{_escape(name.surname)}}}" if " " in name.surname else _protect(name.surname)
    return ", ".join(part for part in (surname, _protect(name.suffix), _protect(name.given)) if part)


def _protect(part: str) -> str:
    """Return a part of a name, in braces where a comma or "and" in it would be read as a border between names."""
    escaped = _escape(part)
    return f"{{{escaped}}}" if re.search(r",|\band\b", escaped, re.IGNORECASE) else escaped


def _format_pages(pages: str | None) -> str:
    """Return a page range with BibTeX's double hyphen; other ways of counting pages stay as they are."""
    escaped = _escape(pages)
    first_and_last = re.fullmatch(r"([\w.:]+)\s*(?:-\{\}-|[-\u2013\u2014])\s*([\w.:]+)", escaped)
    return f"{first_and_last[1]}--{first_and_last[2]}" if first_and_last else escaped
