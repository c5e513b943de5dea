"""Whether an address may be fetched from: scheme, port, host, and every internet address the host has.

What passes is fetched from the very internet addresses that were checked; the host is never looked up again.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address

import httpx

from tasks.retrieval.limits import RefusedError
from tasks.retrieval.public_addresses import find_forbidden_kind

_LONGEST = 4_000  # characters
_PORTS = (443, 8443)
_OWN_PORTS = {"https": 443, "http": 80}
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{0,19}")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]")
# Notations of IPv4 addresses in one, two or three parts, or with octal and hexadecimal ones, that resolvers accept.
_NUMERIC_HOST = re.compile(r"(?:.*\.)?(?:\d+|0x[0-9a-f]*)\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Target:
    """An address that may be fetched from: without fragment, and with the internet addresses to connect to."""

    url: httpx.URL
    host: str
    port: int
    addresses: tuple[str, ...]

    @property
    def origin(self) -> str:
        """Return scheme, host and port, the port only where it is not the scheme's own."""
        return f"{self.url.scheme}://{self.url.netloc.decode('ascii')}"


def read_allow_hosts(setting: str) -> frozenset[str]:
    """Return the hosts of a list such as ``localhost, 127.0.0.1:8080 [::1]``, in lower case, of addresses the host."""
    listed = setting.lower().replace(",", " ").split()
    return frozenset(address.rpartition("//")[2].partition("/")[0] for address in listed)


def resolve_host(host: str, port: int) -> tuple[str, ...]:
    """Return all internet addresses of a host, each once, in the order the system prefers.

    Raises:
        OSError: it has none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(place[4][0]) for place in found))


def aim(address: str, allow_hosts: frozenset[str], base: httpx.URL | None = None, trusted: str = "") -> Target:
    """Return the target of an address, or of a redirect from `base`, after all checks.

    ``http`` becomes ``https``. Hosts listed in `allow_hosts`, with or without port, and the `trusted` origin are taken
    as they are: with any scheme of the two, port and internet address.

    Raises:
        RefusedError: it must not be fetched from, or its host has no internet address.
    """
    url = _read(address, base)
    origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
    allowed = origin == trusted or not allow_hosts.isdisjoint(_spell(url))
    if not allowed and url.scheme == "http":
        if url.port not in (None, 80):
            raise RefusedError("The address is not encrypted (http).")
        url = url.copy_with(scheme="https", port=None)
    port = url.port or _OWN_PORTS[url.scheme]
    if not allowed and port not in _PORTS:
        raise RefusedError(f"The address uses port {port}.")
    host = url.raw_host.decode("ascii")
    if not allowed and _NUMERIC_HOST.fullmatch(host) and not _is_literal(host):
        raise RefusedError("The address writes its host as a number.")
    return Target(url, host, port, _resolve(host, port, allowed=allowed))


def _read(address: str, base: httpx.URL | None) -> httpx.URL:
    if len(address) > _LONGEST or _UNPRINTABLE.search(address):
        raise RefusedError("The address is too long or holds characters no address has.")
    try:
        text = address.strip().replace(" ", "%20")
        url = (base.join(text) if base else httpx.URL(text)).copy_with(fragment=None)
    except (httpx.InvalidURL, ValueError, TypeError) as error:
        raise RefusedError("The address cannot be read.") from error
    if url.scheme not in _OWN_PORTS:
        named = f" of the scheme {url.scheme}" if _SCHEME.fullmatch(url.scheme) else ""
        raise RefusedError(f"An address{named} is not fetched from, only https.")
    if not url.host:
        raise RefusedError("The address names no host.")
    if url.userinfo:
        raise RefusedError("The address holds a user name or password.")
    return url


def _spell(url: httpx.URL) -> set[str]:
    host = url.raw_host.decode("ascii").lower()
    bracketed = f"[{host}]" if ":" in host else host
    return {host, bracketed, f"{bracketed}:{url.port or _OWN_PORTS[url.scheme]}"}


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _resolve(host: str, port: int, *, allowed: bool) -> tuple[str, ...]:
    try:
        addresses = resolve_host(host, port)
    except (OSError, UnicodeError) as error:
        raise RefusedError("The host could not be found.", "unavailable", again=True) from error
    for address in () if allowed else addresses:
        if kind := find_forbidden_kind(address):
            raise RefusedError(f"The host's internet address is not public ({kind}).")
    if not addresses:
        raise RefusedError("The host could not be found.", "unavailable")
    return addresses
