"""What a file is, by its first bytes."""

from __future__ import annotations

import time

import pytest

from tasks.parsing.file_kinds import ENOUGH, sniff


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"%PDF-1.4", "pdf"),
        (b"\x00\x01 junk of a scanner\n%PDF-1.7", "pdf"),
        (b"x" * 1_024 + b"%PDF-1.4", None),
        (b'<?xml version="1.0"?><article/>', "jats"),
        (b'<?xml version="1.0"?><!-- by -->\n<!DOCTYPE article [<!ENTITY a "b>">]>\n<article/>', "jats"),
        (b"<tei:TEI/>", "tei"),
        ("<?xml version='1.0' encoding='utf-16'?><article/>".encode("utf-16"), "jats"),
        (b"<pmc-articleset><article/>", "jats"),
        (b"<OAI-PMH><record><metadata><tei:TEI xmlns='x'>", "tei"),
        (b"<response><status>no article</status></response>", None),
        (b"<!DOCTYPE html><article>", "html"),
        (b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "html"),
        (b"\n\n<HTML><embed src='a.pdf'> %PDF-1.4", "html"),
        (b"<script>location.reload()</script>", "html"),
        (b"<error>rate limit</error>", None),
        (b"<!-- never closed", None),
        (b"<?never closed", None),
        (b"<!DOCTYPE never closed", None),
        (b"PK\x03\x04", None),
        (b"", None),
    ],
)
def test_a_file_is_what_it_begins_with(start: bytes, kind: str | None):
    """Whatever comes after."""
    assert sniff(start) == kind


@pytest.mark.parametrize("unit", [b"<!DOCTYPE x [", b"[]", b"<!-- ", b"<?a?>", b"<!DOCTYPE x>", b"<", b" "])
def test_no_beginning_takes_long_to_look_at(unit: bytes):
    """Crafted repetitions cost no more than plain text."""
    started = time.process_time()

    sniff(b"<!DOCTYPE x " + unit * (ENOUGH // len(unit)))

    assert time.process_time() - started < 0.2
