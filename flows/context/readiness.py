"""Whether the order can be carried out here: checked before a server, a ledger, a folder or an index is made.

Nothing is written and nobody is asked. The cheapest checks come first, and what a check needs is imported only when it
runs: a wrong call is refused within a second.
"""

# ruff: noqa: PLC0415 - imports cost seconds

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flows.context.option import check_analyst, check_name
from flows.context.order import ReviewOrder, amend_order, read_order
from flows.orchestration.address import check_server
from storage.core.errors import InputError
from storage.core.places import PUBLISHED_FILE, find_published
from tasks.analysts.registry import asks_models, costs_money, list_analysts
from tasks.catalogues.registry import check_catalogue

if TYPE_CHECKING:
    from tasks.environment.settings import Settings

_CLUSTERS = {"dask": "prefect_dask", "ray": "prefect_ray"}
_OF_UPDATES = ("name", "budget", "imports", "label_column", "protocol", "reason", "reviews")
_ANTHROPIC_URL = "anthropic_base_url"  # named differently, and checked with its key


def find_folder(name: str, reviews: str | Path | None, settings: Settings) -> Path:
    """Return the folder of the review with a given name, in the folder given or the one that the settings name."""
    return (Path(reviews) if reviews else settings.reviews) / name


def check_readiness(order: ReviewOrder, settings: Settings) -> None:
    """Return if nothing that can be seen from here prevents a review; keys are checked by `check_key`.

    Raises:
        InputError: a folder, catalogue, analyst, model or package is not there, a setting is wrong, or a different
            review has that name.
    """
    folder = find_folder(order.folder, order.reviews, settings)
    check_place(folder)
    analyst = check_analyst(order.analyst or settings.analyst)
    if order.write_in and not asks_models(analyst):
        models = " or ".join(name for name in list_analysts() if asks_models(name))
        raise InputError(
            f"--write-in {order.write_in} needs a language model, and the analyst '{analyst}' takes sentences from the "
            f"sources as they are; give --analyst {models}, or leave --write-in out"
        )
    if settings.replay:
        find_published(settings.replay)
    else:
        check_catalogue(order.catalogue or settings.catalogue)
    if order.pdfs:
        _check_pdfs(Path(order.pdfs))
    if order.imports or order.seed_collections:
        check_imports(order, settings)
    check_settings(settings)
    if asks_models(analyst):
        check_models(settings, analyst)
    # A replay is checked against it once its record has said what was ordered.
    if not settings.bucket and not settings.replay and (folder / PUBLISHED_FILE).is_file():
        _check_plan(folder, order, analyst)


def check_key(order: ReviewOrder, settings: Settings, *, served: bool = False) -> None:
    """Return if the analyst ordered needs no key, or has one; a `served` run may have it from the server.

    Raises:
        InputError: it needs one, and there is none, or it cannot be sent.
    """
    if not costs_money(order.analyst or settings.analyst) or settings.replay:
        return
    if served and not settings.holds("anthropic_api_key"):
        from flows.orchestration.address import holds_secret
        from tasks.environment.settings import SECRETS

        if holds_secret(SECRETS["anthropic_api_key"]) is not False:
            return
    from flows.language_models.models import open_service

    open_service(settings)


def check_models(settings: Settings, analyst: str) -> None:
    """Return if the models that the settings name are in a price table, or can be served here.

    Raises:
        InputError: they are not, or the table cannot be read.
    """
    from flows.language_models.models import choose_language_models

    choose_language_models(settings, analyst)


def check_place(folder: Path) -> None:
    """Return if a review's folder can be written to, or created.

    Raises:
        InputError: a file is in its place, or it may not be written to.
    """
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise InputError(f"'{there}' is a file, so '{folder}' cannot be a folder; give another with --reviews")
    if not os.access(there, os.W_OK | os.X_OK):
        raise InputError(f"the folder '{there}' cannot be written (permission denied); give another with --reviews")


def _check_pdfs(folder: Path) -> None:
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder} to take PDFs from; correct the option --pdfs")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise InputError(f"the folder {folder} of PDFs cannot be read (permission denied); correct the option --pdfs")


