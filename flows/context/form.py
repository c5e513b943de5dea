"""The parameters of the deployed flows as the form in the Prefect UI shows them: titles, explanations, examples.

Prefect makes a Pydantic model of a flow's signature and a JSON schema of the model, from which the UI draws its form
and by which the server refuses what does not fit; it takes titles and descriptions only from the extras of the schema.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar, cast

from prefect import Flow
from prefect.utilities.callables import parameter_schema
from pydantic import ConfigDict, Field, ValidationError, create_model

from flows.context.option import NEEDED, Option, tell_misfit
from flows.context.order import ReviewOrder
from flows.orchestration.exit import end_quietly_when_served
from storage.core.errors import InputError
from tasks.environment.settings import read_settings

# The deployed flows are made here, and exit handlers registered first run last.
end_quietly_when_served()

P = ParamSpec("P")
R = TypeVar("R")


def takes_order(function: Callable[..., R]) -> Callable[..., R]:
    """Return a flow's function with a review's options as parameters; its own may be passed by position."""
    own = inspect.signature(function)
    function.__signature__ = own.replace(  # type: ignore[attr-defined]  # where `inspect` looks for it
        parameters=[
            inspect.Parameter(
                name,
                own.parameters[name].kind if name in own.parameters else inspect.Parameter.KEYWORD_ONLY,
                annotation=field.rebuild_annotation(),
                default=field.default,
            )
            for name, field in ReviewOrder.model_fields.items()
        ]
    )
    return function


def _show(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter as the form shows it; the form makes some of them required."""
    told = [Field(json_schema_extra=one.tell()) for one in parameter.annotation.__metadata__ if isinstance(one, Option)]
    return parameter.replace(
        kind=inspect.Parameter.KEYWORD_ONLY,
        default=parameter.empty if _is_needed(parameter) else parameter.default,
        annotation=Annotated[(parameter.annotation, *told)],
    )


def _is_needed(parameter: inspect.Parameter) -> bool:
    """Return whether the form requires a parameter, such as a catalogue where the settings name none."""
    return parameter.default is NEEDED and not (parameter.name == "catalogue" and _names_catalogue())


def _names_catalogue() -> bool:
    try:
        return bool(read_settings().catalogue)
    except InputError:
        return False  # a wrong setting is reported by the first run


class FormFlow(Flow[P, R]):
    """A flow whose parameters are checked against its form; what does not fit is reported in one sentence.

    The form, and with it the server, requires more than the function does: if the function required as much, a run
    that a schedule started without what it needs would crash with a traceback.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Make the form."""
        super().__init__(*arguments, **options)
        signature = inspect.signature(self.fn, eval_str=True)
        self.__signature__ = signature.replace(parameters=[_show(each) for each in signature.parameters.values()])
        self.parameters = parameter_schema(self)

    def validate_parameters(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters converted to their types, "2010" to 2010.

        Raises:
            InputError: a parameter is unknown, missing or of another type.
        """
        fields = {
            name: (parameter.annotation, ... if parameter.default is parameter.empty else parameter.default)
            for name, parameter in inspect.signature(self.fn, eval_str=True).parameters.items()
        }
        model = create_model(self.name, __config__=ConfigDict(extra="forbid"), **cast("dict[str, Any]", fields))
        try:
            given = model.model_validate(parameters)
        except ValidationError as error:
            raise tell_misfit(error) from None
        return {name: getattr(given, name) for name in fields}
