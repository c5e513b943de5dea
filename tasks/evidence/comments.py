"""Comments on works of others, and plans of studies: by their title and what their catalogue calls them."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

from storage.records.search import Work

_COMMENTS = re.compile(
    r"^\W*(?:(?:guest )?editorial(?:\W*$|\s*[:.\u2013\u2014-]\s|\s(?:comment|introduction|note)\b)|editor['\u2019]?s? (?:note|comment|introduction|choice)|from the editors?\b|letters? to the editor|correspondence\s*(?:$|[:.])|reply (?:to|from)\b|response to\s?[:\u201c\"'\u2018]|(?:author|the author)['\u2019]?s?['\u2019]? (?:reply|response)\b|in (?:reply|response)\b|comments? (?:on|to)\b|commentary on\b|invited (?:commentary|comment)|(?:a )?rejoinder\b|book reviews?\b|review of the book\b|preface\b|foreword\b|in this issue\b|news(?: and views| in brief|\W*$))",
    re.IGNORECASE,
)
_PROTOCOLS = re.compile(
    r"\b(?:(?:study|trial|research|review) protocol|protocol (?:for|of) an? (?:[\w-]+,? ){0,8}?(?:trial|study|review)|(?:design and rationale|rationale and (?:study )?design)\b)|:\s(?:an? )?(?:[\w-]+ )?protocol\W*$",
    re.IGNORECASE,
)
_COMMENT_TYPES = frozenset({"editorial", "letter", "peer-review"})


def is_comment(work: Work) -> bool:
    """Return whether a record is an editorial, a letter, a protocol or the like, whose claims are no results."""
    return work.type in _COMMENT_TYPES or bool(_COMMENTS.search(work.title) or _PROTOCOLS.search(work.title))
