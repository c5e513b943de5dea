"""How much a text reads like text.

What scans need to be read, for `litreview doctor`: the weights of RapidOCR, and what Marker wants around it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import unicodedata
from collections.abc import Mapping
from importlib.metadata import version

import httpx

from tasks.environment.checks import Finding
from tasks.parsing.marker import find_server
from tasks.parsing.weights import find_weights

_SECONDS = 5.0
_REMEDIES = {
    "llama-server": "install llama.cpp, or name a server that runs in SURYA_INFERENCE_URL; without it nothing is read",
    "docker": "install Docker with NVIDIA's runtime, or name a server that runs in SURYA_INFERENCE_URL",
}


def check_recognition() -> Finding:
    """Return whether the letters of scans can be recognised; nothing is loaded."""
    try:
        find_weights()
    except FileNotFoundError as error:
        return Finding("scans", "wrong", str(error), "install the requirements again: make review")
    return Finding("scans", "ok", f"rapidocr {version('rapidocr')}, with its weights")


def check_marker(command: str, given: Mapping[str, str] | None = None) -> list[Finding]:
    """Return whether Marker can be started, and whether what serves its model is there; nothing is started."""
    given = os.environ if given is None else given
    parts = shlex.split(command)
    if not parts:
        return [
            Finding("Marker", "absent", "not set", "pages that RapidOCR cannot read stay unread; see 'make marker'")
        ]
    program = shutil.which(parts[0])
    if program is None:
        return [Finding("Marker", "wrong", command, "LITREVIEW_MARKER_COMMAND cannot be run; see 'make marker'")]
    return [Finding("Marker", "ok", program), _check_server(given)]


def _check_server(given: Mapping[str, str]) -> Finding:
    subject, (name, place) = "Marker's model server", find_server(given)
    if place is None:
        remedy = _REMEDIES.get(name, "LLAMA_CPP_BINARY names no program; correct or unset it")
        return Finding(subject, "wrong", f"no {name}", remedy)
    if name != "SURYA_INFERENCE_URL":
        return Finding(subject, "ok", place)
    try:
        answer = httpx.get(f"{place.rstrip('/').removesuffix('/v1')}/health", timeout=_SECONDS)
        state = "" if answer.is_success else f"answers {answer.status_code}"
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        state = type(error).__name__
    if state:
        return Finding(subject, "wrong", f"SURYA_INFERENCE_URL: {state}", "start that server, or unset the variable")
    return Finding(subject, "ok", "SURYA_INFERENCE_URL answers")


POOR = 0.5

_TOKEN = re.compile(r"[^\s]+")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_VOWELS = frozenset("aeiouy")
_LONGEST_WORD = 30
_LONGEST_CAPITALS = 6
_SHORTEST_MEAN, _LONGEST_MEAN = 2.5, 12.0
_SHARE_OF_LETTERS = 0.5
_SHARE_OF_ABBREVIATIONS = 0.2
_SHARE_OF_FUNCTION_WORDS = 0.12
_WEIGHT_OF_SPOILT = 10
_FUNCTION_WORDS = frozenset(
    """
    a an and are as at be by for from has have in is it not of on or that the this to was we were which with
    auf das dem den der des die ein eine im ist mit nicht sich und von werden zu
    au aux ce dans de des du en est et la le les par pas pour que qui sur un une
    al con del el es las los no o os para por se su um uma una che di e gli il non per sono
    de een het niet van voor og av som til att det och
    """.split()  # noqa: SIM905 - a paragraph can be proof-read, 100 quoted words cannot
)


def score_quality(text: str) -> float:
    """Return the quality of a text in [0, 1] to three digits: 0 for none, about 1 for clean running text.

    It is the product of five shares, each 1 where text is sound: words with a vowel (outside the Latin script any word;
    of short capitals without one as many as a fifth of the words); 1 less ten times the share of replacement, private
    and control characters; the mean length of words being 2.5 to 12 letters, else in proportion; letters being half of
    what is printed; and, for a fifth of the score, function words of eight European languages being 12% of the words
    where the script is Latin. No model and no list of words of one language: names and numbers lower it somewhat.
    """
    printed = [letter for letter in text if not letter.isspace()]
    words = _WORD.findall(text)
    if not printed or not words:
        return 0.0
    spoilt = sum(letter == "\ufffd" or unicodedata.category(letter) in {"Co", "Cn", "Cc"} for letter in printed)
    clean = max(0.0, 1 - _WEIGHT_OF_SPOILT * spoilt / len(printed))
    capitals = min(sum(map(_is_abbreviation, words)), _SHARE_OF_ABBREVIATIONS * len(words))
    sound = (sum(map(_is_sound, words)) + capitals) / len(words)
    is_spaced = sum(map(_is_alphabetic, words)) > len(words) / 2
    mean = sum(len(word) for word in words) / len(words)
    length = min(1.0, mean / _SHORTEST_MEAN, _LONGEST_MEAN / mean) if is_spaced else 1.0
    letters = min(1.0, sum(letter.isalpha() for letter in printed) / len(printed) / _SHARE_OF_LETTERS)
    function = sum(word.lower() in _FUNCTION_WORDS for word in words) / len(words) / _SHARE_OF_FUNCTION_WORDS
    common = 0.8 + 0.2 * min(1.0, function) if all(map(_is_latin, words[:200])) else 1.0
    return round(clean * sound * length * letters * common, 3)


def _is_sound(word: str) -> bool:
    if len(word) > _LONGEST_WORD or _is_abbreviation(word):
        return False
    if not _is_latin(word) or len(word) == 1:
        return True
    return _has_vowel(word)


def _is_abbreviation(word: str) -> bool:
    return 1 < len(word) <= _LONGEST_CAPITALS and word.isupper() and _is_latin(word) and not _has_vowel(word)


def _has_vowel(word: str) -> bool:
    return any(letter in _VOWELS for letter in unicodedata.normalize("NFD", word.lower()))


def _is_latin(word: str) -> bool:
    return unicodedata.name(word[0], "").startswith("LATIN")


def _is_alphabetic(word: str) -> bool:
    return unicodedata.name(word[0], "").startswith(("LATIN", "GREEK", "CYRILLIC"))
