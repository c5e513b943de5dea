"""Amazon S3 as moto has it, behind a real HTTP server, with the delays and losses of a network in front of it.

S3 compares and writes in one step; moto compares, then writes. So requests are let in one at a time, and what they wait
for on the way there and back is waited for outside.
"""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Callable, Iterable
from threading import Lock, Thread
from typing import Any, Self

import httpx
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - werkzeug's own name
        """Say nothing."""


class BucketServer:
    """The server: `delay` is the most seconds that a request takes each way, `heeds` whether conditions count.

    Of requests whose method and end of the path are in `losing`, one each is carried out and its answer lost.
    """

    def __init__(self, delay: float = 0.0, *, heeds: bool = True, seed: int = 1) -> None:
        """Begin, on a port that is free."""
        self.delay, self.heeds, self.losing = delay, heeds, set[tuple[str, str]]()
        self.asked: list[tuple[str, str, int]] = []
        self._random, self._turn = random.Random(seed), Lock()  # noqa: S311 - delays
        self._moto = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self._serve, threaded=True, request_handler=_Quiet)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables that lead there the tools of whoever uses buckets."""
        return {"AWS_ENDPOINT_URL": self.url, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}

    def __enter__(self) -> Self:
        """Serve."""
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()

    def make_bucket(self, name: str) -> str:
        """Make a bucket and return its address."""
        httpx.put(f"{self.url}/{name}").raise_for_status()
        return f"s3://{name}"

    def _serve(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self._wait()
        if not self.heeds:
            environ = {
                name: value for name, value in environ.items() if name not in ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH")
            }
        answer: list[Any] = []
        with self._turn:
            body = b"".join(self._moto(environ, lambda *told: answer.extend(told)))
            self.asked.append((method, path, int(answer[0].split()[0])))
        self._wait()
        lost = next((each for each in self.losing if each[0] == method and path.endswith(each[1])), None)
        if lost is not None:
            self.losing.discard(lost)
            environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
        start_response(*answer)
        return [body]

    def _wait(self) -> None:
        if self.delay:
            time.sleep(self._random.uniform(0, self.delay))
