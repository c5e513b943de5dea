"""review.md taken apart: what is whose, also after a person changed it, in whatever way an editor saved it."""

from __future__ import annotations

import unicodedata

import pytest

from storage.core.errors import InputError
from storage.writing.manuscripts import Manuscript
from tasks.human.manuscripts import choose_base, hash_file, own_paragraphs, read_file, store_parts, take_apart

_SECTIONS = [
    ("abstract", "Abstract", "Caf\u00e9s and hair.\n"),
    ("theme:1", "Hair \\& stress", "### Overview\n\nHair grows.\n\n### Gaps\n\nNone is known."),
    ("discussion", "Discussion", "It is so.\n\n```\ncode\n\nmore\n```\n\nThe end."),
]
_FRAME = "### Evidence\n\n[Table 1](#t) shows it.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n: **Table 1.** What. {#t}"
_REVIEW = (
    '---\ntitle: "T"\n---\n\n> **Note.** By rule.\n\n## Abstract\n\nCaf\u00e9s and hair.\n\n'
    f"## Hair \\& stress\n\n{_SECTIONS[1][2]}\n\n{_FRAME}\n\n"
    f"## Summary of findings\n\nA figure.\n\n## Discussion\n\n{_SECTIONS[2][2]}\n\n"
    "## References\n\n::: {#refs}\n```{=text}\n[a] A.\n```\n:::\n\n## Appendix\n\n### Queries\n\nOne.\n"
)
_BASE = own_paragraphs(_REVIEW, _SECTIONS)


def _take(text: str):
    return take_apart(text, _BASE, "review.md")


def test_each_paragraph_has_its_owner() -> None:
    """Sections have their own; headings, tables, notes, references and appendix are the program's."""
    assert _BASE.sections() == ["abstract", "theme:1", "discussion"]
    assert _BASE.of("theme:1") == ["### Overview", "Hair grows.", "### Gaps", "None is known."]
    assert _BASE.of("discussion") == ["It is so.", "```\ncode\n\nmore\n```", "The end."]
    assert _take(_REVIEW) == _BASE


@pytest.mark.parametrize(
    "saved",
    [
        _REVIEW.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + _REVIEW.encode(),
        unicodedata.normalize("NFD", _REVIEW).encode(),
        _REVIEW.replace("\n\n", "\n \n\n").encode(),
        _REVIEW.replace("Hair grows.", "Hair grows.  ").encode(),
        _REVIEW.strip().encode(),
    ],
    ids=["CRLF", "BOM", "NFD", "blank lines", "white space", "no last line"],
)
def test_how_an_editor_saves_is_no_edit(saved: bytes) -> None:
    """Nothing is the person's by it, and nothing is left aside."""
    parts = _take(read_file(saved, "review.md"))
    assert parts.owners == _BASE.owners
    assert parts.asides == ()


def test_text_belongs_to_the_heading_above_it() -> None:
    """At the end of a section, behind its table, directly below its heading, and below a heading of one's own."""
    text = _REVIEW.replace("## Summary", "Behind the table.\n\n## Mine\n\nIn my section.\n\n## Summary")
    text = text.replace("## Discussion\n\n", "## Discussion\nAt once.\n\n")
    parts = _take(text)
    assert parts.of("theme:1") == [*_BASE.of("theme:1"), "Behind the table.", "## Mine", "In my section."]
    assert parts.of("discussion") == ["At once.", *_BASE.of("discussion")]
    assert parts.asides == ()


def test_what_the_program_writes_itself_is_left_aside_and_told() -> None:
    """A cell, a note, a title, what stands below a heading of the report, the references, a renamed heading."""
    text = _REVIEW.replace("| 1 | 2 |", "| 1 | 3 |").replace("By rule.", "By me.").replace('"T"', '"My title"')
    text = text.replace("A figure.", "A figure.\n\nMine below it.").replace("[a] A.", "[a] B.")
    parts = _take(text.replace("## Discussion", "## Debate"))
    assert [parts.of(name) for name in parts.sections()] == [_BASE.of(name) for name in _BASE.sections()]
    told = [after for _, after in parts.asides]
    for part in ("My title", "By me.", "| 1 | 3 |", "Mine below", "## Debate", "[a] B."):
        assert [part in one for one in told].count(True) == 1
    assert len(told) == 6


def test_a_renamed_heading_is_the_one_with_the_sections_text() -> None:
    """Not a heading of one's own before it."""
    parts = _take(_REVIEW.replace("## Discussion\n", "## Mine\n\nA thought.\n\n## Debate\n"))
    assert parts.of("discussion") == _BASE.of("discussion")
    assert parts.of("theme:1")[-2:] == ["## Mine", "A thought."]


