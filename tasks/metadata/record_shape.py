"""Where the records of a source hold each field: what a new catalogue or index declares, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Places = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RecordShape:
    """The JSON paths in a record, best first, of each field of a reference; "[*]" stands for every element of a list.

    `people` names the lists of authors and editors, `names` the paths from a person to the name ("" the person itself);
    `in_parts` says that a person has family and given name, and perhaps another. `page_ends` are the paths of first and
    last page. For fields in `sole` nothing is taken if several values are stated. `readers` turn the text of a
    field into the spelling we use where `tasks.provenance.field_values` does not.
    """

    fields: Places
    people: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ("name",)
    in_parts: bool = False
    subtitle: str = ""
    page_ends: tuple[str, ...] = ()
    sole: frozenset[str] = frozenset()
    readers: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
