"""Whatever strangers send, what reads it ends in an answer or a reason, never in another error."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.metadata.titles import is_same_title, quote_doi, quote_words
from tasks.parsing.file_kinds import sniff
from tasks.retrieval.fetching import find_pdf_address
from tasks.retrieval.hops import unpack
from tasks.retrieval.targets import RefusedError, aim
from tasks.services.answers import guess_format, read_address, read_licence
from tasks.services.service import read_abstract_text

_ANY = st.text(max_size=60)
_HOSTS = st.text(alphabet="0123456789abcdefx.:[]%@\u3002\u2460\uff11\u00df", max_size=30)
_ADDRESSES = st.builds(
    lambda scheme, host, port, path: f"{scheme}://{host}{port}/{path}",
    st.sampled_from(["https", "http", "HTTPS", "file", "ftp", ""]),
    _HOSTS,
    st.sampled_from(["", ":443", ":80", ":0", ":99999", ":x"]),
    _ANY,
)


@pytest.fixture(autouse=True)
def no_name_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every host lead to a metadata address."""
    monkeypatch.setattr("tasks.retrieval.targets.resolve_host", lambda _host, _port: ("169.254.169.254",))


@given(_ADDRESSES | _ANY)
@settings(max_examples=300)
def test_no_spelling_of_an_address_passes_the_check(address: str):
    """Where every host leads to a forbidden address, every address is refused with a sentence."""
    with pytest.raises(RefusedError, match=r"^The .+\.$|^An .+\.$"):
        aim(address, frozenset())


@given(_ADDRESSES | _ANY)
@settings(max_examples=200)
def test_addresses_in_answers_are_read_or_passed_over(address: str):
    """What is read as an address can be looked at for its format."""
    url = read_address(address)
    if url is not None:
        assert guess_format(url) in ("pdf", "xml", "html")


@given(st.binary(max_size=300))
@settings(max_examples=200)
def test_files_and_pages_are_looked_at_without_errors(data: bytes):
    """Any bytes are something or nothing."""
    assert sniff(data) in ("pdf", "jats", "tei", "html", None)
    assert sniff(b"<" + data) in ("jats", "tei", "html", None)
    address = find_pdf_address(b'<meta name="citation_pdf_url" content="' + data + b'">')
    assert address is None or isinstance(address, str)


@given(st.binary(max_size=2_000), st.integers(1, 100), st.sampled_from(["gzip", "deflate", "", "identity"]))
@settings(max_examples=100)
def test_packed_bodies_come_out_as_they_were_however_they_are_cut(data: bytes, size: int, encoding: str):
    """The places where the network cuts a body mean nothing."""
    packed = {"gzip": gzip.compress, "deflate": zlib.compress}.get(encoding, bytes)(data)
    chunks = [packed[at : at + size] for at in range(0, len(packed), size)]

    assert b"".join(unpack(chunks, encoding)) == data


@given(st.binary(min_size=1, max_size=200), st.sampled_from(["gzip", "deflate", "br", "gzip, gzip"]))
@settings(max_examples=100)
def test_what_is_not_packed_as_stated_is_refused(data: bytes, encoding: str):
    """Damage is a reason."""
    with pytest.raises(RefusedError):
        list(unpack([b"\x00not packed" + data], encoding))


@given(_ANY)
@settings(max_examples=200)
def test_words_of_records_are_quoted_and_compared_without_errors(text: str):
    """A DOI stays one path without ways up, a quotation ends where it should."""
    path = quote_doi(f"10.1234/{text}")
    assert not {"", ".", ".."} & set(path.split("/")[1:-1])
    assert path.isascii()
    assert quote_words(text).count('"') == 2
    assert is_same_title(text, text) in (True, False)
    assert read_licence(text) is None or text.strip()
    assert read_abstract_text(text) is None or len(text.split()) >= 20
