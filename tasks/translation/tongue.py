"""The languages a review can be written in: the fixed words of each, and what was translated into it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from storage.writing.merging import is_plain_paragraph, read_key, replace_paragraphs
from tasks.translation.passages import blocks_of, split_block

_HEADING = re.compile(r"^(#{2,3} )(.+)$", re.MULTILINE)
_FIELD = re.compile(r"\{(\w+)\}")
_HEADED = {"section", "sections"}
_BETWEEN = re.compile(r"(?<=\)), ")
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language: its code and English name, fixed texts by their English, and the translations of a review's own.

    Fixed texts may have fields (`{n}`). Sentences of a language that is `joined` follow each other without a blank.
    """

    code: str = ENGLISH
    name: str = "English"
    joined: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)
    memory: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_english(self) -> bool:
        """Return whether nothing is translated."""
        return self.code == ENGLISH

    def find(self, text: str) -> str | None:
        """Return the translation of a sentence, heading or label, None where there is none; fixed texts come first."""
        if text in self.fixed:
            return self.fixed[text]
        return self.memory.get(text)

    def say(self, text: str) -> str:
        """Return a text of the program in this language, with what its fields hold; in English where it has none."""
        if (known := self.find(text)) is not None:
            return known
        for template, pattern in _patterns(tuple(self.fixed)):
            if match := pattern.fullmatch(text):
                return _FIELD.sub(lambda named: self._fill(named[1], match[named[1]]), self.fixed[template])
        return text

    def head(self, markdown: str) -> str:
        """Return what the report itself puts between the sections with its headings in this language."""
        return _HEADING.sub(lambda found: f"{found[1]}{self.fixed.get(found[2], found[2])}", markdown)

    def render(self, markdown: str, typed: Collection[str] = ()) -> str:
        """Return a text with every paragraph shown in this language, one for one, and all between them as it is."""
        return replace_paragraphs(markdown, lambda paragraph: self.show(paragraph, typed))

    def show(self, paragraph: str, typed: Collection[str] = ()) -> str:
        """Return a paragraph translated if all its sentences are, else in English.

        What people typed stays as it is: `typed`, as `storage.writing.merging.read_key` has it.
        """
        rendered = None if self.is_english or read_key(paragraph) in typed else self._render_spans(paragraph)
        return paragraph if rendered is None else rendered

    def count_missing(self, markdown: str, typed: Collection[str] = ()) -> int:
        """Return how many paragraphs and headings of a text have sentences without a translation."""
        return sum(self._render_spans(block) is None for block in blocks_of(markdown, typed))

    def _fill(self, field: str, text: str) -> str:
        """Return what a field holds: headings in this language, numbers and names as they are."""
        return ", ".join(map(self.say, _BETWEEN.split(text))) if field in _HEADED else text

    def _render_spans(self, block: str) -> str | None:
        """Return a paragraph with its sentences translated, None where one of them has no translation."""
        spans = split_block(block)
        rendered, end = "", 0
        for start, stop in spans:
            known = self.find(block[start:stop])
            if known is None:
                return None
            gap = block[end:start]
            rendered += ("" if self.joined and end and not gap.strip() else gap) + known
            end = stop
        rendered += block[end:]
        return rendered if is_plain_paragraph(rendered) else None


@cache
def read_tongue(code: str | None) -> Tongue:
    """Return a language with its fixed texts, English for None; `storage` keeps what of a review was translated.

    Raises:
        KeyError: reviews cannot be written in that language.
    """
    if code in {None, "", ENGLISH}:
        return Tongue()
    if code not in list_languages():
        raise KeyError(code)
    entry = files("tasks.translation.messages").joinpath(f"{code}.toml")
    told = tomllib.loads(entry.read_text(encoding="utf-8"))
    return Tongue(code, told["name"], bool(told.get("joined")), told["texts"])


@cache
def list_languages() -> dict[str, str]:
    """Return the languages other than English that a review can be written in: their English names by code."""
    entries = sorted(entry.name for entry in files("tasks.translation.messages").iterdir())
    codes = [name.removesuffix(".toml") for name in entries if name.endswith(".toml")]
    folder = files("tasks.translation.messages")
    return {code: tomllib.loads(folder.joinpath(f"{code}.toml").read_text(encoding="utf-8"))["name"] for code in codes}


def offer_languages() -> str:
    """Return the choice of languages as a phrase: "de (German), es (Spanish) or …"."""
    *others, last = (f"{code} ({name})" for code, name in list_languages().items())
    return f"{', '.join(others)} or {last}"


@cache
def _patterns(templates: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    fielded = [text for text in templates if _FIELD.search(text)]
    return tuple(
        (text, re.compile("".join(_read_part(part) for part in re.split(r"(\{\w+\})", text)), re.DOTALL))
        for text in fielded
    )


def _read_part(part: str) -> str:
    named = _FIELD.fullmatch(part)
    return rf"(?P<{named[1]}>.+?)" if named else re.escape(part)
