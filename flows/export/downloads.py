"""The files of the reviews over HTTP, so that a browser can open what an artifact of the Prefect UI links to.

A page of the UI opens neither `file://` nor `data:` links; a file has to come from a server. This one serves the
finished reviews of one folder and nothing else, makes Word, PDF and the like when they are first requested, and, like
Prefect's own server, does no authentication: it listens only on this machine unless LITREVIEW_FILES_URL names another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import quote, unquote, urlsplit

from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.protocols import PROTOCOL_FILE
from storage.core.errors import InputError, LitreviewError
from storage.core.places import PUBLISHED_FILE
from tasks.reporting.formats import FORMATS, made_formats
from tasks.reporting.page.rendering import PAGE

USUAL_URL = "http://127.0.0.1:4280"

_TYPES = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".pdf": "application/pdf",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".zip": "application/zip",
}
_FILES = (
    "review.md", "references.bib", "references.ris", "references.csl.json", "appendix.md", "checklists.md",
    PROTOCOL_FILE, "prisma.svg", "saturation.svg", "themes.svg", "timeline.svg", "citations.svg", "run.json",
)  # fmt: skip
_NAME = re.compile(r"[\w][\w.-]*")
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"
# The page itself allows one script, by its hash; its links lead to the web.
_PAGE_POLICY = f"{_POLICY} allow-scripts allow-popups allow-popups-to-escape-sandbox; script-src 'unsafe-inline'"


@contextmanager
def downloads_served(reviews: Path, url: str) -> Iterator[str]:
    """Serve the files of a folder's reviews at an address of this machine while the block lasts; yield the address.

    Raises:
        InputError: the address is not valid, or cannot be listened on.
    """
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname or not parts.port:
        raise InputError(f"LITREVIEW_FILES_URL is '{url}'; give http://HOST:PORT, such as {USUAL_URL}")
    here = parts.hostname in {"127.0.0.1", "localhost", "::1"}
    try:
        server = ThreadingHTTPServer(
            ("127.0.0.1" if here else "", parts.port), partial(_Handler, reviews.resolve(), Lock())
        )
    except OSError as error:
        raise InputError(f"files cannot be served at {url} ({error.strerror}); set LITREVIEW_FILES_URL") from error
    Thread(target=server.serve_forever, daemon=True, name="downloads").start()
    try:
        yield url.rstrip("/")
    finally:
        server.shutdown()
        server.server_close()


def list_downloads(url: str, folder: Path) -> str:
    """Return a Markdown list of the files of the review in a folder, with the addresses where a browser finds them."""
    base = f"{url.rstrip('/')}/{quote(folder.name)}"
    made = [f"[{to}]({base}/{FORMATS[to].file})" for to in made_formats() if not FORMATS[to].needs_people]
    there = (file for file in _FILES if file != PROTOCOL_FILE or (folder / file).is_file())
    files = [f"[{file}]({base}/{file})" for file in there]
    return (
        f"The review as {', '.join(made)} (made when first opened).\n\nIts files: {', '.join(files)}.\n\n"
        "These links work while `litreview serve` is running on that machine.\n"
    )


class _Handler(BaseHTTPRequestHandler):
    """Answers GET for NAME/FILE; anything else is not found."""

    server_version = "litreview"
    sys_version = ""

    def __init__(self, reviews: Path, making: Lock, *request: object) -> None:
        self._reviews, self._making = reviews, making
        super().__init__(*request)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = [unquote(part) for part in urlsplit(self.path).path.strip("/").split("/")]
        if len(path) != 2 or not all(_NAME.fullmatch(part) for part in path):  # noqa: PLR2004 - name and file
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        try:
            found = self._find(*path)
        except InputError:
            found = None
        except LitreviewError as error:
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, explain=str(error))
            return
        if found is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self._send(found)

    def _find(self, name: str, file: str) -> Path | None:
        """Return a file of a review, remade if it is a document older than the review; None if there is no such."""
        folder = self._reviews / name
        if not (folder / PUBLISHED_FILE).is_file():
            return None
        if file in _FILES:
            return folder / file if (folder / file).is_file() else None
        to = next((to for to in made_formats() if FORMATS[to].file == file), None)
        if to is None:
            return None
        made = folder / "exports" / file
        with self._making:
            if not made.is_file() or made.stat().st_mtime < (folder / PUBLISHED_FILE).stat().st_mtime:
                export_review(folder, ExportOrder(to=to))
        return made

    def _send(self, path: Path) -> None:
        content = path.read_bytes()
        shown = path.suffix in {".html", ".pdf", ".svg"}
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", _TYPES.get(path.suffix, "text/plain; charset=utf-8"))
        self.send_header("Content-Length", str(len(content)))
        file = f"{path.parent.parent.name if path.parent.name == 'exports' else path.parent.name}-{path.name}"
        self.send_header("Content-Disposition", f'{"inline" if shown else "attachment"}; filename="{file}"')
        self.send_header("X-Content-Type-Options", "nosniff")
        if path.suffix != ".pdf":
            self.send_header("Content-Security-Policy", _PAGE_POLICY if path.name == PAGE else _POLICY)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments: object) -> None:
        """Log nothing, so that the terminal shows only what the runs say."""
