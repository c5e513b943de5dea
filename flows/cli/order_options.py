"""The options by which a review is ordered, and the parameters of the review flow that they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from flows.context.loops import ALL, LOOPS, NONE
from tasks.analysts.registry import offer_analysts
from tasks.catalogues.registry import offer_catalogues

Questions = Annotated[list[str] | None, typer.Option("--question", "-q", help="Research question.")]
Quality = Annotated[str, typer.Option(help="quick, standard, comprehensive or high_quality.")]
Catalogue = Annotated[str | None, typer.Option(help=f"File or folder of OpenAlex works, or: {offer_catalogues()}.")]
Analyst = Annotated[str | None, typer.Option(help=f"{offer_analysts()}.")]
FromYear = Annotated[int | None, typer.Option(help="Earliest publication year.")]
ToYear = Annotated[int | None, typer.Option(help="Latest publication year.")]
Focus = Annotated[list[str] | None, typer.Option(help="Area to attend to.")]
Exclude = Annotated[list[str] | None, typer.Option(help="Term that excludes a work.")]
Language = Annotated[list[str] | None, typer.Option(help="Language code admitted.")]
Seeds = Annotated[list[str] | None, typer.Option(help="DOI of a work known to belong.")]
AsOf = Annotated[int | None, typer.Option(help="Year that recency counts from.")]
Grey = Annotated[bool, typer.Option("--grey", help="Admit preprints, reports, dissertations.")]
NoBooks = Annotated[bool, typer.Option("--no-books", help="Leave out the book search.")]
Fulltext = Annotated[
    str, typer.Option(help="never: abstracts only; oa: open copies; all: what you have access to as well.")
]
Pdfs = Annotated[Path | None, typer.Option(help="Folder of PDFs you have, matched by DOI or title.")]
Supervision = Annotated[str, typer.Option(help=f"{NONE}, {ALL}, or some of {','.join(LOOPS)}; by tier unless told.")]

_LISTS = {"question": "questions", "focus": "focus_areas", "exclude": "exclude_terms", "seed": "seeds"}
_DENIED = {"no_books": "include_books", "no_batch": "batch"}


def read_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of the review flow for options by the names they have in a command."""
    parameters = dict(given)
    for option, name in _DENIED.items():
        parameters[name] = not parameters.pop(option)
    for option, name in _LISTS.items():
        parameters[name] = parameters.pop(option) or []
    parameters["language"] = parameters["language"] or []
    return {name: str(value) if isinstance(value, Path) else value for name, value in parameters.items()}
