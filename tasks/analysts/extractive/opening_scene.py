"""The sentence that opens an abstract and says how things are before the work says what it did: no finding of it."""

from __future__ import annotations

import re

from tasks.analysts.extractive.sentences import split_sentences

_FEWEST = 4  # sentences: a shorter abstract may open with what it found
_OWN = re.compile(
    r"\b(?:we|our|this (?:study|paper|article|review|trial|chapter|report)|the (?:present|current) (?:study|paper|"
    r"review|article)|here,?|aims?|objectives?|purpose)\b|\b(?:were|was) (?:\w+ )?(?:measured|assessed|examined|"
    r"recruited|randomi[sz]ed|determined|evaluated|investigated|collected|performed|conducted|treated|analy[sz]ed)\b",
    re.IGNORECASE,
)


def find_scene(abstract: str) -> int:
    """Return where the first sentence of an abstract ends if only later ones speak of the work itself; else 0.

    So where it has four sentences at least, and the first has none of the words by which a work speaks of itself.
    """
    sentences = split_sentences(abstract)
    if len(sentences) < _FEWEST or _OWN.search(sentences[0].text):
        return 0
    return sentences[0].end if any(_OWN.search(one.text) for one in sentences[1:]) else 0
