"""Where heavy task runs go: the threads of this process, or the workers of a Dask or Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

from prefect.context import FlowRunContext
from prefect.futures import PrefectFuture
from prefect.task_runners import TaskRunner

from storage.core.errors import InputError
from tasks.environment.settings import Settings

Spread = TaskRunner[PrefectFuture[Any]]

_RUNNERS = {"dask": ("prefect_dask", "DaskTaskRunner"), "ray": ("prefect_ray", "RayTaskRunner")}
# Without an address a cluster on this machine's processors is started for the run; its dashboard is not needed.
_LOCAL: dict[str, dict[str, Any]] = {
    "dask": {"cluster_kwargs": {"threads_per_worker": 1, "dashboard_address": None}},
    "ray": {"init_kwargs": {"include_dashboard": False, "log_to_driver": False}},
}


@contextmanager
def open_runner(settings: Settings) -> Iterator[Spread | None]:
    """Yield the task runner of a cluster while the block lasts; None with threads, or if no flow run is active.

    Raises:
        InputError: the cluster asked for needs a package that is not installed, or cannot be reached.
    """
    name = settings.task_runner
    if name == "threads" or FlowRunContext.get() is None:
        yield None
        return
    module, kind = _RUNNERS[name]
    try:
        make = getattr(import_module(module), kind)
    except ImportError as error:
        raise InputError(
            f"LITREVIEW_TASK_RUNNER={name} needs {module.replace('_', '-')}; "
            f"install litreview-engine[{name}], or use threads"
        ) from error
    address = settings.task_runner_address
    runner = cast("Spread", make(address=address) if address else make(**_LOCAL[name]))
    try:
        runner.__enter__()
    except (OSError, RuntimeError, ConnectionError) as error:
        raise InputError(
            f"the {name} cluster at {address or 'this machine'} cannot be used ({type(error).__name__}); correct "
            f"LITREVIEW_TASK_RUNNER_ADDRESS, or use threads"
        ) from error
    try:
        yield runner
    finally:
        runner.__exit__(None, None, None)
