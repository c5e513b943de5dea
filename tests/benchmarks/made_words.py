"""Made-up words for works of made-up snapshots: a Zipf vocabulary in several scripts, with words of topics in it."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import polars as pl

Codes = npt.NDArray[np.int64]

WORDS, TOPICS = 400_000, 2_000
_TOPIC_WORDS = 150
_EXPONENT, _SHIFT = 1.05, 2.7  # Zipf's law as Mandelbrot (1953) fitted it
_STOP = ("the", "of", "and", "in", "to", "a", "for", "with", "on", "by", "we", "is")
_STOP_SHARE, _TOPIC_SHARE = 0.3, 0.25
_SYLLABLES = tuple(onset + vowel for onset in "bcdfglmnprstvz" for vowel in "aeiou")
# Every tenth word has an accent, or is of another script.
_SCRIPTS = (("é", "ü", "ñ", "ø"), ("ж", "и", "т", "о", "р"), ("λ", "ο", "γ", "ι"), ("气", "候", "变", "化", "生"))  # noqa: RUF001


@cache
def vocabulary() -> pl.Series:
    """Return the words by rank, most frequent first; those that a search leaves out stand behind all others."""
    return pl.Series([_spell(rank) for rank in range(WORDS)] + list(_STOP))


def spell_topic(topic: int) -> str:
    """Return the name of a topic: its two commonest words."""
    first, second = topic_words(np.array([topic, topic]), np.array([0, 1])).tolist()
    return f"{_spell(first)} {_spell(second)}".capitalize()


def topic_words(topics: Codes, places: Codes) -> Codes:
    """Return the ranks of the words at these places in the topics' own vocabularies."""
    # Spread over the ranks from 200 on by multiplication with odd numbers (Knuth's multiplicative hashing).
    mixed = (topics * 2_654_435_761 + places * 40_503 + 12_345) % (1 << 32)
    return 200 + mixed % (WORDS // 8)


def draw_words(random: np.random.Generator, topics: Codes) -> Codes:
    """Return one rank for each of the topics: a stop word, a word of the topic, or any word."""
    count = len(topics)
    kind = random.random(count)
    ranks = np.searchsorted(_cumulated(), random.random(count)).astype(np.int64)
    of_topic = kind < _TOPIC_SHARE
    places = (_TOPIC_WORDS * random.random(count) ** 2).astype(np.int64)
    ranks = np.where(of_topic, topic_words(topics, places), ranks)
    stop = kind > 1 - _STOP_SHARE
    return np.where(stop, WORDS + random.integers(0, len(_STOP), count), ranks)


@cache
def _cumulated() -> npt.NDArray[np.float64]:
    weights = 1 / (np.arange(WORDS) + _SHIFT) ** _EXPONENT
    cumulated: npt.NDArray[np.float64] = np.cumsum(weights) / weights.sum()
    return cumulated


def _spell(rank: int) -> str:
    letters, number = "", rank
    while True:
        number, place = divmod(number, len(_SYLLABLES))
        letters = _SYLLABLES[place] + letters
        if not number:
            break
        number -= 1
    if rank % 10 == 7:
        script = _SCRIPTS[rank // 10 % len(_SCRIPTS)]
        letters = letters + script[rank % len(script)] + script[rank // 7 % len(script)]
    return letters if len(letters) > 2 else letters + "ri"
