"""Pages from Typst markup: PDF without LaTeX.

Citation styles in the Citation Style Language (CSL 1.0.2).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from importlib.resources import files
from pathlib import Path

from storage.core.errors import InputError
from tasks.parsing.safe_xml import UnsafeXml, read_xml
from tasks.reporting.compiling import compile_markup
from tasks.reporting.figures import read_description

BUNDLED = "chicago-author-date"
"""The style that comes with Pandoc and is used where none is named."""

SHIPPED = {
    "apa": "apa",
    "vancouver": "nlm-citation-sequence",
    "ieee": "ieee",
    "ama": "american-medical-association",
    "nature": "nature",
    "harvard": "harvard-cite-them-right",
    "mla": "modern-language-association",
}
"""The styles in the folder csl by the names that people call them."""

_NUMBERED = re.compile(rb"<category\s[^>]*\bcitation-format=[\"']numeric[\"']")


def read_style(named: str | None) -> bytes | None:
    """Return a CSL style, by its name or from a file, None for Pandoc's own.

    Raises:
        InputError: there is no such style or file, or it does not hold a style that defines how to cite.
    """
    if named is None or named == BUNDLED:
        return None
    shipped = SHIPPED.get(named.lower(), named if named in SHIPPED.values() else None)
    if shipped is not None:
        return files("tasks.reporting").joinpath("csl", f"{shipped}.csl").read_bytes()
    path = Path(named)
    if not path.is_file():
        raise InputError(
            f"there is no citation style '{named}'; give {', '.join(SHIPPED)}, a .csl file, or {BUNDLED}, which is the "
            "default"
        )
    try:
        root = read_xml(path)
        text = path.read_bytes()
    except UnsafeXml as error:
        raise InputError(f"'{named}' is not a citation style ({error}); give a .csl file") from error
    except OSError as error:
        raise InputError(f"'{named}' cannot be read ({error.strerror}); give another .csl file") from error
    if root.tag != "style":
        raise InputError(f"'{named}' is not a citation style (it holds <{root.tag[:40]}>); give a .csl file")
    parents = [link.get("href") for link in root.iter("link") if link.get("rel") == "independent-parent"]
    if parents:
        raise InputError(f"'{named}' only refers to the style {parents[0]}; give the .csl file of that one")
    if root.find("citation/layout") is None:
        raise InputError(f"'{named}' does not say how to cite (no <citation>); give the .csl file of another style")
    return text


def is_numbered(style: bytes | None) -> bool:
    """Return whether a style cites by numbers, so that names in the text are not part of citations."""
    return style is not None and bool(_NUMBERED.search(style))


# Pandoc makes each table a figure, which Typst would keep on one page, centred, and number, as the captions of a review
# do themselves. Web addresses have no blanks to break at.
_PRELUDE = rb"""#set figure(numbering: none, supplement: none)
#show figure.where(kind: table): set block(breakable: true)
#show figure.where(kind: table): shown => {
  show figure.caption: caption => block(width: 100%, sticky: true, caption)
  shown
}
#show figure.where(kind: image): set figure(placement: auto)
#show figure.caption: set align(left)
#show figure.caption: set text(size: 0.85em)
#show table: set align(left)
#show table: set par(justify: false)
#show table: set text(size: 0.8em, hyphenate: true)
#show table.cell.where(y: 0): strong
#show regex("\S{30,}"): word => word.text.clusters().join(sym.zws)
#show outline.entry: set block(above: 0.7em)
#show bibliography: set par(justify: false)
"""


def typeset(markup: bytes, written_at: datetime, pictures: Mapping[str, str] | None = None) -> bytes:
    """Return Typst markup as PDF, set in the fonts of the compiler and, for letters they lack, of the machine.

    `written_at` (UTC) is the file's date of creation; `pictures` are the SVG documents it names.

    Raises:
        LitreviewError: the compiler refuses the markup or takes more than two minutes.
    """
    moment = int((written_at - datetime(1970, 1, 1)).total_seconds())  # noqa: DTZ001 - as the ledger stores it
    for name, svg in (pictures or {}).items():
        markup = _describe(markup, name, read_description(svg))
    return compile_markup(_PRELUDE + markup, "pdf", {n: svg.encode() for n, svg in (pictures or {}).items()}, moment)


def _describe(markup: bytes, name: str, said: str) -> bytes:
    """Return the markup with the figure's alternative text, which Pandoc leaves out; text that looks like it stays."""
    quoted = said.replace("\\", "\\\\").replace('"', '\\"')
    shown = re.compile(rb'(?<!\\)#figure\(image\("' + re.escape(name).encode() + rb'"')
    return shown.sub(lambda found: found.group() + f', alt: "{quoted}"'.encode(), markup)
