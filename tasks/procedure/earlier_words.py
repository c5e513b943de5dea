"""How earlier versions worded what is told of how a review was made; their reviews must hold as they stand."""

from __future__ import annotations

from collections.abc import Iterator

# What sentences say now, and what they said in reviews of earlier versions, which must hold as they stand.
_OR_TWO = (
    ", or two phrases of which each stands in at least a quarter and one or the other in at least half, "
    "or else the title of one of their works, chosen"
)
_LAST_YEARS = "went to the last three years first"
_BEFORE = (
    ("went first to the last three years of what was found, to works about a facet of the topic", _LAST_YEARS),
    ("went first to the last three years of what was found", _LAST_YEARS),
    (", with at least 15% of all places for each facet about which so many works were found", ""),
    (_OR_TWO, ", chosen"),
    (
        "phrases whose words stand in title or abstract of at least half of their works",
        "phrases from their works' titles",
    ),
    ("were searched for in the", "were searched in the"),
    ("The searches identified", "The searches brought up"),
    (" alone.", " and by no person."),
    ("the order of screening, ", "the order of screening "),
    ("ranked too low", "stood too low"),
    ("treats the two ways of finding works as independent", "takes the two ways of finding for independent"),
    ("and works that were not screened as irrelevant", "and what was not screened for irrelevant"),
    ("no preprints, reports or", "no preprints, reports and"),
    ("the corpus, so the same", "the corpus, so that the same"),
    ("phrases from their works' titles", "phrases of their works' titles"),
    ("their words occur more often", "their words are met more often"),
)


def word_as_before(sentence: str) -> Iterator[str]:
    """Yield a sentence as it is told now, with each older wording, and with all of them."""
    yield sentence
    oldest = sentence
    for now, before in _BEFORE:
        yield sentence.replace(now, before)
        oldest = oldest.replace(now, before)
    yield oldest
