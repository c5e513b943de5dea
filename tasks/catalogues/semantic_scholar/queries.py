"""Wording questions in the syntax of Semantic Scholar's bulk search: groups in brackets, AND as +, OR as |.

Where no operator stands all words are needed, so that a + that is read as a space changes nothing.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

from storage.records.search import Formulation
from tasks.catalogues.phrases import list_phrases, list_words

FIELDS = "title,year,externalIds"
"""What a search lists of each paper; the rest is asked for of those taken alone."""


def word_queries(formulation: Formulation) -> tuple[str, ...]:
    """Return the query for papers that speak of every phrase, then that for papers of any, where there are several.

    A phrase is looked for by its words, stemmed, in title and abstract. Limits on citations, types and languages are
    left to the rules of eligibility.
    """
    groups = [_word_phrase(phrase) for phrase in list_phrases(formulation.text)]
    wide = [" | ".join(groups)] if len(groups) > 1 else []
    return tuple(query for query in (" + ".join(groups), *wide) if query)


def word_search(formulation: Formulation, query: str, token: str = "") -> str:
    """Return path and query of up to 1,000 papers, most cited first: a bulk search knows no relevance."""
    given = {"query": query, "fields": FIELDS, "sort": "citationCount:desc"}
    if formulation.from_year or formulation.to_year:
        given["year"] = f"{formulation.from_year or ''}-{formulation.to_year or ''}"
    if token:
        given["token"] = token
    return f"/paper/search/bulk?{urlencode(given, safe=':,', quote_via=quote)}"


def _word_phrase(phrase: str) -> str:
    return f"({' '.join(_word(word) for word in list_words(phrase))})"


def _word(word: str) -> str:
    """Return a word; one with a hyphen or an apostrophe, which could be operators, as a phrase of its parts."""
    parts = word.replace("-", " ").replace("'", " ").replace("\u2019", " ").split()
    return parts[0] if len(parts) == 1 else f'"{" ".join(parts)}"'
