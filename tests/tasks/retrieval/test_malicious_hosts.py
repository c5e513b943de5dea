"""Fetching from a host that means harm: each attack is a reason, leaves no file, and takes no memory."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path
from urllib.parse import quote

import pytest

from tasks.services.answers import Fetched, Location, Refusal
from tests.fakes.malicious_host import ATTACKS, MaliciousHost

REASONS = {
    "/huge.pdf": "larger than 60 MB",
    "/huge-and-stated.pdf": "larger than 60 MB",
    "/gzip-bomb.pdf": "larger than 60 MB",
    "/drip.pdf": "too slowly",
    "/silent.pdf": "does not answer in time",
    "/truncated-gzip.pdf": "ends too early",
    "/html.pdf": "web page",
    "/script.pdf": "web page",
    "/xhtml.xml": "web page",
    "/json.pdf": "neither PDF nor scholarly XML",
    "/empty.pdf": "is empty",
    "/too-short.pdf": "shorter than its stated length",
    "/too-long.pdf": "longer than its stated length",
    "/late-surplus.pdf": "longer than its stated length",
    "/endless-headers.pdf": "too many header lines",
    "/one-long-header.pdf": "too many header lines",
    "/endless-interim.pdf": "too many header lines",
    "/not-http.pdf": "does not speak proper HTTP",
    "/hangs-up.pdf": "hung up",
    "/unasked-encoding.pdf": "compressed in a way that was not asked for",
    "/loop": "redirects more than 5 times",
    "/no-location": "without saying where",
    "/chain/6": "redirects more than 5 times",
}
FORBIDDEN = {
    "http://127.0.0.1:1/": "not encrypted",
    "https://127.0.0.1/": "not public (loopback)",
    "https://localhost/": "not public (loopback)",
    "https://[::1]/": "not public (loopback)",
    "https://[::ffff:127.0.0.1]/": "not public (loopback)",
    "https://[64:ff9b::10.0.0.1]/": "not public (private)",
    "https://169.254.169.254/latest/meta-data/": "not public (link-local or metadata)",
    "https://[fd00:ec2::254]/": "not public (private)",
    "https://[fe80::1]/": "not public (link-local)",
    "https://10.0.0.1/": "not public (private)",
    "https://192.168.1.1/": "not public (private)",
    "https://172.31.0.1/": "not public (private)",
    "https://100.64.0.1/": "not public (carrier's private)",
    "https://0.0.0.0/": "not public (unspecified)",
    "https://224.0.0.1/": "not public (multicast)",
    "https://255.255.255.255/": "not public (reserved)",
    "https://2130706433/": "writes its host as a number",
    "https://0x7f000001/": "writes its host as a number",
    "https://0x7f.1/": "writes its host as a number",
    "https://127.1/": "writes its host as a number",
    "file:///etc/passwd": "scheme file",
    "ftp://ftp.example.org/a.pdf": "scheme ftp",
    "gopher://127.0.0.1:6379/_INFO": "scheme gopher",
    "data:application/pdf,%PDF-1.4": "scheme data",
    "javascript:alert(1)": "scheme javascript",
    "https://user:secret@example.org/": "user name or password",
    "https://example.org:22/": "uses port 22",
    "http://example.org:8080/": "not encrypted",
    "https:///a.pdf": "",
}


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_every_attack_of_the_host_has_a_reason_here():
    """What the host can do is tested below, but for what is honest about fetching."""
    assert set(ATTACKS) - set(REASONS) == {"/good.pdf", "/nested-flate.pdf"}


@pytest.mark.parametrize("path", REASONS)
def test_an_attack_is_refused_with_its_reason_and_leaves_nothing(
    host: MaliciousHost, fetcher_to, tmp_path: Path, path: str
):
    """Each in a few seconds, with no file and no half of one anywhere; what is large may arrive slowly."""
    started = time.process_time()
    patience = {"seconds": 60.0} if "larger" in REASONS[path] else {}

    found = fetcher_to(host.url, **patience).fetch(Location("x", host.url + path, "pdf"))

    assert isinstance(found, Refusal)
    assert REASONS[path] in found.reason
    assert host.url not in found.reason
    assert files_in(tmp_path) == []
    assert time.process_time() - started < 5


@pytest.mark.parametrize("address", FORBIDDEN)
@pytest.mark.parametrize("how", ["directly", "by redirect"])
def test_a_forbidden_address_is_never_connected_to(
    host: MaliciousHost, fetcher_to, monkeypatch: pytest.MonkeyPatch, how: str, address: str
):
    """Neither as a location nor as the target of a redirect; the sentence repeats no secret."""
    connected: list[str] = []
    connect = __import__("socket").create_connection

    def watch(place: tuple[str, int], *more: object, **named: object) -> object:
        connected.append(f"{place[0]}:{place[1]}")
        return connect(place, *more, **named)

    monkeypatch.setattr("socket.create_connection", watch)
    url = address if how == "directly" else f"{host.url}/redirect/{quote(address, safe='')}"

    found = fetcher_to(host.url).fetch(Location("x", url, "pdf"))

    assert isinstance(found, Refusal)
    assert found.status == "refused"
    assert FORBIDDEN[address] in found.reason
    assert "secret" not in found.reason
    assert connected == ([] if how == "directly" else [host.url.removeprefix("http://")])


def test_five_redirects_are_followed(host: MaliciousHost, fetcher_to):
    """The sixth is one too many (see the reasons)."""
    assert isinstance(fetcher_to(host.url).fetch(Location("x", f"{host.url}/chain/5", "pdf")), Fetched)


@pytest.mark.parametrize("path", ["/huge.pdf", "/huge-and-stated.pdf", "/gzip-bomb.pdf", "/endless-headers.pdf"])
def test_memory_stays_small_whatever_is_sent(host: MaliciousHost, fetcher_to, path: str):
    """Of a gigabyte no more than a few megabytes are ever held, the host's own included."""
    fetcher = fetcher_to(host.url, seconds=20.0)
    tracemalloc.start()
    try:
        fetcher.fetch(Location("x", host.url + path, "pdf"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 15_000_000
    assert host.sent[path] < 150_000_000


def test_a_packed_bomb_stops_while_it_is_unpacked(host: MaliciousHost, fetcher_to):
    """The limit is on what comes out, however little goes in."""
    found = fetcher_to(host.url, largest=1_000_000).fetch(Location("x", f"{host.url}/gzip-bomb.pdf", "pdf"))

    assert found == Refusal("The file is larger than 1 MB.")


def test_a_drip_may_be_quick_enough_and_still_take_too_long(host: MaliciousHost, fetcher_to):
    """The time for the whole file holds where the rate does not."""
    found = fetcher_to(host.url, seconds=0.5, grace=60.0).fetch(Location("x", f"{host.url}/drip.pdf", "pdf"))

    assert found == Refusal("The file takes too long to arrive.", "unavailable")


@pytest.mark.parametrize("doi", ["10.1/../../etc/passwd", "10.1234/..%2f..%2fetc/passwd", "10.1234/\x00/../x"])
def test_a_location_like_a_path_leads_nowhere_else(host: MaliciousHost, fetcher_to, tmp_path: Path, doi: str):
    """Whatever the address says, a file is named by its content and lies in the folder."""
    found = fetcher_to(host.url).fetch(Location("x", f"{host.url}/redirect//good.pdf?doi={quote(doi)}", "pdf"))
    fetcher_to(host.url).fetch(Location("x", f"{host.url}/{doi}", "pdf"))
    fetched = fetcher_to(host.url).fetch(Location("../../x", f"{host.url}/good.pdf", "pdf"))

    assert isinstance(fetched, Fetched)
    assert isinstance(found, Fetched | Refusal)
    (file,) = files_in(tmp_path)
    assert file == tmp_path / "review" / "fulltexts" / f"{fetched.sha256}.pdf"
