"""The review as a Quarto project: text, bibliography and figures, to be set and published with Quarto."""

from __future__ import annotations

import re

from tasks.reporting.figures import keep_light
from tasks.reporting.handover import Handover
from tasks.reporting.handover.archive import zip_files

_REFERENCES = re.compile(r"^::: \{#refs\}\n.*?^:::$", re.MULTILINE | re.DOTALL)
_KEPT = ("title:", "date:", "keywords:", "bibliography:", "link-citations:")
_SETTINGS = """lang: "en"
engine: markdown
format:
  html:
    toc: true
    embed-resources: true
  docx:
    toc: true"""
_LEAD = """# Sources of a review for Quarto

`quarto render review.qmd` makes HTML and Word. Nothing in it is executed: the engine is Pandoc alone.
"""


def make_quarto(review: Handover) -> bytes:
    """Return a zip with review.qmd, references.bib and the figures.

    No code and no shortcode of Quarto can come from a title: the engine is `markdown`, which runs nothing, and what
    others wrote is escaped; the printed reference list, whose titles are not, is left to Quarto's own bibliography.
    """
    front, body = review.files["review.md"].removeprefix("---\n").split("\n---\n", 1)
    kept = [line for line in front.splitlines() if line.startswith(_KEPT)]
    text = "\n".join(["---", *kept, _SETTINGS, "---", "", _REFERENCES.sub("::: {#refs}\n:::", body).lstrip("\n")])
    pictures = {name: keep_light(svg) for name, svg in review.files.items() if name.endswith(".svg")}
    files = {"review.qmd": text, "references.bib": review.files["references.bib"], "README.md": _LEAD, **pictures}
    return zip_files(f"{review.name}-quarto", {name: content.encode() for name, content in files.items()})
