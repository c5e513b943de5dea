"""The options by which a review is ordered, as commands take them: derived from the fields of the order."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar, get_origin

import typer

from flows.context.option import NEEDED
from flows.context.order import OPTIONS, ReviewOrder

C = TypeVar("C", bound=Callable[..., None])

# The topic is an argument, and a terminal always shows a run's progress.
TYPED = tuple(name for name in OPTIONS if name not in {"topic", "quiet"})


def takes(*names: str, **defaults: str) -> Callable[[C], C]:
    """Return a decorator that gives a command these order options after its first parameter, some with own defaults.

    The command receives them as keywords, by their names in an order.
    """

    def add(command: C) -> C:
        taken = inspect.signature(command, eval_str=True).parameters.values()
        own = [each.replace(kind=each.KEYWORD_ONLY) for each in taken if each.kind != each.VAR_KEYWORD]
        asked = [_make_option(name, defaults.get(name)) for name in (*names, *defaults)]
        command.__signature__ = inspect.Signature(own[:1] + asked + own[1:])  # type: ignore[attr-defined]
        return command

    return add


def _make_option(name: str, default: str | None) -> inspect.Parameter:
    field, option = ReviewOrder.model_fields[name], OPTIONS[name]
    kind, usual = field.annotation, None if field.default in {NEEDED, ()} else field.default
    if get_origin(kind) is tuple:  # several of a few choices are typed with commas, free texts one by one
        kind = str | None if option.choices else list[str] | None
    names = option.names or (f"--{name.replace('_', '-')}",)
    helped = typer.Option(*names, help=option.typed or option.description, show_default=not isinstance(usual, bool))
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default or usual, annotation=Annotated[kind, helped]
    )


def read_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of the review flow for a command's options, without those left out."""
    return {name: value for name, value in given.items() if value not in (None, [])}