def check_imports(order: ReviewOrder, settings: Settings) -> None:
    """Return if the files to import can be read, and a Zotero library is named if collections of one are to be.

    Raises:
        InputError: a file cannot be read, or there is no library to read collections from.
    """
    from tasks.imports.reading import read_import

    for named in order.import_files:
        read_import(Path(named), order.label_column or "")
    if order.collections and not settings.zotero_library_id and not settings.replay:
        raise InputError(
            f"the collection '{order.collections[0][0]}' is in no Zotero library; set LITREVIEW_ZOTERO_LIBRARY_ID to "
            "its number, and LITREVIEW_ZOTERO_API_KEY if it is not public"
        )


def check_settings(settings: Settings) -> None:
    """Return if what the settings name exists, and their addresses are valid.

    Raises:
        InputError: an address is not valid, or a file, a package or the number of a library is missing.
    """
    package = _CLUSTERS.get(settings.task_runner)
    if package and find_spec(package) is None:
        raise InputError(
            f"LITREVIEW_TASK_RUNNER={settings.task_runner} needs {package.replace('_', '-')}; install "
            f"litreview-engine[{settings.task_runner}], or use threads"
        )
    check_zotero(settings)
    if settings.retraction_watch:
        from tasks.provenance.retractions import check_retraction_watch

        check_retraction_watch(settings.retraction_watch)
    for name in sorted(settings.model_fields_set):
        if name.endswith("_url") and name != _ANTHROPIC_URL and (address := getattr(settings, name)):
            from tasks.services.exchange import ServiceAddress

            ServiceAddress(name, f"LITREVIEW_{name.upper()}", address).root  # noqa: B018 - it is checked on access


def check_zotero(settings: Settings) -> None:
    """Return if the settings name a Zotero library completely, or not at all.

    Raises:
        InputError: the number of the library is missing.
    """
    if settings.zotero_library_id or settings.replay:
        return
    if settings.zotero_api_key or settings.zotero_url != type(settings).model_fields["zotero_url"].default:
        raise InputError(
            "LITREVIEW_ZOTERO_LIBRARY_ID is missing; set it to the number of the Zotero library (0 for that of a "
            "running Zotero), or unset the other LITREVIEW_ZOTERO_ settings"
        )


def _check_plan(folder: Path, order: ReviewOrder, analyst: str) -> None:
    """Check an order against its published review; the catalogue's name is known only once it is open."""
    from flows.context.amendments import check_amendment
    from storage.publication.published import read_published_plan
    from storage.runs.reviews import compare_plans

    try:
        stored = read_published_plan(folder)
    except InputError:
        return  # a copy that cannot be read is repaired by running the review again
    if not stored:
        return
    drafted = replace(order.draft_plan(analyst), catalogue=stored.catalogue)
    if order.protocol:
        check_amendment(folder, order)
        # What the protocol changes is settled when it is taken into the ledger.
        drafted = replace(drafted, questions=stored.questions, criteria=stored.criteria, extract=stored.extract)
    compare_plans(folder.name, stored, drafted)


def check_review(parameters: Mapping[str, Any], *, served: bool = True) -> None:
    """Return if a run of the review flow with these parameters can begin, as far as can be told without Prefect.

    A `served` run may have its key from the Prefect server.

    Raises:
        InputError: a parameter cannot be right, or what it names is not available here.
    """
    order = read_order(parameters)
    if named := order.catalogue:
        check_catalogue(named)
    from tasks.environment.settings import read_settings

    settings = read_settings()
    check_readiness(order, settings)
    check_key(order, settings, served=served)
    if served:
        check_server()


def check_update(parameters: Mapping[str, Any], *, served: bool = True) -> ReviewOrder | None:
    """Return the order of the review if an update with these parameters can begin; `served` as for a review.

    None for a review in a bucket: its own run finds out.

    Raises:
        InputError: there is no such review, it is not finished, or what it rests on is not available here.
    """
    from tasks.environment.settings import read_settings

    name, settings = check_name(parameters["name"]), read_settings()
    folder = find_folder(name, parameters.get("reviews"), settings)
    if settings.bucket and not parameters.get("reviews"):
        return None
    find_published(folder)
    from storage.publication.published import is_finished, read_published_order

    if not is_finished(folder):
        raise InputError(f"review '{name}' is not finished; finish it with 'litreview resume {name}', then update it")
    given = {key: value for key in _OF_UPDATES if (value := parameters.get(key)) is not None}
    order = read_order(amend_order(read_published_order(folder), given.get("protocol")) | given)
    check_readiness(order, settings)
    check_key(order, settings, served=served)
    if served:
        check_server()
    return order
