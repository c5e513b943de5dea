"""TLS to an address that was checked still asks for a certificate of the host's name."""

from __future__ import annotations

import datetime as dt
import http.server
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tasks.retrieval import targets
from tasks.services.answers import Fetched, Location, Refusal
from tasks.services.exchange import trusted_certificates
from tests.fakes.malicious_host import PDF

NAME = "papers.test"


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Serve a PDF over TLS under a certificate of papers.test that is trusted here; all names lead to loopback."""
    certificate = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(targets, "resolve_host", lambda _host, _port: ("127.0.0.1",))
    trusted_certificates.cache_clear()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(PDF)))
            self.end_headers()
            self.wfile.write(PDF)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.handle_error = lambda *_: None  # type: ignore[method-assign] - clients that distrust us hang up
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_address[1]
        server.shutdown()
    trusted_certificates.cache_clear()


def make_certificate(folder: Path) -> Path:
    """Return a file with a new key and its certificate of papers.test, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    today = dt.datetime.now(dt.UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    built = built.not_valid_before(today - dt.timedelta(days=1))
    built = built.not_valid_after(today + dt.timedelta(days=1))
    built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    certificate = built.sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "papers.pem"
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return path


def test_the_host_of_the_certificate_is_fetched_from_and_no_other(port: int, fetcher_to):
    """The same server, address and certificate under another name is refused."""
    fetcher = fetcher_to(NAME, "other.test")

    assert isinstance(fetcher.fetch(Location("x", f"https://{NAME}:{port}/a.pdf", "pdf")), Fetched)
    assert fetcher.fetch(Location("x", f"https://other.test:{port}/a.pdf", "pdf")) == Refusal(
        "The host's certificate is not valid.", "unavailable"
    )
