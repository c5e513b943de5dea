"""A hostile or broken file gets a status and cannot hurt who asked."""

from __future__ import annotations

import time
import zlib

import pytest

from storage.core.errors import InputError
from tasks.parsing.confinement import ConfinedParser, Limits, _bare_environment, read_answer
from tasks.parsing.dispatch import parse_file
from tests.tasks.parsing.made_pdfs import write_objects, write_streams

MEGABYTE = 1024 * 1024


def deflate_spaces(megabytes: int) -> bytes:
    packer = zlib.compressobj(1)
    return b"".join([*(packer.compress(b" " * MEGABYTE) for _ in range(megabytes)), packer.flush()])


def test_a_nested_flate_bomb_dies_within_its_limits(tmp_path):
    """Four kilobytes that unfold to half a gigabyte end as a status, in a process that may take a quarter of it."""
    packed = zlib.compress(deflate_spaces(512), 9)
    bomb = write_streams(tmp_path / "bomb.pdf", [packed], "/Filter [/FlateDecode /FlateDecode]")
    assert bomb.stat().st_size < 64 * 1024
    start = time.monotonic()
    document = ConfinedParser("pdftext", Limits(memory=384 * MEGABYTE, processor=5, elapsed=10.0)).parse(bomb)
    assert (document.status, document.pages) == ("too large", ())
    assert time.monotonic() - start < 12


def test_endless_work_is_timed_out(tmp_path):
    """A page of a million letters is given up when the time is over."""
    content = b"BT /F1 1 Tf " + b"1 0 Td (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj " * 400_000 + b"ET"
    slow = write_streams(tmp_path / "slow.pdf", [content])
    assert ConfinedParser("pdftext", Limits(elapsed=1.0)).parse(slow).status == "timed out"


def test_processor_time_is_limited(tmp_path):
    """The same work is timed out by the processor's clock where the wall clock would allow it."""
    content = b"BT /F1 1 Tf " + b"1 0 Td (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj " * 400_000 + b"ET"
    slow = write_streams(tmp_path / "slow.pdf", [content])
    assert ConfinedParser("pdftext", Limits(processor=1)).parse(slow).status == "timed out"


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("empty.pdf", b"", "not a document"),
        ("page.pdf", b"<!DOCTYPE html><html><body>%PDF-1.4 please sign in</body></html>", "not a document"),
        ("picture.pdf", b"\x89PNG\r\n\x1a\n" + bytes(100), "not a document"),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog", "broken"),
        ("noise.pdf", b"%PDF-1.4\n" + bytes(range(256)) * 50, "broken"),
        ("entities.xml", b'<!DOCTYPE article [<!ENTITY a "ha">]><article><body><p>&a;</p></body></article>', "broken"),
        ("outside.xml", b'<!DOCTYPE article [<!ENTITY % a SYSTEM "file:///etc/hostname"> %a;]><article/>', "broken"),
        ("torn.xml", b"<article><body><p>never closed", "broken"),
        ("deep.xml", b"<article><body>" + b"<sec>" * 5000, "broken"),
        ("hollow.xml", b"<article><front/></article>", "blank"),
    ],
)
def test_files_that_are_nothing_have_a_status(tmp_path, name, content, status):
    """What a file is named or how it breaks off does not matter: it ends in one status with a reason, without pages."""
    file = tmp_path / name
    file.write_bytes(content)
    document = parse_file(file)
    assert (document.status, document.pages) == (status, ())
    assert document.reason.endswith(".")


def test_pages_that_contain_each_other_end(tmp_path):
    """A tree of pages that is its own child is no endless document."""
    catalogue, pages = b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"
    assert parse_file(write_objects(tmp_path / "loop.pdf", [catalogue, pages])).status != "parsed"


def test_no_file_is_an_input_error(tmp_path):
    """A path without a file is the caller's mistake, said in one sentence."""
    with pytest.raises(InputError, match="is not a file"):
        parse_file(tmp_path / "absent.pdf")


def test_a_worker_sees_no_secrets(monkeypatch):
    """The environment of the process that opens files holds no key of the user's."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    assert "sk-secret" not in _bare_environment().values()


@pytest.mark.parametrize(
    "answer", ["", "{", "[]", '{"status": "splendid"}', '{"status": "parsed", "pages": [{}]}', "null"]
)
def test_a_malformed_answer_is_a_broken_file(answer):
    """Whatever a subverted worker writes, it becomes a document or a broken file."""
    assert read_answer(answer, "pdftext").status == "broken"
