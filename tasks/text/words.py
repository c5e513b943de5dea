"""Words as the extractive analyst compares them: tokens, rough stems, and the words that carry no topic.

Looking works up in a frozen extract: by the words of a sentence, in titles, summaries, findings and quotes. The terms
that BM25 counts, of documents and queries alike.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import Stemmer

from storage.records.writing import Finding, ReadWork
from tasks.text.numbers import join_phrases, spell

__all__ = [
    "FUNCTION_WORDS",
    "GENERIC_WORDS",
    "content_stems",
    "function_share",
    "join_phrases",
    "spell",
    "stem",
    "tokenise",
]

FUNCTION_WORDS = frozenset(
    """a about above across after again against all almost along already also although always am among an and
    another any are as at away back be became because become becomes been before being below between beyond both
    but by can cannot could despite did do does doing done down due during each either else especially etc even
    ever every few for from further furthermore had has have having he hence her here hers high higher him his
    how however i if in indeed instead into is it its itself just least less like low lower made mainly make
    many may me might more moreover most mostly much must my namely near nearly neither never nevertheless no
    nor not nothing now of off often on once one only onto or other others our out over own per perhaps quite
    rather s same several shall she should since so some still such t than that the their them themselves then
    there thereby therefore these they this those though through throughout thus to together too toward towards
    two three four five six under until up upon us use used using versus very via was we well were what when
    where whereas whether which while who whom whose why will with within without would yet you your""".split(),  # noqa: SIM905 -- a word list reads best as text
)

GENERIC_WORDS = frozenset(
    """abstract address addition aim aims analyse analyses analysis analyze analyzed applied approach approaches
    argue argues article articles aspect aspects assess assessed assessing assessment associated association
    associations author authors available background based better case cases central challenge challenges change
    changes chapter common compared comparison concept concepts conclude conclusion conclusions conducted
    consider considered context contexts contribute contribution current data describe described describes
    develop developed developing development difference differences different discuss discussed discusses
    discussion draw effect effects emerging evaluate evaluation evidence examine examined examines examining
    example existing explore explored explores exploring factor factors field find finding findings first focus
    focuses form found framework general global good great group groups help highlight highlights identified
    identify impact impacts implication implications important improve include included includes including
    increase increased increasing indicate information insight insights interest introduction investigate
    investigated investigates issue issues key knowledge large lack level levels limited literature long main
    major measure measured measures method methods model models need needed needs new non number objective
    objectives order overview paper papers part participants particular past perspective perspectives possible
    potential present presented presents previous problem problems process processes propose proposed proposes
    provide provided provides purpose question questions range recent reference related relation relationship
    relationships relevant report reported reports require required research researchers result results reveal
    review reviewed reviews role roles sample samples scale set show showed shown shows significant
    significantly similar single small specific studies study studied subject suggest suggested suggests support
    survey system systematic systems takes test tested theory thing time toward type types understand
    understanding use useful loss status concentration concentrations population populations sector action
    actions opportunity opportunities area areas country countries region regions term terms individual
    individuals people sectors losses threat threats state states uses value variables various view way ways
    whole wide work works year years""".split(),  # noqa: SIM905 -- a word list reads best as text
)

_TOKEN = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*")
_SHORT = 3


def tokenise(text: str) -> list[str]:
    """Return the words of a text in lower case; hyphenated words stay whole, punctuation is left out."""
    return [token.lower() for token in _TOKEN.findall(text)]


def stem(word: str) -> str:
    """Return a lower-case word without its plural ending (the S-stemmer of Harman 1991)."""
    if len(word) <= _SHORT:
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss", "is")):
        return word[:-1]
    return word


def content_stems(text: str) -> list[str]:
    """Return the stems of a text's words that can carry a topic, in order and with repeats."""
    return [
        stem(token)
        for token in tokenise(text)
        if token not in FUNCTION_WORDS and token not in GENERIC_WORDS and not token.isdigit() and len(token) > 1
    ]


def function_share(text: str) -> float:
    """Return the share in [0, 1] of a text's words that are English function words (0 for an empty text)."""
    words = tokenise(text)
    return sum(word in FUNCTION_WORDS for word in words) / len(words) if words else 0.0


def find_stems(text: str) -> frozenset[str]:
    """Return the stems (Harman 1991) of a text's words other than function words."""
    return frozenset(stem(word) for word in tokenise(text) if word not in FUNCTION_WORDS and len(word) > 1)


def look_up(words: str, works: Sequence[ReadWork], most: int) -> list[ReadWork]:
    """Return the works with findings that share most with a text, best first, ties in the order given.

    What is shared counts by its inverse document frequency (Sparck Jones 1972) among these works; a citekey is found
    by itself. Works that share nothing are left out.
    """
    asked = find_stems(words)
    texts = [(work, find_stems(_read(work)) | {work.citekey}) for work in works if work.summary.findings]
    frequency = Counter(word for _, own in texts for word in own)
    scored = [
        (math.fsum(math.log(1 + len(texts) / frequency[word]) for word in sorted(asked & own)), work)
        for work, own in texts
    ]
    return [work for score, work in sorted(scored, key=lambda pair: -pair[0]) if score > 0][:most]


def find_source(words: str, works: Sequence[ReadWork], least: float) -> tuple[ReadWork, Finding] | None:
    """Return the finding that has most of a text's words, if it has at least this share of them."""
    asked = find_stems(words)
    best: tuple[float, ReadWork, Finding] | None = None
    for work in works:
        for finding in work.summary.findings:
            share = len(asked & find_stems(f"{finding.text} {finding.quote.text}")) / max(1, len(asked))
            if share >= least and (best is None or share > best[0]):
                best = (share, work, finding)
    return best[1:] if best else None


def _read(work: ReadWork) -> str:
    told = (f"{finding.text} {finding.quote.text}" for finding in work.summary.findings)
    return " ".join((work.work.title, work.summary.short, *told))


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


def split_words(text: str) -> list[str]:
    """Return the words of a text that BM25 counts, before stemming: no stop words, no accents, any script."""
    folded = _APOSTROPHE.sub("", text.casefold())
    if not folded.isascii():
        folded = unicodedata.normalize("NFKD", folded)
        for character in set(folded):
            if not character.isascii() and unicodedata.category(character) == "Mn":
                folded = folded.replace(character, "")
    return [word for word in _WORD.findall(folded) if word not in _STOPWORDS]


def split_terms(text: str) -> list[str]:
    """Return the stemmed terms of a text in order, repeats kept: no stop words, no accents, any script.

    English Snowball stems (Porter 2001); words of other languages pass as they are unless a suffix looks English.
    """
    # A stemmer of PyStemmer must not be shared by threads.
    return [str(stem) for stem in make_stemmer().stemWords(split_words(text))]


def make_stemmer() -> Stemmer.Stemmer:
    """Return the stemmer of the terms of BM25, for one thread."""
    return Stemmer.Stemmer("english")


_COMMON_STEM = 5


def is_same_term(one: str, other: str) -> bool:
    """Return whether two stems are of one word, a letter more or less at the end not counted: "financ", "financi"."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _COMMON_STEM and len(long) == len(short) + 1 and long.startswith(short))


def holds_terms(terms: Sequence[str], text: str) -> bool:
    """Return whether a text has all of some terms (`split_terms`), of which there is at least one."""
    told = set(split_terms(text))
    return bool(terms) and all(term in told or any(is_same_term(term, form) for form in told) for term in terms)