def test_sections_in_another_order_keep_their_text() -> None:
    """The order is the program's."""
    head, abstract, rest = _REVIEW.partition("## Abstract\n\nCaf\u00e9s and hair.\n\n")
    parts = _take(head + rest.replace("## References", f"{abstract}## References"))
    assert [parts.of(name) for name in _BASE.sections()] == [_BASE.of(name) for name in _BASE.sections()]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (_REVIEW.replace("## Abstract\n\nCaf\u00e9s and hair.\n\n", ""), "'review.md' lacks the heading '## Abstract'"),
        (_REVIEW.replace("Caf\u00e9s and hair.\n\n", ""), "'review.md' has no text below '## Abstract'"),
        (_REVIEW.replace("Hair grows.", "```\nopen"), "in a block of code; close the block"),
        ("Something else altogether.", "'review.md' has none of the review's sections"),
    ],
    ids=["section gone", "section empty", "open fence", "other file"],
)
def test_what_is_no_text_of_the_review_is_refused_in_one_sentence(text: str, said: str) -> None:
    """With what to do about it; nothing is taken from it."""
    with pytest.raises(InputError) as told:
        _take(text)
    assert said in str(told.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "is empty"), (b" \n", "is empty"), (b"\xff\xfeh\x00", "not UTF-8"), (b"a\x00b", "bytes that no text has")],
)
def test_what_is_no_text_is_refused(content: bytes, said: str) -> None:
    """A cut, binary or otherwise encoded file."""
    with pytest.raises(InputError, match=said):
        read_file(content, "review.md")


def test_a_file_comes_from_the_state_it_has_most_of() -> None:
    """A run that was cut short between noting and writing leaves either; the same bytes always decide."""
    older = Manuscript("written", hash_file(_REVIEW.encode()), _REVIEW, _BASE.owners)
    text = _REVIEW.replace("Hair grows.", "Hair grows anew.").replace("None is known.", "Few are known.")
    newer = Manuscript("written", hash_file(text.encode()), text, _BASE.owners)
    for of in (older, newer):
        mine = of.text.replace("The end.", "My end.")
        assert choose_base(mine.encode(), mine, [older, newer]) == of
        assert choose_base(of.text.encode(), of.text, [older, newer]) == of


_SAID = [
    ("Abstract", "Zusammenfassung"), ("Cafés and hair.", "Cafés und Haar."), ("### Overview", "### Überblick"),
    ("Hair grows.", "Haar wächst."), ("## Discussion", "## Diskussion"), ("It is so.", "So ist es."),
    ("## Summary of findings", "## Überblick über die Befunde"), ("### Evidence", "### Befunde"),
    ("## References", "## Literatur"), ("## Appendix", "## Anhang"), ("**Note.**", "**Hinweis.**"),
]  # fmt: skip


def _say(text: str) -> str:
    for english, said in _SAID:
        text = text.replace(english, said)
    return text


_GERMAN = own_paragraphs(
    _say(_REVIEW),
    [(one, _say(f"## {heading}")[3:], markdown) for one, heading, markdown in _SECTIONS],
    "de",
    [_say(markdown) for _, _, markdown in _SECTIONS],
)


def test_a_file_in_another_language_knows_what_its_sections_have() -> None:
    """Each paragraph beside the English; nobody's change is none, headings, notices and references included."""
    assert _GERMAN.of("theme:1") == ["### Überblick", "Haar wächst.", "### Gaps", "None is known."]
    assert _GERMAN.stored_of("theme:1") == _BASE.of("theme:1")
    same = take_apart(_say(_REVIEW), _GERMAN, "review.md")
    assert (same.owners, same.asides) == (_GERMAN.owners, ())
    assert own_paragraphs(_REVIEW, _SECTIONS).stored_of("abstract") == _BASE.of("abstract")
    with pytest.raises(ValueError, match="shows 2"):
        own_paragraphs(_say(_REVIEW), _SECTIONS[:1], "de", ["Eins.\n\nZwei."])


def test_what_is_written_behind_the_references_is_left_aside_in_any_language() -> None:
    """And what is typed in a section belongs to it; what is read is known with what it shows."""
    text = _say(_REVIEW).replace("### Queries", "Mein Nachwort.\n\n### Queries").replace("So ist es.", "So nicht.")
    parts = take_apart(text, _GERMAN, "review.md")
    assert parts.asides == (("", "Mein Nachwort."),)
    assert parts.of("discussion")[0] == "So nicht."
    discussed = ["So nicht.", *_BASE.of("discussion")[1:]]
    read = store_parts(
        parts, _GERMAN, {one: _BASE.of(one) for one in ("abstract", "theme:1")} | {"discussion": discussed}
    )
    assert [read.stored_of(one) for one in read.sections()] == [_BASE.of("abstract"), _BASE.of("theme:1"), discussed]
    assert store_parts(_BASE, _BASE, {}) == _BASE


def test_a_copy_in_a_language_that_the_review_no_longer_has_is_refused() -> None:
    """Even where it shares a paragraph with each section; a person's own word on the language is no reason."""
    german = _say(_REVIEW).replace('title: "T"', 'title: "T"\nlang: "de"')
    for text, base in ((german, _BASE), (_REVIEW, _GERMAN)):
        with pytest.raises(InputError, match="in another language than the review now"):
            take_apart(text, base, "copy.md")
    named = _REVIEW.replace('title: "T"', 'title: "T"\nlang: "en-GB"')
    assert take_apart(named, _BASE, "review.md").owners == _BASE.owners
    assert take_apart(german, _GERMAN, "review.md").owners == _GERMAN.owners
