"""Citekeys: readable, stable, and accepted by Pandoc, BibTeX and Zotero alike."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Iterator, Mapping, Sequence

from slugify import slugify

from storage.records.search import Work
from tasks.metadata.names import APOSTROPHES, Name
from tasks.references.fields import names_of
from tasks.text.cleaning import plain_text

_LONGEST_PART = 24
# Words that say nothing about a work, in the languages its title is likely to be in; as after transliteration.
_INSIGNIFICANT = re.compile(
    r"a|about|after|against|among|an|and|are|as|at|based|be|between|by|can|do|does|during|"
    r"for|from|how|in|into|is|it|its|new|no|not|of|on|or|over|some|study|studies|than|that|"
    r"the|their|these|this|through|to|toward|towards|under|upon|using|versus|via|was|were|what|"
    r"when|where|whether|which|who|why|will|with|within|without|au|aux|das|de|del|dem|den|der|"
    r"des|die|du|ein|eine|el|en|et|fur|il|im|la|las|le|les|los|mit|o|os|para|por|pour|"
    r"sur|um|un|una|une|und|von|y|uber|zu|zur"
)
_SMALL_WORDS_OF_BODIES = frozenset({"the", "of", "for", "and", "on", "behalf"})


def assign_citekeys(works: Sequence[Work], taken: Mapping[str, str]) -> dict[str, str]:
    """Return the citekey of each work by its id: first author's surname, year (or ``nd``), first telling title word.

    `taken` maps ids of works that have a citekey to it: these are never changed and never given to another work.
    New keys are assigned in the order of year, surname, title, id, so that one set of works always gets the same
    keys; where a key is in use, the next free of ``a`` ... ``z``, ``aa`` ... is appended to it. All match
    ``^[a-z][a-z0-9]*$``; other scripts are transliterated.
    """
    used = set(taken.values())
    keys: dict[str, str] = {}
    described = {work.work_id: (_surname(work), work) for work in works}
    order = sorted(
        described.values(),
        key=lambda pair: (pair[1].year is None, pair[1].year or 0, pair[0], pair[1].title, pair[1].work_id),
    )
    for surname, work in order:
        if work.work_id in taken:
            keys[work.work_id] = taken[work.work_id]
            continue
        stem = f"{surname}{work.year or 'nd'}{_telling_word(work.title)}"
        key = next(candidate for candidate in (stem + ending for ending in _endings()) if candidate not in used)
        used.add(key)
        keys[work.work_id] = key
    return keys


def _surname(work: Work) -> str:
    """Return the first author's surname in a-z and 0-9, two telling words of a corporate one, ``anon`` without any."""
    name = next(iter(names_of(work.authors)), Name(""))
    words = _words(name.surname)
    if name.corporate:
        words = [word for word in words if word not in _SMALL_WORDS_OF_BODIES][:2]
    return re.sub(r"^[0-9]+", "", "".join(words))[:_LONGEST_PART] or "anon"


def _telling_word(title: str) -> str:
    """Return the first title word that is neither a number nor an article or the like, "" without one."""
    words = _words(plain_text(title))
    telling = (word for word in words if word[0].isalpha() and len(word) > 1 and not _INSIGNIFICANT.fullmatch(word))
    return next(telling, "")[:_LONGEST_PART]


def _words(text: str) -> list[str]:
    # The backend is named because the automatic one takes the GPL-licensed Unidecode where that is installed.
    return slugify(re.sub(f"[{APOSTROPHES}]", "", text), separator=" ", backend="text-unidecode").split()


def _endings() -> Iterator[str]:
    yield ""
    for length in itertools.count(1):
        yield from map("".join, itertools.product(string.ascii_lowercase, repeat=length))
