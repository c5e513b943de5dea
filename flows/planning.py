"""From what was ordered to what carries it out: a catalogue, an analyst, services, and the plan of the review."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import cast

from flows.ordering import DEMO_CATALOGUE, NO_CATALOGUE, OPENALEX, Order, clean_texts, no_analyst, read_seeds
from storage.calls import read_recorded_answers
from storage.errors import InputError
from storage.records import Plan
from tasks.analysts.anthropic.analyst import AnthropicAnalyst
from tasks.analysts.dialogue import Tier
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.instant import InstantAnalyst
from tasks.analysts.protocol import Analyst
from tasks.catalogues.local import open_catalogue
from tasks.catalogues.openalex import OpenAlexCatalogue
from tasks.catalogues.protocol import Catalogue
from tasks.clients.anthropic_messages import LanguageService
from tasks.clients.openalex_http import OpenAlexClient
from tasks.clients.openalex_record import RecordedOpenAlex
from tasks.fulltexts import Sources, open_sources
from tasks.language_models.table import Model, choose_models
from tasks.retrieval.locating import Scope
from tasks.settings import Settings

FULLTEXT_FOLDER = "fulltext"


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
        raise InputError(NO_CATALOGUE)
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
        raise InputError(no_analyst(name))
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


def make_plan(order: Order, catalogue: Catalogue, analyst: Analyst) -> Plan:
    """Return the plan of a new review; recency counts from the newest year in the catalogue unless told otherwise."""
    return Plan(
        topic=order.topic,
        questions=clean_texts(order.questions),
        quality=order.quality,
        from_year=order.from_year,
        to_year=order.to_year,
        as_of=order.as_of or catalogue.newest_year(),
        languages=tuple(code.lower() for code in clean_texts(order.language)),
        include_books=order.include_books,
        grey=order.grey,
        focus_areas=clean_texts(order.focus_areas),
        exclude_terms=clean_texts(order.exclude_terms),
        seeds=read_seeds(order),
        catalogue=catalogue.name,
        analyst=analyst.name,
        fulltext=order.fulltext,
    )
