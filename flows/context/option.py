"""How an option of a flow is described, and the checks that its values must pass."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema

from flows.context.loops import ALL, LOOPS, NONE
from storage.core.errors import InputError
from tasks.analysts.registry import ANALYSTS, list_analysts
from tasks.citation_indexes.registry import CITATION_INDEXES
from tasks.citation_indexes.registry import NONE as NO_CITATIONS
from tasks.metadata.fields import normalise_doi
from tasks.translation.tongue import ENGLISH, list_languages

T = TypeVar("T")

_LONGEST_TOPIC = 1500
_YEARS = range(1000, 2201)
_NAME = re.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}")
_LANGUAGE = re.compile("[A-Za-z]{2,3}(-[A-Za-z]{2,8})?")


@dataclass(frozen=True, slots=True)
class Option:
    """How an option is described: its place in the form, its permitted values, if limited, and its form in a command.

    A command uses the option's own name and description, unless there are `names` and what they are `typed` for. What
    is `per_run` belongs to one run of a review, not to the review: a replay has its own.
    """

    title: str
    description: str
    examples: tuple[Any, ...] = ()
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    typed: str = ""
    per_run: bool = False

    def tell(self) -> dict[str, Any]:
        """Return what the form says; it shows descriptions but no examples."""
        if not self.examples:
            return {"title": self.title, "description": self.description}
        said = [", ".join(example) if isinstance(example, list) else str(example) for example in self.examples]
        told = f"{self.description} For example: {'; '.join(said)}"
        return {"title": self.title, "description": told, "examples": list(self.examples)}

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the schema that accepts only the choices: one of them, or for a list several."""
        shown = handler(schema)
        if self.choices:
            one = shown.get("items") or shown.get("anyOf", [shown])[0]
            one["enum"] = list(self.choices)
            if "items" in shown:
                shown["uniqueItems"] = True
        return shown


class _Needed(str):
    """Marks a value that the form requires but that was not given; a run without it is told so in one sentence."""

    __slots__ = ()


NEEDED = _Needed()


def _split(given: Any) -> Any:
    texts = [given] if isinstance(given, str) else given
    return [word for text in texts for word in str(text).split(",")] if isinstance(texts, (list, tuple)) else given


SPLIT = BeforeValidator(_split)


def only(holds: Callable[[Any], object], sentence: str) -> Callable[[T], T]:
    """Return a check that passes values that satisfy a condition, and refuses others in a sentence that names them."""

    def check(value: T) -> T:
        if value is not None and not holds(value):
            raise InputError(sentence.format(value))
        return value

    return check


def must(holds: Callable[[Any], object], sentence: str) -> AfterValidator:
    """Return the check that a value satisfies a condition; the sentence that refuses others names them."""
    return AfterValidator(only(holds, sentence))


def each(read: Callable[[str], str] = str) -> AfterValidator:
    """Return a validator that reads texts one by one, each put on one line, and drops empty ones."""
    return AfterValidator(lambda texts: tuple(read(line) for text in texts if (line := " ".join(text.split()))))


def tell_misfit(error: ValidationError) -> InputError:
    """Return the sentence that says which parameter is unknown, missing or of another type."""
    wrong = error.errors()[0]
    said = wrong["msg"][:1].lower() + wrong["msg"][1:]
    return InputError(f"the parameter '{wrong['loc'][0]}' is not valid ({said}); correct it")


check_name = only(
    _NAME.fullmatch, "'{}' cannot name a review's folder; give a --name of ASCII letters, digits, '-', '_' and '.'"
)
check_analyst = only(ANALYSTS.__contains__, f"'{{}}' is not an analyst; use --analyst {' or '.join(list_analysts())}")
_check_language = only(_LANGUAGE.fullmatch, "'{}' is not a language code; give --language a code such as en or zh-cn")
check_written = only(
    lambda code: code == ENGLISH or code in list_languages(),
    f"a review cannot be written in '{{}}'; give --write-in one of {', '.join((ENGLISH, *list_languages()))}",
)
_check_loop = only(LOOPS.__contains__, f"'{{}}' is not a supervision loop; use none, all, or any of {', '.join(LOOPS)}")
_check_citations = only(
    CITATION_INDEXES.__contains__,
    f"'{{}}' is no second index of citations; use --citations-from {NO_CITATIONS}, or any of "
    f"{', '.join(CITATION_INDEXES)}",
)
_check_seed = only(normalise_doi, "'{}' is not a DOI; give --seed a DOI such as 10.1111/obr.13376")


