"""The catalogues: what is registered here is offered, checked, opened and told everywhere; else a name is a path."""

# ruff: noqa: PLC0415 - imports cost seconds

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from storage.core.errors import InputError
from tasks.environment.endpoint import Endpoint

if TYPE_CHECKING:
    from storage.searching.api_calls import Answers
    from tasks.catalogues.protocol import Catalogue
    from tasks.environment.settings import Settings  # Pydantic takes half a second
    from tasks.metadata.record_shape import RecordShape


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A catalogue: what opens it, how it is offered, and how its records are read.

    One that is a service has an `endpoint`; if a review is replayed, `open` is given the recorded answers.
    `shape` says where records of `source` hold each field; without one they are read as OpenAlex's.
    """

    offer: str
    open: Callable[[Settings, Answers | None], Catalogue]
    endpoint: Endpoint | None = None
    source: str = ""
    shape: RecordShape | None = None


def _open_openalex(settings: Settings, recorded: Answers | None) -> Catalogue:
    from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
    from tasks.catalogues.openalex.client import OpenAlexClient, RecordedOpenAlex

    if recorded is None:
        client = OpenAlexClient(settings.openalex_url, settings.openalex_api_key)
    else:
        client = RecordedOpenAlex(min(recorded, default=(settings.openalex_url, ""))[0], recorded)
    return OpenAlexCatalogue(client, settings.openalex_most_citing)


def _open_demo(settings: Settings, _recorded: Answers | None) -> Catalogue:
    return _open_files(Path(str(files("storage.sample").joinpath("works.jsonl"))), settings)


def _open_files(path: Path, settings: Settings) -> Catalogue:
    from tasks.catalogues.local.catalogue import open_catalogue

    return open_catalogue(path, settings.cache)


CATALOGUES: dict[str, CatalogueEntry] = {
    "openalex": CatalogueEntry(
        "for its API",
        _open_openalex,
        Endpoint("OpenAlex", "openalex_url", "openalex_api_key", "OpenAlex allows a tenth as much a day"),
        source="openalex",
    ),
    # As every file does, the embedded corpus holds works of OpenAlex.
    "demo": CatalogueEntry("for the embedded corpus", _open_demo, source="local"),
}


def check_named(named: str) -> None:
    """Check that a catalogue is named.

    Raises:
        InputError: none is.
    """
    if not named:
        raise InputError(
            f"no catalogue is named; give --catalogue {' or '.join(_list_services())}, or a file or folder of OpenAlex "
            "works (.jsonl, .jsonl.gz, Parquet, snapshot), or try 'litreview demo'"
        )


def check_catalogue(named: str) -> None:
    """Return when a catalogue is named and, if it is one of files, these are there and begin with a record of OpenAlex.

    Raises:
        InputError: none is named, or nothing that could be one is there.
    """
    check_named(named)
    if named not in CATALOGUES:
        from tasks.catalogues.local.tables import glance_at

        glance_at(Path(named))


def open_catalogue(named: str, settings: Settings, recorded: Answers | None) -> Catalogue:
    """Return a catalogue registered, of which nothing is asked yet, or the files at a path, indexed and open.

    Raises:
        InputError: none was named, the one named cannot be read, or its address is invalid.
    """
    check_named(named)
    return CATALOGUES[named].open(settings, recorded) if named in CATALOGUES else _open_files(Path(named), settings)


def is_service(named: str) -> bool:
    """Return whether a catalogue is asked over the network."""
    return named in CATALOGUES and CATALOGUES[named].endpoint is not None


def is_public(named: str, settings: Settings) -> bool:
    """Return whether a catalogue is a service at its usual address, open to everybody."""
    entry = CATALOGUES.get(named)
    return bool(entry and entry.endpoint and entry.endpoint.address not in settings.model_fields_set)


def offer_catalogues() -> str:
    """Return the choice of catalogues as a phrase: "'openalex' for its API, …, or the path, …"."""
    return ", ".join(f"'{name}' {entry.offer}" for name, entry in CATALOGUES.items())


def _list_services() -> list[str]:
    return [name for name in CATALOGUES if is_service(name)]
