"""From what the user typed to a plan: every wrong input is one sentence that names it and the remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import cast

from slugify import slugify

from storage.calls import read_recorded_answers
from storage.errors import InputError
from storage.records import Plan
from tasks.analysts.anthropic.analyst import AnthropicAnalyst
from tasks.analysts.dialogue import Tier
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.instant import InstantAnalyst
from tasks.analysts.protocol import Analyst
from tasks.catalogues.identifiers import normalise_doi
from tasks.catalogues.local import open_catalogue
from tasks.catalogues.openalex import OpenAlexCatalogue
from tasks.catalogues.protocol import Catalogue
from tasks.clients.anthropic_messages import LanguageService
from tasks.clients.openalex_http import OpenAlexClient
from tasks.clients.openalex_record import RecordedOpenAlex
from tasks.fulltexts import Sources, open_sources
from tasks.language_models.table import Model, choose_models
from tasks.people.forms import POINTS, Asking
from tasks.retrieval.locating import Scope
from tasks.settings import Settings

QUALITIES = ("quick", "standard", "comprehensive", "high_quality")
FULLTEXTS = ("never", "oa", "all")
DEMO_CATALOGUE = "demo"
OPENALEX = "openalex"
FULLTEXT_FOLDER = "fulltext"
LOOPS = ("theory", "literature", "structure", "editing", "facts")
_LOOPS_BY_TIER = {"quick": "structure,facts"}
ON_TIMEOUT = ("continue", "stop")
DEMO_TOPIC = "hair cortisol as a measure of long-term stress and its relation to obesity"

_LONGEST_TOPIC = 1500
_LONGEST_NAME = 60
_EARLIEST_YEAR = 1000
_LATEST_YEAR = 2200
_LONGEST_WAIT = 8760  # hours of a year


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
        raise InputError(f"'{order.quality}' is no quality tier; choose one of {', '.join(QUALITIES)}")
    for year in (order.from_year, order.to_year, order.as_of):
        if year is not None and not _EARLIEST_YEAR <= year <= _LATEST_YEAR:
            raise InputError(f"{year} is no publication year; give one with four digits")
    if order.fulltext not in FULLTEXTS:
        raise InputError(f"'{order.fulltext}' says not which full texts to fetch; use --fulltext never, oa or all")
    choose_loops(order)
    choose_asking(order)
    if order.budget is not None and not order.budget > 0:
        raise InputError(f"a budget of {order.budget} dollars buys nothing; give --budget more than 0, or leave it out")
    if order.from_year is not None and order.to_year is not None and order.from_year > order.to_year:
        raise InputError(
            f"the first year ({order.from_year}) is after the last ({order.to_year}); swap --from-year and --to-year"
        )
    return replace(order, topic=topic)


def find_folder(order: Order, settings: Settings) -> Path:
    """Return the folder of the review: the reviews folder and the name given, or made from the topic.

    Raises:
        InputError: the name cannot be a folder's name.
    """
    reviews = Path(order.reviews) if order.reviews else settings.reviews
    name = order.name if order.name is not None else slugify(order.topic, max_length=_LONGEST_NAME, word_boundary=True)
    if not name or name != slugify(name, separator="-", regex_pattern=r"[^A-Za-z0-9_.-]+", lowercase=False):
        raise InputError(
            f"'{name}' cannot name a review's folder; give a --name of ASCII letters, digits, '-', '_' and '.'"
        )
    return reviews / name


def locate_catalogue(order: Order, settings: Settings) -> str:
    """Return where the catalogue asked for is: an absolute path, or a name such as demo; empty when none is named."""
    named = order.catalogue or settings.catalogue
    return str(Path(named).resolve()) if named and Path(named).exists() else named


def choose_catalogue(order: Order, settings: Settings) -> Catalogue:
    """Return the catalogue asked for: OpenAlex, of which nothing is asked yet, or files, indexed and open.

    OpenAlex needs no key, but without one (LITREVIEW_OPENALEX_API_KEY) the daily allowance is small.

    Raises:
        InputError: none was named, or the one named cannot be read, or its address is none.
    """
    named = order.catalogue or settings.catalogue
    if named == OPENALEX:
        client = _open_openalex(settings)
        return OpenAlexCatalogue(client, settings.openalex_most_citing)
    if not named:
        raise InputError(
            "no catalogue is named; give --catalogue openalex, or a file or folder of OpenAlex works (.jsonl, "
            ".jsonl.gz, Parquet, snapshot), or try 'litreview demo'"
        )
    path = Path(str(files("storage.sample").joinpath("works.jsonl"))) if named == DEMO_CATALOGUE else Path(named)
    return open_catalogue(path, settings.cache)


def _open_openalex(settings: Settings) -> OpenAlexClient:
    if settings.replay is None:
        return OpenAlexClient(settings.openalex_url, settings.openalex_api_key)
    answers = read_recorded_answers(settings.replay)
    return RecordedOpenAlex(min(answers, default=(settings.openalex_url, ""))[0], answers)


def choose_sources(order: Order, settings: Settings, folder: Path) -> Sources | None:
    """Return where full texts come from, None where the review rests on abstracts; nothing is asked of anybody yet.

    With --pdfs alone, and no full texts to be fetched, only the user's own PDFs are read.

    Raises:
        InputError: there is no such folder of PDFs, or a setting is no web address or no key.
    """
    if order.fulltext == "never" and not order.pdfs:
        return None
    scope = cast("Scope", order.fulltext) if order.fulltext != "never" else None
    return open_sources(folder / FULLTEXT_FOLDER, settings, scope, Path(order.pdfs).resolve() if order.pdfs else None)


def choose_analyst(order: Order, settings: Settings) -> Analyst:
    """Return the analyst asked for.

    Raises:
        InputError: there is none of that name.
    """
    analysts: dict[str, Analyst] = {
        "anthropic": AnthropicAnalyst(),
        "extractive": ExtractiveAnalyst(),
        "instant": InstantAnalyst(),
    }
    name = order.analyst or settings.analyst
    if name not in analysts:
        raise InputError(f"'{name}' is no analyst; use --analyst anthropic or extractive")
    return analysts[name]


def open_service(settings: Settings) -> LanguageService:
    """Return the language service that the settings name; nothing is asked of it yet.

    Raises:
        InputError: there is no key for it.
    """
    if settings.anthropic_api_key is None or not settings.anthropic_api_key.get_secret_value().strip():
        raise InputError(
            "the Anthropic analyst needs a key; set ANTHROPIC_API_KEY (a local server that asks for none takes any "
            "word), or use --analyst extractive"
        )
    return LanguageService(settings.anthropic_base_url or None, settings.anthropic_api_key)


def choose_language_models(settings: Settings) -> dict[Tier, Model]:
    """Return the model of each tier: the current one, or the one that LITREVIEW_MODEL_OPUS, … names.

    Raises:
        InputError: a model is in no table.
    """
    named: dict[Tier, str] = {
        "opus": settings.model_opus,
        "sonnet": settings.model_sonnet,
        "haiku": settings.model_haiku,
    }
    return choose_models({tier: name for tier, name in named.items() if name}, settings.model_table)


def choose_loops(order: Order) -> tuple[str, ...]:
    """Return the supervising loops asked for, in the order they run; unless told, those that the tier has time for.

    Raises:
        InputError: a loop is none.
    """
    named = [word.strip() for word in (order.supervision or _LOOPS_BY_TIER.get(order.quality, "all")).split(",")]
    if named == ["none"]:
        return ()
    if named == ["all"]:
        return LOOPS
    for word in named:
        if word not in LOOPS:
            raise InputError(f"'{word}' is no loop of supervision; use none, all, or some of {', '.join(LOOPS)}")
    return tuple(loop for loop in LOOPS if loop in named)


def choose_asking(order: Order) -> Asking:
    """Return when people are asked, how long a question waits, and what happens without an answer.

    Raises:
        InputError: there is no such point, or the time or what follows it cannot be.
    """
    named = [word.strip() for word in order.ask.split(",") if word.strip()]
    for word in named:
        if word not in POINTS:
            raise InputError(f"nobody can be asked about '{word}'; use some of {', '.join(POINTS)}")
    if not 0 < order.ask_timeout <= _LONGEST_WAIT:
        raise InputError(
            f"a question cannot wait {order.ask_timeout:g} hours; give --ask-timeout more than 0 and at most "
            f"{_LONGEST_WAIT}"
        )
    if order.on_timeout not in ON_TIMEOUT:
        raise InputError(f"'{order.on_timeout}' says not what follows; use --on-timeout {' or '.join(ON_TIMEOUT)}")
    points = tuple(point for point in POINTS if point in named)
    return Asking(points, order.ask_timeout, order.on_timeout == "stop")


def make_plan(order: Order, catalogue: Catalogue, analyst: Analyst) -> Plan:
    """Return the plan of a new review; recency counts from the newest year in the catalogue unless told otherwise."""
    return Plan(
        topic=order.topic,
        questions=_clean(order.questions),
        quality=order.quality,
        from_year=order.from_year,
        to_year=order.to_year,
        as_of=order.as_of or catalogue.newest_year(),
        languages=tuple(code.lower() for code in _clean(order.language)),
        include_books=order.include_books,
        grey=order.grey,
        focus_areas=_clean(order.focus_areas),
        exclude_terms=_clean(order.exclude_terms),
        seeds=tuple(dict.fromkeys(_read_doi(seed) for seed in _clean(order.seeds))),
        catalogue=catalogue.name,
        analyst=analyst.name,
        fulltext=order.fulltext,
    )


def _read_doi(seed: str) -> str:
    doi = normalise_doi(seed)
    if doi is None:
        raise InputError(f"'{seed}' is no DOI; give --seed something like 10.1111/obr.13376")
    return doi


def _clean(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(cleaned for text in texts if (cleaned := " ".join(text.split())))
