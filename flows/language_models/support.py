"""A local model asked whether works support what cites them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from flows.language_models.models import open_local_service
from flows.orchestration.waiting import step
from tasks.environment.settings import Settings
from tasks.language_models.local.choosing import choose_local_model
from tasks.language_models.local.yes_or_no import weigh_no
from tasks.verification.support.asking import INSTRUCTIONS, AskModel


@contextmanager
def asked_model(settings: Settings) -> Iterator[AskModel]:
    """Yield what asks the local model that the settings name; it is loaded when first asked.

    Raises:
        InputError: there is no such model, or nothing to serve it with.
    """
    name = choose_local_model(settings).name
    asked = count(1)
    with open_local_service(settings) as service:

        def ask(question: str) -> float | None:
            step(f"asking the language model {name} about sentence {next(asked)}")
            return asyncio.run(weigh_no(service, name, INSTRUCTIONS, question))

        yield ask
