"""review.md taken apart: which of its paragraphs belong to which section, also once a person has changed it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import takewhile, zip_longest

from storage.core.errors import InputError
from storage.writing.manuscripts import Manuscript
from storage.writing.merging import measure_likeness, read_key, split_paragraphs
from tasks.translation.tongue import ENGLISH, list_languages, read_tongue

_HEADING = "## "
_SIGN = "#"
_LAST = ("References", "Appendix")
_LEAST = 0.5
_LANGUAGE = re.compile(r'^lang: "?([\w-]+)"?$', re.MULTILINE)
_NEWLINES = re.compile(r"\r\n?")
_RUN_ON = re.compile(r"^(## [^\n]*)\n(?=\S)")


@dataclass(frozen=True, slots=True)
class Parts:
    """A text as its paragraphs, each with its owner: a section, `#` and the section for its heading, else empty.

    `asides` are what a person wrote where the program's own text stands, as (before, after). `language` is that of a
    text in another one than English, and `stored` then has for each paragraph what the section has there.
    """

    paragraphs: tuple[str, ...]
    owners: tuple[str, ...]
    asides: tuple[tuple[str, str], ...] = ()
    language: str | None = None
    stored: tuple[str, ...] = ()

    def of(self, section_id: str) -> list[str]:
        """Return the paragraphs of a section."""
        return [text for text, owner in zip(self.paragraphs, self.owners, strict=True) if owner == section_id]

    def stored_of(self, section_id: str) -> list[str]:
        """Return the paragraphs of a section as it has them."""
        texts = self.stored or self.paragraphs
        return [text for text, owner in zip(texts, self.owners, strict=True) if owner == section_id]

    def sections(self) -> list[str]:
        """Return the sections in order."""
        return [owner.removeprefix(_SIGN) for owner in self.owners if owner.startswith(_SIGN)]


def read_file(content: bytes, name: str) -> str:
    """Return a text file as it is compared: UTF-8 without byte order mark, lines ended by line feeds.

    Raises:
        InputError: it is no text in UTF-8, or empty.
    """
    try:
        text = _NEWLINES.sub("\n", content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(
            f"'{name}' is not UTF-8 text (byte {error.start}), so no edit can be read from it; save it as UTF-8"
        ) from error
    if "\x00" in text or not text.strip():
        what = "holds bytes that no text has" if text.strip() else "is empty"
        raise InputError(
            f"'{name}' {what}, so no edit can be read from it; restore it, or delete it to have it written anew"
        )
    return text


def hash_file(content: bytes) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(content).hexdigest()


def own_paragraphs(
    review: str,
    sections: Sequence[tuple[str, str, str]],
    language: str | None = None,
    shown: Sequence[str] | None = None,
) -> Parts:
    """Return review.md as written in its parts; `sections` are (section id, heading as printed, Markdown) in order.

    `shown` are their texts in the language of the file, if that is not English: they have the same paragraphs. A
    section whose Markdown runs into what follows, as an unclosed block of code does, is taken for the program's own.

    Raises:
        ValueError: a section has not as many paragraphs as it shows.
    """
    paragraphs = _split(review)
    owners = [""] * len(paragraphs)
    stored = list(paragraphs)
    place = 0
    for number, (section_id, heading, markdown) in enumerate(sections):
        kept = split_paragraphs(markdown.strip())
        told = kept if shown is None else split_paragraphs(shown[number].strip())
        if len(told) != len(kept):
            raise ValueError(f"'{heading}' has {len(kept)} paragraphs and shows {len(told)}")
        texts = [f"{_HEADING}{heading}", *told]
        ends = range(place, len(paragraphs) - len(texts) + 1)
        start = next((at for at in ends if paragraphs[at : at + len(texts)] == texts), None)
        if start is not None:
            place = start + len(texts)
            owners[start:place] = [f"{_SIGN}{section_id}", *[section_id] * (len(texts) - 1)]
            stored[start + 1 : place] = kept
    return Parts(tuple(paragraphs), tuple(owners), (), language, tuple(stored) if language else ())


def own_section(section_id: str) -> str:
    """Return what owns the heading of a section."""
    return f"{_SIGN}{section_id}"


def read_parts(manuscript: Manuscript) -> Parts:
    """Return a known state of review.md in its parts."""
    paragraphs = tuple(_split(manuscript.text))
    return Parts(paragraphs, manuscript.owners, (), manuscript.language, manuscript.stored)


def store_parts(parts: Parts, base: Parts, texts: Mapping[str, Sequence[str]]) -> Parts:
    """Return a text as read with what it shows: `texts` are the paragraphs of its sections as those have them.

    `base` is the text it comes from; nothing is added where that is in English.
    """
    if base.language is None:
        return parts
    left = {section_id: iter(of) for section_id, of in texts.items()}
    stored = [
        next(left[owner]) if owner in left else one for one, owner in zip(parts.paragraphs, parts.owners, strict=True)
    ]
    return replace(parts, language=base.language, stored=tuple(stored))


def choose_base(content: bytes, text: str, known: Sequence[Manuscript]) -> Manuscript:
    """Return which of the states that review.md can have had a file comes from: it has the most in common with it."""
    digest = hash_file(content)
    keys = {read_key(paragraph) for paragraph in _split(text)}

    def share(place: int) -> tuple[bool, float, int]:
        own = {read_key(paragraph) for paragraph in _split(known[place].text)}
        return known[place].sha256 == digest, len(own & keys) / len(own | keys), place

    return known[max(range(len(known)), key=share)]


def take_apart(text: str, base: Parts, name: str) -> Parts:
    """Return a text that a person may have changed in its parts, as those of the text it comes from.

    Text belongs to the section under whose heading it stands, headings that are new included; tables, figures, notes,
    references and appendix are the program's. A section under another heading in its place keeps its own.

    Raises:
        InputError: it is in another language, the heading of a section is missing, or a section has no text any more.
    """
    paragraphs = _split(text)
    _check_language(paragraphs, base, name)
    matched = _match(base.paragraphs, paragraphs)
    titles = _name_headings(base, paragraphs)
    last = {f"{_HEADING}{read_tongue(base.language).say(title)}" for title in _LAST}
    seen = set(matched.values())
    frame = [one for at, one in enumerate(base.paragraphs) if not base.owners[at] and at not in seen]
    owners: list[str] = []
    section, is_framed, ended = "", True, False
    for place, paragraph in enumerate(paragraphs):
        if paragraph.startswith(_HEADING) and not ended:
            title, owner = titles.get(place, (paragraph, section))
            ended = title in last
            is_framed = place in titles and not owner
            section = owner.removeprefix(_SIGN) if owner else section
            owners.append(owner)
        elif ended or is_framed or (place in matched and not base.owners[matched[place]]):
            owners.append("")
        else:
            is_new = place not in matched
            owners.append(
                "" if is_new and any(measure_likeness(paragraph, one) >= _LEAST for one in frame) else section
            )
    parts = Parts(tuple(paragraphs), tuple(owners))
    _check(parts, base, name)
    return replace(parts, asides=tuple(_list_asides(base, parts)))


def _split(text: str) -> list[str]:
    """Return the paragraphs of review.md; the heading of a section is one, also where its text follows at once."""
    paragraphs: list[str] = []
    for paragraph in split_paragraphs(text):
        run_on = _RUN_ON.match(paragraph)
        paragraphs += [run_on[1], paragraph[run_on.end() :]] if run_on else [paragraph]
    return paragraphs


def _match(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Return which paragraphs of a text are those of another one, in one order."""
    was, now = ([read_key(one) for one in side] for side in (before, after))
    blocks = SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks()
    return {j + step: i + step for i, j, size in blocks for step in range(size)}


