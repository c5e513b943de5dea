"""A BibTeX file as entries with their line, read with pybtex's scanner.

LaTeX as it stands in BibTeX fields, as plain Unicode text. Reading a text file that somebody gives: bounded, in UTF-8,
line ends as the checks count them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pybtex.database.input.bibtex import LowLevelParser, month_names
from pybtex.exceptions import PybtexError
from pybtex.richtext import Text
from pybtex.scanner import PybtexSyntaxError
from pybtex.utils import CaseInsensitiveDict

from storage.core.errors import InputError
from tasks.text.cleaning import clean_text

_LARGEST = 20_000_000


def read_text_file(path: Path, kind: str, wanted: str) -> str:
    r"""Return the text of a file in UTF-8, with or without byte-order mark; every line ends in ``\n``.

    `kind` is what the file is to a person ("bibliography"), `wanted` what to give in its place ("a BibTeX file").

    Raises:
        InputError: the file cannot be read, has more than 20 MB, or is not UTF-8: with the line.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{path} cannot be read ({reason}): give {wanted}") from error
    if len(data) > _LARGEST:
        raise InputError(f"{path} is larger than {_LARGEST // 1_000_000} MB: split the {kind}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: not UTF-8: save the {kind} in UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_answers(folder: Path) -> None:
    """Check that a folder exists, so that it may hold answers.

    Raises:
        InputError: there is no such folder.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder: give the folder that holds the cached API answers as .json files")


_MARKS = (("---", "\u2014"), ("--", "\u2013"), ("``", "\u201c"), ("''", "\u201d"), ("~", " "))
_COMMAND = re.compile(r"\\[A-Za-z]+\*?\s?")
_DOTLESS = re.compile(r"(\\[^A-Za-z\s]|\\[uvHcdbkrt])\s*\{\\([ij])\s*\}")
_ESCAPED_MARKS = re.compile(r"\\(?:textbackslash\{\}|[{}$])")
_LONGEST = 20_000


def decode_latex(text: str) -> str:
    """Return the text with accents composed, dashes and quotes as characters, without braces and commands.

    Text that is not LaTeX readable by pybtex (a lone backslash, unpaired braces) only loses braces and backslashes.
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


_COMMENT = re.compile(r"@comment\s*\{", re.IGNORECASE)
_BRACE = re.compile(r"[{}]")
_MOST_COMPLAINTS = 5


@dataclass(frozen=True, slots=True)
class BibEntry:
    """An entry as written: type and field names in lower case, values as LaTeX on one line, line of its "@"."""

    key: str
    type: str
    line: int
    fields: tuple[tuple[str, str], ...]

    def value(self, *names: str) -> str:
        """Return the value of the first of these fields that the entry has, else ""."""
        return next((value for name in names for field, value in self.fields if field == name), "")


def read_bibliography(path: Path) -> tuple[BibEntry, ...]:
    """Return the entries of a BibTeX file in UTF-8, in order; ``@comment{...}`` is passed over whole.

    Raises:
        InputError: the file cannot be read, is larger than 20 MB, or is malformed: with the line numbers.
    """
    text = read_text_file(path, "bibliography", "a BibTeX file")
    return parse_bibliography(text, path.name)


def parse_bibliography(text: str, name: str) -> tuple[BibEntry, ...]:
    """Return the entries of a BibTeX text.

    Raises:
        InputError: the text is malformed, or a key or field stands twice: with `name` and the line numbers.
    """
    complaints: list[tuple[int, str]] = []
    macros = CaseInsensitiveDict(month_names)
    parser = LowLevelParser(
        _blank_comments(text),
        macros=macros,
        handle_error=lambda error: complaints.append(_describe_error(error)),
    )
    entries = list(_read_entries(parser, complaints))
    if complaints:
        said = "; ".join(
            f"line {line}: {clean_text(what, 200)}" for line, what in sorted(complaints)[:_MOST_COMPLAINTS]
        )
        more = f" and {len(complaints) - _MOST_COMPLAINTS} more" if len(complaints) > _MOST_COMPLAINTS else ""
        raise InputError(f"{name} is malformed BibTeX: {said}{more}: correct these lines and check again")
    return tuple(entries)


def _blank_comments(text: str) -> str:
    """Return the text with @comment blocks blanked, line by line: their content may look like anything."""
    kept, position = [], 0
    while match := _COMMENT.search(text, position):
        end = _end_of_block(text, match.end())
        if end is None:
            break
        kept += [text[position : match.start()], re.sub(r"[^\n]", " ", text[match.start() : end])]
        position = end
    return "".join([*kept, text[position:]])


def _end_of_block(text: str, start: int) -> int | None:
    """Return where the brace before `start` is closed, None when it never is."""
    depth = 1
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end()
    return None


def _describe_error(error: PybtexSyntaxError) -> tuple[int, str]:
    kind = "" if error.error_type == PybtexSyntaxError.error_type else f"{error.error_type} "
    return int(error.lineno or 0), f"{kind}{error.args[0]}"


def _read_entries(parser: LowLevelParser, complaints: list[tuple[int, str]]) -> Iterator[BibEntry]:
    keys: set[str] = set()
    counted, line = 0, 1
    for command, body in parser:
        line += parser.text.count("\n", counted, parser.command_start)
        counted = parser.command_start
        if command.lower() in {"string", "preamble"} or body[0] is None:
            continue
        key, values = body
        fields = [(field.lower(), " ".join("".join(parts).split())) for field, parts in values]
        names = [field for field, _ in fields]
        doubled = sorted({field for field in names if names.count(field) > 1})
        complaints += [(line, f"{key} has two fields {field}") for field in doubled]
        if key.lower() in keys:
            complaints.append((line, f"a second entry has the key {key}"))
        keys.add(key.lower())
        yield BibEntry(key, command.lower(), line, tuple((field, value) for field, value in fields if value))
