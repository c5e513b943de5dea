"""What was asked for, and what cannot be right about it: told in one sentence before anything heavy is imported."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flows.context.loops import ALL, LOOPS, NONE, list_loops
from storage.core.errors import InputError
from storage.records.search import Plan
from tasks.analysts.registry import ANALYSTS, list_analysts
from tasks.human.points import POINTS, Asking
from tasks.metadata.fields import normalise_doi

if TYPE_CHECKING:
    from tasks.environment.settings import Settings  # Pydantic takes half a second

QUALITIES = ("quick", "standard", "comprehensive", "high_quality")
FULLTEXTS = ("never", "oa", "all")
DEMO_CATALOGUE = "demo"
ON_TIMEOUT = ("continue", "stop")
DEMO_TOPIC = "hair cortisol as a measure of long-term stress and its relation to obesity"

_LONGEST_TOPIC = 1500
_LONGEST_NAME = 60
_EARLIEST_YEAR = 1000
_LATEST_YEAR = 2200
_LONGEST_WAIT = 8760  # hours of a year
_NAME = re.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}")
_LANGUAGE = re.compile("[A-Za-z]{2,3}(-[A-Za-z]{2,8})?")


@dataclass(frozen=True)
class Order:
    """What was asked for, before anything was opened."""

    topic: str
    questions: Sequence[str] = ()
    quality: str = "standard"
    name: str | None = None
    catalogue: str | None = None
    analyst: str | None = None
    from_year: int | None = None
    to_year: int | None = None
    include_books: bool = True
    focus_areas: Sequence[str] = ()
    exclude_terms: Sequence[str] = ()
    language: Sequence[str] = ()
    seeds: Sequence[str] = ()
    grey: bool = False
    reviews: str | Path | None = None
    as_of: int | None = field(default=None)
    fulltext: str = "never"
    pdfs: str | Path | None = None
    budget: float | None = None
    batch: bool = True
    supervision: str = ""
    ask: str = ""
    ask_timeout: float = 24.0
    on_timeout: str = "continue"


def read_order(parameters: Mapping[str, Any]) -> Order:
    """Return the order that parameters of the review flow make, checked; what is no part of one is left out.

    Raises:
        InputError: something in it cannot be right; the sentence names it and the remedy.
    """
    known = {each.name for each in fields(Order)}
    given = {name: value for name, value in parameters.items() if name in known}
    if isinstance(language := given.get("language"), str):
        given["language"] = (language,)
    for name in ("supervision", "ask"):
        if not isinstance(chosen := given.get(name, ""), str):
            given[name] = ",".join(chosen)
    return check_order(Order(**given))


def check_order(order: Order) -> Order:
    """Return the order with white space trimmed and an analyst checked.

    Raises:
        InputError: something in it cannot be right; the sentence names it and the remedy.
    """
    topic = " ".join(order.topic.split())
    if not topic:
        raise InputError("the topic is empty; say in a few words what the review is about")
    if len(topic) >= _LONGEST_TOPIC:
        raise InputError(
            f"the topic has {len(topic)} characters, and at most {_LONGEST_TOPIC - 1} are allowed; "
            f"move the detail into questions (-q)"
        )
    if order.quality not in QUALITIES:
        raise InputError(f"'{order.quality}' is not a quality tier; choose one of {', '.join(QUALITIES)}")
    if order.fulltext not in FULLTEXTS:
        raise InputError(f"'{order.fulltext}' is not a choice of full texts; use --fulltext never, oa or all")
    if order.analyst:
        check_analyst(order.analyst)
    for code in clean_texts(order.language):
        if not _LANGUAGE.fullmatch(code):
            raise InputError(f"'{code}' is not a language code; give --language something like en or zh-cn")
    read_seeds(order)
    name_folder(order)
    choose_loops(order)
    choose_asking(order)
    _check_numbers(order)
    return replace(order, topic=topic)


def _check_numbers(order: Order) -> None:
    for year in (order.from_year, order.to_year, order.as_of):
        if year is not None and not _EARLIEST_YEAR <= year <= _LATEST_YEAR:
            raise InputError(f"{year} is not a publication year; give one with four digits")
    if order.from_year is not None and order.to_year is not None and order.from_year > order.to_year:
        raise InputError(
            f"the first year ({order.from_year}) is after the last ({order.to_year}); swap --from-year and --to-year"
        )
    if order.budget is not None and not 0 < order.budget < math.inf:
        raise InputError(f"a budget of {order.budget} dollars is none; give --budget more than 0, or leave it out")


def name_folder(order: Order) -> str:
    """Return the name of the review's folder: the name given, or one made from the topic.

    Raises:
        InputError: the name cannot be a folder's name.
    """
    if order.name is None:
        from slugify import slugify  # noqa: PLC0415 - its tables of characters take their time

        return check_name(slugify(order.topic, max_length=_LONGEST_NAME, word_boundary=True))
    return check_name(order.name)


def check_name(name: str) -> str:
    """Return the name of a review.

    Raises:
        InputError: it cannot be a folder's name.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"'{name}' cannot name a review's folder; give a --name of ASCII letters, digits, '-', '_' and '.'"
        )
    return name


