"""Wording questions in PubMed's query language, as https://pubmed.ncbi.nlm.nih.gov/help/ describes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from storage.records.search import Formulation
from tasks.services.open_library import LANGUAGES
from tasks.text.topics import list_facets
from tasks.text.words import FUNCTION_WORDS, tokenise

_MOST_WORDS = 10
_SIGNS = re.compile(r"[^\w\s'-]|_")
_CODES = {code: name for name, code in reversed(LANGUAGES.items())}


def list_phrases(text: str) -> list[str]:
    """Return the phrases of a text that a work must each speak of, without signs that PubMed reads as operators."""
    phrases = [" ".join(_SIGNS.sub(" ", facet).lower().split()) for facet in list_facets(text)]
    return [phrase for phrase in dict.fromkeys(phrases) if phrase] or tokenise(text)[:_MOST_WORDS]


def word_query(formulation: Formulation, headings: Callable[[str], Sequence[str]]) -> str:
    """Return the query of a formulation: each phrase by heading or by its words, joined by AND, with its limits.

    `headings` returns the MeSH headings that a phrase names. Limits on citations and types are beyond PubMed; the rules
    of eligibility apply the types later.
    """
    groups = [_word_phrase(phrase, headings(phrase)) for phrase in list_phrases(formulation.text)]
    return " AND ".join([*groups, *_limits(formulation)]) if groups else ""


def widen_query(formulation: Formulation, headings: Callable[[str], Sequence[str]]) -> str:
    """Return the query for works that speak of any of the phrases; "" where there is but one."""
    groups = [_word_phrase(phrase, headings(phrase)) for phrase in list_phrases(formulation.text)]
    return " AND ".join([f"({' OR '.join(groups)})", *_limits(formulation)]) if len(groups) > 1 else ""


def _word_phrase(phrase: str, headings: Sequence[str]) -> str:
    words = [word for word in tokenise(phrase) if word not in FUNCTION_WORDS] or phrase.split()
    by_words = " AND ".join(f"{word}[tiab]" for word in words)
    by_heading = [f'"{heading}"[mh]' for heading in headings]
    if not by_heading:
        return f"({by_words})"
    return f"({' OR '.join([*by_heading, f'({by_words})'])})"


def _limits(formulation: Formulation) -> list[str]:
    limits = []
    if formulation.from_year or formulation.to_year:
        limits.append(f'("{formulation.from_year or 1000}"[dp] : "{formulation.to_year or 3000}"[dp])')
    names = [_CODES[code.lower()] for code in formulation.languages if code.lower() in _CODES]
    if names:
        limits.append(f"({' OR '.join(f'{name}[la]' for name in names)})")
    return limits
