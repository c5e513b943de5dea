"""Words inside a sentence that only link it to what stands before it: "Yields were also raised", "Lime thus pays"."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

_AUXILIARY = r"(?:is|are|was|were|be|been|has|have|had|can|could|may|might|will|would|should|must|does|did|do|remains?)"
_LINK = re.compile(
    r"(?:, (?:therefore|thus|hence|consequently|also),| (?:also|therefore|thus|hence|consequently))(?= (?!(?:in|at|for|with|by|on|from|when|if|as|through|because|via|among|after|during|to|far|known|called)\b)[a-z])"
)
# What a clause before it, or a part of its own, gives it something to link to.
_LINKED = re.compile(
    rf"\b(?:but|whilst|while|whereas|which|who|whose|that|if|when|because|although|though|since|as|not only|both)\b|[;:\u2013\u2014]|\b{_AUXILIARY}\b|,? (?:and|or|but|then|yet|whilst|while)$",
    re.IGNORECASE,
)
_LAST_AUXILIARY = re.compile(rf"(?: (?:not|{_AUXILIARY}))+$", re.IGNORECASE)
_OF_TEXT = re.compile(r"^(?:The (?:authors|researchers|results|findings)|It|They)$")


def drop_links(text: str) -> str:
    """Return a sentence without "also" or "thus" in its first clause, where nothing in it is what they link it to."""
    found = _LINK.search(text)
    if found is None:
        return text
    head = text[: found.start()]
    if _OF_TEXT.match(head) or _LINKED.search(_LAST_AUXILIARY.sub("", head)):
        return text
    return head + text[found.end() :]
