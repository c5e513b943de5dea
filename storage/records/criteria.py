"""Criteria of inclusion and exclusion: lines that people write, an analyst proposes, and works are judged by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from storage.core.errors import InputError
from storage.records.search import content_id

Element = Literal["population", "intervention", "comparison", "outcome", "design", "setting"]
ELEMENTS: tuple[str, ...] = get_args(Element)
CRITERION = rf"(include|exclude) +({'|'.join(ELEMENTS)}) *: *(.*[^\x00-@\[-`{{-\x7f].*)"
"""What a criterion reads like; as a pattern of JSON schemas, too."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """What the works of a review are (`kind` include), or are not (exclude), in one element of what they study."""

    kind: str
    element: str
    words: str

    @classmethod
    def read(cls, line: str) -> Criterion:
        """Return the criterion that a line such as "exclude design: case reports" states.

        Raises:
            InputError: it states none.
        """
        head, colon, words = " ".join(line.split()).partition(":")
        found = re.fullmatch(CRITERION, f"{head.lower()}{colon}{words}")
        if found is None:
            raise InputError(
                f"'{line}' is not a criterion; write 'include' or 'exclude', one of {', '.join(ELEMENTS)}, a colon and "
                "words, as in 'exclude design: case reports'"
            )
        return cls(*found.groups())

    @property
    def text(self) -> str:
        """Return element and words, as in "design: case reports"."""
        return f"{self.element}: {self.words}"

    def __str__(self) -> str:
        """Return the line that states it."""
        return f"{self.kind} {self.text}"

    @property
    def criterion_id(self) -> str:
        """Return the content id: what is included and what is excluded are two criteria, whatever their words."""
        return content_id("criterion", str(self))
