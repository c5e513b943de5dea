"""Whether an address may be fetched from: scheme, port, host, and every internet address the host has.

What passes is fetched from the very internet addresses that were checked; the host is never looked up again.

How much of our disk, memory and time an unknown server may take.

Which internet addresses others may send us to: public ones, in whatever form they are written.

After the IANA special-purpose address registries (RFC 6890 and its successors), with the metadata services of clouds.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

from tasks.services.answers import Refused

_V4 = [
    (ip_network(network), kind)
    for network, kind in (
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "carrier's private"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "metadata"),
        ("169.254.0.0/16", "link-local or metadata"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
]
_V6 = [
    (ip_network(network), kind)
    for network, kind in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "private"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved"),
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "reserved"),
        ("3fff::/20", "documentation"),
    )
]
_ASSIGNED_V6 = ip_network("2000::/3")
_NAT64 = ip_network("64:ff9b::/96")


def find_forbidden_kind(address: str) -> str | None:
    """Return what kind of address makes this one forbidden ("loopback", "private" ...), None for a public one.

    Raises:
        ValueError: it is not an address.
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        inner = _find_embedded(ip)
        if inner is None:
            return _find_kind_v6(ip)
        ip = inner
    kind = next((kind for network, kind in _V4 if ip in network), None)
    return kind or (None if ip.is_global else "private")


def _find_embedded(ip: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address an IPv6 address leads to: mapped (RFC 4291) or translated (RFC 6052)."""
    return IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else ip.ipv4_mapped


def _find_kind_v6(ip: IPv6Address) -> str | None:
    kind = next((kind for network, kind in _V6 if ip in network), None)
    return kind or (None if ip in _ASSIGNED_V6 and ip.is_global else "reserved")


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one file.

    `largest` and `head` are bytes (of the unpacked file; of all header lines), `seconds` the time on the wire over all
    redirects, `silence` the longest wait for the next byte, `least_rate` bytes a second once `grace` seconds have
    passed since the first. `pause` is left between two requests to one host, in seconds; `at_once` are under way at
    the same time, over all hosts.
    """

    largest: int = 60_000_000
    head: int = 64_000
    seconds: float = 120.0
    silence: float = 30.0
    least_rate: float = 2_000.0
    grace: float = 10.0
    redirects: int = 5
    pause: float = 1.0
    at_once: int = 5


class RefusedError(Exception):
    """Why there will be no file, in one sentence; `again` says that a second try may help."""

    def __init__(self, reason: str, status: Refused = "refused", *, again: bool = False) -> None:
        """Say why."""
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.again = again


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

    ``http`` becomes ``https``. Hosts listed in `allow_hosts`, with or without port, and the `trusted` origin are
    accepted as they are: with either scheme, any port and any internet address.

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
        raise RefusedError("The address is too long or contains characters that no address has.")
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
