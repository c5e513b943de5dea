"""A review that a daily allowance cuts short: its flow run ends as Paused, and its deployment continues it later."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import ParamSpec, TypeVar, cast

import httpx
from prefect import Task
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import FlowRun, State, TaskRun
from prefect.context import FlowRunContext
from prefect.exceptions import Pause, PrefectException
from prefect.states import Cancelled, Scheduled

from storage.core.errors import LedgerInUse, LitreviewError, QuotaExhausted, StoppedByPerson

P = ParamSpec("P")
R = TypeVar("R")

_NAMES: dict[type[Exception], str] = {QuotaExhausted: "Paused", StoppedByPerson: "Stopped", LedgerInUse: "Skipped"}


def pausable(function: Callable[P, R]) -> Callable[P, R]:
    """Return a flow's function whose flow run ends as Paused, not as Failed, when an allowance is used up.

    It ends as Stopped when a person stopped it or failed to answer, and as Skipped when a schedule started it while an
    earlier run was still working on the review. The state is of the type Cancelled, which Prefect neither retries nor
    counts as a failure, nor takes for a finished review as it would Completed; Prefect's own Paused waits for a person.
    The caller of the flow still gets the error raised; without a flow run it is raised as it is.
    """

    @wraps(function)
    def run(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return function(*arguments, **options)
        except tuple(_NAMES) as pause:
            context = FlowRunContext.get()
            if context is None:
                raise
            if isinstance(pause, LedgerInUse) and not is_scheduled():
                raise
            # The exception in the state is raised where the flow was called: in a deployment by Prefect's own process,
            # which ends quietly on its own signal and with a traceback on anything else.
            deployed = context.flow_run is not None and context.flow_run.deployment_id is not None
            raised = Pause(str(pause)) if deployed else pause
            # A state that a flow returns becomes the state of its flow run.
            return cast("R", Cancelled(name=_NAMES[type(pause)], message=str(pause), data=raised))

    return run


def is_scheduled() -> bool:
    """Return whether a schedule, rather than a person, another run or a program, started the flow run."""
    context = FlowRunContext.get()
    return context is not None and context.flow_run is not None and bool(context.flow_run.auto_scheduled)


def is_worth_retrying(_task: Task[..., object], _run: TaskRun, state: State[object]) -> bool:
    """Return whether a failed task run may succeed seconds later.

    It may not if the day's allowance is used up, something is refused, or a client has already retried enough.
    """
    return not isinstance(state.result(raise_on_failure=False), LitreviewError)


def schedule_again(flow_run: FlowRun | None, resume_after: datetime) -> str:
    """Return a sentence, to follow the reason for the pause, on where the review goes on; "" without a deployment.

    The deployment gets one flow run with the same parameters, tags and job variables at `resume_after` (with its
    timezone), however often this is called. A server's refusal does not raise a second error: the sentence reports it.
    """
    if flow_run is None or flow_run.deployment_id is None:
        return ""
    at = f"{resume_after:%Y-%m-%d %H:%M} UTC"
    try:
        with get_client(sync_client=True) as client:
            follower = client.create_flow_run_from_deployment(
                flow_run.deployment_id,
                parameters=flow_run.parameters,
                state=Scheduled(scheduled_time=resume_after),
                idempotency_key=f"{flow_run.id} resumed {_nearest_hour(resume_after):%Y-%m-%dT%H}",
                tags=flow_run.tags,
                job_variables=flow_run.job_variables,
            )
    except (httpx.HTTPError, PrefectException) as error:
        return f"; it could not be scheduled again ({type(error).__name__}): run the deployment again after {at}"
    return f"; scheduled again for {at} as flow run '{follower.name}' ({follower.id})"


def _nearest_hour(moment: datetime) -> datetime:
    """Return the nearest full hour, which two answers a second apart about the same renewal, say midnight, share."""
    return moment + timedelta(minutes=30)
