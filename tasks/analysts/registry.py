"""The analysts: those registered here are offered, made, priced and described everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from tasks.analysts.protocol import Analyst  # importing it takes a second


@dataclass(frozen=True, slots=True)
class AnalystEntry:
    """An analyst: where its class is (imported when chosen), how it is offered, and the notice in its reviews.

    With `asks_models` its answers are dialogues with language models: those of a service, which needs an API key and
    costs money, or with `is_local` one of the user's own machine or server. With `is_instant` works are compared by
    hashed words, not by the embedding model. Analysts not offered are for tests.
    """

    made_by: str
    offer: str
    notice: str
    asks_models: bool = False
    is_local: bool = False
    is_instant: bool = False
    is_offered: bool = True


_BY_RULE = (
    "This review was assembled without a language model: its statements about the literature are sentences of the "
    "sources, verbatim or lightly trimmed."
)

ANALYSTS: dict[str, AnalystEntry] = {
    "anthropic": AnalystEntry(
        "tasks.analysts.llm.analyst:AnthropicAnalyst",
        "language models, paid, needs ANTHROPIC_API_KEY where the review runs, or the Secret block anthropic-api-key",
        "Works were screened and read, and the text was written, by language models (named in the appendix); every "
        "citation was checked to name a work of the corpus and a finding that rests on words of that work.",
        asks_models=True,
    ),
    "local": AnalystEntry(
        "tasks.analysts.llm.analyst:LocalAnalyst",
        "a language model on this machine or a server of your own, free, needs LITREVIEW_LOCAL_MODEL",
        "Works were screened and read, and the text was written, as far as it could, by a language model of the "
        "authors' own (named in the appendix); what it could not do was done by rules, as stated there. Every citation "
        "was checked to name a work of the corpus and a finding that rests on words of that work.",
        asks_models=True,
        is_local=True,
    ),
    "extractive": AnalystEntry(
        "tasks.analysts.extractive:ExtractiveAnalyst", "sentences of the sources, free", _BY_RULE
    ),
    "instant": AnalystEntry(
        "tasks.analysts.extractive:InstantAnalyst",
        "as extractive, with hashed word vectors",
        _BY_RULE,
        is_instant=True,
        is_offered=False,
    ),
}
BY_RULE = "extractive"
"""Who judges and writes what a language model cannot."""
PAID = next(name for name, entry in ANALYSTS.items() if entry.asks_models and not entry.is_local)
"""Whose cost is estimated unless another is named."""


def list_analysts() -> tuple[str, ...]:
    """Return the names of the analysts that are offered."""
    return tuple(name for name, entry in ANALYSTS.items() if entry.is_offered)


def offer_analysts() -> str:
    """Return the choice of analysts as a phrase: "extractive (sentences of the sources, free) or …"."""
    return " or ".join(f"{name} ({ANALYSTS[name].offer})" for name in list_analysts())


def make_analyst(name: str) -> Analyst:
    """Return the analyst of a registered name."""
    return cast("Analyst", resolve_name(ANALYSTS[name].made_by)())


def asks_models(name: str) -> bool:
    """Return whether an analyst asks language models; False for one that is not registered (any more)."""
    return name in ANALYSTS and ANALYSTS[name].asks_models


def runs_locally(name: str) -> bool:
    """Return whether an analyst asks a model of the user's own machine or server, of whatever size."""
    return name in ANALYSTS and ANALYSTS[name].is_local


def costs_money(name: str) -> bool:
    """Return whether an analyst asks language models that have a price."""
    return asks_models(name) and not ANALYSTS[name].is_local


def state_notice(name: str) -> str:
    """Return what a reader must know about who made a review."""
    if name in ANALYSTS:
        return ANALYSTS[name].notice
    return (
        f"Works were screened and read, and the text was written, by the analyst '{name}'; how it works is not "
        "described here."
    )
