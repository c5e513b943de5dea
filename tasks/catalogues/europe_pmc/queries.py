"""Wording questions in Europe PMC's query language, as https://europepmc.org/searchsyntax describes it."""

from __future__ import annotations

from storage.records.search import Formulation
from tasks.catalogues.phrases import list_language_codes, list_phrases, list_words


def word_queries(formulation: Formulation) -> tuple[str, ...]:
    """Return the query for works that speak of every phrase, then that for works of any, where there are several.

    Each phrase is looked for as a keyword (headings of MeSH are among them) or by its words in title and abstract.
    Limits on citations and types are left to the rules of eligibility.
    """
    groups = [_word_phrase(phrase) for phrase in list_phrases(formulation.text)]
    limits = _limits(formulation)
    wide = [f"({' OR '.join(groups)})"] if len(groups) > 1 else []
    return tuple(" AND ".join([*parts, *limits]) for parts in (groups, wide) if parts)


def _word_phrase(phrase: str) -> str:
    words = " AND ".join(f'TITLE_ABS:"{word}"' for word in list_words(phrase))
    return f'(KW:"{phrase}" OR ({words}))'


def _limits(formulation: Formulation) -> list[str]:
    limits = []
    if formulation.from_year or formulation.to_year:
        limits.append(f"PUB_YEAR:[{formulation.from_year or 1000} TO {formulation.to_year or 3000}]")
    codes = list_language_codes(formulation.languages)
    if codes:
        limits.append(f"({' OR '.join(f'LANG:{code}' for code in codes)})")
    return limits
