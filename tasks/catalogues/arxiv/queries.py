"""Wording questions in arXiv's query language, as section 5.1 of its user manual describes it."""

from __future__ import annotations

from storage.records.search import Formulation
from tasks.catalogues.phrases import list_phrases, list_words

_FIRST_YEAR, _LAST_YEAR = 1991, 2999


def word_queries(formulation: Formulation) -> tuple[str, ...]:
    """Return the query for preprints that speak of every phrase, then that for any, where there are several.

    Each phrase is looked for by its words in title and abstract. Limits on languages, citations and types are beyond
    arXiv; the rules of eligibility apply what its records state.
    """
    groups = [_word_phrase(phrase) for phrase in list_phrases(formulation.text)]
    limits = _limits(formulation)
    wide = [f"({' OR '.join(groups)})"] if len(groups) > 1 else []
    return tuple(" AND ".join([*parts, *limits]) for parts in (groups, wide) if parts)


def _word_phrase(phrase: str) -> str:
    # It finds nothing for a word with a hyphen, but the parts side by side.
    words = [word.replace("-", " ") for word in list_words(phrase)]
    either = [f'(ti:"{word}" OR abs:"{word}")' for word in words]
    return f"({' AND '.join(either)})"


def _limits(formulation: Formulation) -> list[str]:
    if not formulation.from_year and not formulation.to_year:
        return []
    first, last = formulation.from_year or _FIRST_YEAR, formulation.to_year or _LAST_YEAR
    return [f"submittedDate:[{first:04}01010000 TO {last:04}12312359]"]
