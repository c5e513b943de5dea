"""The Prefect server a run reports to: the one configured, one already running here, or our own for the run.

How many tasks that ask one service may run at once, over all runs of a server: initial limits.
"""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

import httpx
import psutil
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId, FlowRunFilterParentFlowRunId
from prefect.events.worker import EventsWorker
from prefect.exceptions import ObjectNotFound, PrefectException
from prefect.logging.handlers import APILogWorker
from prefect.settings import (
    PREFECT_API_URL,
    PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
    PREFECT_UI_URL,
    temporary_settings,
)

from flows.orchestration.address import takes_calls
from flows.orchestration.progress import Progress
from flows.orchestration.shared_server import Share, share_server, stop
from storage.core.errors import LitreviewError, StoppedShort

# Twice what one run uses at once: a task that waits for a slot checks again only after half a minute.
STARTERS = {"anthropic": 8, "catalogue": 8, "records": 8, "fulltext": 8, "zotero": 2}

_USUAL_PORT = 4200
_START_SECONDS = 120
_DRAIN_SECONDS = 120
_SEND_SECONDS = 30
# For a server on this machine, asked by plain HTTP: reading the system's certificates for every request takes longer.
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@contextmanager
def prefect_server(progress: Progress) -> Iterator[str]:
    """Yield the API address a run reports to, starting a local server if there is none.

    A server that a run has started is shared by those that find it meanwhile; the last of them stops it.

    Raises:
        LitreviewError: the server configured does not respond, or ours does not come up.
        StoppedShort: the server ended during the run.
    """
    if configured := PREFECT_API_URL.value():
        if not takes_calls(str(configured)):
            raise LitreviewError(f"no Prefect server answers at {configured}; start it, or unset PREFECT_API_URL")
        yield configured
        return
    usual = _address(_USUAL_PORT)
    with share_server() as share:
        own = None if _is_healthy(usual) else _start_own(progress, share)
        address = own.address if own else usual
        if own is None:
            progress.say("server", f"found the Prefect server at {usual}")
        ends = own is not None or share.find_started() is not None
        # No heartbeats are needed where the server ends with the run; the thread sending them ends up to a second late.
        quiet = {PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None} if own else {}
        try:
            with temporary_settings({PREFECT_API_URL: address, **quiet}):
                try:
                    yield address
                except httpx.TransportError as error:
                    if takes_calls(address):
                        raise
                    raise StoppedShort(
                        f"the Prefect server at {address} ended during the run; finished work is kept: go on with "
                        "'litreview resume', which starts another, or with --no-server"
                    ) from error
                finally:
                    if ends and takes_calls(address):
                        _send_what_is_queued()
        finally:
            pages = address.removesuffix("/api")
            if process := own.process if own and address != usual else share.leave():
                stop(process)
                port = pages.rpartition(":")[2]
                progress.say("server", f"stopped; to see its pages again: prefect server start --port {port}")
            elif ends:
                progress.say("server", f"{pages} stays until the last run that reports to it ends")


@dataclass(frozen=True, slots=True)
class _Own:
    address: str
    process: psutil.Process


def _start_own(progress: Progress, share: Share) -> _Own | None:
    """Start a server at the usual port, where other runs find it, or else at a free one; None if one came up meanwhile.

    Raises:
        LitreviewError: it does not come up.
    """
    port = _USUAL_PORT if _is_free(_USUAL_PORT) else _find_free_port()
    progress.say("server", f"starting a Prefect server on port {port}, which takes 10 to 15 seconds")
    started = _start(port)
    try:
        process = psutil.Process(started.pid)
        _wait_until_healthy(_address(port), started)
    except BaseException:
        started.kill()
        raise
    if started.poll() is not None:
        return None
    if port == _USUAL_PORT:
        share.note(started.pid)
    progress.say("server", f"ready at {_address(port)}")
    return _Own(_address(port), process)


def locate_pages(flow_run_id: UUID) -> str:
    """Return where the pages of a flow run are."""
    address = PREFECT_UI_URL.value() or str(PREFECT_API_URL.value() or "").removesuffix("/api")
    return f"{address}/runs/flow-run/{flow_run_id}"


