"""A Word file that comes back: its citations are keys again, and only what a person changed differs."""

from __future__ import annotations

import io
import zipfile

import pytest

from storage.core.errors import InputError
from tasks.reporting.word_edits import (
    LANGUAGE,
    TEXT,
    HandedOut,
    cite_again,
    find_language,
    name_language,
    name_text,
    read_origin,
    read_word,
)
from tasks.translation.tongue import Tongue

_SECTIONS = [
    ("abstract", "Abstract", "All of it.\n"),
    (
        "theme:1",
        "Hair \\& stress",
        (
            "### Overview\n\nNoppe et al. (2014) find that hair grows [@noppe2014hair]. It is cut [@a2015; @b2016].\n\n"
            "<!-- TODO a marker -->\n\nA second paragraph."
        ),
    ),
]
_DOCUMENT = (
    "## Contents\n\n[Abstract](#abstract)\n\n## Abstract\n\nAll of it.\n\n## Hair & stress\n\n### Overview\n\n"
    "Noppe et al. [-@noppe2014hair] find that hair grows. It is cut [@a2015; @b2016].\n\nA second paragraph.\n\n"
    "### Evidence\n\nA table.\n\n## References\n\nNoppe, A. 2014."
)


@pytest.mark.parametrize(
    ("read", "cited"),
    [
        ("so ([Olstad et al. 2022](#ref-olstad2022hair)).", "so [@olstad2022hair]."),
        ("by Wosu et al. ([2013](#ref-wosu2013a)) that", "by Wosu et al. [-@wosu2013a] that"),
        ("so ([A 2015](#ref-a2015); [B 2016a](#ref-b2016)).", "so [@a2015; @b2016]."),
        ("so ([A 2015](#ref-a2015), [2016](#ref-b2016)).", "so [@a2015; -@b2016]."),
        ("so (see [A 2015](#ref-a2015), 12).", "so [see @a2015, 12]."),
        (r"so [\[25\]](#ref-a2015).", "so [@a2015]."),
        ("so[^25^](#ref-a2015).", "so[@a2015]."),
        ("so ([**none2099?**](#ref-none2099)).", "so [@none2099]."),
        (r"typed \[@a_2015; \@b2016\] here", "typed [@a_2015; @b2016] here"),
        ("[Table 1](#table-a) and (this) [too](https://a.org)", "[Table 1](#table-a) and (this) [too](https://a.org)"),
    ],
)
def test_links_to_references_are_citations(read: str, cited: str) -> None:
    """In whatever style they were printed, unresolved ones and typed ones as well; other links stay."""
    assert cite_again(read) == cited


def test_what_was_handed_out_translates_back_to_itself() -> None:
    """Paragraph by paragraph, with what a Word file does not show."""
    handed = HandedOut(_DOCUMENT, _SECTIONS)
    assert handed.parts.sections() == ["abstract", "theme:1"]
    for section_id, _, markdown in _SECTIONS:
        assert handed.translate(section_id, handed.parts.of(section_id)) == markdown.strip().split("\n\n")


def test_a_sentence_that_stayed_is_as_it_was() -> None:
    """Its name and citation are those of the review though a Word file prints them otherwise."""
    handed = HandedOut(_DOCUMENT, _SECTIONS)
    edited = [
        "### Overview",
        "Noppe et al. [-@noppe2014hair] find that hair grows. It is cut by me [@a2015].",
        "Added.",
        "A second paragraph.",
    ]
    assert handed.translate("theme:1", edited) == [
        "### Overview",
        "Noppe et al. (2014) find that hair grows [@noppe2014hair]. It is cut by me [@a2015].",
        "<!-- TODO a marker -->",
        "Added.",
        "A second paragraph.",
    ]


def _zip(**files: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "/") + ".xml", text)
    return made.getvalue()


def test_a_word_file_says_what_it_was_made_of() -> None:
    """In its properties; one without any says nothing."""
    properties = f'<p><property name="{TEXT}"><lpwstr>abc</lpwstr></property></p>'
    assert read_origin(_zip(word_document="<a/>", docProps_custom=properties), "a.docx") == {TEXT: "abc"}
    assert read_origin(_zip(word_document="<a/>"), "a.docx") == {}
    assert name_text([("A", "b")]) != name_text([("Ab", "")])


@pytest.mark.parametrize(
    "document",
    [
        b"", b"not a zip", _zip(other="<a/>"), _zip(word_document="<a/>", docProps_custom="<a"),
        _zip(word_document="<a/>", docProps_custom='<!DOCTYPE a [<!ENTITY b "c">]><a/>'),
    ],
)  # fmt: skip
def test_what_is_no_word_file_is_refused(document: bytes) -> None:
    """In one sentence that names it."""
    with pytest.raises(InputError, match=r"'a\.docx' is no Word file"):
        read_origin(document, "a.docx")


def test_a_word_file_that_pandoc_cannot_read_is_refused() -> None:
    """Whatever its parts are called."""
    with pytest.raises(InputError, match=r"'a\.docx' is no Word file"):
        read_word(_zip(word_document="<broken"), "a.docx")


def test_a_word_file_says_in_what_language_it_is() -> None:
    """And by how many translations; without a word on what it was made of it is taken for the review's own."""
    assert name_language(Tongue()) == {}
    assert name_language(Tongue("de", "German", memory={"One.": "Eins."})) == {LANGUAGE: "de 1"}
    assert find_language({TEXT: "abc", LANGUAGE: "de 152"}, None) == ("de", 152)
    assert find_language({TEXT: "abc"}, "de") == (None, None)
    for lost in ({}, {LANGUAGE: "tlh 1"}, {LANGUAGE: "de"}):
        assert find_language(lost, "de") == ("de", None)


def test_paragraphs_without_blanks_are_found_in_a_word_file() -> None:
    """As in Chinese, where a citation printed otherwise must not make the paragraph another one."""
    sections = [("abstract", "摘要", "头发每月生长约一厘米[@noppe2014hair]。它会被剪短。\n\n第二段与此无关。")]
    document = "## 摘要\n\n头发每月生长约一厘米 [Noppe et al. 2014]。它会被剪短。\n\n第二段与此无关。\n"
    handed = HandedOut(document, sections)
    assert handed.translate("abstract", handed.parts.of("abstract")) == sections[0][2].split("\n\n")
