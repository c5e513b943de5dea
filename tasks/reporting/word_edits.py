"""A Word file that comes back with changes: read by Pandoc, and its text turned into that of the review again.

It is compared with the file as it was handed out, read in the same way, so that what Pandoc itself changes cancels out.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.core.errors import InputError
from storage.records.search import content_id
from storage.writing.merging import measure_likeness, read_key, split_paragraphs
from tasks.citations.sentences import place_sentences, read_plain
from tasks.human.hand_edits import pair_paragraphs
from tasks.human.manuscripts import Parts, own_section
from tasks.reporting.pandoc import call_pandoc, tell_failure
from tasks.text.cleaning import plain_text
from tasks.text.untrusted_xml import UnsafeXml, parse_xml
from tasks.translation.tongue import Tongue, list_languages

TEXT, STYLE, WHOLE = "litreview-text", "litreview-style", "litreview-whole"
"""The properties of a Word file that say what text it was made of, in what citation style, and what stood around it."""
LANGUAGE = "litreview-language"
"""That which says in what language it shows that text, and by how many translations; one in English has none."""

_PROPERTIES = "docProps/custom.xml"
_MOST_BYTES = 64 * 1024 * 1024
_WRITER = (
    "markdown-simple_tables-multiline_tables-grid_tables-header_attributes-raw_html-bracketed_spans-link_attributes"
)
_HEADING = "## "
_LEAST_ALIKE = 0.5
_WINDOW = 12  # paragraphs of a Word file among which one of the text is looked for
_LINK = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\(#ref-([^()\s]+)\)")
_GROUP = re.compile(rf"\(((?:[^()\[\]]*{_LINK.pattern})+[^()\[\]]*)\)")
_YEAR = re.compile(r"(?:\d{4}|n\.d\.)[a-z]?")
_COMMAS = re.compile(r"(@[\w:.-]+),(?=\s*-?@)")
_TYPED = re.compile(r"\\\[((?:[^\[\]\\]|\\[^\[\]])*?\\?@(?:[^\[\]\\]|\\[^\[\]])*)\\\]")
_NAMED = re.compile(r"([a-z]{2,3}) (\d{1,9})")
_ESCAPED = re.compile(r"\\([@_-])")


def name_text(sections: Sequence[tuple[str, str]]) -> str:
    """Return the id of a text, given as (heading, Markdown) in order, by which a Word file says what it was made of."""
    return content_id("text", *(part for section in sections for part in section))


def name_language(tongue: Tongue) -> dict[str, str]:
    """Return the property by which a Word file says its language; none for English."""
    return {} if tongue.is_english else {LANGUAGE: f"{tongue.code} {len(tongue.memory)}"}


def find_language(origin: Mapping[str, str], usual: str | None) -> tuple[str | None, int | None]:
    """Return in what language a Word file was made, None for English, and by how many translations, None for all.

    Where it does not say what it was made of, `usual` is its language.
    """
    named = _NAMED.fullmatch(origin.get(LANGUAGE, ""))
    if named and named[1] in list_languages():
        return named[1], int(named[2])
    return (None if origin.get(TEXT) else usual), None


def read_origin(document: bytes, name: str) -> Mapping[str, str]:
    """Return the properties of a Word file by name; none where it keeps none.

    Raises:
        InputError: it is no Word file.
    """
    try:
        with zipfile.ZipFile(BytesIO(document)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST_BYTES:
                raise InputError(f"'{name}' holds more than 64 MB; take out its pictures")
            if "word/document.xml" not in archive.namelist():
                raise _no_word_file(name, "there is no document in it")
            properties = archive.read(_PROPERTIES) if _PROPERTIES in archive.namelist() else b"<none/>"
        root = parse_xml(properties)
    except (zipfile.BadZipFile, UnsafeXml, EOFError, NotImplementedError) as error:
        raise _no_word_file(name, str(error)) from error
    return {one.attrib["name"]: "".join(one.itertext()) for one in root if "name" in one.attrib}


def read_word(document: bytes, name: str) -> str:
    """Return a Word file as Markdown, tracked changes accepted and comments left out, headings as the review has them.

    Citations are keys again: those of the review, and ``[@key]`` where a person typed it.

    Raises:
        InputError: Pandoc cannot read it.
        LitreviewError: Pandoc cannot be run, or takes too long.
    """
    with TemporaryDirectory(prefix="litreview-word-") as scratch:
        folder = Path(scratch)
        (folder / "given.docx").write_bytes(document)
        done = call_pandoc(
            folder,
            [
                "--from=docx", f"--to={_WRITER}", "--wrap=none", "--track-changes=accept",
                "--shift-heading-level-by=1", "--output=text.md", "given.docx",
            ],
        )  # fmt: skip
        if done.returncode != 0:
            raise _no_word_file(name, tell_failure(done))
        return cite_again((folder / "text.md").read_text(encoding="utf-8"))


def cite_again(markdown: str) -> str:
    """Return Markdown read from a Word file with its links to references as citations of Pandoc's."""
    text = _GROUP.sub(lambda group: _cite_group(group[1]), markdown)
    text = _LINK.sub(lambda link: f"[{_cite(link)}]", text)
    return _TYPED.sub(lambda typed: "[" + _ESCAPED.sub(r"\1", typed[1]) + "]", text)


