"""Schedules on the Prefect server: set, listed and removed, each named after its review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import httpx
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.actions import DeploymentScheduleCreate
from prefect.client.schemas.filters import DeploymentFilter, DeploymentFilterTags, FlowRunFilter
from prefect.client.schemas.objects import DeploymentSchedule
from prefect.client.schemas.responses import DeploymentResponse
from prefect.client.schemas.schedules import CronSchedule
from prefect.client.schemas.sorting import FlowRunSort
from prefect.deployments.runner import RunnerDeployment
from prefect.exceptions import ObjectNotFound, PrefectException
from prefect.settings import PREFECT_API_URL, temporary_settings
from prefect.utilities.schema_tools.validation import ValidationError as Misfit
from prefect.utilities.schema_tools.validation import validate
from pydantic import ValidationError

from flows.orchestration.server import find_server
from flows.scheduling.orders import LIVING, ScheduleOrder
from storage.core.errors import InputError, LitreviewError

_TAG = "litreview"
_MOST_RUNS = 200
_NAMELESS = "schedule-"


def put_schedule(order: ScheduleOrder, cron: str, timezone: str) -> str:
    """Put a schedule on its deployment, in place of an earlier one of that name, and return what to say about it.

    Raises:
        InputError: there is no server or no such deployment, or it does not take these parameters.
        LitreviewError: the server refuses.
    """
    try:
        when = CronSchedule(cron=cron, timezone=timezone)
    except ValidationError as error:
        raise InputError(f"'{cron}' is not a cron schedule ({error.errors()[0]['msg']}); correct --cron") from error
    with _served() as client:
        deployment = _read_deployment(client, order.deployment)
        _check_parameters(deployment, order)
        earlier = list(_find(client, order.name))
        same = [each for each in earlier if each.deployment_id == deployment.id]
        if same:
            client.update_deployment_schedule(
                deployment.id, same[0].id, active=True, schedule=when, parameters=order.parameters
            )
        else:
            new = DeploymentScheduleCreate(schedule=when, parameters=order.parameters, slug=order.name)
            client.create_deployment_schedules(deployment.id, [new])
        for each in earlier:
            if each not in same and each.deployment_id:
                client.delete_deployment_schedule(each.deployment_id, each.id)
    told = "each run brings it up to date"
    if order.deployment != LIVING:
        told = "the first run writes it, later ones bring it up to date"
    lines = [f"'{order.name}' is scheduled at '{cron}' ({timezone}) on {order.deployment}: {told}"]
    if deployment.paused:
        lines.append("The deployment is paused: no run begins before 'litreview serve' is started again")
    return "\n".join(lines)


def remove_schedule(name: str) -> str:
    """Remove the schedule with a given name or id, and return what to say about it.

    Raises:
        InputError: there is no server, or no such schedule.
        LitreviewError: the server refuses.
    """
    with _served() as client:
        found = [each for each in _find(client, name) if each.deployment_id]
        if not found:
            raise InputError(f"there is no schedule '{name}'; 'litreview schedule' lists those there are")
        for each in found:
            client.delete_deployment_schedule(each.deployment_id, each.id)  # type: ignore[arg-type]  # see above
    return f"'{name}' is no longer scheduled"


def tell_schedules() -> str:
    """Return the schedules of our deployments as lines: name, deployment, when, next run, and what runs.

    Raises:
        InputError: there is no server.
        LitreviewError: the server refuses.
    """
    with _served() as client:
        deployments = _read_deployments(client)
        due = _read_due(client)
    rows = [
        (
            each.slug or str(each.id),
            name,
            _say_when(each.schedule),
            _say_next(each, deployment, due.get(each.id)),
            _say_what(deployment, each),
        )
        for name, deployment in sorted(deployments.items())
        for each in deployment.schedules
    ]
    if not rows:
        return "Nothing is scheduled."
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def keep_schedules(deployments: Sequence[RunnerDeployment]) -> list[str]:
    """Ensure that deployments about to be registered leave alone schedules that are not theirs.

    Prefect takes a list of schedules as complete if it is empty, as that of a deployment without any is, or while a
    schedule without a slug exists, as those made in the UI or by Prefect's command line are. Return what to say about
    schedules whose runs will fail.

    Raises:
        LitreviewError: the server refuses.
    """
    with _served() as client:
        there = _read_deployments(client)
        for deployment in deployments:
            if not deployment.schedules:
                deployment.model_fields_set.discard("schedules")
                continue
            held = there.get(deployment.full_name)
            for each in held.schedules if held else ():
                if held and each.slug is None:
                    client.update_deployment_schedule(held.id, each.id, slug=f"{_NAMELESS}{each.id.hex[-12:]}")
    return [
        f"the schedule '{each.slug or each.id}' of {name} {_say_what(deployment, each)}; schedule another in its place "
        "with 'litreview schedule', and remove it with --remove"
        for name, deployment in there.items()
        for each in deployment.schedules
        if each.active and find_missing(deployment, each)
    ]


def find_missing(deployment: DeploymentResponse, schedule: DeploymentSchedule) -> list[str]:
    """Return what runs of a schedule would lack: parameters that neither it nor its deployment gives."""
    needed: Sequence[str] = (deployment.parameter_openapi_schema or {}).get("required", ())
    given = deployment.parameters | schedule.parameters
    return [name for name in needed if given.get(name) in (None, "")]


@contextmanager
def _served() -> Iterator[SyncPrefectClient]:
    address = find_server()
    if address is None:
        raise InputError("there is no Prefect server to keep schedules; start 'litreview serve' and leave it running")
    try:
        with temporary_settings({PREFECT_API_URL: address}), get_client(sync_client=True) as client:
            yield client
    except (httpx.HTTPError, PrefectException) as error:
        said = " ".join(str(error).split())[:300]
        raise LitreviewError(f"the Prefect server at {address} refused the request ({said}); see its log") from error


def _read_deployment(client: SyncPrefectClient, name: str) -> DeploymentResponse:
    try:
        return client.read_deployment_by_name(name)
    except ObjectNotFound as error:
        raise InputError(
            f"the Prefect server has no deployment '{name}'; start 'litreview serve', or deploy it for workers"
        ) from error


def _read_deployments(client: SyncPrefectClient) -> dict[str, DeploymentResponse]:
    ours = client.read_deployments(deployment_filter=DeploymentFilter(tags=DeploymentFilterTags(all_=[_TAG])))
    flows = {each.flow_id: client.read_flow(each.flow_id).name for each in ours}
    return {f"{flows[each.flow_id]}/{each.name}": each for each in ours}


def _find(client: SyncPrefectClient, name: str) -> Iterator[DeploymentSchedule]:
    """Yield the schedules that have that name or id."""
    for deployment in _read_deployments(client).values():
        yield from (each for each in deployment.schedules if name in {each.slug, str(each.id)})


def _check_parameters(deployment: DeploymentResponse, order: ScheduleOrder) -> None:
    """Check the parameters of future runs against the server's form; the server itself checks only runs begun."""
    try:
        form = deployment.parameter_openapi_schema or {}
        validate(deployment.parameters | order.parameters, form, raise_on_error=True)
    except Misfit as error:
        raise InputError(
            f"the deployment '{order.deployment}' on the Prefect server does not accept this ({error}); start "
            "'litreview serve' again, or deploy it again"
        ) from error


