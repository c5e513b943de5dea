"""Whether two lists of people are the same people in the same order, however their names are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pybtex.bibtex.utils import split_name_list
from pybtex.database import Person as PybtexPerson
from pybtex.exceptions import PybtexError

from tasks.metadata.names import Name, split_name
from tasks.provenance.bibliography import decode_latex
from tasks.provenance.normal_forms import fold, fold_name

_LONGEST_LIST = 200_000
_PARTICLES = frozenset(
    {"van", "von", "vom", "de", "der", "den", "del", "della", "di", "da", "das", "do", "dos", "du", "la", "le", "el"}
    | {"ten", "ter", "te", "zu", "zum", "zur", "af", "av", "al", "bin", "ibn", "st"}
)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "junior", "senior"})
_OTHERS = frozenset({"others", "et al"})
_ET_AL = re.compile(r"(?<=[\s,])et\.? al\.?$")
_LONGEST_SHORT_FORM, _LEAST_CUT = 5, 2


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name as words; a name whose parts are unclear has all its words in `family`, which only nobody's lacks."""

    family: tuple[str, ...]
    given: tuple[str, ...] = ()
    written: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """The people of a field in order; `others` says that more are meant ("and others", "et al.")."""

    names: tuple[PersonName, ...]
    others: bool = False


def read_people(value: str) -> People:
    """Return the people of a BibTeX author or editor field."""
    names, others = [], False
    for part in split_name_list(value[:_LONGEST_LIST]):
        plain = decode_latex(part)
        if fold(plain) in _OTHERS:
            others = True
            continue
        shortened = _ET_AL.sub("", plain).rstrip(" ,")
        is_cut = bool(_ET_AL.search(plain))
        others = others or is_cut
        names.append(_read_person(shortened if is_cut else part))
    return People(tuple(name for name in names if name.family), others)


def _read_person(text: str) -> PersonName:
    plain = decode_latex(text)
    if re.fullmatch(r"\{.*\}", text.strip()):
        return PersonName(_words(plain), (), plain)
    try:
        person = PybtexPerson(text)
    except PybtexError:
        return PersonName(_words(plain), (), plain)
    family, given = (
        decode_latex(" ".join(parts))
        for parts in (person.prelast_names + person.last_names, person.first_names + person.middle_names)
    )
    return _name(family, given, plain)


def read_source_name(text: str) -> list[PersonName]:
    """Return the ways a name stated by a source may be split, the likeliest first; none where nobody is named."""
    name = split_name(text)
    if not name.family or fold(text) in _OTHERS:
        return []
    ways = [_as_person(name, text)]
    before, comma, after = text.partition(",")
    if comma:
        ways.append(_name(before, after.rpartition(",")[2], text))
    else:
        words = [word for word in text.split() if fold(word) not in _SUFFIXES]
        ways += [_name(" ".join(words[cut:]), " ".join(words[:cut]), text) for cut in range(1, min(len(words), 6))]
        ways += [_name(words[0], " ".join(words[1:]), text)] if words[1:] else []
    ways.append(PersonName(_words(text), (), text))
    return list(dict.fromkeys(way for way in ways if way.family))


def _as_person(name: Name, text: str) -> PersonName:
    if name.corporate or not name.given:
        return PersonName(_words(f"{name.surname} {name.suffix}"), (), text)
    return _name(name.surname, name.given, text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\s.\-\u2010-\u2015]+", text) if fold(word))


def _name(family: str, given: str, written: str) -> PersonName:
    """Return a name in words; capitals run together ("Gilbert, SJ") are initials, unless all is in capitals.

    What has no family name in letters ("Plato, --") is known by the rest of it, so that no name lacks its family part.
    """
    if not _words(family):
        return PersonName(_words(given), (), written)
    mixed = not family.isupper()
    split = (tuple(word) if mixed and re.fullmatch(r"[A-Z]{2,3}", word) else (word,) for word in _words(given))
    words = tuple(letter for letters in split for letter in letters)
    return PersonName(_words(family), tuple(word for word in words if fold(word) not in _SUFFIXES), written)


def agree(ours: PersonName, theirs: Sequence[PersonName]) -> bool:
    """Return whether a name is one of the ways another may be split: family name equal, given names compatible."""
    return any(_agree(ours, way) for way in theirs)


def _agree(ours: PersonName, theirs: PersonName) -> bool:
    if not ours.given or not theirs.given:
        same = _same_family(ours.family, theirs.family)
        return same or _same_family((*ours.given, *ours.family), (*theirs.given, *theirs.family))
    if _same_family(ours.family, theirs.family):
        return _same_given(ours.given, theirs.given)
    if fold_name(ours.family[-1]) & fold_name(theirs.family[-1]):  # which words are family is told differently
        return _same_given((*ours.given, *ours.family[:-1]), (*theirs.given, *theirs.family[:-1]))
    # Family and given name changed places, as indexes do with Chinese or Hungarian names.
    return _same_family(ours.family, theirs.given) and _same_family(ours.given, theirs.family)


def _same_family(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    if fold_name("".join(ours)) & fold_name("".join(theirs)):
        return True
    first, second = ([word for word in words if fold(word) not in _PARTICLES] for words in (ours, theirs))
    return bool(first) and bool(fold_name("".join(first)) & fold_name("".join(second)))


def _same_given(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Return whether given names pair up in order; the words left over may stand on one side only.

    The first word must pair, unless the side that has one more begins with an initial ("J. Adam" and "Adam").
    """
    if fold_name("".join(ours)) & fold_name("".join(theirs)):
        return True
    shorter, longer = sorted((tuple(w for w in side if fold(w) not in _PARTICLES) for side in (ours, theirs)), key=len)
    if not shorter:
        return True
    skipped = 0 if _compatible(shorter[0], longer[0]) else 1
    if skipped and (len(fold(longer[0])) > 1 or len(longer) == len(shorter)):
        return False
    rest = iter(longer[skipped:])
    return all(any(_compatible(word, other) for other in rest) for word in shorter)


def _compatible(first: str, second: str) -> bool:
    """Return whether two given names are the same, or one is the other's initial or short form ("Fred")."""
    ours, theirs = fold_name(first), fold_name(second)
    if ours & theirs:
        return True
    short, full = sorted((fold(first).replace(" ", ""), fold(second).replace(" ", "")), key=len)
    cut = len(full) - len(short)
    return full.startswith(short) and (len(short) == 1 or (len(short) <= _LONGEST_SHORT_FORM and cut >= _LEAST_CUT))


def same_people(ours: People, theirs: Sequence[str]) -> bool:
    """Return whether a field names the people a source states, in their order, all of them or as many as it names."""
    stated = [ways for ways in map(read_source_name, theirs) if ways]
    few = ours.others and len(ours.names) < len(stated)
    if not ours.names or (len(ours.names) != len(stated) and not few):
        return False
    return all(agree(name, ways) for name, ways in zip(ours.names, stated, strict=False))


def find_conflict(ours: People, theirs: Sequence[str]) -> bool:
    """Return whether a source that names as many people names one of them otherwise, by a full first name."""
    stated = [ways for ways in map(read_source_name, theirs) if ways]
    if len(stated) != len(ours.names):
        return False
    pairs = zip(ours.names, stated, strict=True)
    return any(_same_initial(name, ways[0]) and not agree(name, ways) for name, ways in pairs)


def _same_initial(ours: PersonName, theirs: PersonName) -> bool:
    both_full = all(name.given and len(fold(name.given[0])) > 1 for name in (ours, theirs))
    return both_full and _same_family(ours.family, theirs.family)
