"""Citation styles: a file that says how to cite, or the one that Pandoc has."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.reporting.typesetting import SHIPPED, is_numbered, read_style

_AMA = {"american-medical-association"}
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
        ("no xml", "is not a citation style"),
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
    """A name that is no file says which ones are there without."""
    with pytest.raises(InputError, match=r"no citation style 'zzz'.*apa, vancouver.*chicago-author-date"):
        read_style("zzz")


@pytest.mark.parametrize("named", [*SHIPPED, *SHIPPED.values()])
def test_styles_come_with_the_package(named: str, tmp_path: Path):
    """Every style by a name cites a work in Pandoc, says whose it is under which licence, and is one of ours."""
    style = read_style(named)
    assert style is not None
    assert b"creativecommons.org/licenses/by-sa/3.0/" in style
    (tmp_path / "copy.csl").write_bytes(style)
    assert read_style(str(tmp_path / "copy.csl")) == style
    assert is_numbered(style) == (SHIPPED.get(named, named) in {"nlm-citation-sequence", "ieee", "nature"} | _AMA)


def test_a_style_is_offered_by_every_interface():
    """The names that the command and the form offer are those there are."""
    for path in ("flows/cli/export.py", "flows/export/flow.py"):
        assert ", ".join(SHIPPED) in Path(path).read_text(encoding="utf-8")