def _read_due(client: SyncPrefectClient) -> dict[UUID, datetime]:
    """Return when the next run of each schedule is due."""
    waiting = FlowRunFilter.model_validate({"state": {"type": {"any_": ["SCHEDULED"]}}})
    runs = client.read_flow_runs(flow_run_filter=waiting, sort=FlowRunSort.EXPECTED_START_TIME_ASC, limit=_MOST_RUNS)
    due: dict[UUID, datetime] = {}
    for run in runs:
        if run.created_by and run.created_by.id and run.expected_start_time:
            due.setdefault(run.created_by.id, run.expected_start_time)
    return due


def _say_when(schedule: Any) -> str:
    if isinstance(schedule, CronSchedule):
        return f"{schedule.cron} ({schedule.timezone or 'UTC'})"
    return str(getattr(schedule, "rrule", None) or f"every {schedule.interval}")


def _say_next(schedule: DeploymentSchedule, deployment: DeploymentResponse, due: datetime | None) -> str:
    if not schedule.active:
        return "switched off"
    if deployment.paused:
        return "waits for 'litreview serve'"
    zone = ZoneInfo(getattr(schedule.schedule, "timezone", None) or "UTC")
    return f"next {due.astimezone(zone):%Y-%m-%d %H:%M}" if due else "not planned yet"


def _say_what(deployment: DeploymentResponse, schedule: DeploymentSchedule) -> str:
    if missing := find_missing(deployment, schedule):
        return f"gives no {' and no '.join(missing)}: its runs fail"
    given: Mapping[str, Any] = deployment.parameters | schedule.parameters
    return " ".join(str(given.get("topic") or given.get("name") or "").split())
