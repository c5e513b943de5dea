"""The subject of a review as its sentences name it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from storage.records.writing import ReadWork
from tasks.analysts.extractive.themes_in_turn import works_of
from tasks.analysts.protocol import ReviewMaterial
from tasks.text.topics import read_topic
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS

_WORD = re.compile(r"[^\W\d_]+")
_INSIDE = re.compile(r"(?<=[\w,;)] )[^\W\d_]+")
# By their endings words that are no names, where the sources do not have them.
_DERIVED = re.compile(
    r"(?:tion|sion|ment|ness|ity|ance|ence|ing|ive|able|ible|ism|ology|sis|als?|ics?|ors?|ers?|ons?|ies)$"
)
_TITLE_CASE = 0.6


def name_subject(material: ReviewMaterial) -> str:
    """Return the topic as it fits into a sentence: a noun phrase; in quotation marks where there is none.

    Its words are in lower case unless the sources capitalise them inside sentences.
    """
    topic = read_topic(material.plan.topic)
    if not topic.is_phrase:
        return f"“{topic.phrase}”"
    return settle_case(topic.phrase, works_of(material))


def settle_case(phrase: str, works: Sequence[ReadWork]) -> str:
    """Return a phrase with each capitalised word as the works mostly write it inside their sentences.

    What they do not have stays as it is, unless the phrase writes most words with capitals, as titles do, or its
    ending makes it an ordinary word.
    """
    words = [word for word in _WORD.findall(phrase) if len(word) > 1]
    is_upper = len(words) > 1 and all(word.isupper() for word in words)
    others = [word for word in words[1:] if word.lower() not in FUNCTION_WORDS]
    in_title_case = bool(others) and sum(word[0].isupper() for word in others) >= _TITLE_CASE * len(others)
    forms = _count_forms({word.lower() for word in words}, works)

    def settle(match: re.Match[str]) -> str:
        word = match.group()
        lower = word.lower()
        if not word[0].isupper() or (len(word) == 1 and match.start()):
            return word
        if word[1:] != word[1:].lower() and not is_upper:
            return word  # an acronym, or a name such as "McGurk"
        if lower in FUNCTION_WORDS or lower in GENERIC_WORDS:
            return lower
        if seen := forms.get(lower):
            form = min(seen.items(), key=lambda pair: (-pair[1], pair[0]))[0]
            return form if is_upper or not form.isupper() else word
        ordinary = is_upper or (in_title_case and match.start()) or _DERIVED.search(lower)
        return lower if ordinary else word

    return _WORD.sub(settle, phrase)


def _count_forms(words: set[str], works: Iterable[ReadWork]) -> dict[str, Counter[str]]:
    """Return how often the works write each of these words in which letters, inside sentences."""
    forms: dict[str, Counter[str]] = {}
    for work in works:
        texts = [work.work.abstract or "", *(finding.quote.text for finding in work.summary.findings)]
        for text in texts:
            for word in _INSIDE.findall(text):
                if word.lower() in words:
                    forms.setdefault(word.lower(), Counter())[word] += 1
    return forms
