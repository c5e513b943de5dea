"""The terms that BM25 counts, of documents and queries alike."""

from __future__ import annotations

import re
import unicodedata

import Stemmer

_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"(?<=[^\W_])['\u2019](?:s|t|re|ve|ll|d|m)\b")
_STOPWORDS = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before being below between both
    but by can could did do does doing down during each few for from further had has have having he her here hers him
    his how i if in into is it its itself just may me might more most must my no nor not of off on once only or other
    our ours out over own same shall she should so some such than that the their theirs them themselves then there
    these they this those through thus to too under until up us very was we were what when where whether which while
    who whom whose why will with would you your yours
    """.split()  # noqa: SIM905 - a paragraph can be proof-read, 170 quoted words cannot
)


def split_terms(text: str) -> list[str]:
    """Return the stemmed terms of a text in order, repeats kept: no stop words, no accents, any script.

    English Snowball stems (Porter 2001); words of other languages pass as they are unless a suffix looks English.
    """
    folded = _APOSTROPHE.sub("", text.casefold())
    if not folded.isascii():
        decomposed = unicodedata.normalize("NFKD", folded)
        folded = "".join(character for character in decomposed if unicodedata.category(character) != "Mn")
    words = [word for word in _WORD.findall(folded) if word not in _STOPWORDS]
    # A stemmer of PyStemmer must not be shared by threads.
    return [str(stem) for stem in Stemmer.Stemmer("english").stemWords(words)]
