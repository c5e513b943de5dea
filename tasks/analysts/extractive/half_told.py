"""Halves of a "yes, but" that were not quoted as one: a turn without its result, a result that its work takes back later."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from functools import lru_cache

from storage.records.writing import Finding
from tasks.analysts.extractive.discourse_cues import part_played
from tasks.analysts.extractive.sentences import Sentence, clean, split_sentences

_AGAINST = re.compile(
    r"\W*(?:however|but|nevertheless|nonetheless|yet|still(?=,)|even so|that said|notwithstanding(?=,))\b",
    re.IGNORECASE,
)
# "However, this article gives counter evidence": of all that was told before, not of the last sentence alone.
_TAKEN_BACK = re.compile(
    r"\W*(?:however|but|nevertheless|nonetheless|yet),? (?:(?:this|the present|our) (?:article|paper|study|review|essay|chapter|work|research|analysis|results?|findings?|data)|we|i)\b[^.]*\b(?:counter[- ]?evidence|question(?:s|ed)?|doubts?|challenges?|contradicts?|contrary|refutes?|casts?|disputes?)\b",
    re.IGNORECASE,
)
_REACH = 4  # sentences after a result


def is_half(finding: Finding, abstract: str) -> bool:
    """Return whether a finding of an abstract lacks the result it is set against, or the sentence that takes it back.

    It lacks the former where it opens against a sentence that states a result, the latter where its own work says
    within four sentences that what was told is to be doubted. One quoted with its other half lacks nothing.
    """
    if finding.quote.page or not abstract:
        return False
    sentences = _split(abstract)
    before = [one for one in sentences if one.end <= finding.quote.char_start]
    after = [one for one in sentences if one.start >= finding.quote.char_end]
    opens = before and _AGAINST.match(clean(finding.quote.text)) and part_played(before[-1]) == "finding"
    return bool(opens) or any(_TAKEN_BACK.match(one.text) for one in after[:_REACH])


@lru_cache(maxsize=4096)
def _split(abstract: str) -> tuple[Sentence, ...]:
    return tuple(split_sentences(abstract))
