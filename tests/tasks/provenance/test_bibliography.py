"""BibTeX files as people and programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.provenance.bibliography import decode_latex, parse_bibliography, read_bibliography


def test_comments_strings_and_lines_are_understood() -> None:
    """A comment block is passed over whole, whatever it holds; macros are spelt out; lines are those of the "@"."""
    text = (
        '@comment{ mail me@example.org\n@article{hidden, title = {no}} }\n@string{jb = "J. Bees"}\n\n'
        "@Article(Key, Journal = jb # { of Leiden}, month = jan, note = {})\n@book{other, title = {B}}\n"
    )
    first, second = parse_bibliography(text, "x.bib")
    assert (first.key, first.type, first.line) == ("Key", "article", 5)
    assert first.fields == (("journal", "J. Bees of Leiden"), ("month", "January"))
    assert (second.key, second.line) == ("other", 6)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("@article{a,\n title = {x},\n year 2001\n}", r"line 3: '=' expected"),
        ("@article{a,\n title = {x},\n\n@book{b, title={y}}", r"line 4: '=' expected"),
        ("@article{a,\n title = {x}, year = twenty}", r"line 2: undefined string twenty"),
        ("@article{a, title = {x}}\n@book{A, title = {y}}", r"line 2: a second entry has the key A"),
        ("\n@article{a, title = {x}, TITLE = {y}}", r"line 2: a has two fields title"),
        ("@article{a, title = {x", r"line 1: premature end of file"),
        ("@article{a, title = {" + "{" * 5_000, r"line 1: too many nested braces"),
        ("write to me@example.org", r"line 1"),
    ],
)
def test_malformed_bibtex_is_reported_by_line(text: str, complaint: str) -> None:
    """The error names the file, the line and what was expected there."""
    with pytest.raises(InputError, match=f"x.bib is malformed BibTeX: {complaint}"):
        parse_bibliography(text, "x.bib")


def test_a_file_that_is_no_utf8_or_not_there_is_refused(tmp_path: Path) -> None:
    """The line of the first wrong byte is named."""
    (tmp_path / "latin.bib").write_bytes(b"@book{a,\n title = {M\xfcller}}")
    with pytest.raises(InputError, match="line 2: not UTF-8"):
        read_bibliography(tmp_path / "latin.bib")
    with pytest.raises(InputError, match="cannot be read"):
        read_bibliography(tmp_path / "none.bib")


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"Marki\'{c} and {\"O}zg{\"u}r", "Markić and Özgür"),
        (r"Garc{\'\i}a, \'{\i}, \o\ {\L}", "García, í, ø Ł"),
        (r"\textit{The Bounds} of {C}ognition", "The Bounds of Cognition"),
        (r"a \& b, 5\%, x\_y", "a & b, 5%, x_y"),
        (r"pages 1--9 and ``so''", "pages 1–9 and “so”"),  # noqa: RUF001 - the dash is the point
        ("\\", ""),
        ("a } b {", "a b"),
        ("{" * 5_000 + "x", "x"),
    ],
)
def test_latex_becomes_plain_text(latex: str, plain: str) -> None:
    """Accents are composed, commands and braces dropped, and what is no LaTeX breaks nothing."""
    assert " ".join(decode_latex(latex).replace("\xa0", " ").split()) == plain
