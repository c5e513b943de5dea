"""Which language models and which service the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from storage.core.errors import InputError
from tasks.analysts.registry import ANALYSTS
from tasks.environment.settings import Settings
from tasks.language_models.anthropic.messages import LanguageService
from tasks.language_models.local.choosing import choose_local_model
from tasks.language_models.local.completions import LocalService
from tasks.language_models.local.model_server import ModelServer
from tasks.language_models.table import Model, choose_models
from tasks.prompts import Tier


def open_service(settings: Settings) -> LanguageService:
    """Return the language service that the settings name; it is not called yet.

    Raises:
        InputError: there is no key for it.
    """
    if settings.anthropic_api_key is None or not settings.anthropic_api_key.get_secret_value().strip():
        raise InputError(
            "the Anthropic analyst needs a key; set ANTHROPIC_API_KEY (any text will do for a local server that "
            "needs none), or use --analyst extractive"
        )
    return LanguageService(settings.anthropic_base_url or None, settings.anthropic_api_key)


@contextmanager
def open_local_service(settings: Settings) -> Iterator[LocalService]:
    """Yield the service of the local model that the settings name; a server for it runs from the first request on.

    Raises:
        InputError: there is no such model, or nothing to serve it with.
    """
    chosen = choose_local_model(settings)
    if chosen.weights is None:
        yield LocalService(settings.local_context, chosen.address)
        return
    server = ModelServer(settings.local_python, chosen.weights, settings.local_context)
    try:
        yield LocalService(settings.local_context, server=server)
    finally:
        server.stop()


def choose_language_models(settings: Settings, analyst: str) -> dict[Tier, Model]:
    """Return the model of each tier: the current one, or the one that LITREVIEW_MODEL_OPUS, … names.

    Raises:
        InputError: a model is not in any price table, or there is no such local model.
    """
    if ANALYSTS[analyst].is_local:
        model = choose_local_model(settings).describe(settings.local_context)
        return {"opus": model, "sonnet": model, "haiku": model}
    named: dict[Tier, str] = {
        "opus": settings.model_opus,
        "sonnet": settings.model_sonnet,
        "haiku": settings.model_haiku,
    }
    return choose_models({tier: name for tier, name in named.items() if name}, settings.model_table)
