"""Faults such as people and language models make in bibliographies, planted one to an entry.

A fault is a value the original did not have; subtle ones are wanted: one letter, one digit, two authors swapped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from tasks.provenance.bibliography import BibEntry
from tasks.provenance.verdicts import ENTRY, TYPE

_PLAIN_WORD = re.compile(r"[A-Za-z]{4,}")
_VENUES = ("journal", "booktitle")
_LOCATORS = ("doi", "volume", "pages")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# The least that changes what an entry claims to be.
_OTHER_TYPES = {
    "article": ("incollection", "inproceedings", "book"),
    "incollection": ("article", "book"),
    "inproceedings": ("book", "phdthesis"),
    "book": ("article", "incollection"),
    "phdthesis": ("article", "book"),
    "misc": ("article", "book"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """What was planted: its kind, and the entry, field and class of violation that it must be found as."""

    kind: str
    key: str
    field: str
    violation_class: str
    planted: str


@dataclass(frozen=True, slots=True)
class Known:
    """By citekey what sources state of a work, and the works whose publication type none states."""

    values: Mapping[str, frozenset[str]]
    untyped: frozenset[str] = frozenset()


Change = Callable[[BibEntry, Sequence[BibEntry], Random], "tuple[BibEntry, str, str] | None"]


def plant(
    kind: str, entries: Sequence[BibEntry], most: int, random: Random, known: Known
) -> tuple[list[BibEntry], list[Fault]]:
    """Return a bibliography with at most so many faults of a kind, each in or from an entry of its own.

    What the sources state of a work is never planted: it would be no fault.
    """
    places = list(range(len(entries)))
    random.shuffle(places)
    changed, added = list(entries), list[BibEntry]()
    faults: list[Fault] = []
    for place in places:
        if len(faults) == most:
            break
        planted = KINDS[kind](entries[place], entries, random)
        if planted is None:
            continue
        entry, field, violation_class = planted
        if field == TYPE and entry.key in known.untyped:
            continue
        value = entry.type if field == TYPE else entry.value(field)
        if field != ENTRY and _bare(value) in {_bare(stated) for stated in known.values.get(entry.key, ())}:
            continue
        faults.append(Fault(kind, entry.key, field, violation_class, value))
        if field == ENTRY:
            added.append(entry)
        else:
            changed[place] = entry
    return changed + added, faults


def write_entries(entries: Sequence[BibEntry]) -> str:
    """Return the entries as BibTeX, values as they stand."""
    return "\n".join(
        f"@{entry.type}{{{entry.key},\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in entry.fields) + "}\n"
        for entry in entries
    )


def _bare(value: str) -> str:
    return re.sub(r"\W", "", value).casefold()


def _with(entry: BibEntry, field: str, value: str) -> BibEntry:
    return replace(entry, fields=tuple((name, value if name == field else old) for name, old in entry.fields))


def _changed(entry: BibEntry, field: str, value: str | None) -> tuple[BibEntry, str, str] | None:
    if not value or _bare(value) == _bare(entry.value(field)):
        return None
    return _with(entry, field, value), field, "contradicted"


def _change_letter(text: str, random: Random) -> str | None:
    """Return the text with one letter of one plain word replaced, left out or doubled."""
    words = list(_PLAIN_WORD.finditer(text))
    if not words:
        return None
    word = random.choice(words)
    place = random.randrange(word.start() + 1, word.end())
    letter = random.choice([other for other in _LETTERS if other != text[place].lower()])
    return text[:place] + random.choice([letter, "", text[place] + letter]) + text[place + 1 :]


def _change_digit(text: str, random: Random) -> str | None:
    """Return the text with its number one higher or lower, or one digit another."""
    digits = [place for place, character in enumerate(text) if character.isascii() and character.isdigit()]
    if not digits:
        return None
    place = random.choice(digits)
    digit = random.choice([other for other in "123456789" if other != text[place]])
    return text[:place] + digit + text[place + 1 :]


def _change_authors(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    authors = entry.value("author").split(" and ")
    others = [name for other in entries if other.key != entry.key for name in other.value("author").split(" and ")]
    stranger = random.choice([name for name in others if name])
    place = random.randrange(len(authors))
    changes: list[list[str]] = [
        [*authors[:place], _change_letter(authors[place], random) or stranger, *authors[place + 1 :]],
        [*authors[:place], stranger, *authors[place + 1 :]],
        [*authors, stranger],
        authors[:place] + authors[place + 1 :],
        [*authors[1:2], authors[0], *authors[2:]],
        [*authors[:place], _change_initial(authors[place], random), *authors[place + 1 :]],
    ]
    return _changed(entry, "author", " and ".join(random.choice(changes))) if entry.value("author") else None


def _change_initial(author: str, random: Random) -> str:
    """Return "Family, Given" with another first letter of the given name."""
    family, comma, given = author.partition(", ")
    letter = random.choice([other for other in _LETTERS.upper() if other != given[:1].upper()])
    return f"{family}{comma}{letter}{given[1:]}" if given[:1].isascii() and given[:1].isalpha() else author


def _change_title(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    title = entry.value("title")
    words = list(_PLAIN_WORD.finditer(title))
    strange = [word for other in entries for word in _PLAIN_WORD.findall(other.value("title"))]
    if len(words) < len("abc"):
        return None
    word = random.choice(words)
    changes = [
        _change_letter(title, random),
        title[: word.start()] + random.choice(strange) + title[word.end() :],
        title[: word.start()].rstrip() + title[word.end() :],
    ]
    return _changed(entry, "title", random.choice(changes))


def _change_number(field: str) -> Change:
    def change(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
        del entries
        return _changed(entry, field, _change_digit(entry.value(field), random))

    return change


def _change_pages(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    del entries
    pages = entry.value("pages")
    first, dash, last = pages.partition("--")
    cut = str(max(int(last) - random.randint(1, 9), int(first))) if last.isdecimal() and first.isdecimal() else ""
    changes = [_change_digit(pages, random), f"{first}{dash}{cut}" if cut else None, first if dash else None]
    return _changed(entry, "pages", random.choice([change for change in changes if change] or [None]))


def _change_year(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    del entries
    year = entry.value("year")
    return _changed(entry, "year", str(int(year) + random.choice([-10, -2, -1, -1, 1, 1, 2])) if year else None)


def _change_venue(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    field = next((name for name in _VENUES if entry.value(name)), "")
    venues = sorted({other.value(name) for other in entries for name in _VENUES} - {"", entry.value(field)})
    if not field or not venues:
        return None
    changes = [random.choice(venues), random.choice(venues), _change_letter(entry.value(field), random)]
    changed = _changed(entry, field, random.choice(changes))
    # With nothing but title and authors to tie it, another venue is another version of the work.
    tied = any(entry.value(name) for name in _LOCATORS)
    return changed if changed is None or tied else (changed[0], field, "other version")


def _change_type(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    del entries
    others = _OTHER_TYPES.get(entry.type)
    return (replace(entry, type=random.choice(others)), TYPE, "wrong type") if others else None


def _fabricate(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    """Return an entry that looks like the others: real authors and venue, a title made of the words of several."""
    titles = [_PLAIN_WORD.findall(other.value("title")) for other in random.sample(list(entries), 4)]
    title = " ".join(word for words in titles for word in words[:3])
    if not entry.value("author"):
        return None
    doi = entry.value("doi")
    invented = f"{doi.partition('/')[0]}/{random.randrange(10**8):08d}" if doi and random.random() < 1 / 2 else ""
    made = {"title": title, "year": entry.value("year"), "volume": entry.value("volume"), "doi": invented}
    kept = {name: entry.value(name) for name in ("author", *_VENUES)}
    fields = tuple((name, value) for name, value in (kept | made).items() if value)
    return BibEntry(f"{entry.key}Fabricated", entry.type, 0, fields), ENTRY, "absent"


def _duplicate(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    """Return the entry under another key, whole, without its DOI, or with the title in capitals."""
    del entries
    copies = [
        entry,
        replace(entry, fields=tuple(field for field in entry.fields if field[0] != "doi")),
        _with(entry, "title", re.sub(r"(?<![\\A-Za-z])[a-z]", lambda match: match[0].upper(), entry.value("title"))),
    ]
    return replace(random.choice(copies), key=f"{entry.key}Again"), ENTRY, "duplicate"


def _swap_publisher(entry: BibEntry, entries: Sequence[BibEntry], random: Random) -> tuple[BibEntry, str, str] | None:
    """Return the entry with the publisher of another, not with another name of its own ("Wiley", "Wiley-Blackwell")."""
    ours = entry.value("publisher")
    named = {other.value("publisher") for other in entries} - {""}
    others = sorted(other for other in named if _first_word(other) != _first_word(ours))
    return _changed(entry, "publisher", random.choice(others)) if ours and others else None


def _first_word(name: str) -> str:
    return re.split(r"\W", name.casefold().removeprefix("the "))[0]


KINDS: Mapping[str, Change] = {
    "authors": _change_authors,
    "titles": _change_title,
    "numbers": _change_number("number"),
    "volumes": _change_number("volume"),
    "pages": _change_pages,
    "years": _change_year,
    "venues": _change_venue,
    "publishers": _swap_publisher,
    "DOIs": _change_number("doi"),
    "entry types": _change_type,
    "fabricated entries": _fabricate,
    "duplicated works": _duplicate,
}
