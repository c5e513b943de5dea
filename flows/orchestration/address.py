"""Where a Prefect server is, as far as can be told without Prefect, which takes seconds to import.

Prefect itself looks in more places: its profiles, and files in the folder it is called in. Where one of those names a
server, nothing is decided here, and Prefect is left to find out.
"""

from __future__ import annotations

import os
import socket
from base64 import b64encode
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from storage.core.errors import InputError

USUAL_PORT = 4200
_SECONDS = 1.5
_PORTS = {"http": 80, "https": 443}
_NOT_FOUND = 404
_HERE = {"127.0.0.1", "localhost", "::1"}


def may_serve() -> bool:
    """Return whether there may be a Prefect server: one is named elsewhere, or the address accepts connections."""
    return _is_named_elsewhere() or takes_calls(_address())


def takes_calls(address: str) -> bool:
    """Return whether anything accepts connections at an address."""
    parts = urlsplit(address)
    try:
        port = parts.port or _PORTS.get(parts.scheme, 0)
        socket.create_connection((parts.hostname or "", port), timeout=_SECONDS).close()
    except (OSError, ValueError):
        return False
    return True


def check_server() -> None:
    """Check that a Prefect server named in the environment accepts connections.

    Raises:
        InputError: it does not.
    """
    named = os.environ.get("PREFECT_API_URL")
    if named and not takes_calls(named):
        raise InputError(
            f"no Prefect server answers at {named}; start it, unset PREFECT_API_URL to have one started, or use "
            "--no-server"
        )


def is_here() -> bool:
    """Return whether the Prefect server is certainly on this machine, so that paths mean the same to both."""
    return not _is_named_elsewhere() and urlsplit(_address()).hostname in _HERE


def holds_secret(block: str) -> bool | None:
    """Return whether the Prefect server has a Secret block of that name; None where this cannot be told from here."""
    if not may_serve():
        return False
    if _is_named_elsewhere():
        return None
    try:
        path = f"/block_types/slug/secret/block_documents/name/{quote(block, safe='')}"
        urlopen(Request(f"{_address().rstrip('/')}{path}", headers=_login()), timeout=_SECONDS).close()  # noqa: S310
    except HTTPError as error:
        return False if error.code == _NOT_FOUND else None
    except (URLError, OSError, ValueError):
        return None
    return True


def _address() -> str:
    return os.environ.get("PREFECT_API_URL") or f"http://127.0.0.1:{USUAL_PORT}/api"


def _login() -> dict[str, str]:
    if key := os.environ.get("PREFECT_API_KEY"):
        return {"Authorization": f"Bearer {key}"}
    if login := os.environ.get("PREFECT_API_AUTH_STRING"):
        return {"Authorization": f"Basic {b64encode(login.encode()).decode()}"}
    return {}


def _is_named_elsewhere() -> bool:
    if os.environ.get("PREFECT_API_URL"):
        return False
    home = Path(os.environ.get("PREFECT_HOME") or Path.home() / ".prefect")
    named = os.environ.get("PREFECT_PROFILES_PATH")
    profiles = Path(named) if named else home / "profiles.toml"
    return any(
        _holds(path, word)
        for path, word in (
            (profiles, "PREFECT_API_URL"),
            (Path(".env"), "PREFECT_API_URL"),
            (Path("prefect.toml"), "[api"),
            (Path("pyproject.toml"), "[tool.prefect"),
        )
    )


def _holds(path: Path, word: str) -> bool:
    try:
        return word in path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
