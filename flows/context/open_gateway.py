"""Engaging a gateway for a run: which models, which service, how much money, or whose record is played again."""

from __future__ import annotations

from flows.context.order import Order
from flows.language_models.batches import Batches
from flows.language_models.budget import Budget
from flows.language_models.gateway import Gateway
from flows.language_models.models import choose_language_models, open_service
from flows.language_models.single_requests import Singles
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from storage.core.ledger import Ledger
from storage.runs.language_models import read_economies, read_recorded
from tasks.environment.settings import Settings


def open_gateway(order: Order, settings: Settings, ledger: Ledger, driver: Driver, progress: Progress) -> Gateway:
    """Return who conducts the dialogues of a run: with the service, or from the record that a replay follows.

    Raises:
        InputError: there is no key, a model is in no table, or there is no record.
    """
    models = choose_language_models(settings)
    if settings.replay:
        budget = Budget(ledger, None, read_economies(settings.replay))
        return Gateway(ledger, progress, budget, models, recorded=read_recorded(settings.replay))
    budget = Budget(ledger, order.budget if order.budget is not None else settings.budget_usd)
    service = open_service(settings)
    singles = Singles(ledger, driver, budget, service)
    batches = Batches(ledger, driver, progress, budget, service) if order.batch else None
    return Gateway(ledger, progress, budget, models, singles, batches)
