"""Phrases that are no whole names: cut out of a longer one, or two things that no work names together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tasks.text.spelling import fold_spelling
from tasks.text.words import FUNCTION_WORDS

_LINK = r"(?:(?:of|for|in|to)(?: the)?|and|on|with|&)"
_NAME = re.compile(
    rf"(?!(?:The|An?|In|For|Of|On|With|To|And|This|These|Our|We)\b)"
    rf"[A-Z][\w\u2010-\u2013-]*(?:\s(?:{_LINK}\s)*[A-Z][\w\u2010-\u2013-]*)+"
)
_BEFORE = re.compile(r"([^\W\d_][\w-]*)[\s-]\Z")
_NEXT = re.compile(r"\s([^\W\d_][\w-]*)")
_COORDINATED = re.compile(r"^(?P<one>.+) and (?P<other>.+)$", re.IGNORECASE)
_LEAST_LETTERS = 4
_TOGETHER = 1 / 3  # of the works: in fewer a coordination is what one title says
_MOSTLY, _GOVERNS = 0.5, 0.45
_JUDGED, _NEARLY = 3, 0.8
_FRAGMENT = re.compile(r"(?!(?-i:[A-Z]{2,})$)\w{1,3}")


def is_cut(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether a phrase mostly stands inside a longer name in texts, which are in running case.

    As "Green Belts" does in "Office for Green Belts and Parks".
    """
    own = _pattern(phrase)
    inside = found = 0
    for text in texts:
        names = [match for match in _NAME.finditer(text) if len(match[0]) > len(phrase) + 1]
        for match in own.finditer(text):
            found += 1
            inside += match[0][:1].isupper() and any(
                name.start() <= match.start() and match.end() <= name.end() for name in names
            )
    return found > 0 and inside >= _MOSTLY * found


def joins_strangers(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether a phrase joins two things that few of the texts join, or is a fragment of a few letters."""
    joined = _COORDINATED.match(phrase)
    if not joined:
        return _FRAGMENT.fullmatch(phrase) is not None
    if min(max(map(len, side.split())) for side in joined.group("one", "other")) < _LEAST_LETTERS:
        return True
    own = _pattern(phrase)
    return sum(bool(own.search(text)) for text in texts) < _TOGETHER * len(texts)


def stands_alone(word: str, texts: Sequence[str]) -> bool:
    """Return whether a word mostly ends its phrase in texts: "bridges" does, "cardiovascular" needs a noun after it."""
    own = _pattern(word)
    after = [_NEXT.match(text, match.end()) for text in texts for match in own.finditer(text)]
    governing = [found for found in after if found and found[1].lower() not in FUNCTION_WORDS]
    return len(governing) < _GOVERNS * len(after) or not after


def is_piece(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether one and the same word nearly always stands before or after a phrase: it is cut from a longer one.

    As "stone bridge" is from "old stone bridge". A phrase that stands once or twice is not judged by that.
    """
    sides: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    found = 0
    own = _pattern(phrase)
    for text in texts:
        for match in own.finditer(text):
            found += 1
            beside = (_BEFORE.search(text, 0, match.start()), _NEXT.match(text, match.end()))
            for side, word in zip(sides, beside, strict=True):
                if word and word[1].lower() not in FUNCTION_WORDS:
                    side[fold_spelling(word[1].lower())] += 1
    return found >= _JUDGED and any(max(side.values(), default=0) >= _NEARLY * found for side in sides)


def _pattern(phrase: str) -> re.Pattern[str]:
    words = r"[\s-]+".join(re.escape(word) for word in phrase.split())
    return re.compile(rf"(?<![\w-]){words}(?![\w-])", re.IGNORECASE)
