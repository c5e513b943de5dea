"""Keeping a review alive: the order for an update of a finished one, and its beginning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flows.context.bucket import fetch_review, hold_review
from flows.context.choices import choose_catalogue
from flows.context.loops import NONE
from flows.context.order import ReviewOrder, amend_order, read_order
from flows.context.readiness import check_readiness, find_folder
from flows.context.repair import open_whole
from flows.orchestration.progress import Progress
from storage.core.places import PUBLISHED_FILE
from storage.publication.published import is_finished, read_published_order
from storage.updates.updates import begin_update
from tasks.environment.settings import Settings


def is_kept(order: ReviewOrder, settings: Settings) -> bool:
    """Return whether the review ordered exists and is finished, so that it can be brought up to date."""
    folder = fetch_review(settings, find_folder(order.folder, order.reviews, settings))
    return (folder / PUBLISHED_FILE).is_file() and is_finished(folder)


def order_update(given: Mapping[str, Any], settings: Settings) -> ReviewOrder:
    """Return the order of an update: the review's original order, with the budget, means and protocol given now.

    Nobody is asked anything and no loop of supervision runs, since these would touch what is meant to stay.

    Raises:
        InputError: there is no such review, or its catalogue cannot be read.
    """
    planned = read_published_order(fetch_review(settings, find_folder(given["name"], given["reviews"], settings)))
    planned = amend_order(planned, given.get("protocol"))
    untouched = {"catalogue": given.get("catalogue") or planned["catalogue"], "supervision": NONE, "ask": ()}
    return read_order({**given, **planned, **untouched})


@contextmanager
def update_begun(order: ReviewOrder, settings: Settings) -> Iterator[None]:
    """Begin the update ordered, or continue the one under way, and hold the review for the duration of the block.

    Raises:
        InputError: the review is not finished, or its catalogue cannot be read.
        LedgerInUse: another process works on it.
    """
    check_readiness(order, settings)
    catalogue = choose_catalogue(order, settings)
    folder = find_folder(order.folder, order.reviews, settings)
    with hold_review(settings, folder):
        with open_whole(folder, Progress()) as ledger:
            begin_update(ledger, catalogue.name, catalogue.newest_year())
        yield
