"""When two terms have the same words: stems, spellings, hyphens, and acronyms that some text spells out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import Stemmer

from tasks.text.acronyms import read_acronyms

Wording = tuple[str, ...]
"""The stems of a term's words; empty where none says what it is about."""

_WORD = re.compile(r"[^\W_]+(?:[-\u2010-\u2013][^\W_]+)*")
_HYPHEN = re.compile(r"[-\u2010-\u2013]")
_POSSESSIVE = re.compile(r"['\u2019](?:s\b)?")
_SHORT = re.compile(r"[A-Z]{3,6}")
_AS_CHANCE = re.compile(r"^(?:risk|odds|likelihood|probability|chances?) (?:of|for) ", re.IGNORECASE)
# What opposes (no, low, without) or tells sides apart (from, than) is not set aside.
_SET_ASIDE = frozenset(
    """a an the of in on at for to with by and or as their its his her our
    level concentration value score measure measurement amount degree extent mean median average
    high higher greater increased increasing elevated raised more
    patient participant subject individual people person group""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_ORDERED = frozenset(["from", "than", "versus", "vs", "over", "per", "ratio", "minus", "relative", "difference"])
# Each is done to every word alike, so that no two spellings of one word come apart.
_SPELLINGS = tuple(
    (re.compile(pattern), american)
    for pattern, american in (
        (r"ae|oe", "e"), (r"our", "or"), (r"is(?=e[sdr]?$|ing$|ation)", "iz"), (r"ys(?=e[sdr]?$|ing$)", "yz"),
        (r"(?<=[tb])re(?=s?$)", "er"), (r"ogue", "og"), (r"mme(?=s?$)", "m"), (r"ll(?=ed$|ing$|er$)", "l"),
        (r"ense$", "ence"), (r"sulph", "sulf"), (r"grey", "gray"), (r"ageing", "aging"), (r"judgement", "judgment"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What acronyms stand for, and the words that are also written with a hyphen."""

    acronyms: Mapping[str, str]
    solid: frozenset[str]

    def read(self, term: str) -> Wording:
        """Return the words of a term, in one order unless it matters.

        Articles, prepositions, "more" and heads such as levels, scores, risk of or patients with are set aside; what
        makes a term its opposite ("lower", "without", "non-") is not.
        """
        words = [_fold(word) for word in self._split(_AS_CHANCE.sub("", term))]
        # A stemmer of PyStemmer must not be shared by threads.
        stems = Stemmer.Stemmer("english").stemWords(
            [_spell(word) for word in words if word not in _SET_ASIDE and word.removesuffix("s") not in _SET_ASIDE]
        )
        return tuple(stems) if _ORDERED & set(words) else tuple(sorted(set(stems)))

    def _split(self, term: str) -> Iterator[str]:
        for word in _find_words(term):
            long = self.acronyms.get(word) or self.acronyms.get(word.removesuffix("s"))
            solid = _HYPHEN.sub("", word)
            yield from _find_parts(long) if long else [solid] if _fold(solid) in self.solid else _HYPHEN.split(word)


def learn_vocabulary(texts: Iterable[str], terms: Sequence[str]) -> Vocabulary:
    """Return the vocabulary of terms: acronyms that a text explains, or whose letters begin the words of one term.

    An acronym that stands for different words in different texts is left as it is.
    """
    solid = frozenset(_fold(word) for term in terms for word in _find_words(term) if not _HYPHEN.search(word))
    plain = Vocabulary({}, solid)
    explained = [pair for text in texts for pair in read_acronyms(text).items()]
    clear = _keep_clear(explained, plain)
    short = {word for term in terms for word in _find_words(term) if _SHORT.fullmatch(word)}
    short -= {name for name, _ in explained}
    spelled = [pair for term in terms for pair in _spell_out(list(_find_parts(term)), short)]
    return Vocabulary(clear | _keep_clear(spelled, plain), solid)


def _keep_clear(explained: Iterable[tuple[str, str]], plain: Vocabulary) -> dict[str, str]:
    readings: dict[str, dict[Wording, str]] = {}
    for name, long in sorted(explained):
        readings.setdefault(name, {}).setdefault(plain.read(long), long)
    return {name: next(iter(longs.values())) for name, longs in readings.items() if len(longs) == 1}


def _spell_out(words: Sequence[str], short: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in short:
        for start in range(len(words) - len(name) + 1):
            run = words[start : start + len(name)]
            if "".join(word[0] for word in run).upper() == name:
                yield name, " ".join(run)


def _find_words(term: str) -> Iterator[str]:
    for match in _WORD.finditer(_POSSESSIVE.sub("", term)):
        yield match[0]


def _find_parts(term: str) -> Iterator[str]:
    for word in _find_words(term):
        yield from _HYPHEN.split(word)


def _fold(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(character for character in decomposed if unicodedata.category(character) != "Mn")


def _spell(word: str) -> str:
    for pattern, american in _SPELLINGS:
        word = pattern.sub(american, word)
    return word