def find_server() -> str | None:
    """Return the address of the API configured, or of the server already running here; None where there is none."""
    if configured := PREFECT_API_URL.value():
        return str(configured)
    usual = _address(_USUAL_PORT)
    return usual if _is_healthy(usual) else None


def loopback_works() -> bool:
    """Return whether processes on this machine can connect to each other, unlike in a newly made network namespace."""
    with socket.socket() as listener, socket.socket() as caller:
        caller.settimeout(2)
        try:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            caller.connect(listener.getsockname())
        except OSError:
            return False
    return True


def _send_what_is_queued() -> None:
    """Send the log lines and events still queued: their server is about to stop."""
    APILogWorker.drain_all(timeout=_SEND_SECONDS)
    EventsWorker.drain_all(timeout=_SEND_SECONDS)


def _address(port: int) -> str:
    return f"http://127.0.0.1:{port}/api"


def _is_healthy(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health", timeout=2, verify=_NO_CERTIFICATES).json() is True
    except (httpx.HTTPError, ValueError):
        return False


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _start(port: int) -> subprocess.Popen[bytes]:
    # Task runs written in larger batches take less than half of the processor time.
    recorder = dict.fromkeys(("BATCH_SIZE", "READ_BATCH_SIZE"), "200") | {"FLUSH_INTERVAL": "1"}
    environment = {
        **{f"PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_{name}": value for name, value in recorder.items()},
        # Otherwise the pages of a server on a port other than the usual one query the server on the usual port.
        "PREFECT_UI_API_URL": _address(port),
        **os.environ,
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
    }
    return subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)],
        env=environment,
        process_group=0,  # Ctrl-C at one run's terminal is no end for the others
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(_START_SECONDS * 4):
        if _is_healthy(address):
            return
        if process.poll() is not None:
            break
        time.sleep(0.25)
    raise LitreviewError(
        f"the Prefect server at {address} did not start; run 'prefect server start' to see why, or use --no-server"
    )


def count_task_runs(flow_run_id: UUID) -> int:
    """Return how many task runs of a flow run and its subflows the server holds, subflow markers left out."""
    with get_client(sync_client=True) as client:
        flow_runs = [flow_run_id]
        generation = [flow_run_id]
        while generation:
            children = client.read_flow_runs(
                flow_run_filter=FlowRunFilter(parent_flow_run_id=FlowRunFilterParentFlowRunId(any_=generation))
            )
            generation = [child.id for child in children]
            flow_runs += generation
        runs = 0
        for one in flow_runs:
            response = client._client.post(  # noqa: SLF001 - the client has no count of task runs
                "/task_runs/count",
                json={"flow_runs": FlowRunFilter(id=FlowRunFilterId(any_=[one])).model_dump(mode="json")},
            )
            runs += int(response.json())
        return runs - (len(flow_runs) - 1)


def wait_for_task_runs(flow_run_id: UUID, expected: int) -> int:
    """Wait up to two minutes until the server holds all task runs submitted, and return how many it holds.

    Task runs reach the server as events that lag behind the run; a server stopped too early loses those in transit.
    """
    deadline = time.monotonic() + _DRAIN_SECONDS
    held = count_task_runs(flow_run_id)
    while held < expected and time.monotonic() < deadline:
        time.sleep(0.5)
        held = count_task_runs(flow_run_id)
    return held


def put_starter_limits() -> dict[str, int]:
    """Set a limit on each tag of tasks that ask a service, where there is none yet; return the limits set, by tag.

    A limit changed in the UI or with ``prefect concurrency-limit create`` stays as it is.

    Raises:
        LitreviewError: the server refuses.
    """
    put = {}
    try:
        with get_client(sync_client=True) as client:
            for tag, most in STARTERS.items():
                try:
                    client.read_concurrency_limit_by_tag(tag)
                except ObjectNotFound:
                    client.create_concurrency_limit(tag, most)
                    put[tag] = most
    except (httpx.HTTPError, PrefectException) as error:
        said = " ".join(str(error).split())[:300]
        raise LitreviewError(f"the Prefect server does not accept concurrency limits ({said}); see its log") from error
    return put
