"""People's and bodies' names, split into the parts that citekeys, CSL and BibTeX ask for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.text.cleaning import plain_text

APOSTROPHES = "'`\u2018\u2019\u02bc"
_TITLES = frozenset({"dr", "prof", "professor", "sir", "dame"})
_DEGREES = frozenset({"md", "phd", "mph", "msc", "msw", "facp", "frcp", "dphil", "mba"})
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_HEIRS = frozenset({"júnior", "junior", "filho", "neto", "sobrinho"})
# A family name begins at these wherever they occur in lower case ("Bas van Heycop ten Ham") ...
_OPENING = frozenset({"van", "von", "vom", "zu", "zum", "zur", "ten", "ter", "te", "t", "af", "av", "le"})
# ... and at these only right before its last word ("Fábio de Oliveira Roque" is Roque, "Kate de la Riva" de la Riva).
_JOINING = frozenset(
    {"de", "der", "den", "del", "della", "di", "da", "do", "dos", "das", "du", "d", "la", "las", "los", "lo", "el"}
    | {"al", "bin", "binti", "ibn", "ben", "st"}
)
# Given names as well, so that they count as particles in lower case only.
_GIVEN_TOO = frozenset({"ben", "bin", "do", "dos", "d", "t", "af", "av", "zu"})
_CORPORATE = re.compile(
    r"\b(?:committee|consortium|group|grp|team|organi[sz]ation|university|institute|society|network|panel|"
    r"collaborati(?:on|ve)|collaborators|investigators|association|council|programme|program|agency|department|"
    r"ministry|centre|center|foundation|commission|initiative|federation|task force|united nations|"
    r"(?:world|development|central|european) bank|(?:european|african|international) union)\b"
    r"|^(?:the|on behalf of) | for | of the ",
    re.IGNORECASE,
)
# Libraries tell people of one name apart by the years of their lives: "Lind, Ann, 1957-".
_NOT_A_NAME = re.compile(
    r"\W*electronic address:.*|,?\s+\(?(?:1[5-9]|20)\d\d\s?[-\u2013]\s?(?:(?:1[5-9]|20)\d\d)?\)?\.?$", re.IGNORECASE
)
_INITIALS = re.compile(r"(?:[A-Z]{1,3}|(?:[A-Z]\.-?){1,4})")
# Initials that a catalogue wrote as a word ("Rust Gs") have no vowel between them; these do not either, and are names.
_RUN = re.compile(r"[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]")
_NAMES_WITHOUT_VOWEL = frozenset({"bk", "dc", "gc", "kc", "lv", "mc", "ng"})
_FAMILY_FIRST = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA")
_FAMILY_AND_GIVEN = 2


@dataclass(frozen=True, slots=True)
class Name:
    """A name in parts; `corporate` names and those whose parts are unclear are kept whole in `family`."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""
    corporate: bool = False

    @property
    def surname(self) -> str:
        """Return particle and family name, as a citation prints them."""
        return f"{self.particle} {self.family}".strip()


def split_name(display_name: str) -> Name:
    """Return the parts of a name as a catalogue displays it ("Jan van der Valk", "Smith, J.", "Lorillard S").

    Particles follow their bearers' use: in lower case they are set apart ("van der" + "Valk"), capitalised ones belong
    to the family name ("Van Assche"). Of two unhyphenated surnames the last is taken, as nothing distinguishes the
    first from given names. Academic titles are dropped, Jr. and the like are the suffix. An empty name gives an empty
    family.
    """
    text = _NOT_A_NAME.sub("", plain_text(display_name)).strip(" ,;")
    if _CORPORATE.search(text):
        return Name(text, corporate=True)
    first, *others = [part.strip() for part in text.split(",") if part.strip()] or [""]
    suffix = next((part for part in others if _bare(part) in _SUFFIXES), "")
    others = [part for part in others if _bare(part) not in _SUFFIXES | _DEGREES]
    if len(others) >= _FAMILY_AND_GIVEN:  # an address, or several people
        return Name(text, corporate=True)
    if others:
        return _split_inverted(first.split(), others[0].split(), suffix)
    words, inner_suffix = _without_decorations(first.split())
    return _split_words(words, suffix or inner_suffix)


def ends_in_run(words: Sequence[str]) -> bool:
    """Return whether a family name of one word is followed by initials that were written as a word ("Rust Gs")."""
    *before, last = words or [""]
    names = [word for word in before if not _is_particle(word)]
    is_run = bool(_RUN.fullmatch(last)) and last.lower() not in _NAMES_WITHOUT_VOWEL
    return is_run and len(names) == 1 and len(_bare(names[0])) > 1 and not _INITIALS.fullmatch(names[0])


def _bare(word: str) -> str:
    return word.replace(".", "").strip(APOSTROPHES + "-").lower()


def _is_particle(word: str) -> bool:
    known = _bare(word) in _OPENING | _JOINING and not _INITIALS.fullmatch(word)
    return known and (word.islower() or _bare(word) not in _GIVEN_TOO)


def _split_inverted(family: list[str], given: list[str], suffix: str) -> Name:
    """Return the parts of "van der Valk, Jan" and of "Valk, Jan van der"."""
    own = next((i for i, word in enumerate(family) if not (_is_particle(word) and word.islower())), 0)
    end = len(given)
    while end > 1 and _is_particle(given[end - 1]) and given[end - 1].islower():
        end -= 1
    return Name(" ".join(family[own:]), " ".join(given[:end]), " ".join(given[end:] + family[:own]), suffix)


def _without_decorations(words: list[str]) -> tuple[list[str], str]:
    """Return the words without titles, degrees and the suffix, which comes second; two words are always left."""
    kept, suffix = list(words), ""
    for word in words:
        bare = _bare(word)
        is_title = bare in _TITLES and word == kept[0]
        is_degree = bare in _DEGREES and (word == kept[-1] or "." in word)
        is_suffix = bare in _SUFFIXES and (bare in {"jr", "sr"} or word == kept[-1])
        if len(kept) > _FAMILY_AND_GIVEN and (is_title or is_degree or is_suffix):
            kept.remove(word)
            suffix = word if is_suffix else suffix
    return kept, suffix


def _split_words(words: list[str], suffix: str) -> Name:
    if len(words) < _FAMILY_AND_GIVEN:
        return Name(" ".join(words), suffix=suffix)
    if unicodedata.name(words[0][0], "").startswith(_FAMILY_FIRST):
        return Name(words[0], " ".join(words[1:]), suffix=suffix)
    if _INITIALS.fullmatch(words[-1]) and len(words[0]) > 1 and not any(map(_INITIALS.fullmatch, words[:-1])):
        return _split_inverted(words[:-1], words[-1:], suffix)
    if ends_in_run(words):
        return _split_inverted(words[:-1], [words[-1].upper()], suffix)
    last = len(words) - 1
    if last > 1 and _bare(words[last]) in _HEIRS:
        last -= 1
    opening = (i for i, word in enumerate(words[:last]) if word.islower() and _bare(word) in _OPENING)
    start = next(opening, last)
    while start > 1 and _is_particle(words[start - 1]):
        start -= 1
    own = start
    while own < last and words[own].islower() and _is_particle(words[own]):
        own += 1
    return Name(" ".join(words[own:]), " ".join(words[:start]), " ".join(words[start:own]), suffix)
