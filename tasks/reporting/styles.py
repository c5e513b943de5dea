"""Citation styles in the Citation Style Language (CSL 1.0.2)."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from storage.core.errors import InputError
from tasks.parsing.safe_xml import UnsafeXml, read_xml

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
    """Return a CSL style, by its name or from a file, None for the one that Pandoc has itself.

    Raises:
        InputError: there is no such style or file, or it holds no style that says how to cite.
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
        raise InputError(f"'{named}' is no citation style ({error}); give a .csl file") from error
    except OSError as error:
        raise InputError(f"'{named}' cannot be read ({error.strerror}); give another .csl file") from error
    if root.tag != "style":
        raise InputError(f"'{named}' is no citation style (it holds <{root.tag[:40]}>); give a .csl file")
    parents = [link.get("href") for link in root.iter("link") if link.get("rel") == "independent-parent"]
    if parents:
        raise InputError(f"'{named}' only refers to the style {parents[0]}; give the .csl file of that one")
    if root.find("citation/layout") is None:
        raise InputError(f"'{named}' does not say how to cite (no <citation>); give the .csl file of another style")
    return text


def is_numbered(style: bytes | None) -> bool:
    """Return whether a style cites by numbers, so that names in the text are the text's own."""
    return style is not None and bool(_NUMBERED.search(style))
