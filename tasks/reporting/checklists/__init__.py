"""Checklists of reporting, filled from the record of a review and from its text as it stands.

Which items there are is data (the TOML files here, in our own words after the sources that they name); how an item is
met is a function of `Reported`, found by the name that the item gives.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import ModuleType

import polars as pl

from tasks.reporting.checklists import automating, searching, synthesising
from tasks.reporting.checklists.record import Entry, Reported, Status
from tasks.reporting.tables import Table

CHECKLISTS = ("prisma_2020", "prisma_2020_abstract", "prisma_s", "prisma_traice", "raise", "swim")
_ORDER: tuple[Status, ...] = ("reported", "partly", "not done", "not applicable")
_MODULES: tuple[ModuleType, ...] = (searching, synthesising, automating)
_LEAD = """# Reporting checklists

Filled by program from the record of the review and from its text as it stands, in few words of our own after each
source; the wording that counts is the source's. "Reported" says that the text has it, not that it is enough: that is
for authors and referees to judge. "Not done" is also what the authors still have to state.
"""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a checklist: its number there, what it is about and asks for, and the function that fills it."""

    number: str
    topic: str
    asks: str
    fill: Callable[[Reported], Entry]


@dataclass(frozen=True, slots=True)
class Checklist:
    """A checklist by its short name, with the source that it follows."""

    name: str
    after: str
    items: tuple[Item, ...]


@cache
def read_checklist(name: str) -> Checklist:
    """Return the checklist in the TOML file of that name."""
    table = tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    items = tuple(Item(number, topic, asks, _find(filled_by)) for number, topic, asks, filled_by in table["items"])
    return Checklist(table["name"], table["after"], items)


def _find(name: str) -> Callable[[Reported], Entry]:
    fill: Callable[[Reported], Entry] = next(vars(module)[name] for module in _MODULES if name in vars(module))
    return fill


def fill_checklist(checklist: Checklist, review: Reported) -> list[tuple[Item, Entry]]:
    """Return each item of a checklist with how it is met."""
    return [(item, item.fill(review)) for item in checklist.items]


def render_checklists(review: Reported) -> str:
    """Return all checklists of a review as Markdown, each with its counts and a table."""
    return "\n\n".join([_LEAD.strip(), *(part for name in CHECKLISTS for part in _render(name, review))]) + "\n"


def _render(name: str, review: Reported) -> Iterator[str]:
    checklist = read_checklist(name)
    filled = fill_checklist(checklist, review)
    counts = Counter(entry.status for _, entry in filled)
    yield f"## {checklist.name}"
    yield f"{checklist.after} " + "; ".join(f"{status}: {counts[status]}" for status in _ORDER) + "."
    rows = [
        {"n": item.number, "item": f"{item.topic}: {item.asks}", "status": entry.status}
        | {"where": "; ".join(entry.where), "what": entry.what[:1].upper() + entry.what[1:]}
        for item, entry in filled
    ]
    columns = {"n": checklist.name, "item": "Item", "status": "State", "where": "Where", "what": "What"}
    yield Table(pl.DataFrame(rows), columns).draw()
