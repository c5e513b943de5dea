"""From the order to what carries it out: a catalogue, an analyst, services, and the plan of the review."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from flows.context.option import check_analyst
from flows.context.order import ReviewOrder
from storage.records.search import Plan
from storage.searching.api_calls import read_recorded_answers
from tasks.analysts.protocol import Analyst
from tasks.analysts.registry import make_analyst
from tasks.catalogues.protocol import Catalogue
from tasks.catalogues.registry import is_public, is_service, locate, open_catalogue
from tasks.citation_indexes.registry import NONE, CitationIndexes, open_citation_indexes
from tasks.environment.settings import Settings
from tasks.retrieval.locating import Scope
from tasks.retrieval.tasks import Sources, open_sources
from tasks.text.topics import find_questions

FULLTEXT_FOLDER = "fulltext"


def choose_catalogue(order: ReviewOrder, settings: Settings) -> Catalogue:
    """Return the catalogue asked for: a service, not queried yet, or files, indexed and open.

    Raises:
        InputError: none was named, the one named cannot be read, or its address is not valid.
    """
    named = order.catalogue or settings.catalogue
    recorded = read_recorded_answers(settings.replay) if settings.replay and is_service(named) else None
    return open_catalogue(named, settings, recorded)


def locate_catalogue(order: ReviewOrder, settings: Settings) -> str:
    """Return where the catalogue asked for is: an absolute path, or a name such as demo; empty when none is named."""
    named = order.catalogue or settings.catalogue
    return locate(named) if named else named


def choose_sources(order: ReviewOrder, settings: Settings, folder: Path) -> Sources | None:
    """Return where full texts come from, None where the review rests on abstracts; no service is queried yet.

    With --pdfs alone, and no full texts to be fetched, only the user's own PDFs are read.

    Raises:
        InputError: there is no such folder of PDFs, or a setting is not a valid web address or key.
    """
    if order.fulltext == "never" and not order.pdfs:
        return None
    scope = cast("Scope", order.fulltext) if order.fulltext != "never" else None
    return open_sources(folder / FULLTEXT_FOLDER, settings, scope, Path(order.pdfs).resolve() if order.pdfs else None)


def choose_citation_indexes(order: ReviewOrder, settings: Settings) -> CitationIndexes:
    """Return the second indexes of citations to ask: those named, else those of the tier; nothing is asked yet.

    Raises:
        InputError: one named has no address, or an address is not valid.
    """
    named = order.catalogue or settings.catalogue
    if order.citations_from == (NONE,):
        return CitationIndexes(record=settings.replay)
    return open_citation_indexes(
        order.citations_from,
        order.quality,
        settings,
        is_service=is_service(named),
        is_public=is_public(named, settings),
    )


def choose_analyst(order: ReviewOrder, settings: Settings) -> Analyst:
    """Return the analyst asked for.

    Raises:
        InputError: there is no analyst of that name.
    """
    return make_analyst(check_analyst(order.analyst or settings.analyst))


def make_plan(order: ReviewOrder, catalogue: Catalogue, analyst: Analyst, stored: Plan | None) -> Plan:
    """Return the plan of a review; recency counts from the newest year in the catalogue unless told otherwise.

    A question that the topic asks is the research question where none is given, but not of a review that began without.
    """
    as_of = order.as_of or catalogue.newest_year()
    asks = stored is None or stored.questions
    questions = order.questions or (find_questions(order.topic) if asks else ())
    drafted = order.draft_plan(analyst.name)
    return replace(drafted, questions=questions, as_of=as_of, catalogue=catalogue.name)
