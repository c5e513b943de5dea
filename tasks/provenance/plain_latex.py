"""LaTeX as it stands in BibTeX fields, as plain Unicode text."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress

from pybtex.exceptions import PybtexError
from pybtex.richtext import Text

_MARKS = (("---", "\u2014"), ("--", "\u2013"), ("``", "\u201c"), ("''", "\u201d"), ("~", " "))
_COMMAND = re.compile(r"\\[A-Za-z]+\*?\s?")
_DOTLESS = re.compile(r"(\\[^A-Za-z\s]|\\[uvHcdbkrt])\s*\{\\([ij])\s*\}")
_ESCAPED_MARKS = re.compile(r"\\(?:textbackslash\{\}|[{}$])")
_LONGEST = 20_000


def decode_latex(text: str) -> str:
    """Return the text with accents composed, dashes and quotes as characters, without braces and commands.

    What is no LaTeX that pybtex can read (a lone backslash, unpaired braces) only loses braces and backslashes.
    """
    shortened = text[:_LONGEST]
    if "\\" in shortened or "$" in shortened:
        # Marks that mean nothing when texts are compared, and that pybtex does not read as people write them.
        shortened = _DOTLESS.sub(r"\1{\2}", _ESCAPED_MARKS.sub(" ", shortened))
        with suppress(PybtexError, UnicodeError, RecursionError):
            shortened = str(Text.from_latex(shortened))
        shortened = _COMMAND.sub("", shortened).replace("\\", "")
    for mark, character in _MARKS:
        shortened = shortened.replace(mark, character)
    shortened = re.sub(r"[{}$]", "", shortened)
    return unicodedata.normalize("NFC", " ".join(shortened.split()))


def decode_verbatim(text: str) -> str:
    r"""Return an identifier or address, which LaTeX takes verbatim but people escape all the same ("a\_b")."""
    plain = re.sub(r"\\([_%&#$])", r"\1", text[:_LONGEST]).strip().strip("{}")
    return plain.replace("%7B", "{").replace("%7D", "}")
