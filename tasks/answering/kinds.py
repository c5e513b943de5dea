"""What kind of thing a question asks for, and whether a sentence has one: a number, a time, a price."""

from __future__ import annotations

import re
from collections.abc import Callable

from tasks.text.numbers import find_shown_numbers

_TIME = re.compile(
    r"(?:\d|\b(?:one|two|three|four|five|six|ten|twelve))[- \u2010-\u2013]*(?:second|minute|hour|day|week|month|year)",
    re.IGNORECASE,
)
_PRICE = re.compile(r"[$\u00a3\u20ac\u00a5]\s?\d|\d\s?(?:dollars|euros?|pounds|USD|EUR|GBP)\b", re.IGNORECASE)
_WANTED: tuple[tuple[re.Pattern[str], Callable[[str], object]], ...] = tuple(
    (re.compile(asked, re.IGNORECASE), shown)
    for asked, shown in (
        (r"\bhow (?:many|much|fast|quickly|large|big|tall|heavy|deep|far|high|low)\b", find_shown_numbers),
        (
            (
                r"\b(?:what|which) (?:is |was |are |were )?(?:the )?"
                r"(?:percentage|proportion|share|number|mean|median|average|odds ratio|dose)\b"
            ),
            find_shown_numbers,
        ),
        (r"\bhow (?:long|old)\b", _TIME.search),
        (r"\bwhat (?:do|does|did) .+ cost\b|\bwhat (?:is|are|was|were) the (?:price|costs?)\b", _PRICE.search),
    )
)


def answers_in_kind(question: str, sentence: str) -> bool:
    """Return whether a sentence has what the question asks for, as far as its words say which kind of thing that is."""
    return all(shown(sentence) for asked, shown in _WANTED if asked.search(question))
