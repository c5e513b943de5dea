"""The page of several screeners over HTTP, to this machine alone and to whoever has its address with the token.

Every request needs the token: the first in its address, all others in a header, which no other site can send. So that
no name of another machine leads here, the Host must be ours; what changes anything must come from the page (Origin).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any

import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from flows.human.page_desk import ScreeningDesk, read_mode, read_part, read_verdict
from storage.core.errors import InputError, LitreviewError

MOST_BYTES = 20_000
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_ANSWERS: dict[str, Callable[[ScreeningDesk, dict[str, Any]], dict[str, Any]]] = {
    "enter": lambda desk, given: desk.enter(read_part(given, "who")),
    "view": lambda desk, given: desk.view(read_part(given, "who"), read_mode(given), read_part(given, "work")),
    "progress": lambda desk, given: desk.progress(read_part(given, "who")),
    "verdict": lambda desk, given: desk.judge(read_verdict(given), read_mode(given)),
    "undo": lambda desk, given: desk.undo(
        read_part(given, "id"), read_part(given, "withdraws"), read_part(given, "who"), read_mode(given)
    ),
    "skip": lambda desk, given: desk.skip(read_part(given, "who"), read_mode(given), read_part(given, "work")),
}
_READING = ("view", "progress")


def make_app(desk: ScreeningDesk, page: tuple[str, str], token: str, port: int) -> ASGIApp:
    """Return the application for a page (HTML and its policy) behind a token, at a port of this machine."""
    html, policy = page

    async def show(_: Request) -> Response:
        return HTMLResponse(html, headers=_HEADERS | {"Content-Security-Policy": policy})

    async def answer(request: Request) -> Response:
        # Without waiting for anything between reading and writing, one is answered after the other.
        asked = request.path_params["asked"]
        given = dict(request.query_params) if request.method == "GET" else _read_json(await request.body())
        if asked not in _ANSWERS or given is None or (request.method == "GET") != (asked in _READING):
            return _tell(404, {"error": "there is nothing at this address; reload the page"})
        try:
            return _tell(200, _ANSWERS[asked](desk, given))
        except InputError as error:
            return _tell(409, {"error": str(error)})
        except LitreviewError as error:
            return _tell(500, {"error": str(error)})

    routes = [Route("/", show), Route("/api/{asked}", answer, methods=["GET", "POST"])]
    return _Guard(Starlette(routes=routes, max_body_size=MOST_BYTES), token, port)


def _read_json(body: bytes) -> dict[str, Any] | None:
    try:
        given = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    return given if isinstance(given, dict) else None


def _tell(status: int, told: dict[str, Any]) -> Response:
    return Response(orjson.dumps(told), status, _HEADERS, "application/json")


class _Guard:
    """Lets through what this page alone can have sent."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token = app, token.encode()
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._origins = tuple(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (scope["type"] == "http" and not (refusal := self._refuse(Request(scope)))):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await _tell(403, {"error": refusal})(scope, receive, send)

    def _refuse(self, request: Request) -> str:
        """Return why a request is not let through, "" if it is."""
        origin = request.headers.get("origin")
        given = request.query_params.get("token", "") if request.url.path == "/" else ""
        if request.headers.get("host") not in self._hosts:
            return "this page is for this machine alone"
        if not hmac.compare_digest((given or request.headers.get("x-litreview-token", "")).encode(), self._token):
            return "the address lacks its token; open the one that litreview printed"
        if origin not in self._origins and not (origin is None and request.method == "GET"):
            return "this was not sent by the page itself"
        if request.method == "POST" and request.headers.get("content-type") != "application/json":
            return "this was not sent by the page itself"
        return ""
