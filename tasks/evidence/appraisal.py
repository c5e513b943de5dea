"""The tools by which people appraise studies, and which one is proposed for a design.

A program never judges: it names the tool, asks its domains in turn and keeps what a person says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from storage.records.appraisal import OVERALL

_NOT_APPRAISED = frozenset({
    "systematic review", "review", "theory or argument", "protocol", "modelling or simulation", "method or tool",
    "data set or benchmark",
})  # fmt: skip
GENERIC = {
    "Yes": "Low", "No": "High", "Unclear": "Unclear", "Not applicable": "Not applicable", "Include": "Low",
    "Exclude": "High", "Seek further info": "Unclear",
}  # fmt: skip
"""What stands for the words of a checklist where robvis has no template of its own; its figure can name them back."""

# As robvis draws them: + where there is nothing to worry about, x where there is, ! where it is worse.
_SIGNS = {
    "Low": "+", "Some concerns": "-", "High": "x", "Moderate": "-", "Serious": "x", "Critical": "!",
    "No information": "?", "Yes": "+", "No": "x", "Unclear": "?", "Not applicable": " ", "Include": "+", "Exclude": "x",
    "Seek further info": "?",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its short name in the ledger, its own name, where it is published, and its words.

    `domains` are in order, the first of which is D1; `judgements` are those of a domain, `overall` those on the whole.
    """

    key: str
    name: str
    source: str
    designs: tuple[str, ...]
    judgements: tuple[str, ...]
    overall: tuple[str, ...]
    domains: tuple[str, ...]

    @property
    def asked(self) -> Mapping[str, str]:
        """Return what is asked, by the ids under which it is kept: the domains, then the judgement on the whole."""
        return {f"D{number}": domain for number, domain in enumerate(self.domains, 1)} | {OVERALL: "On the whole"}

    def words(self, domain: str) -> tuple[str, ...]:
        """Return the judgements that may be given on a domain."""
        return self.overall if domain == OVERALL else self.judgements


@cache
def read_tools() -> Mapping[str, Tool]:
    """Return the tools by their short names, in the order in which they are offered."""
    table = tomllib.loads(files(__package__).joinpath("appraisal_tools.toml").read_text(encoding="utf-8"))
    return {
        key: Tool(
            key,
            row["name"],
            row["source"],
            *map(tuple, (row["designs"], row["judgements"], row["overall"], row["domains"])),
        )
        for key, row in table.items()
    }


def needs_appraisal(design: str | None) -> bool:
    """Return whether a work of this design has data of its own to be appraised; one of unknown design may have."""
    return design not in _NOT_APPRAISED


def propose_tool(design: str | None, n: int | None) -> Tool | None:
    """Return the tool made for studies of a design and number of units; None where none of them is."""
    if design == "case report or series" and n and n > 1:
        return read_tools()["jbi-case-series"]
    return next((tool for tool in read_tools().values() if design in tool.designs), None)


def find_tools(domains: int) -> Sequence[Tool]:
    """Return the tools that have so many domains."""
    return [tool for tool in read_tools().values() if len(tool.domains) == domains]


def sign(judgement: str) -> str:
    """Return the sign that stands for a judgement in a figure."""
    return _SIGNS[judgement]