def find_folder(order: Order, settings: Settings) -> Path:
    """Return the folder of the review: the reviews folder and the name given, or made from the topic.

    Raises:
        InputError: the name cannot be a folder's name.
    """
    return (Path(order.reviews) if order.reviews else settings.reviews) / name_folder(order)


def check_analyst(name: str) -> str:
    """Return the name of an analyst.

    Raises:
        InputError: there is none of that name.
    """
    if name not in ANALYSTS:
        raise InputError(f"'{name}' is not an analyst; use --analyst {' or '.join(list_analysts())}")
    return name


def draft_plan(order: Order, analyst: str) -> Plan:
    """Return what a review is asked for before its catalogue is open: without its name, and the year to count from."""
    return Plan(
        topic=order.topic,
        questions=clean_texts(order.questions),
        quality=order.quality,
        from_year=order.from_year,
        to_year=order.to_year,
        as_of=order.as_of or 0,
        languages=tuple(code.lower() for code in clean_texts(order.language)),
        include_books=order.include_books,
        grey=order.grey,
        focus_areas=clean_texts(order.focus_areas),
        exclude_terms=clean_texts(order.exclude_terms),
        seeds=read_seeds(order),
        analyst=analyst,
        fulltext=order.fulltext,
    )


def locate_catalogue(order: Order, settings: Settings) -> str:
    """Return where the catalogue asked for is: an absolute path, or a name such as demo; empty when none is named."""
    named = order.catalogue or settings.catalogue
    return str(Path(named).resolve()) if named and Path(named).exists() else named


def choose_loops(order: Order) -> tuple[str, ...]:
    """Return the supervising loops asked for, in the order they run; unless told, those that the tier has time for.

    Raises:
        InputError: a loop is none.
    """
    if not order.supervision:
        return list_loops(order.quality)
    named = [word.strip() for word in order.supervision.split(",")]
    if named == [NONE]:
        return ()
    if named == [ALL]:
        return tuple(LOOPS)
    for word in named:
        if word not in LOOPS:
            raise InputError(f"'{word}' is not a supervision loop; use none, all, or any of {', '.join(LOOPS)}")
    return tuple(loop for loop in LOOPS if loop in named)


def choose_asking(order: Order) -> Asking:
    """Return when people are asked, how long a question waits, and what happens without an answer.

    Raises:
        InputError: there is no such point, or the time or what follows it cannot be.
    """
    named = [word.strip() for word in order.ask.split(",") if word.strip()]
    for word in named:
        if word not in POINTS:
            raise InputError(f"'{word}' is not something to be asked about; use any of {', '.join(POINTS)}")
    if not 0 < order.ask_timeout <= _LONGEST_WAIT:
        raise InputError(
            f"a question cannot wait {order.ask_timeout:g} hours; give --ask-timeout more than 0 and at most "
            f"{_LONGEST_WAIT}"
        )
    if order.on_timeout not in ON_TIMEOUT:
        raise InputError(
            f"'{order.on_timeout}' is not an outcome of a timeout; use --on-timeout {' or '.join(ON_TIMEOUT)}"
        )
    points = tuple(point for point in POINTS if point in named)
    return Asking(points, order.ask_timeout, order.on_timeout == "stop")


def read_seeds(order: Order) -> tuple[str, ...]:
    """Return the DOIs of the works named, each once, in lower case.

    Raises:
        InputError: one of them is no DOI.
    """
    return tuple(dict.fromkeys(_read_doi(seed) for seed in clean_texts(order.seeds)))


def _read_doi(seed: str) -> str:
    doi = normalise_doi(seed)
    if doi is None:
        raise InputError(f"'{seed}' is no DOI; give --seed something like 10.1111/obr.13376")
    return doi


def clean_texts(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the texts in one line each, without those that are empty."""
    return tuple(cleaned for text in texts if (cleaned := " ".join(text.split())))
