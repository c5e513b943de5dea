"""What a review is about and which works it admits: the options of the order that make it this review."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from flows.context.option import NEEDED, Languages, Option, Place, Texts, Year, check_topic, check_written, each, must
from storage.records.criteria import ELEMENTS, Criterion
from storage.records.data_items import read_items
from tasks.catalogues.registry import CATALOGUES, offer_catalogues
from tasks.translation.tongue import ENGLISH, list_languages, offer_languages

QUALITIES = ("quick", "standard", "comprehensive", "high_quality")


class ReviewScope(BaseModel):
    """What a review is about, how far it searches, and what works must be to be admitted."""

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
    write_in: Annotated[
        str | None,
        AfterValidator(lambda code: None if code in {None, "", ENGLISH} else check_written(code.lower())),
        Option(
            "Language of the text",
            f"Language that the review is written in, by a language model: {offer_languages()}; English when left out.",
            choices=(ENGLISH, *list_languages()),
        ),
    ] = None
