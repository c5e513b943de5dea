"""Sentences of one subject and two predicates that go opposite ways: "X was lower in A and B, and higher in C".

What stands behind the second belongs to it alone, so each is read as a sentence of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_UP = "higher more greater larger longer better increased rose elevated raised stronger".split()  # noqa: SIM905 -- a word list reads best as text
_DOWN = "lower less fewer smaller shorter worse decreased fell reduced declined weaker".split()  # noqa: SIM905
_WAY = "|".join([*_UP, *_DOWN])
_WHERE = r"(?:in|among|with|for|at|after|during|by|than|when|where|under|on)"
_TWO = re.compile(
    r"^(?P<subject>(?:[^,;:]{3,80}, )?[^,;:]{3,120}?)(?P<verb> (?:was|were|is|are|had been)(?: \w+ly)?)? "
    rf"(?P<first>{_WAY})(?: \w+)? {_WHERE}\b[^;]*?"
    rf"(?P<link>,? (?:and|but)(?: \w+ly)?) (?P<second>{_WAY})(?: \w+)? {_WHERE}\b",
)


@dataclass(frozen=True, slots=True)
class Turned:
    """The two sentences: `earlier` ends at a place of the text, `later` is its subject and what stands behind `cut`."""

    earlier: str
    later: str
    kept: int
    cut: int

    def place(self, position: int) -> int:
        """Return the place in the text of a place in `later`."""
        return position if position <= self.kept else position + self.cut - self.kept


def find_turned(text: str) -> Turned | None:
    """Return the two sentences of one that says of one subject that it was more here and less there; else None."""
    found = _TWO.match(text)
    if found is None or (found["first"] in _UP) == (found["second"] in _UP):
        return None
    kept = found.end("verb") if found["verb"] else found.end("subject")
    cut = found.start("second") - 1
    return Turned(text[: found.start("link")], text[:kept] + text[cut:], kept, cut)
