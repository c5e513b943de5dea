"""``litreview serve``: the deployments of prefect.yaml run on this machine, each flow run in its own process."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

from prefect import serve
from prefect.client.schemas.actions import DeploymentScheduleCreate
from prefect.client.schemas.schedules import construct_schedule
from prefect.deployments.runner import RunnerDeployment
from prefect.utilities.schema_tools.validation import ValidationError as Misfit
from prefect.utilities.schema_tools.validation import validate
from pydantic import ValidationError

from flows.export.downloads import USUAL_URL, downloads_served
from flows.orchestration.progress import Progress
from flows.orchestration.server import prefect_server, put_starter_limits
from flows.scheduling.schedules import keep_schedules
from flows.scheduling.sheet import read_sheet
from storage.core.errors import InputError
from tasks.environment.settings import read_settings

OUR_SHEET = Path(__file__).resolve().parents[2] / "deployments" / "prefect.yaml"
_TAKEN_OVER = ("name", "entrypoint", "description", "tags", "parameters", "schedules", "concurrency_limit")
_WHEN = ("cron", "interval", "rrule", "anchor_date", "timezone")


def serve_deployments(sheet: Path) -> None:
    """Register the deployments of a sheet and run what is requested of them, until interrupted.

    Raises:
        InputError: the sheet cannot be read, or a deployment in it cannot be right.
        LitreviewError: there is no Prefect server and none starts.
    """
    progress = Progress()
    deployments = read_deployments(sheet)
    with prefect_server(progress) as address:
        for warning in keep_schedules(deployments):
            progress.say("serve", warning)
        if put := put_starter_limits():
            told = ", ".join(f"{tag} {most}" for tag, most in put.items())
            progress.say("serve", f"limits over all runs together: {told} (in the UI under Concurrency)")
        settings = read_settings()
        with downloads_served(settings.reviews, settings.files_url or _free_address()) as files:
            # The runs, each in its own process, link to it.
            os.environ["LITREVIEW_FILES_URL"] = files
            progress.say("serve", f"the UI is at {address.removesuffix('/api')}; Ctrl-C ends, finished work is kept")
            progress.say("serve", f"files of finished reviews are at {files}/NAME/review.docx, .pdf and .html")
            try:
                serve(*deployments)
            finally:
                progress.say("serve", f"stopped; the links to {files} work again once it is restarted")


def _free_address() -> str:
    """Return the usual address for serving files, or one at another port of this machine if that is taken."""
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", int(USUAL_URL.rpartition(":")[2]))) != 0:
            return USUAL_URL
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


def read_deployments(sheet: Path) -> list[RunnerDeployment]:
    """Return the deployments of a prefect.yaml, without the work pools, which a server on this machine does not need.

    Raises:
        InputError: the sheet cannot be read, or a deployment in it cannot be right; the sentence names it.
    """
    return [_read_deployment(entry, sheet) for entry in read_sheet(sheet)]


def _read_deployment(entry: dict[str, Any], sheet: Path) -> RunnerDeployment:
    try:
        given = {key: entry[key] for key in _TAKEN_OVER if key in entry}
        given["schedules"] = [_read_schedule(dict(schedule)) for schedule in entry.get("schedules") or ()]
        deployment = RunnerDeployment.from_entrypoint(**given)
    except (ValidationError, TypeError, KeyError, AttributeError, ValueError, ImportError) as error:
        named = entry.get("name") if isinstance(entry, dict) else entry
        reason = " ".join(str(error).split())[:200]
        raise InputError(f"the deployment '{named}' in '{sheet}' is not valid ({reason}); correct it") from error
    _check_parameters(deployment, sheet)
    return deployment


def _check_parameters(deployment: RunnerDeployment, sheet: Path) -> None:
    """Check the parameters of future runs against the flow's form: the server checks only runs actually requested."""
    form = deployment._parameter_openapi_schema.model_dump_for_openapi()  # noqa: SLF001 - available nowhere else
    where = f"the deployment '{deployment.name}' in '{sheet}'"
    for schedule in (None, *(deployment.schedules or ())):
        given = deployment.parameters | (schedule.parameters or {} if schedule else {})
        if unknown := set(given) - set(form["properties"]):
            raise InputError(f"{where} has the parameter '{min(unknown)}', which its flow does not have; correct it")
        missing = [name for name in form.get("required", ()) if given.get(name) in (None, "")]
        if schedule and missing:
            raise InputError(
                f"a schedule of {where} gives no {missing[0]}; put it under 'parameters' of the schedule, or of the "
                "deployment"
            )
        try:
            validate(given, form, raise_on_error=True, ignore_required=True)
        except Misfit as error:
            raise InputError(f"{where} has a parameter that is not valid ({error}); correct it") from error


def _read_schedule(entry: dict[str, Any]) -> DeploymentScheduleCreate:
    when = construct_schedule(**{name: entry.pop(name) for name in _WHEN if name in entry})
    return DeploymentScheduleCreate(schedule=when, **entry)