def check_topic(topic: str) -> str:
    """Return a topic on one line.

    Raises:
        InputError: it is empty, or too long.
    """
    line = " ".join(topic.split())
    if not line:
        raise InputError("the topic is empty; say in a few words what the review is about")
    if len(line) >= _LONGEST_TOPIC:
        raise InputError(
            f"the topic has {len(line)} characters, and at most {_LONGEST_TOPIC - 1} are allowed; "
            f"move the detail into questions (-q)"
        )
    return line


Texts = Annotated[tuple[str, ...], each()]
Languages = Annotated[
    tuple[str, ...],
    SPLIT,
    each(lambda code: _check_language(code).lower()),
]
Loops = Annotated[
    Texts, SPLIT, AfterValidator(lambda named: named if named in {(ALL,), (NONE,)} else tuple(map(_check_loop, named)))
]
CitationSources = Annotated[
    Texts,
    SPLIT,
    AfterValidator(lambda named: named if named == (NO_CITATIONS,) else tuple(map(_check_citations, named))),
]
Seeds = Annotated[
    tuple[str, ...],
    each(lambda seed: str(normalise_doi(_check_seed(seed)))),
    AfterValidator(lambda dois: tuple(dict.fromkeys(dois))),
]
Place = Annotated[str | None, BeforeValidator(lambda value: str(value) if isinstance(value, Path) else value)]
Year = Annotated[
    int | None,
    must(_YEARS.__contains__, "{} is not a publication year; give one with four digits"),
]

# Options that other flows share.
Budget = Annotated[
    float | None,
    must(
        lambda usd: 0 < usd < math.inf,
        "a budget of {} dollars allows nothing; give --budget more than 0, or leave it out",
    ),
    Option("Budget", "Most to spend on this review, in dollars, over all of its runs.", (5,), per_run=True),
]
TouchMine = Annotated[
    bool,
    Option(
        "Touch hand edits",
        "Whether this run may also change paragraphs that people wrote or changed by hand.",
        names=("--touch-mine",),
        per_run=True,
    ),
]
Batch = Annotated[
    bool,
    Option(
        "Batches",
        "Whether like requests go by batch at half price, which can take hours, or one by one.",
        names=(" /--no-batch",),
        typed="Send requests one by one, at full price but without the wait.",
        per_run=True,
    ),
]
Imports = Annotated[
    tuple[str, ...],
    each(),
    Option(
        "Imports",
        "Files of records, on the machine that runs the review: RIS, NBIB (PubMed), BibTeX, CSL-JSON, EndNote XML, "
        "or CSV of Scopus, Web of Science, Covidence, Rayyan and ASReview; verdicts in them are a person's. Or, as "
        "zotero:COLLECTION, a collection of the Zotero library that the settings name, by its key or name.",
        (["/data/scopus.csv", "/data/rayyan.ris", "zotero:Hair cortisol"],),
        names=("--import",),
        per_run=True,
    ),
]
LabelColumn = Annotated[
    str | None,
    Option(
        "Column of verdicts",
        "Column of an imported CSV that says included or excluded, 1 or 0; found by its usual names when left out.",
        ("my decision",),
        per_run=True,
    ),
]
ProtocolFile = Annotated[
    Place,
    Option(
        "Protocol",
        "TOML file, on the machine that runs the review, whose questions, criteria, fields to extract and recall "
        "target the review follows, amendments included; 'litreview protocol TOPIC' drafts one.",
        ("/data/protocol.toml",),
        per_run=True,
    ),
]
Reason = Annotated[
    str | None,
    Option(
        "Reason of amendment",
        "Why the protocol differs from the one in force; kept with its date. An entry under amendments in the "
        "protocol says it too.",
        ("Dropout is extracted at a reviewer's request.",),
        names=("--reason", "--because"),
        per_run=True,
    ),
]
Reviews = Annotated[
    Place,
    Option(
        "Folder of the reviews",
        "Folder that holds the reviews, on the machine that runs them; LITREVIEW_REVIEWS when left out.",
        ("/data/reviews",),
        per_run=True,
    ),
]
Quiet = Annotated[
    bool,
    Option(
        "Quiet", "Whether to keep progress out of the worker's terminal; the log here has it either way.", per_run=True
    ),
]
