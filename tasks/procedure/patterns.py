"""Patterns that are kept as data: regular expressions with fragments, numbers and gaps of words in them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tasks.procedure.plain import MARK

_FRAGMENT = re.compile(r"<([a-z][a-z ]*)>")
_GAP = re.compile(r"~(\d+)~")
_WORDS = r"(?:[^\w⟦⟧.;:,()]+[\w'-]+){{0,{most}}}?[^\w⟦⟧.;:,()]+"
_NOTHING = re.compile(r"(?!)")


@cache
def read_table(name: str) -> dict[str, Any]:
    """Return the TOML file of that name beside this module."""
    return tomllib.loads(files("tasks.procedure").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def compile_pattern(pattern: str, fragments: Mapping[str, str]) -> re.Pattern[str]:
    """Return a pattern with its fragments, ``N`` for a number and ``~6~`` for a gap of at most six words put in."""
    while _FRAGMENT.search(pattern):
        pattern = _FRAGMENT.sub(lambda match: f"(?:{fragments[match[1]]})", pattern)
    pattern = _GAP.sub(lambda match: _WORDS.format(most=match[1]), pattern)
    return re.compile(re.sub(r"(?<![\\A-Za-z])N(?![A-Za-z])", lambda _: MARK, pattern))


def compile_words(pattern: str | None, fragments: Mapping[str, str]) -> re.Pattern[str]:
    """Return a pattern that begins where a word does; one that finds nothing for None."""
    return _NOTHING if pattern is None else compile_pattern(rf"\b(?:{pattern})", fragments)
