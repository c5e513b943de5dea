"""Wording questions in PubMed's query language, as https://pubmed.ncbi.nlm.nih.gov/help/ describes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from storage.records.search import Formulation
from tasks.catalogues.phrases import list_language_codes, list_phrases, list_words


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
    by_words = " AND ".join(f"{word}[tiab]" for word in list_words(phrase))
    by_heading = [f'"{heading}"[mh]' for heading in headings]
    if not by_heading:
        return f"({by_words})"
    return f"({' OR '.join([*by_heading, f'({by_words})'])})"


def _limits(formulation: Formulation) -> list[str]:
    limits = []
    if formulation.from_year or formulation.to_year:
        limits.append(f'("{formulation.from_year or 1000}"[dp] : "{formulation.to_year or 3000}"[dp])')
    codes = list_language_codes(formulation.languages)
    if codes:
        limits.append(f"({' OR '.join(f'{code}[la]' for code in codes)})")
    return limits
