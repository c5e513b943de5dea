"""``litreview screen NAME --web``: one process holds the review, and several people screen in browsers at once."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from flows.human.holding import HeldReview, held_for_people
from flows.human.named_session import tell_outcome
from flows.human.page_app import make_app
from flows.human.page_desk import ScreeningDesk
from flows.orchestration.progress import Progress
from storage.core.errors import InputError
from storage.runs.reviews import read_plan
from storage.screening.human import PERSON
from storage.screening.screeners import require_screeners
from tasks.human.screening_page.rendering import write_page

USUAL_PORT = 4290
_PUBLISH_SECONDS = 60.0
_GRACE_SECONDS = 3


def serve_screening(folder: Path, screeners: int | None, port: int | None) -> list[str]:
    """Serve the page of a review until interrupted, and publish what was said every minute and at the end.

    `screeners` is how many people must judge each work from now on, None as before; at `port`, or at the usual one or
    any that is free.

    Raises:
        InputError: there is no review in the folder, it has nothing to screen, or the port is taken.
        LedgerInUse: another process works on the review.
    """
    with _stopped_by_signals(), held_for_people(folder, "to screen") as review, _listen(port) as listening:
        ledger = review.ledger
        if screeners is not None:
            require_screeners(ledger, screeners, PERSON)
        plan = read_plan(ledger)
        if plan is None or not ledger.select("SELECT count(*) FROM screenable").item():
            raise InputError(f"nothing of review '{folder.name}' is to be screened; 'litreview status' says how it is")
        token, number = secrets.token_urlsafe(24), listening.getsockname()[1]
        desk = ScreeningDesk(ledger, plan)
        app = make_app(desk, write_page(plan.topic, folder.name), token, number)
        Progress().say("screen", f"judge at http://127.0.0.1:{number}/?token={token} (several at once; Ctrl-C ends)")
        config = uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", ws="none", proxy_headers=False,
            server_header=False, timeout_graceful_shutdown=_GRACE_SECONDS,
        )  # fmt: skip
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(uvicorn.Server(config), listening, review, desk))
        review.publish()
        return tell_outcome(review)


async def _serve(server: uvicorn.Server, listening: socket.socket, review: HeldReview, desk: ScreeningDesk) -> None:
    publishing = asyncio.create_task(_publish_now_and_then(review, desk))
    try:
        await server.serve(sockets=[listening])
    finally:
        publishing.cancel()


async def _publish_now_and_then(review: HeldReview, desk: ScreeningDesk) -> None:
    """Publish what was said since the last time. Nobody is answered meanwhile: what is copied must not change."""
    while True:
        await asyncio.sleep(_PUBLISH_SECONDS)
        if desk.unpublished:
            desk.unpublished = 0
            review.publish()


@contextmanager
def _listen(port: int | None) -> Iterator[socket.socket]:
    """Yield a socket at a port of this machine.

    Raises:
        InputError: the port cannot be had.
    """
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", USUAL_PORT if port is None else port))
        except OSError as error:
            if port is not None:
                raise InputError(
                    f"port {port} cannot be listened on ({error.strerror}); give another with --port"
                ) from error
            listening.bind(("127.0.0.1", 0))
        yield listening


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let what asks a process to end do so as Ctrl-C does, with everything published."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
