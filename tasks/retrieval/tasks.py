"""Full texts and missing abstracts of single works, as Prefect tasks: locate, fetch, parse.

Abstracts for works whose catalogue has none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.reading.fulltexts import STORED, Attempt, Retrieval, SoughtText, say_taken
from storage.reading.reading import FULL_TEXT
from storage.records.search import Work
from storage.records.writing import Page
from storage.searching.api_calls import ApiCall
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.environment.settings import Settings
from tasks.parsing.dispatch import parse_file
from tasks.retrieval.fetching import Fetcher
from tasks.retrieval.local_pdfs import SOURCE, LocalPdf, adopt_pdf, read_shelf
from tasks.retrieval.locating import Scope, locate, open_access
from tasks.retrieval.services import Services, open_services
from tasks.retrieval.targets import Limits
from tasks.services.answers import Absence, Abstract, Fetched, Location, Refusal


def find_abstract(work: Work, services: Services) -> Abstract | Absence:
    """Return the first abstract found at the services that know some, in their order.

    Without one, the absence says what each service answered; it is `unavailable` if one of them gave no answer.
    """
    absences = []
    for finder in services.abstract_finders():
        if not finder.takes(work):
            continue
        found = finder.find_abstract(work)
        if isinstance(found, Abstract):
            return found
        absences.append(found)
    if not absences:
        return Absence("abstracts", "No service that knows abstracts could be asked about this work.")
    silent = any(absence.status == "unavailable" for absence in absences)
    reason = " ".join(absence.reason for absence in absences)
    return Absence("abstracts", reason, "unavailable" if silent else "absent")


_NONE_KNOWN = Attempt("locating", "absent", "No source that could be asked knows of a full text.")


@dataclass(frozen=True)
class Sources:
    """Where full texts come from and go: services, fetcher into `folder`, the user's own PDFs (`shelf`) in `pdfs`.

    `scope` is None where nothing may be asked of anybody and only the user's PDFs are read.
    """

    folder: Path
    scope: Scope | None
    services: Services
    fetcher: Fetcher
    limits: Limits
    pdfs: Path | None = None
    shelf: tuple[LocalPdf, ...] = ()
    marker_command: str = ""

    def drain_calls(self) -> tuple[ApiCall, ...]:
        """Return the requests made since this was last asked. Only one thread may ask."""
        return (*self.services.drain_calls(), *self.fetcher.drain_calls())


def open_sources(
    folder: Path, settings: Settings, scope: Scope | None, pdfs: Path | None, limits: Limits | None = None
) -> Sources:
    """Return the sources whose files go into a folder; nothing is asked or written yet.

    Raises:
        InputError: there is no folder `pdfs`, or a setting is not a valid web address or key.
    """
    services = open_services(settings) if scope else Services()
    bounds = limits or Limits()
    fetcher = Fetcher(folder, open_access(settings, services), bounds)
    shelf = read_shelf(pdfs) if pdfs else ()
    return Sources(folder, scope, services, fetcher, bounds, pdfs, shelf, settings.marker_command)


@task(tags=["fulltext"], cache_policy=NO_CACHE, persist_result=False)
def retrieve_text(
    sought: SoughtText, sources: Sources, local: LocalPdf | Absence | None, taken: Mapping[str, str]
) -> Retrieval:
    """Return every attempt to get a work's full text, the user's PDF first, and the pages of the file that was read.

    A file without words to read, or one that is stored as another work's text (`taken`: work ids by SHA-256), leads to
    the next place, until one has them or no place is left. `local` is what the user has of the work, None where no PDFs
    are given.
    """
    work, attempts = sought.work, []
    statuses: dict[str, str] = {}
    for source, url, outcome in _try_places(sought, sources, local):
        if not isinstance(outcome, Fetched):
            attempts.append(Attempt(source, outcome.status, outcome.reason, url))
            continue
        found = Attempt(source, "", None, outcome.url_final, outcome.licence, outcome.sha256)
        if known := statuses.get(outcome.sha256):
            attempts.append(_end(found, known, "It is the same file as one tried before."))
            continue
        if owner := taken.get(outcome.sha256):
            statuses[outcome.sha256] = "refused"
            attempts.append(_end(found, "refused", say_taken(owner)))
            continue
        document = parse_file(
            sources.folder / outcome.path, marker_command=sources.marker_command, scratch=sources.folder
        )
        statuses[outcome.sha256] = document.status
        if document.status != "parsed":
            attempts.append(_end(found, document.status, document.reason, document.parser or None))
            continue
        attempts.append(
            Attempt(
                source,
                STORED,
                document.reason or None,
                url=outcome.url_final,
                licence=outcome.licence,
                sha256=outcome.sha256,
                pages=len(document.pages),
                parser=document.parser,
                quality=round(document.quality, 4),
            )
        )
        pages = tuple(Page(work.work_id, page.number, page.text, FULL_TEXT) for page in document.pages)
        return Retrieval(work.work_id, tuple(attempts), pages)
    return Retrieval(work.work_id, tuple(attempts) or (_NONE_KNOWN,))


def is_due(sought: SoughtText, local: LocalPdf | Absence | None) -> bool:
    """Return whether an attempt is due: no earlier one is final, or the user has a PDF that was not tried yet."""
    return sought.pending or (isinstance(local, LocalPdf) and f"{SOURCE}:{local.name}" not in sought.local_urls)


@task(tags=["fulltext"], cache_policy=NO_CACHE, persist_result=False)
def look_up_abstract(work: Work, services: Services) -> Abstract | Absence:
    """Return the abstract that a service has of a work, else why there is none."""
    return find_abstract(work, services)


@task(cache_policy=NO_CACHE, persist_result=False)
def condense_text(work: Work, pages: list[Page]) -> str:
    """Return about 100 words out of a full text, to judge a work by that has no abstract."""
    return ExtractiveAnalyst().summarise_work(work, pages).short


def _end(found: Attempt, status: str, reason: str, parser: str | None = None) -> Attempt:
    return Attempt(found.source, status, reason, found.url, found.licence, found.sha256, parser=parser)


def _try_places(
    sought: SoughtText, sources: Sources, local: LocalPdf | Absence | None
) -> Iterator[tuple[str, str | None, Fetched | Refusal | Absence]]:
    """Yield (source, address, what came of it) of each place in turn; nothing is asked before it is needed."""
    if isinstance(local, Absence):
        yield SOURCE, None, local
    elif local:
        yield SOURCE, f"{SOURCE}:{local.name}", _adopt(local, sources)
    if sources.scope is None or not sought.pending:
        return
    for place in locate(sought.work, sources.services, sources.scope):
        if isinstance(place, Location):
            yield place.source, _show(place.url), sources.fetcher.fetch(place)
        else:
            yield place.source, None, place


def _adopt(pdf: LocalPdf, sources: Sources) -> Fetched | Refusal:
    if not os.access(pdf.path, os.R_OK):
        return Refusal("The local file cannot be opened.", "unavailable")
    return adopt_pdf(pdf, sources.folder, sources.limits)


def _show(url: str) -> str | None:
    """Return an address without what may be secret (query, fragment, user name), None if it cannot be read."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
