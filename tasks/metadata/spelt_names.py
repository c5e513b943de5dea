"""Which of the names that a record states for an author a reader of the work's title can read."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from tasks.metadata.names import split_name
from tasks.text.cleaning import clean_text

_LONGEST_NAME, _LONGEST_RUN = 300, 3
_LATIN = "LATIN"
_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,3}")


def choose_name(stated: Sequence[str], title: str) -> str:
    """Return the first of the names that a record states for one author, or a later one that is to be read instead.

    One in Latin letters is, where the first is in a script that is neither Latin nor that of the title; so is one that
    writes out what the first only has initials of, or has initials of in the place of the family name ("Lind Ja" beside
    "John A. Lind"). No name stated gives "".
    """
    if not stated:
        return ""
    first, *others = stated
    plain = clean_text(first, _LONGEST_NAME)
    script = _find_script(plain)
    is_foreign = script not in {"", _LATIN, _find_script(title)}
    for other in others:
        name = clean_text(other, _LONGEST_NAME)
        if _find_script(name) == _LATIN and (is_foreign or _writes_out(name, plain)):
            return other
    return first


def _writes_out(name: str, first: str) -> bool:
    """Return whether a name has a word where the first has initials only, or the family name that these follow."""
    if _are_initials(first):
        return not _are_initials(name)
    *family, last = first.split()
    whole = split_name(name)
    initials = "".join(word[0] for word in whole.given.replace("-", " ").split())
    is_short = 1 < len(last) <= _LONGEST_RUN
    return (
        is_short and initials.casefold() == last.casefold() and whole.surname.casefold() == " ".join(family).casefold()
    )


def _are_initials(name: str) -> bool:
    return all(map(_INITIALS.fullmatch, name.split()))


def _find_script(text: str) -> str:
    """Return the script that most letters of a text are in, as Unicode calls it, "" without letters."""
    found = Counter(unicodedata.name(letter, "").split(" ")[0] for letter in text if letter.isalpha())
    return found.most_common(1)[0][0] if found else ""
