"""What is asked for: each option of a review, declared once for the form, command line, Python, schedules and replay.

Those that say what the review is about and which works it admits are in `flows.context.scope`; those here say what it
starts from and how it is carried out. What cannot be right is reported in a sentence before anything heavy is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, ValidationError, model_validator

from flows.context.loops import ALL, LOOPS, NONE, list_loops
from flows.context.option import (
    SPLIT,
    Batch,
    Budget,
    CitationSources,
    Imports,
    LabelColumn,
    Loops,
    Option,
    Place,
    ProtocolFile,
    Quiet,
    Reason,
    Reviews,
    Seeds,
    Texts,
    TouchMine,
    Year,
    check_analyst,
    check_name,
    each,
    must,
    only,
    tell_misfit,
)
from flows.context.scope import ReviewScope
from storage.core.errors import InputError
from storage.records.search import Plan
from tasks.analysts.registry import list_analysts, offer_analysts
from tasks.citation_indexes.registry import CITATION_INDEXES
from tasks.citation_indexes.registry import NONE as NO_CITATIONS
from tasks.human.points import POINTS, Asking

FULLTEXTS = ("never", "oa", "all")
ON_TIMEOUT = ("continue", "stop")
DEMO_CATALOGUE = "demo"
DEMO_TOPIC = "hair cortisol as a measure of long-term stress and its relation to obesity"

_LONGEST_NAME = 60
_ASKED = {"questions": "questions", "criteria": "criteria", "extract": "fields to extract"}
"""What a protocol may state, by the names of the options."""
_COLLECTION = "zotero:"
_LONGEST_WAIT = 8760  # hours in a year


class ReviewOrder(ReviewScope):
    """What was asked for, checked, before anything was opened."""

    name: Annotated[
        str | None,
        Option(
            "Name",
            "Name of the review's folder, of ASCII letters, digits, '-', '_' and '.'; made from the topic when left "
            "out. The same name continues with the same review.",
            ("biodiversity-finance",),
            per_run=True,
        ),
    ] = None
    analyst: Annotated[
        str | None,
        AfterValidator(lambda name: check_analyst(name) if name else None),
        Option(
            "Analyst",
            f"Who judges and writes: {offer_analysts()}; LITREVIEW_ANALYST when left out.",
            choices=list_analysts(),
        ),
    ] = None
    seeds: Annotated[
        Seeds,
        Texts,
        Option(
            "Known works", "DOIs of works known to belong to the review.", (["10.1111/obr.13376"],), names=("--seed",)
        ),
    ] = ()
    seed_collections: Annotated[
        Texts,
        Option(
            "Collections of known works",
            "Collections of the Zotero library that the settings name, by key or name, whose works are known to belong "
            "to the review.",
            (["Hair cortisol", "N7W92H48"],),
            names=("--seed-collection",),
            per_run=True,
        ),
    ] = ()
    imports: Imports = ()
    label_column: LabelColumn = None
    protocol: ProtocolFile = None
    reason: Reason = None
    grey: Annotated[
        bool, Option("Grey literature", "Whether preprints, reports and dissertations are admitted.", names=("--grey",))
    ] = False
    as_of: Annotated[
        Year,
        Option("As of", "Year that recency counts from; the catalogue's newest when left out.", (2026,), per_run=True),
    ] = None
    citations_from: Annotated[
        CitationSources,
        Option(
            "Citations from",
            f"Whom to ask for references and citing works where the catalogue has few: {', '.join(CITATION_INDEXES)}, "
            f"some of them, or {NO_CITATIONS}; those of the tier when left out (quick: none; standard: the first; all "
            "from comprehensive on), if works come from a service.",
            (["semantic-scholar"], list(CITATION_INDEXES)),
            choices=(NO_CITATIONS, *CITATION_INDEXES),
            per_run=True,
        ),
    ] = ()
    fulltext: Annotated[
        str,
        must(FULLTEXTS.__contains__, "'{}' is not a choice for full texts; use --fulltext never, oa or all"),
        Option(
            "Full texts",
            "never: the review rests on abstracts; oa: open copies are read; all: those you have access to as well.",
            choices=FULLTEXTS,
        ),
    ] = "never"
    pdfs: Annotated[
        Place,
        Option(
            "PDFs", "Folder of PDFs, on the machine that runs the review, matched by DOI or title.", ("/data/pdfs",)
        ),
    ] = None
    budget: Budget = None
    batch: Batch = True
    touch_mine: TouchMine = False
    supervision: Annotated[
        Loops,
        Option(
            "Supervision",
            f"Rounds of criticism and repair: {NONE}, {ALL}, or some of {', '.join(LOOPS)}; those of the "
            "tier when left out.",
            ([ALL], [next(iter(LOOPS)), next(reversed(LOOPS))]),
            choices=(NONE, ALL, *LOOPS),
        ),
    ] = ()
    ask: Annotated[
        tuple[str, ...],
        SPLIT,
        each(only(POINTS.__contains__, f"'{{}}' is not a point at which to ask; use any of {', '.join(POINTS)}")),
        Option(
            "Ask people",
            f"At which points the run pauses and asks, some of {', '.join(POINTS)}; nobody is asked when left out.",
            (["screening"], list(POINTS)),
            choices=POINTS,
            per_run=True,
        ),
    ] = ()
    ask_timeout: Annotated[
        float,
        must(
            lambda hours: 0 < hours <= _LONGEST_WAIT,
            f"a question cannot wait {{:g}} hours; give --ask-timeout more than 0 and at most {_LONGEST_WAIT}",
        ),
        Option("Time to answer", "Hours that a question waits for an answer.", (24,), per_run=True),
    ] = 24.0
    on_timeout: Annotated[
        str,
        must(
            ON_TIMEOUT.__contains__,
            f"'{{}}' is not an outcome of a timeout; use --on-timeout {' or '.join(ON_TIMEOUT)}",
        ),
        Option(
            "Without an answer",
            "Whether the run then continues unchanged or stops.",
            choices=ON_TIMEOUT,
            typed="continue or stop, when nobody answers.",
            per_run=True,
        ),
    ] = "continue"
    reviews: Reviews = None
    quiet: Quiet = False

    @model_validator(mode="before")
    @classmethod
    def _follow_protocol(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        if not given.get("protocol"):
            if given.get("reason"):
                raise InputError("--reason says why a protocol is amended; give --protocol with it, or leave it out")
            return given
        from tasks.protocol.reading import read_protocol  # noqa: PLC0415 - few reviews have one

        protocol, _ = read_protocol(Path(given["protocol"]))
        asked = protocol.list_asked()
        for name, lines in asked.items():
            if given.get(name) and tuple(given[name]) != lines:
                raise InputError(
                    f"the protocol '{given['protocol']}' states other {_ASKED[name]} than the review is asked for "
                    "beside it; leave them out beside it, or give another --name"
                )
        return {**given, **asked}

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        if self.from_year is not None and self.to_year is not None and self.from_year > self.to_year:
            raise InputError(
                f"the first year ({self.from_year}) is after the last ({self.to_year}); swap --from-year and --to-year"
            )
        check_name(self.folder)
        return self

    @property
    def folder(self) -> str:
        """Return the name of the review's folder: the name given, or one made from the topic."""
        if self.name is not None:
            return self.name
        from slugify import slugify  # noqa: PLC0415 - its character tables are slow to load

        return slugify(self.topic, max_length=_LONGEST_NAME, word_boundary=True)

    @property
    def import_files(self) -> tuple[str, ...]:
        """Return the files to import, without collections of a Zotero library."""
        return tuple(named for named in self.imports if not named.startswith(_COLLECTION))

    @property
    def collections(self) -> tuple[tuple[str, bool], ...]:
        """Return the collections of a Zotero library to import, each with whether its works are known to belong."""
        imported = (named.removeprefix(_COLLECTION).strip() for named in self.imports if named.startswith(_COLLECTION))
        return (*((named, True) for named in self.seed_collections), *((named, False) for named in imported))

    @property
    def loops(self) -> tuple[str, ...]:
        """Return the supervision loops asked for, in the order they run; by default those the tier has time for."""
        if not self.supervision:
            return list_loops(self.quality)
        return tuple(loop for loop in LOOPS if loop in self.supervision or self.supervision == (ALL,))

    @property
    def asking(self) -> Asking:
        """Return when people are asked, how long a question waits, and what happens without an answer."""
        points = tuple(point for point in POINTS if point in self.ask)
        return Asking(points, self.ask_timeout, self.on_timeout == "stop")

    def draft_plan(self, analyst: str) -> Plan:
        """Return the plan as far as it is known before the catalogue is open, which gives its name and newest year."""
        known = self.model_dump(include=set(Plan.__slots__) - {"catalogue"})
        return Plan(**known | {"as_of": self.as_of or 0, "languages": self.language, "analyst": analyst})


OPTIONS = {
    name: next(part for part in field.metadata if isinstance(part, Option))
    for name, field in ReviewOrder.model_fields.items()
}


def amend_order(planned: Mapping[str, Any], protocol: object) -> dict[str, Any]:
    """Return what a review was ordered with, without what a protocol given now states anew."""
    return {name: value for name, value in planned.items() if not (protocol and name in _ASKED)}


def read_order(parameters: Mapping[str, Any]) -> ReviewOrder:
    """Return the checked order that the parameters of the review flow make up.

    Raises:
        InputError: something in it cannot be right; the sentence names it and the remedy.
    """
    try:
        return ReviewOrder(**parameters)
    except ValidationError as error:
        raise tell_misfit(error) from None
