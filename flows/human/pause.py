"""A Prefect flow run that pauses for a person: the form in the UI, the answer through the API, the time it waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast
from uuid import UUID

import httpx
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import FlowRun
from prefect.exceptions import FlowPauseTimeout, PrefectException
from prefect.flow_runs import pause_flow_run
from prefect.input import RunInput, read_flow_run_input
from prefect.states import Running
from prefect.utilities.urls import url_for
from pydantic import ConfigDict, create_model
from pydantic import Field as ModelField

from storage.records.search import content_id
from tasks.human.forms import Field, Form
from tasks.human.typed_answers import NO_TEXTS

_POLL_SECONDS = 2


class _Answer(RunInput):
    """The answer to a form; a field that the form does not have is refused rather than ignored."""

    model_config = ConfigDict(extra="forbid")


def form_input(form: Form) -> type[RunInput]:
    """Return the form as a Prefect model, from which its UI draws the form and by which its API checks an answer."""
    fields: dict[str, Any] = {field.name: _model_field(field) for field in form.all_fields}
    model = create_model(f"Review{form.point.title()}", __base__=_Answer, **fields)
    return model.with_initial_data(description=form.description)


def _model_field(field: Field) -> tuple[Any, Any]:
    # A number is not a text, nor is a word that answers another question; an empty text changes nothing.
    said = {"not": {"enum": list(NO_TEXTS)}} if isinstance(field.default, tuple) else None
    text = Annotated[str, ModelField(pattern=rf"^\s*$|{field.sought}", json_schema_extra=said)]
    one: Any = Literal[field.options] if field.options else text
    kind, default = (list[one], list(field.default)) if isinstance(field.default, tuple) else (one, field.default)
    return kind, ModelField(default, title=field.title, description=field.help or None)


def pause_for(form: Form, seconds: float, flow_run: FlowRun) -> Mapping[str, Any] | None:
    """Return the answer to a form; None when nobody answered within the given seconds.

    The process waits: a flow run of a deployment that suspends instead would release the ledger, but nothing would
    continue by itself once the time is up.
    """
    key = pause_key(form)
    try:
        given = pause_flow_run(form_input(form), timeout=cast("int", seconds), poll_interval=_POLL_SECONDS, key=key)
    except FlowPauseTimeout:
        # Prefect lets a run whose time is up only fail; this one goes on or stops by its own choice.
        with get_client(sync_client=True) as client:
            client.set_flow_run_state(flow_run.id, Running(), force=True)
        return answer_given(form, str(flow_run.id))
    return given.model_dump()


def pause_key(form: Form) -> str:
    """Return the name of one pause: Prefect never pauses twice under the same name."""
    return f"{form.point}-{content_id('pause', form.point, form.subject, form.round)}"


def answer_given(form: Form, flow_run_id: str) -> Mapping[str, Any] | None:
    """Return the answer given to a flow run, even if its process ended while it waited; None where nobody answered."""
    try:
        given = read_flow_run_input(f"paused-{pause_key(form)}-response", flow_run_id=UUID(flow_run_id))
    except (httpx.HTTPError, PrefectException, ValueError):
        return None  # another server, or one that has forgotten
    return given if isinstance(given, Mapping) else None


def answer_address(flow_run: FlowRun) -> str:
    """Return where to answer the form: the page of the flow run in Prefect's UI, or its name where there is no page."""
    return url_for("flow-run", flow_run.id) or f"flow run '{flow_run.name}'"
