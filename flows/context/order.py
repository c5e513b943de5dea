"""What is asked for: each option of a review, declared once for the form, command line, Python, schedules and replay.

What cannot be right is reported in one sentence before anything heavy is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema, model_validator

from flows.context.loops import ALL, LOOPS, NONE, list_loops
from flows.context.option import (
    NEEDED,
    SPLIT,
    Batch,
    Budget,
    CitationSources,
    Imports,
    LabelColumn,
    Languages,
    Loops,
    Option,
    Place,
    Quiet,
    Reviews,
    Seeds,
    Texts,
    Year,
    check_analyst,
    check_name,
    check_topic,
    each,
    must,
    only,
    tell_misfit,
)
from storage.core.errors import InputError
from storage.records.criteria import ELEMENTS, Criterion
from storage.records.data_items import read_items
from storage.records.search import Plan
from tasks.analysts.registry import list_analysts, offer_analysts
from tasks.catalogues.registry import CATALOGUES, offer_catalogues
from tasks.citation_indexes.registry import CITATION_INDEXES
from tasks.citation_indexes.registry import NONE as NO_CITATIONS
from tasks.human.points import POINTS, Asking

QUALITIES = ("quick", "standard", "comprehensive", "high_quality")
FULLTEXTS = ("never", "oa", "all")
ON_TIMEOUT = ("continue", "stop")
DEMO_CATALOGUE = "demo"
DEMO_TOPIC = "hair cortisol as a measure of long-term stress and its relation to obesity"

_LONGEST_NAME = 60
_ASKED = {"questions": "questions", "criteria": "criteria", "extract": "fields to extract"}
_LONGEST_WAIT = 8760  # hours in a year


class ReviewOrder(BaseModel):
    """What was asked for, checked, before anything was opened."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topic: Annotated[
        str,
        AfterValidator(check_topic),
        Field(validate_default=True),
        Option(
            "Topic",
            "What the review is about, in a few words or a sentence.",
            ("business, finance and biodiversity", "hair cortisol as a measure of long-term stress"),
            per_run=True,
        ),
    ] = NEEDED
    catalogue: Annotated[
        Place,
        WithJsonSchema({"type": "string"}),
        Option(
            "Catalogue",
            f"Where works are searched: {offer_catalogues()}, or the path, on the machine that runs the review, of "
            "OpenAlex works (.jsonl, .jsonl.gz, Parquet, a snapshot folder); several by "
            "commas (openalex,pubmed); what LITREVIEW_CATALOGUE names, if "
            "anything, when left out.",
            (*CATALOGUES, "/data/works.jsonl.gz"),
            per_run=True,
        ),
    ] = NEEDED
    questions: Annotated[
        Texts,
        Option(
            "Research questions",
            "What the review is to answer; each becomes an inclusion criterion and is searched for.",
            (["How do companies report their impact on biodiversity?"],),
            names=("--question", "-q"),
        ),
    ] = ()
    quality: Annotated[
        str,
        must(QUALITIES.__contains__, f"'{{}}' is not a quality tier; choose one of {', '.join(QUALITIES)}"),
        Option(
            "Tier",
            "quick: 2 diffusion stages, 50 works; standard: 3 and 100; comprehensive: 4 and 200; high_quality: 5 and "
            "300. A higher tier under the same name adds to what is there.",
            choices=QUALITIES,
        ),
    ] = "standard"
    from_year: Annotated[Year, Option("From year", "Earliest publication year admitted.", (2010,))] = None
    to_year: Annotated[Year, Option("To year", "Latest publication year admitted.", (2025,))] = None
    include_books: Annotated[
        bool,
        Option(
            "Books",
            "Whether books and chapters are searched for as well.",
            names=(" /--no-books",),
            typed="Leave out the book search.",
        ),
    ] = True
    focus_areas: Annotated[
        Texts,
        Option("Focus", "Areas within the topic to focus on.", (["disclosure", "investors"],), names=("--focus",)),
    ] = ()
    exclude_terms: Annotated[
        Texts,
        Option(
            "Exclude",
            "Terms whose occurrence in title or abstract excludes a work.",
            (["mice"],),
            names=("--exclude",),
        ),
    ] = ()
    criteria: Annotated[
        tuple[str, ...],
        each(lambda line: str(Criterion.read(line))),
        Option(
            "Criteria",
            f"What works must be, or must not be, in {', '.join(ELEMENTS[:-1])} or {ELEMENTS[-1]}; a language model "
            "judges them one by one, and proposes some when none are given.",
            (["include population: adults", "exclude design: case reports"],),
            names=("--criterion",),
        ),
    ] = ()
    extract: Annotated[
        tuple[str, ...],
        each(),
        AfterValidator(lambda lines: tuple(str(item) for item in read_items(lines))),
        Option(
            "Fields to extract",
            "What is extracted from every work besides the fields of the evidence table: a name, a colon and a "
            "question that a language model answers from the text.",
            (["Funding: Who paid for the study?", "Dropout: How many left the study, and why?"],),
        ),
    ] = ()
    language: Annotated[
        Languages,
        Option(
            "Languages",
            "Codes of the languages admitted (ISO 639-1), such as en,de; none admits all. Works of "
            "unstated language stay.",
            (["en", "de"],),
        ),
    ] = ()
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
        Option(
            "Known works", "DOIs of works known to belong to the review.", (["10.1111/obr.13376"],), names=("--seed",)
        ),
    ] = ()
    imports: Imports = ()
    label_column: LabelColumn = None
    protocol: Annotated[
        Place,
        Option(
            "Protocol",
            "TOML file, on the machine that runs the review, whose questions, criteria, fields to extract and recall "
            "target the review follows; 'litreview protocol TOPIC' drafts one.",
            ("/data/protocol.toml",),
            per_run=True,
        ),
    ] = None
    reason: Annotated[
        str | None,
        Option(
            "Reason of amendment",
            "Why the protocol differs from the one in force; kept with its date.",
            ("Dropout is extracted at a reviewer's request.",),
            per_run=True,
        ),
    ] = None
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


def read_order(parameters: Mapping[str, Any]) -> ReviewOrder:
    """Return the checked order that the parameters of the review flow make up.

    Raises:
        InputError: something in it cannot be right; the sentence names it and the remedy.
    """
    try:
        return ReviewOrder(**parameters)
    except ValidationError as error:
        raise tell_misfit(error) from None
