"""The phrases that a query in words consists of, and their words, without signs that indexes take for operators."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.services.open_library import LANGUAGES
from tasks.text.topics import list_facets
from tasks.text.words import FUNCTION_WORDS, split_terms, tokenise

_MOST_WORDS = 10
_SIGNS = re.compile(r"[^\w\s'-]|_")


def list_phrases(text: str) -> list[str]:
    """Return the phrases of a text that a work must each speak of."""
    phrases = [" ".join(_SIGNS.sub(" ", facet).lower().split()) for facet in list_facets(text)]
    return [phrase for phrase in dict.fromkeys(phrases) if phrase] or tokenise(text)[:_MOST_WORDS]


def list_words(phrase: str) -> list[str]:
    """Return the words of a phrase that say something, or all where none does."""
    return [word for word in tokenise(phrase) if word not in FUNCTION_WORDS] or phrase.split()


def count_phrases(phrases: Sequence[str], text: str) -> int:
    """Return of how many phrases a text has all the words, compared by their stems, wherever they stand in it.

    Scripts without spaces between words are compared as they are written.
    """
    terms, folded = set(split_terms(text)), text.casefold()
    return sum(phrase.casefold() in folded or terms.issuperset(split_terms(phrase)) for phrase in phrases)


def list_language_codes(codes: Sequence[str]) -> list[str]:
    """Return the codes of three letters for languages of two, bibliographic and terminological (ISO 639-2)."""
    wanted = {code.lower() for code in codes}
    return [three for three, two in LANGUAGES.items() if two in wanted]
