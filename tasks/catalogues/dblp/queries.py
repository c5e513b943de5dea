"""Wording questions in DBLP's query language, as https://dblp.org/faq/1474589.html describes it.

Words are joined by blanks (all of them) or "|" (either); each stands for those it begins, with "$" for itself alone.
There are no phrases, and no alternatives of several words.
"""

from __future__ import annotations

from storage.records.search import Formulation
from tasks.catalogues.phrases import list_phrases, list_words
from tasks.text.words import stem

_SHORT = 3  # letters: as the beginning of words it says little


def word_queries(formulation: Formulation) -> tuple[str, ...]:
    """Return the query for titles that name every phrase, then, where there are several, those for all but one each.

    Abstracts are not in DBLP. Years, languages, citations and types cannot be asked for.
    """
    phrases = [list_words(phrase) for phrase in list_phrases(formulation.text)]
    fewer = [phrases[:place] + phrases[place + 1 :] for place in reversed(range(len(phrases)))]
    queries = [phrases, *fewer] if len(phrases) > 1 else [phrases]
    return tuple(dict.fromkeys(query for wanted in queries if (query := _word_phrases(wanted))))


def _word_phrases(phrases: list[list[str]]) -> str:
    words = [part for phrase in phrases for word in phrase for part in word.replace("-", " ").split()]
    return " ".join(dict.fromkeys(_word(word) for word in words))


def _word(word: str) -> str:
    """Return a word as the beginning of its singular and plural; a short one for itself alone."""
    bare = word.replace("'s", "").replace("'", "")
    if len(bare) <= _SHORT:
        return f"{bare}$"
    singular = stem(bare)
    return f"{singular}|{singular[:-1]}ies" if singular.endswith("y") else singular
