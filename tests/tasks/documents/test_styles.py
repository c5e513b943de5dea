"""Citation styles: a file that says how to cite, or the one that Pandoc has."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.errors import InputError
from tasks.documents.styles import read_style

_NAMESPACE = 'xmlns="http://purl.org/net/xbiblio/csl"'


def test_a_style_is_read_as_it_is(tmp_path: Path):
    """A file that says how to cite comes back byte for byte."""
    text = f"<style {_NAMESPACE}><citation><layout/></citation></style>".encode()
    (tmp_path / "own.csl").write_bytes(text)
    assert read_style(str(tmp_path / "own.csl")) == text


@pytest.mark.parametrize("named", [None, "chicago-author-date"])
def test_the_bundled_style_needs_no_file(named: str | None):
    """Without a name, or by the name of what Pandoc has itself, none has to be given to it."""
    assert read_style(named) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no xml", "no citation style"),
        ("<html/>", "it holds <html>"),
        (f"<style {_NAMESPACE}/>", "does not say how to cite"),
        (
            f'<style {_NAMESPACE}><info><link rel="independent-parent" href="http://x.org/apa"/></info></style>',
            "only refers to the style http://x.org/apa",
        ),
        ('<!DOCTYPE style [<!ENTITY x "y">]><style/>', "declares entities"),
    ],
)
def test_what_is_no_style_is_refused(tmp_path: Path, text: str, reason: str):
    """One sentence names the file and what is wrong with it; nothing is fetched for a style that refers to another."""
    (tmp_path / "bad.csl").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=reason):
        read_style(str(tmp_path / "bad.csl"))


def test_an_unknown_name_is_refused():
    """A name that is no file says which one is there without."""
    with pytest.raises(InputError, match=r"no citation style 'apa'.*chicago-author-date"):
        read_style("apa")