def _cite_group(inside: str) -> str:
    cited = _COMMAS.sub(r"\1;", _LINK.sub(_cite, inside))
    return f"[{cited}]"


def _cite(link: re.Match[str]) -> str:
    return f"-@{link[2]}" if _YEAR.fullmatch(link[1]) else f"@{link[2]}"


class HandedOut:
    """A version of the review as its Word file has it: which paragraph there is which of the text."""

    def __init__(self, document: str, sections: Sequence[tuple[str, str, str]]) -> None:
        """Take the Word file as handed out, read as Markdown, and the sections as (section id, heading, Markdown)."""
        paragraphs = split_paragraphs(document)
        owners = [""] * len(paragraphs)
        self._texts = {section_id: split_paragraphs(markdown.strip()) for section_id, _, markdown in sections}
        self._places: dict[str, dict[int, int]] = {}
        titles = [plain_text(one.removeprefix(_HEADING)) if one.startswith(_HEADING) else None for one in paragraphs]
        start = 0
        for section_id, heading, _ in sections:
            place = next((at for at, one in enumerate(titles) if one == plain_text(heading) and at >= start), None)
            if place is None:
                continue
            start = place + 1
            end = next((at for at in range(start, len(titles)) if titles[at] is not None), len(titles))
            owners[place] = own_section(section_id)
            found = dict(_match(self._texts[section_id], paragraphs[start:end]))
            for at in found:
                owners[start + at] = section_id
            self._places[section_id] = {n: found[at] for n, at in enumerate(sorted(found))}
        self.parts = Parts(tuple(paragraphs), tuple(owners))

    def text_of(self, section_id: str) -> list[str]:
        """Return the paragraphs of a section as the review has them."""
        return self._texts[section_id]

    def translate(self, section_id: str, edited: Sequence[str]) -> list[str]:
        """Return the paragraphs of a section as a Word file has them now, as those of the review.

        A paragraph and a sentence that stayed are as they were; what the Word file never showed stays in its place.
        """
        before, texts, places = self.parts.of(section_id), self._texts[section_id], self._places[section_id]
        told: list[tuple[int | None, str]] = []
        for i, j in pair_paragraphs(before, edited):
            if j is None:
                continue
            if i is None:
                told.append((None, edited[j]))
                continue
            own, is_same = texts[places[i]], read_key(before[i]) == read_key(edited[j])
            told.append((places[i], own if is_same else _carry_sentences(own, before[i], edited[j])))
        for unseen in sorted(set(range(len(texts))) - set(places.values())):
            ahead = (at for at, (place, _) in enumerate(told, 1) if place is not None and place < unseen)
            told.insert(max(ahead, default=0), (unseen, texts[unseen]))
        return [text for _, text in told]


def _match(texts: Sequence[str], paragraphs: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield which paragraph of a Word file stands for which of a section, as (place there, place in the section)."""
    start = 0
    for place, text in enumerate(texts):
        plain = _read(text)
        near = range(start, min(start + _WINDOW, len(paragraphs)))
        best = max(near, key=lambda at: (measure_likeness(plain, _read(paragraphs[at])), -at), default=None)
        if best is not None and measure_likeness(plain, _read(paragraphs[best])) >= _LEAST_ALIKE:
            yield best, place
            start = best + 1


def _read(markdown: str) -> str:
    return plain_text(read_plain(markdown))


def _carry_sentences(own: str, before: str, edited: str) -> str:
    """Return a paragraph as edited in Word, its sentences that stayed as the review has them."""
    told, was = ([text[start:end] for start, end in place_sentences(text)] for text in (own, before))
    if len(told) != len(was):
        return edited
    known = dict(zip(was, told, strict=True))
    made, place = "", 0
    for start, end in place_sentences(edited):
        made += edited[place:start] + known.get(edited[start:end], edited[start:end])
        place = end
    return made + edited[place:]


def _no_word_file(name: str, why: str) -> InputError:
    return InputError(f"'{name}' is no Word file that can be read ({why}); save it as .docx and try again")
