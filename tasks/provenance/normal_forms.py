"""Forms in which two spellings of one title, venue, page range or number are the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
)
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_SMALL_WORDS = frozenset(
    {"the", "of", "and", "in", "for", "on", "to", "a", "an", "de", "der", "des", "die", "und", "fur", "et", "la", "le"}
    | {"les", "du", "da", "do", "e", "y", "i", "del", "di", "della", "en", "el"}
)
# Of the abbreviations that ISO 4's list of title words makes by contraction; the others cut words short.
_CONTRACTIONS = {
    "natl": "national",
    "intl": "international",
    "jpn": "japanese",
    "dtsch": "deutsche",
    "assn": "association",
    "mgmt": "management",
    "govt": "government",
    "engl": "england",
}
_ALWAYS_CUT = frozenset({"j", "int", "proc", "trans", "rev", "bull", "ann", "arch", "q", "lett", "conf"})
_LEAST_CUT = 2
_NO_WORD = re.compile(r"[\W_]+")
_APOSTROPHE = re.compile(r"['\u2018\u2019\u02bc`]")
_LEGAL = re.compile(
    r"\b(?:llc|ltd|limited|inc|incorporated|corp|corporation|co|company|gmbh|bv|b v|sa|s a|ag|plc|kg|pty|publishers?|"
    r"publishing|publications?|verlag|press|uk|us|usa|group|the|and|international|media|books?)\b"
)


@lru_cache(maxsize=1 << 16)  # the same names and titles are compared over and over
def fold(text: str) -> str:
    """Return words in lower case without accents and punctuation, "&" as "and", one blank between words."""
    lowered = text.casefold().replace("&", " and ")
    if not lowered.isascii():
        decomposed = unicodedata.normalize("NFKD", lowered.translate(_LETTERS))
        lowered = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(_NO_WORD.sub(" ", _APOSTROPHE.sub("", lowered)).split())


def fold_name(text: str) -> frozenset[str]:
    """Return the spellings of one word of a name, run together: "Müller" is "muller" and "mueller"."""
    lowered = unicodedata.normalize("NFC", text.casefold())
    return frozenset(fold(form).replace(" ", "") for form in (lowered, lowered.translate(_GERMAN)))


def fold_title(text: str) -> str:
    """Return the letters and digits of a title: case, accents, punctuation and subtitle separators do not count."""
    return fold(text).replace(" ", "")


def same_title(value: str, stated: str) -> bool:
    """Return whether two titles are the same but for typography."""
    return fold_title(value) == fold_title(stated)


def same_venue(value: str, stated: str) -> bool:
    """Return whether two names of a venue are the same but for typography, "The", a place, or ISO 4 abbreviation."""
    forms = [_venue_forms(name) for name in _without_place(value, stated)]
    return any(_same_words(first.split(), second.split()) for first in forms[0] for second in forms[1])


def _without_place(first: str, second: str) -> tuple[str, str]:
    """Return two names without a place in brackets that only one of them has ("Memory (Hove, England)")."""
    places = [re.search(r"\s*\([^()]*\)\s*$", name) for name in (first, second)]
    if all(places):
        return first, second
    bare = [name[: place.start()] if place else name for name, place in zip((first, second), places, strict=True)]
    return bare[0], bare[1]


def _venue_forms(text: str) -> list[str]:
    """Return the folded name, and its parts where a translation follows after "="."""
    parts = [text, *re.split(r"\s[=/]\s", text)]
    return list(dict.fromkeys(form for form in (re.sub(r"^the ", "", fold(part)) for part in parts) if form))


def _same_words(first: list[str], second: list[str]) -> bool:
    if "".join(first) == "".join(second):
        return True
    ours, theirs = ([word for word in words if word not in _SMALL_WORDS] for words in (first, second))
    if len(ours) != len(theirs) or len(ours) < _LEAST_CUT:
        return False
    pairs = list(zip(ours, theirs, strict=True))
    # One of the two is the abbreviated one: words cut in both would be two other names. Abbreviating cuts at least half
    # of the words ("Brain Res."), or only what is always cut ("J. of ..."); else a word has merely lost some letters.
    is_abbreviation = all(_abbreviates(a, b) for a, b in pairs) or all(_abbreviates(b, a) for a, b in pairs)
    cut = [min(a, b, key=len) for a, b in pairs if a != b]
    return is_abbreviation and (2 * len(cut) >= len(pairs) or _ALWAYS_CUT.issuperset(cut))


def _abbreviates(short: str, word: str) -> bool:
    is_cut = word.startswith(short) and len(word) - len(short) >= _LEAST_CUT
    return short == word or is_cut or _CONTRACTIONS.get(short) == word


def same_publisher(value: str, stated: str) -> bool:
    """Return whether one publisher's name is the other but for legal forms and words added ("Springer Nature")."""
    ours, theirs = fold(value), fold(stated)
    if ours.replace(" ", "") == theirs.replace(" ", ""):
        return True
    first, second = (_LEGAL.sub(" ", name).split() for name in (ours, theirs))
    shorter, longer = sorted((first, second), key=len)
    return bool(shorter) and longer[: len(shorter)] == shorter


def same_address(value: str, stated: str) -> bool:
    """Return whether one address contains the other ("Cambridge" and "Cambridge, MA")."""
    first, second = fold(value), fold(stated)
    return bool(first and second) and (f" {first} " in f" {second} " or f" {second} " in f" {first} ")


def same_label(value: str, stated: str) -> bool:
    """Return whether two volumes or issues are the same: "Vol. 03" is 3, "1--2" is "1/2"."""
    return _fold_label(value) == _fold_label(stated)


def _fold_label(text: str) -> str:
    bare = re.sub(r"^(?:vol|volume|no|nr|number|issue)\b", "", fold(text)).split()
    return " ".join(part.lstrip("0") or "0" for part in bare)


def split_pages(text: str) -> tuple[str, str]:
    """Return first and last page; "163-88" is 163 to 188, a single page or article number has no last."""
    bare = re.sub(r"^(?:pp?|pages?|art(?:icle)?|id)\.?\s+", "", " ".join(text.casefold().split()))
    parts = [part.strip(" .") for part in re.split(r"\s*[-\u2010-\u2015\u2212]+\s*", bare) if part.strip(" .")]
    first, last = (parts[0], parts[-1]) if parts else ("", "")
    if first.isdecimal() and last.isdecimal() and len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return first, "" if last == first else last


def same_pages(value: str, stated: str) -> bool:
    """Return whether two page ranges have the same ends."""
    return split_pages(value) == split_pages(stated)


def same_isbn(value: str, stated: str) -> bool:
    """Return whether an ISBN is among those of a field, in ten or thirteen digits."""
    ours = {_fold_isbn(part) for part in re.split(r"[,;/]|\s(?=97[89])", value)}
    return bool(ours) and ours <= {_fold_isbn(part) for part in stated.split(",")} - {""}


def _fold_isbn(text: str) -> str:
    digits = re.sub(r"[^0-9X]", "", text.upper().rpartition("ISBN/")[2])
    return digits[3:12] if len(digits) == len("9780306406157") else digits[:9]


def same_edition(value: str, stated: str) -> bool:
    """Return whether two editions have the same number: "2nd", "Second" and 2."""
    return _fold_edition(value) == _fold_edition(stated)


def _fold_edition(text: str) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    folded = re.sub(r"\b(?:edition|ed|rev|revised)\b", "", fold(text)).strip()
    number = re.match(r"\d+", folded)
    return number[0] if number else str(words.index(folded) + 1) if folded in words else folded