def _name_headings(base: Parts, paragraphs: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Return which headings of the text before, and whose, stand in a text, be it under another name."""
    spots = [
        at
        for at, (one, owner) in enumerate(zip(base.paragraphs, base.owners, strict=True))
        if one.startswith(_HEADING) and (not owner or owner.startswith(_SIGN))
    ]
    known = [(read_key(base.paragraphs[at]), base.owners[at]) for at in spots]
    found: dict[int, tuple[str, str]] = {}
    places: dict[int, int] = {}
    for place, paragraph in enumerate(paragraphs):
        key = read_key(paragraph)
        at = next((n for n, (title, _) in enumerate(known) if title == key and n not in places), None)
        if paragraph.startswith(_HEADING) and at is not None:
            found[place], places[at] = known[at], place
    new = [n for n, one in enumerate(paragraphs) if one.startswith(_HEADING) and n not in found]
    for at, spot in enumerate(spots):
        if at not in places:
            start = max((places[n] for n in range(at) if n in places), default=-1)
            end = min((places[n] for n in range(at + 1, len(known)) if n in places), default=len(paragraphs))
            own = {read_key(one) for one in _list_below(base.paragraphs, spot)}
            shared = {
                n: sum(read_key(one) in own for one in _list_below(paragraphs, n))
                for n in new
                if start < n < end and n not in found
            }
            if shared:
                renamed = max(shared, key=lambda n: (shared[n], -n))
                if shared[renamed] or known[at][1]:
                    found[renamed], places[at] = known[at], renamed
    return found


def _list_below(paragraphs: Sequence[str], heading: int) -> list[str]:
    """Return the paragraphs between a heading and the next."""
    return list(takewhile(lambda one: not one.startswith(_HEADING), paragraphs[heading + 1 :]))


def _check_language(paragraphs: Sequence[str], base: Parts, name: str) -> None:
    """Refuse a copy of review.md in a language that it no longer has: all of it would be taken for a person's."""
    named = _LANGUAGE.search(paragraphs[0]) if paragraphs and paragraphs[0].startswith("---") else None
    code = named[1] if named else ENGLISH if f"{_HEADING}{_LAST[0]}" in paragraphs else base.language
    if code in {ENGLISH, *list_languages()} and code != (base.language or ENGLISH):
        raise InputError(
            f"'{name}' is in another language than the review now ({code}, not {base.language or ENGLISH}), so no edit "
            "can be read from it; have the review in that language again, then bring the file"
        )


def _check(parts: Parts, base: Parts, name: str) -> None:
    present = parts.sections()
    titles = {
        owner.removeprefix(_SIGN): one
        for one, owner in zip(base.paragraphs, base.owners, strict=True)
        if owner.startswith(_SIGN)
    }
    if not present and titles:
        raise InputError(
            f"'{name}' has none of the review's sections, so no edit can be read from it; restore it, or delete it to "
            "have it written anew"
        )
    for section_id, title in titles.items():
        if section_id not in present:
            inside = any(f"\n{title}\n" in f"{one}\n" for one in parts.paragraphs)
            raise InputError(
                f"'{name}' has '{title}' in a block of code; close the block before it"
                if inside
                else f"'{name}' lacks the heading '{title}'; put it back, with at least a sentence below it, since a "
                "review keeps its sections"
            )
        if base.of(section_id) and not parts.of(section_id):
            raise InputError(
                f"'{name}' has no text below '{title}'; leave a sentence there, since a review keeps its sections"
            )


def _list_asides(base: Parts, parts: Parts) -> Iterator[tuple[str, str]]:
    """Yield what was changed in the program's own text, as (before, after)."""
    before, after = (
        [one for one, owner in zip(side.paragraphs, side.owners, strict=True) if not owner or owner.startswith(_SIGN)]
        for side in (base, parts)
    )
    was, now = ([read_key(one) for one in side] for side in (before, after))
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from zip_longest(before[i1:i2], after[j1:j2], fillvalue="")
