"""What a checklist of reporting is filled from: the record of a review, and its text by the places it stands in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tasks.procedure.facts import Facts, Numbers, report

Status = Literal["reported", "partly", "not done", "not applicable"]
Wanted = tuple[str, str]

ABSTRACT, INTRODUCTION, METHODS, ANSWERS, DISCUSSION, CONCLUSIONS, APPENDIX, ANYWHERE = (
    "Abstract",
    "Introduction",
    "Methodology",
    "Answers in brief",
    "Discussion",
    "Conclusions",
    "Appendix",
    "",
)
TABLES_AND_FIGURES, SHOWN = "Tables and figures", ("Table ", "Figure ")
_PART = re.compile(r"^### (.+)$", re.MULTILINE)
_MARKUP = re.compile(r"\\(?=[^A-Za-z0-9\s])")


@dataclass(frozen=True, slots=True)
class Entry:
    """How an item of a checklist is met: the state, the places where it is reported, and what, in a few words."""

    status: Status
    where: tuple[str, ...] = ()
    what: str = ""


@dataclass(frozen=True, slots=True)
class Reported:
    """A review as checklists see it: how it was made, its numbers, and its text by place.

    `numbers` are those of the review, of PRISMA and of `storage.publication.handover.read_reporting_facts`; a place is
    a section ("Abstract"), a part of one ("Methodology, Search strategy"), or a table or figure ("Table 1") with its
    caption.
    """

    facts: Facts
    numbers: Numbers
    title: str
    places: Mapping[str, str]

    def count(self, name: str) -> int:
        """Return a number by its name, 0 where there is none."""
        value = self.numbers.get(name)
        return value if isinstance(value, int) else 0

    def tell(self, *templates: str) -> str:
        """Return the templates that can be filled from the record (`tasks.procedure.facts.fill`), as text."""
        return " ".join(report(templates, {**self.facts.fields(), **self.numbers}))

    def find(self, part: str, pattern: str) -> str | None:
        """Return the first place of a part of the review whose heading or text has the pattern; None without one."""
        sought = re.compile(pattern, re.IGNORECASE)
        return next((place for place, text in self._list(part) if sought.search(f"{place}\n{text}")), None)

    def cites(self, part: str) -> str | None:
        """Return the first place of a part that cites a work; None without one."""
        return self.find(part, r"\[[^\]]*@\w")

    def _list(self, part: str) -> Sequence[tuple[str, str]]:
        if part == ANYWHERE:
            return [(place, text) for place, text in self.places.items() if not place.startswith((APPENDIX, *SHOWN))]
        if part == TABLES_AND_FIGURES:
            return [(place, text) for place, text in self.places.items() if place.startswith(SHOWN)]
        return [(place, text) for place, text in self.places.items() if place.split(", ", 1)[0] == part]


def list_places(sections: Sequence[tuple[str, str]], appendix: str) -> dict[str, str]:
    """Return the text of a review by its places; sections are (heading, Markdown), parts have headings of level 3."""
    places: dict[str, str] = {}
    for heading, markdown in (*sections, (APPENDIX, appendix)):
        lead, *parts = _PART.split(markdown)
        if lead.strip():
            places[_read(heading)] = lead
        for part, text in zip(parts[::2], parts[1::2], strict=True):
            places[f"{_read(heading)}, {_read(part)}"] = text
    return places


def _read(heading: str) -> str:
    return _MARKUP.sub("", heading).strip()


def told(review: Reported, what: str, *wanted: Wanted) -> Entry:
    """Return an item as reported if all that is wanted stands in the text, partly if some does, else as not done."""
    found = [review.find(part, pattern) for part, pattern in wanted]
    where = tuple(dict.fromkeys(place for place in found if place))
    if not where:
        return Entry("not done", what="The text has nothing on it.")
    return Entry("reported" if all(found) else "partly", where, what)


def partly(review: Reported, what: str, *wanted: Wanted) -> Entry:
    """Return an item of which the text has no more than a part, as not done if it has none of what is wanted."""
    entry = told(review, what, *wanted)
    return Entry("partly", entry.where, what) if entry.status == "reported" else entry


def undone(review: Reported, what: str, *said: Wanted) -> Entry:
    """Return an item as not done, with the places where the text says so."""
    found = (review.find(part, pattern) for part, pattern in said)
    return Entry("not done", tuple(dict.fromkeys(place for place in found if place)), what)
