"""Pages from Typst markup: PDF without LaTeX."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from tasks.reporting.compiling import compile_markup
from tasks.reporting.document_figures import read_description

# Pandoc makes each table a figure, which Typst would keep on one page, centred; addresses have no blank to break at.
_PRELUDE = rb"""#show figure.where(kind: table): set block(breakable: true)
#show table: set align(left)
#show table: set par(justify: false)
#show table: set text(size: 0.8em)
#show regex("\S{30,}"): word => word.text.clusters().join(sym.zws)
#show outline.entry: set block(above: 0.7em)
#show bibliography: set par(justify: false)
"""


def typeset(markup: bytes, written_at: datetime, pictures: Mapping[str, str] | None = None) -> bytes:
    """Return Typst markup as PDF, set in the fonts of the compiler and, for letters they lack, of the machine.

    `written_at` (UTC) is the date that the file says it was made; `pictures` are the SVG documents it names.

    Raises:
        LitreviewError: the compiler refuses the markup or takes more than two minutes.
    """
    moment = int((written_at - datetime(1970, 1, 1)).total_seconds())  # noqa: DTZ001 - as the ledger stores it
    for name, svg in (pictures or {}).items():
        markup = _describe(markup, name, read_description(svg))
    return compile_markup(_PRELUDE + markup, "pdf", {n: svg.encode() for n, svg in (pictures or {}).items()}, moment)


def _describe(markup: bytes, name: str, said: str) -> bytes:
    """Return the markup with the figure told to who cannot see it, which Pandoc leaves out; text of theirs stays so."""
    quoted = said.replace("\\", "\\\\").replace('"', '\\"')
    shown = re.compile(rb'(?<!\\)#figure\(image\("' + re.escape(name).encode() + rb'"')
    return shown.sub(lambda found: found.group() + f', alt: "{quoted}"'.encode(), markup)
