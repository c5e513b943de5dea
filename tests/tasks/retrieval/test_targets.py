"""Which addresses may be fetched from, and that the answer of the name service is asked for once and kept."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from tasks.retrieval.targets import RefusedError, aim, find_forbidden_kind, read_allow_hosts, resolve_host
from tasks.services.answers import Location, Refusal

PUBLIC, OTHER_PUBLIC = "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
NOBODY = frozenset[str]()


def answer_names(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let the name service answer once per look-up, the last answer for ever; return the hosts asked for."""
    asked: list[str] = []
    left = list(answers)

    def answer(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        now = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in now]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return asked


@pytest.mark.parametrize("address", [PUBLIC, OTHER_PUBLIC, "8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses_are_allowed_in_every_form(address: str):
    """Also an IPv4 address written or translated as IPv6."""
    assert find_forbidden_kind(address) is None


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104 - nothing is bound
        "0.1.2.3",
        "10.255.255.255",
        "100.100.100.200",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.192",
        "192.168.0.1",
        "198.18.0.1",
        "203.0.113.7",
        "224.0.0.251",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:0:127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::7f00:1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "4000::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%1",
        "fec0::1",
        "ff02::1",
    ],
)
def test_addresses_that_are_not_public_are_forbidden_in_every_form(address: str):
    """Private, loopback, link-local, metadata, shared, documentation, multicast, reserved; tunnels to any of them."""
    assert find_forbidden_kind(address)


def test_one_private_address_among_public_ones_forbids_the_host(monkeypatch: pytest.MonkeyPatch):
    """Every address is checked, not the one that happens to come first."""
    answer_names(monkeypatch, [PUBLIC, OTHER_PUBLIC, "10.0.0.1"])

    with pytest.raises(RefusedError, match="private"):
        aim("https://papers.example.org/a.pdf", NOBODY)


def test_a_host_is_looked_up_once_and_connected_to_where_it_was_checked(fetcher_to, monkeypatch: pytest.MonkeyPatch):
    """A second answer of the name service, which leads to loopback, is never asked for by the connection."""
    asked = answer_names(monkeypatch, [PUBLIC, OTHER_PUBLIC], ["127.0.0.1"])
    connected: list[tuple[str, int]] = []

    def connect(place: tuple[str, int], *_: Any, **__: Any) -> Any:
        connected.append(place)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)

    found = fetcher_to().fetch(Location("x", "https://rebinding.example.org/a.pdf", "pdf"))

    assert connected == [(PUBLIC, 443), (OTHER_PUBLIC, 443)]
    assert asked == ["rebinding.example.org"] * 2  # once for each try, and the second one is checked again
    assert found == Refusal("The host's internet address is not public (loopback).")


def test_http_becomes_https_unless_the_host_is_allowed(monkeypatch: pytest.MonkeyPatch):
    """Old addresses of papers still work, encrypted; a listed host is taken as it is, on the port it is listed for."""
    answer_names(monkeypatch, [PUBLIC])

    assert (
        str(aim("http://papers.example.org:80/a.pdf?x=1#page=2", NOBODY).url) == "https://papers.example.org/a.pdf?x=1"
    )
    assert aim("http://papers.example.org:8080/", frozenset({"papers.example.org:8080"})).port == 8080
    assert aim("http://papers.example.org:8080/", frozenset({"papers.example.org"})).port == 8080
    with pytest.raises(RefusedError, match="not encrypted"):
        aim("http://papers.example.org:8080/", frozenset({"papers.example.org:8081"}))


def test_a_list_of_hosts_is_read_in_any_common_form():
    """Commas or spaces, any case, addresses too, IPv6 in brackets."""
    hosts = read_allow_hosts("LocalHost, 127.0.0.1:8080  [::1]:9 http://box:1/x")

    assert hosts == {"localhost", "127.0.0.1:8080", "[::1]:9", "box:1"}
    assert aim("http://[::1]:9/", hosts).addresses == ("::1",)
    assert aim("http://127.0.0.1:8080/", hosts).addresses == ("127.0.0.1",)
    with pytest.raises(RefusedError):
        aim("http://[::1]:10/", hosts)


def test_a_relative_redirect_is_read_against_where_it_stands(monkeypatch: pytest.MonkeyPatch):
    """Spaces of sloppy servers are encoded; a host without scheme keeps the scheme."""
    answer_names(monkeypatch, [PUBLIC])
    base = aim("https://papers.example.org/a/b", NOBODY).url

    assert str(aim("../c d.pdf", NOBODY, base).url) == "https://papers.example.org/c%20d.pdf"
    assert str(aim("//other.example.org/x", NOBODY, base).url) == "https://other.example.org/x"


@pytest.mark.parametrize(
    "address", ["", "https://", "https://x\ny.org/", "https://[::g]/", "https://x.org/" + "a" * 5_000]
)
def test_what_is_no_address_is_refused(address: str):
    """Nothing is looked up for it."""
    with pytest.raises(RefusedError):
        aim(address, NOBODY)


def test_an_unknown_host_is_no_ones_fault(monkeypatch: pytest.MonkeyPatch):
    """The name service may know it tomorrow."""

    def fail(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)

    with pytest.raises(RefusedError, match="could not be found") as error:
        aim("https://gone.example.org/", NOBODY)

    assert error.value.status == "unavailable"


def test_addresses_of_a_host_are_told_each_once():
    """In the order the system prefers."""
    assert resolve_host("127.0.0.1", 80) == ("127.0.0.1",)
