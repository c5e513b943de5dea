"""What is scheduled: which deployment runs, and with what parameters, checked as far as possible from here."""

# ruff: noqa: PLC0415 - imports cost seconds

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flows.context.option import check_name
from flows.context.order import ReviewOrder, read_order
from flows.orchestration.address import is_here
from storage.core.errors import InputError
from tasks.analysts.registry import costs_money
from tasks.catalogues.registry import CATALOGUES, check_named, split_names

if TYPE_CHECKING:
    from tasks.environment.settings import Settings

LIVING = "update/living-review"


@dataclass(frozen=True)
class ScheduleOrder:
    """What a schedule called `name` runs: a deployment, with parameters of its own."""

    name: str
    deployment: str
    parameters: dict[str, Any]


def order_schedule(parameters: Mapping[str, Any]) -> ScheduleOrder:
    """Return the schedule order for parameters of the review flow: a new review, or an existing one kept alive.

    What the settings here name is written into the order, since the machine that runs it may have other settings. If
    the server is on this machine, what is named must exist here; else paths must be absolute.

    Raises:
        InputError: something cannot be right, is not available here, or would spend money without a limit.
    """
    if parameters.get("topic") is None:
        return _order_update(parameters)
    order = read_order(parameters)
    from tasks.environment.settings import read_settings

    settings = read_settings()
    named, analyst = order.catalogue or settings.catalogue, order.analyst or settings.analyst
    check_named(named)
    settled = {
        "name": order.folder,
        "catalogue": ",".join(one if one in CATALOGUES else _place(one) for one in split_names(named)),
        "analyst": analyst,
        "budget": _limit(order.budget, analyst, settings),
        "pdfs": _place(order.pdfs) if order.pdfs else None,
        "reviews": _place_reviews(order.reviews, settings),
    }
    order = order.model_copy(update=settled)
    if is_here():
        from flows.context.readiness import check_readiness

        check_readiness(order, settings)
    given = order.model_dump(mode="json", exclude_defaults=True, exclude={"quality"})
    return ScheduleOrder(order.folder, f"review/{order.quality.replace('_', '-')}", given)


def _order_update(parameters: Mapping[str, Any]) -> ScheduleOrder:
    fields = ReviewOrder.model_fields
    given = {name: value for name, value in parameters.items() if value not in (None, [], fields[name].default)}
    if others := given.keys() - {"topic", "name", "budget", "batch", "reviews"}:
        raise InputError(f"the {min(others)} belongs to a new review; give its topic, or leave it out")
    name = check_name(given.get("name", ""))
    from tasks.environment.settings import read_settings

    settings = read_settings()
    given["reviews"] = _place_reviews(given.get("reviews"), settings)
    if is_here():
        from flows.context.readiness import check_update

        order = check_update(given)
        given["budget"] = _limit(given.get("budget"), order.analyst if order else None, settings)
    return ScheduleOrder(name, LIVING, {key: value for key, value in given.items() if value is not None})


def _place(path: str | Path) -> str:
    """Return a path as the machine that runs the schedule finds it.

    Raises:
        InputError: that may be another machine, and the path is not absolute.
    """
    if is_here():
        return str(Path(path).resolve())
    if not Path(path).is_absolute():
        raise InputError(
            f"'{path}' is not an absolute path, and the Prefect server may be on another machine; give the full path"
        )
    return str(path)


def _place_reviews(reviews: str | Path | None, settings: Settings) -> str | None:
    if reviews:
        return _place(reviews)
    return str(settings.reviews.resolve()) if is_here() and not settings.bucket else None


def _limit(budget: float | None, analyst: str | None, settings: Settings) -> float | None:
    limit = budget if budget is not None else settings.budget_usd
    is_paid = bool(analyst) and costs_money(str(analyst))
    if is_paid and limit is None:
        raise InputError("the review costs money, and a schedule spends it unattended; give --budget")
    return limit if is_paid else budget
