"""When two terms name one thing: stems, spellings, hyphens, heads that only count or measure, and short forms."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import Stemmer

from tasks.text.acronyms import read_acronyms
from tasks.text.synonyms import is_acronym, read_pairs

Wording = tuple[str, ...]
"""The stems of a term's words; empty where none says what it is about."""

_WORD = re.compile(r"[^\W_]+(?:[-\u2010-\u2013][^\W_]+)*")
_HYPHEN = re.compile(r"[-\u2010-\u2013]")
_POSSESSIVE = re.compile(r"['\u2019](?:s\b)?")
_SHORT = re.compile(r"[A-Z]{3,6}")
_AS_CHANCE = re.compile(r"^(?:risk|odds|likelihood|probability|chances?) (?:of|for) ", re.IGNORECASE)
# In whom something was seen is told as the population of a result.
_IN_WHOM = re.compile(
    r"(?<=\w) (?:in|among) (?:[\w\u2019'-]+ ){0,5}?(?:patients|participants|subjects|people|persons|individuals|adults|"
    r"children|adolescents|infants)\b.*$|^(?:wom[ae]n|m[ae]n)['\u2019]s? ",
    re.IGNORECASE,
)
# What opposes (no, low, without) or tells sides apart (from, than) is not set aside.
_SET_ASIDE = frozenset(
    """a an the of in on at for to with by and or as their its his her our
    level concentration content value score measure measurement amount degree extent mean median average
    high higher greater increased increasing elevated raised more
    patient participant subject individual people person group""".split(),  # noqa: SIM905 -- a word list reads best as text
)
# What counts, rates or gives a thing rather than being another: set aside where another word is left.
_HEADS = frozenset(
    """rate incidence prevalence frequency occurrence number event episode severity intensity symptom rating scale
    questionnaire inventory overall annualized annualised annual yearly daily weekly monthly once twice
    use intake consumption treatment therapy administration prophylaxis
    prophylactic exposure children adults adolescents""".split(),  # noqa: SIM905 -- a word list reads best as text
)
# Of these no thing is left: "no treatment", "older adults".
_NOTHING_ALONE = frozenset("no without non not low lower lack absence old older young younger".split())  # noqa: SIM905 -- a word list reads best as text
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

    def read(self, term: str, text: str = "") -> Wording:
        """Return the words of a term, in one order unless it matters; short forms as its `text` defines them.

        Articles, prepositions, "more" and heads such as levels, scores, risk of or patients with are set aside, and so,
        where another word is left, are words that count, rate or give the thing, and in whom it was seen; what makes a
        term its opposite ("lower", "without", "non-") is not.
        """
        own = {**self.acronyms, **read_short_forms(text)} if text else self.acronyms
        bare = _IN_WHOM.sub("", _AS_CHANCE.sub("", term)) or term
        words = [_fold(word) for word in self._split(bare, own)]
        kept = [word for word in words if not _is_of(word, _SET_ASIDE)]
        fewer = [word for word in kept if not _is_of(word, _HEADS)]
        kept = fewer if set(fewer) - _NOTHING_ALONE else kept
        # A stemmer of PyStemmer must not be shared by threads.
        stems = Stemmer.Stemmer("english").stemWords([_spell(word) for word in kept])
        return tuple(stems) if _ORDERED & set(words) else tuple(sorted(set(stems)))

    def spell_out(self, term: str, text: str) -> str:
        """Return a term with the words for its short forms, as `read` has them."""
        own = {**self.acronyms, **read_short_forms(text)}
        return _WORD.sub(lambda match: own.get(match[0]) or own.get(match[0].removesuffix("s")) or match[0], term)

    def _split(self, term: str, own: Mapping[str, str]) -> Iterator[str]:
        for word in _find_words(term):
            solid = _HYPHEN.sub("", word)
            whole = [word] if word in own or word.removesuffix("s") in own else _HYPHEN.split(word)
            if len(whole) > 1 and _fold(solid) in self.solid:
                yield solid
                continue
            for part in whole:
                long = own.get(part) or own.get(part.removesuffix("s"))
                yield from _find_parts(long) if long else [part]


def learn_vocabulary(texts: Iterable[str], terms: Sequence[str]) -> Vocabulary:
    """Return the vocabulary of terms: acronyms that texts explain, or whose letters begin the words of one term.

    An acronym stands for what most of the texts that explain it say; where no reading has more than half of them, it
    is left as it is.
    """
    solid = frozenset(_fold(word) for term in terms for word in _find_words(term) if not _HYPHEN.search(word))
    plain = Vocabulary({}, solid)
    explained = [pair for text in dict.fromkeys(texts) for pair in read_short_forms(text).items()]
    clear = _keep_clear(explained, plain)
    short = {word for term in terms for word in _find_words(term) if _SHORT.fullmatch(word)}
    short -= {name for name, _ in explained}
    spelled = [pair for term in terms for pair in _spell_out(list(_find_parts(term)), short)]
    return Vocabulary(clear | _keep_clear(dict.fromkeys(spelled), plain), solid)


def read_short_forms(text: str) -> dict[str, str]:
    """Return the words for which the short forms stand that a text defines in brackets, by short form."""
    pairs = {short.removesuffix("s"): long for short, long in read_pairs(text) if is_acronym(short)}
    return pairs | read_acronyms(text)


def has_short_form(term: str) -> bool:
    """Return whether a word of a term is written in capitals that may stand for words."""
    return any(is_acronym(word) for word in _find_words(term))


def _keep_clear(explained: Iterable[tuple[str, str]], plain: Vocabulary) -> dict[str, str]:
    """Return for each name the reading that more than half of its explanations have, as the first by the alphabet."""
    readings: dict[str, Counter[Wording]] = {}
    spelt: dict[tuple[str, Wording], str] = {}
    for name, long in sorted(explained):
        read = plain.read(long)
        readings.setdefault(name, Counter())[read] += 1
        spelt.setdefault((name, read), long)
    best = {name: counts.most_common(1)[0] for name, counts in readings.items()}
    return {name: spelt[name, read] for name, (read, most) in best.items() if 2 * most > readings[name].total()}


def _is_of(word: str, listed: frozenset[str]) -> bool:
    return word in listed or word.removesuffix("s") in listed


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
