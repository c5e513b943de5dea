"""Which words and two-word phrases can name a theme, which ten of them do, and which groups are nearest.

Which group of works a few others are nearest to, by the words they share.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

_RANK_DECIMALS = 9


def rank_groups(works: Sequence[AbstractSet[str]], groups: Sequence[Sequence[AbstractSet[str]]]) -> list[int]:
    """Return the numbers of the groups, nearest first, ties in the order given; a work is the set of its terms.

    Nearness is the cosine of the groups' profiles: for each term the share of a group's works that hold it, times the
    log of its rarity among all works given (Salton and Buckley 1988).
    """
    everything = [*works, *(work for group in groups for work in group)]
    held = Counter(term for work in everything for term in work)
    rarity = {term: math.log((1 + len(everything)) / count) for term, count in held.items()}
    profile = _profile(works, rarity)
    nearness = [_cosine(profile, _profile(group, rarity)) for group in groups]
    return sorted(range(len(groups)), key=lambda number: (-nearness[number], number))


def _profile(works: Sequence[AbstractSet[str]], rarity: Mapping[str, float]) -> dict[str, float]:
    held = Counter(term for work in works for term in work)
    return {term: count / len(works) * rarity[term] for term, count in held.items()}


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    # fsum is exact, so the order in which a set happens to give its terms does not matter.
    product = math.fsum(weight * other[term] for term, weight in one.items() if term in other)
    lengths = math.sqrt(math.fsum(w * w for w in one.values()) * math.fsum(w * w for w in other.values()))
    return round(product / lengths, _RANK_DECIMALS) if lengths else 0.0


# Words that say how scholars write, not what they write about; the plural rule catches both singular and plural.
_SCHOLARLY_TEXT = """
    ability able abstr abstract account achieve across add addition additional address adopt affect aim aimed allow
    almost also although among amount analyse analysed analyses analysis analytic analyze analyzed answer appear
    application applied apply approach appropriate area argue argued article aspect assess assessed assessing
    assessment associated association attempt author available background based basis become better book broad call
    can cannot case cause central certain challenge chapter characteristic clear collect collected collection common
    compare compared comparing comparison complete completed component comprehensive concept conclude conclusion
    conduct conducted consider considerable considered consist consistent contain context contribute contribution
    copyright correlate correlated correlation could count cover critical current currently data dataset day deal
    decade define definition demonstrate demonstrated describe described design designed despite detail determine
    determined determining develop developed developing difference different difficult direct discuss discussed
    discussion doi due early easily effect effective either elsevier emphasis empirical employ enable especially
    essential establish established estimate estimated etc evaluate evaluated evaluation even evidence examine
    examined examining example exist existing expect expected experiment explain explore explored exploring extent
    factor feature field fig figure finally find finding findings first five focus focused following form found four
    framework frequently function further furthermore future gap general generally give given goal good great
    greater group growing high higher highest highlight highly however http https hypothesis idea identified
    identify identifying impact implication importance important improve improved include included including
    increase increased increasing indicate indicated individual influence information insight instead introduce
    introduction investigate investigated investigating investigation involve involved issue journal key kind known
    lack large largely larger last later lead leading less level light like likely limit limitation limited link
    list literature little low lower main mainly major make making many may mean measure measured measurement
    measuring medium method methodology might model moderate month moreover multiple must need neither new next none
    note novel number objective observe observed obtain obtained obtaining occur offer often one online onto open
    order original outcome overall overview paper part participant particular particularly past patient pattern per
    perform performed period perspective point poor possible potential potentially practical practice predict
    predicted predictor present presented presents press previous previously primary problem procedure process
    produce proper propose proposed provide provided provides providing publication publish published publisher
    purpose question range rate rather reason recent recently recognize reduce reduced reflect regard regarding
    related relation relationship relative relatively relevant remain report reported represent require required
    research researcher reserved respect respectively response result revealed review role sample scale science
    scientific scope score second section see seek seem seen select selected separate serve set setting seven
    several shall shed show showed shown significance significant significantly similar simple single six size
    source specific specifically springer standard statistical statistically status step strategy strength strong
    strongly structure studied studies study studying subject subjects subsequent substantial suggest suggested
    suggesting suggests summarize support system table take taken task technique ten term test tested testing
    theoretical theory therefore third three thus time together tool topic total toward towards traditional two type
    typical typically understand understanding unique university unknown upon use used useful user uses using
    usually variable variation various vary version via view way week well whereas whether wide widely wiley within
    without work world would year yet
"""
SCHOLARLY_WORDS = frozenset(_SCHOLARLY_TEXT.split())

_SUBJECT_WORDS = frozenset({"man", "sea", "son", "war"})  # stop words of other languages that mean something in English

_MARKUP = re.compile(r"<[^<>]{0,80}>|&[a-z]{2,8};|https?://\S+")
_WORD = re.compile(r"[^\W\d_][\w'’-]{2,29}(?!\w)")  # noqa: RUF001 - publishers print this apostrophe
_BREAK = re.compile(r"[.,;:!?()\[\]{}\"“”/|]|\s[-–—]\s")  # noqa: RUF001 - and these dashes
_MAX_CHARACTERS = 20_000


def extract_terms(text: str) -> list[str]:
    """Return the words and two-word phrases of a text in reading order, repeats kept; a phrase is ``hair_cortisol``.

    Lower case; without markup, numbers, one- and two-letter words, stop words of five languages and SCHOLARLY_WORDS.
    Phrases never reach across punctuation or a word left out. Only the first 20,000 characters are read.
    """
    terms: list[str] = []
    for clause in _BREAK.split(_MARKUP.sub(" . ", text[:_MAX_CHARACTERS].lower())):
        before = ""
        for token in clause.split():
            match = _WORD.fullmatch(token.replace("_", "-").strip("'’-"))  # noqa: RUF001 - publishers print it
            word = "" if match is None or _is_stop_word(match.group()) else match.group()
            if word:
                terms.append(word)
            if word and before and word != before:
                terms.append(f"{before}_{word}")
            before = word
    return terms


def choose_words(ranked_terms: Iterable[str], limit: int) -> tuple[str, ...]:
    """Return the best terms that each add something, at most `limit`; phrases are written with a space.

    A term adds something unless better terms already have all its stems: after ``hair cortisol`` neither ``hair`` nor
    ``cortisols`` follows.
    """
    from Stemmer import Stemmer  # noqa: PLC0415 - loaded with the rest of organization's libraries

    stemmer = Stemmer("english")
    known: set[str] = set()
    words: list[str] = []
    for term in ranked_terms:
        stems = set(stemmer.stemWords(term.split("_")))
        if len(words) < limit and not stems <= known:
            words.append(term.replace("_", " "))
            known |= stems
    return tuple(words)


@lru_cache(maxsize=100_000)
def _is_stop_word(word: str) -> bool:
    singular, stem = word.removesuffix("s"), word.partition("'")[0]
    return word in _stop_words() or singular in SCHOLARLY_WORDS or stem in _stop_words()


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    from bm25s import stopwords  # noqa: PLC0415 - half a second that only organization has to pay

    listed = (
        stopwords.STOPWORDS_EN_PLUS,
        stopwords.STOPWORDS_FRENCH,
        stopwords.STOPWORDS_GERMAN,
        stopwords.STOPWORDS_PORTUGUESE,
        stopwords.STOPWORDS_SPANISH,
    )
    return SCHOLARLY_WORDS.union(*listed) - _SUBJECT_WORDS
