"""The text of a review as its sections have it, without what the report puts between them."""

from __future__ import annotations

import re

_FRAME = re.compile(
    r"\n## (?:Included works|Summary of findings)\n.*?(?=\n## |\Z)|\n### Evidence\n.*?(?=\n## |\Z)", re.DOTALL
)


def read_sections(review: str) -> str:
    """Return the sections of review.md, up to its references."""
    return _FRAME.sub("", review.partition("\n## Abstract")[2].partition("\n## References")[0])
