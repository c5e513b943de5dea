"""Data items of a review's own: what is to be extracted of every work besides the fields of the evidence table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from storage.core.errors import InputError
from storage.records.evidence import FINDING_FIELDS, QUALITY_FIELDS, STUDY_FIELDS

_NAME = re.compile(r"[^\W_][\w &%/().+-]{0,39}")
_LONGEST_QUESTION = 300
# Reviews that were made before quality was extracted may ask for it by a name of their own.
_TAKEN = {*STUDY_FIELDS, *FINDING_FIELDS} - {*QUALITY_FIELDS}


@dataclass(frozen=True, slots=True)
class DataItem:
    """A field of one's own: its name, which heads a column, and the question that a work answers or leaves open."""

    name: str
    question: str

    @classmethod
    def read(cls, line: str) -> DataItem:
        """Return the item that a line such as "Funding: Who paid for the study?" states.

        Raises:
            InputError: it states none.
        """
        name, _, question = (part.strip() for part in " ".join(line.split()).partition(":"))
        if not _NAME.fullmatch(name) or not question or len(question) > _LONGEST_QUESTION:
            raise InputError(
                f"'{line}' is not a field to extract; write a name of at most 40 letters and digits, a colon and a "
                f"question of at most {_LONGEST_QUESTION} characters, as in 'Funding: Who paid for the study?'"
            )
        if re.sub(r"\W+", "_", name.lower()) in _TAKEN:
            raise InputError(f"'{name}' is a field that is extracted anyway; give yours another name")
        return cls(name, question)

    def __str__(self) -> str:
        """Return the line that states it."""
        return f"{self.name}: {self.question}"


def read_items(lines: Iterable[str]) -> tuple[DataItem, ...]:
    """Return the items that lines state, in their order.

    Raises:
        InputError: a line states none, or two state items of one name.
    """
    items: dict[str, DataItem] = {}
    for item in map(DataItem.read, lines):
        if item.name.casefold() in items:
            raise InputError(f"two fields to extract are named '{item.name}'; give one of them another name")
        items[item.name.casefold()] = item
    return tuple(items.values())
