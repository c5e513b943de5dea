"""The parameters of the deployed flows as the form in the Prefect UI shows them: titles, explanations, examples.

Prefect makes a Pydantic model of a flow's signature and a JSON schema of the model, by which the UI draws its form and
the server refuses what does not fit; titles and descriptions it takes from the extras of the schema only.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar, cast

from prefect import Flow
from prefect.utilities.callables import parameter_schema
from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema, create_model

from flows.context.loops import ALL, LOOPS, NONE
from flows.context.order import FULLTEXTS, ON_TIMEOUT, QUALITIES
from flows.orchestration.exit import end_quietly_when_served
from storage.core.errors import InputError
from tasks.analysts.registry import list_analysts, offer_analysts
from tasks.catalogues.registry import CATALOGUES, offer_catalogues
from tasks.environment.settings import read_settings
from tasks.human.points import POINTS

# The deployed flows are made here, and at exit what was registered first is done last.
end_quietly_when_served()

P = ParamSpec("P")
R = TypeVar("R")


def explain(title: str, description: str, *examples: Any, choices: Sequence[str] = ()) -> Any:
    """Return what a parameter is annotated with: its place in the form, and the only values allowed, if any."""
    told: dict[str, Any] = {"title": title, "description": description}
    if examples:
        # The form shows descriptions and no examples.
        said = [", ".join(example) if isinstance(example, list) else str(example) for example in examples]
        told |= {"examples": list(examples), "description": f"{description} For example: {'; '.join(said)}"}
    if choices:
        told["enum"] = list(choices)
    return Field(json_schema_extra=told)


class _Needed(str):
    """Stands where nothing was given for what the form asks for; a run without it is told so in a sentence."""

    __slots__ = ()


NEEDED = _Needed()

_TEXT = WithJsonSchema({"type": "string"})
_TEXTS = WithJsonSchema({"type": "array", "items": {"type": "string"}})


def _some_of(choices: Sequence[str]) -> WithJsonSchema:
    """Return the schema of which the form makes a list to choose several from."""
    one = {"type": "string", "enum": list(choices)}
    return WithJsonSchema({"type": "array", "items": one, "uniqueItems": True})


_AS_TEXT = BeforeValidator(lambda value: str(value) if isinstance(value, Path) else value)

Topic = Annotated[
    str,
    explain(
        "Topic",
        "What the review is about, in a few words or a sentence.",
        "business, finance and biodiversity",
        "hair cortisol as a measure of long-term stress",
    ),
]
Questions = Annotated[
    Sequence[str],
    _TEXTS,
    explain(
        "Research questions",
        "What the review is to answer; each becomes a criterion of inclusion and is searched for.",
        ["How do companies report their impact on biodiversity?"],
    ),
]
Quality = Annotated[
    str,
    explain(
        "Tier",
        "quick: 2 diffusion stages, 50 works; standard: 3 and 100; comprehensive: 4 and 200; high_quality: 5 and 300. "
        "A higher tier under the same name adds to what is there.",
        choices=QUALITIES,
    ),
]
FromYear = Annotated[int | None, explain("From year", "Earliest publication year admitted.", 2010)]
ToYear = Annotated[int | None, explain("To year", "Latest publication year admitted.", 2025)]
IncludeBooks = Annotated[bool, explain("Books", "Whether books and chapters are searched for as well.")]
FocusAreas = Annotated[
    Sequence[str], _TEXTS, explain("Focus", "Areas within the topic to attend to.", ["disclosure", "investors"])
]
ExcludeTerms = Annotated[
    Sequence[str], _TEXTS, explain("Exclude", "Terms whose occurrence in title or abstract excludes a work.", ["mice"])
]
Language = Annotated[
    Sequence[str] | str, _TEXTS, explain("Languages", "Language codes admitted; none admits all.", ["en", "de"])
]
Name = Annotated[
    str | None,
    explain(
        "Name",
        "Name of the review's folder, of ASCII letters, digits, '-', '_' and '.'; made from the topic when left out. "
        "The same name goes on with the same review.",
        "biodiversity-finance",
    ),
]
Catalogue = Annotated[
    str | None,
    _TEXT,
    _AS_TEXT,
    explain(
        "Catalogue",
        f"Where works are searched: {offer_catalogues()}, or the path, on the machine that runs the review, of "
        "OpenAlex works (.jsonl, .jsonl.gz, Parquet, a snapshot folder); what LITREVIEW_CATALOGUE names, if anything, "
        "when left out.",
        *CATALOGUES,
        "/data/works.jsonl.gz",
    ),
]
Analyst = Annotated[
    str | None,
    WithJsonSchema({"anyOf": [{"type": "string", "enum": list(list_analysts())}, {"type": "null"}]}),
    explain(
        "Analyst",
        f"Who judges and writes: {offer_analysts()}; LITREVIEW_ANALYST when left out.",
    ),
]
Seeds = Annotated[
    Sequence[str], _TEXTS, explain("Known works", "DOIs of works known to belong to the review.", ["10.1111/obr.13376"])
]
Grey = Annotated[bool, explain("Grey literature", "Whether preprints, reports and dissertations are admitted.")]
AsOf = Annotated[
    int | None, explain("As of", "Year that recency counts from; the catalogue's newest when left out.", 2026)
]
Fulltext = Annotated[
    str,
    explain(
        "Full texts",
        "never: the review rests on abstracts; oa: open copies are read; all: what you have access to as well.",
        choices=FULLTEXTS,
    ),
]
Pdfs = Annotated[
    str | None,
    _AS_TEXT,
    explain("PDFs", "Folder of PDFs, on the machine that runs the review, matched by DOI or title.", "/data/pdfs"),
]
Budget = Annotated[
    float | None, explain("Budget", "Most to spend on this review, in dollars, all of its runs together.", 5)
]
Batch = Annotated[
    bool, explain("Batches", "Whether like requests go by batch at half price, which can take hours, or one by one.")
]
Supervision = Annotated[
    Sequence[str] | str,
    _some_of((NONE, ALL, *LOOPS)),
    explain(
        "Supervision",
        "Rounds of criticism and repair: none, all, or some of the rest; those that the tier has time for when left "
        "out.",
        [ALL],
        [next(iter(LOOPS)), next(reversed(LOOPS))],
    ),
]
Ask = Annotated[
    Sequence[str] | str,
    _some_of(POINTS),
    explain(
        "Ask people",
        "At which points the run pauses and asks; nobody is asked when left out.",
        ["screening"],
        ["plan", "screening", "themes"],
    ),
]
AskTimeout = Annotated[float, explain("Time to answer", "Hours that a question waits for an answer.", 24)]
OnTimeout = Annotated[
    str, explain("Without an answer", "Whether the run then goes on as it was, or stops.", choices=ON_TIMEOUT)
]
Reviews = Annotated[
    str | None,
    _AS_TEXT,
    explain(
        "Folder of the reviews",
        "On the machine that runs the review; LITREVIEW_REVIEWS when left out.",
        "/data/reviews",
    ),
]
FinishedName = Annotated[
    str, explain("Review", "Name of a finished review: of its folder in that of the reviews.", "biodiversity-finance")
]
Quiet = Annotated[bool, explain("Quiet", "Whether progress is left out of the worker's terminal; the log here has it.")]


def _is_needed(parameter: inspect.Parameter) -> bool:
    """Return whether a form insists on a parameter: on a catalogue where the settings name none."""
    return parameter.default is NEEDED and not (parameter.name == "catalogue" and _names_catalogue())


def _names_catalogue() -> bool:
    try:
        return bool(read_settings().catalogue)
    except InputError:
        return False  # a wrong setting is told by the first run, to whoever looks at it


class FormFlow(Flow[P, R]):
    """A flow whose parameters are held against its form; what does not fit is said in one sentence.

    The form, and with it the server, asks for more than the function does: a run that a schedule began without what it
    needs would crash with a traceback if the function could not be called.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Make the form."""
        super().__init__(*arguments, **options)
        signature = inspect.signature(self.fn, eval_str=True)
        self.__signature__ = signature.replace(
            parameters=[
                each.replace(kind=each.KEYWORD_ONLY, default=each.empty if _is_needed(each) else each.default)
                for each in signature.parameters.values()
            ]
        )
        self.parameters = parameter_schema(self)

    def validate_parameters(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters as their types want them, "2010" as 2010.

        Raises:
            InputError: a parameter is unknown, missing or of another type.
        """
        fields = {
            name: (parameter.annotation, ... if parameter.default is parameter.empty else parameter.default)
            for name, parameter in inspect.signature(self.fn, eval_str=True).parameters.items()
        }
        model = create_model(self.name, __config__=ConfigDict(extra="forbid"), **cast("dict[str, Any]", fields))
        try:
            given = model.model_validate(parameters)
        except ValidationError as error:
            wrong = error.errors()[0]
            said = wrong["msg"][:1].lower() + wrong["msg"][1:]
            raise InputError(f"the parameter '{wrong['loc'][0]}' is wrong ({said}); correct it") from None
        return {name: getattr(given, name) for name in fields}
