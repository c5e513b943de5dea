"""Whether the authors that two records list are the same people, however their names are written or left out."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from storage.records.search import Work
from tasks.metadata.names import split_name
from tasks.metadata.titles import normalise_title

_WHOLE, _MISSPELT = 3, 85.0  # letters of a given name that is no initial; likeness of a family name with a letter wrong
SEVERAL = 2  # authors


def is_led_by_same(one: Work, other: Work) -> bool:
    """Return whether both name the same person first."""
    return _is_same_person(one.authors[0].name, other.authors[0].name)


def share_first(one: Work, other: Work) -> bool:
    """Return whether the first author of one is that of the other, or among authors of which half are shared."""
    if not one.authors or not other.authors:
        return False
    ours, theirs = ([author.name for author in work.authors] for work in (one, other))
    if _is_same_person(ours[0], theirs[0]):
        return True
    fewer, more = sorted((ours, theirs), key=len)
    shared = sum(any(_is_same_person(name, each) for each in more) for name in fewer)
    is_led = any(_is_same_person(ours[0], name) for name in theirs) or any(
        _is_same_person(theirs[0], name) for name in ours
    )
    return is_led and 2 * shared >= len(fewer)


def share_all(one: Work, other: Work, lost: int = 1) -> bool:
    """Return whether all authors are shared, but for as many as an index may have lost; two run into one are not."""
    fewer, more = sorted(([author.name for author in work.authors] for work in (one, other)), key=len)
    return len(_list_alone(more, fewer)) <= lost and not _list_alone(fewer, more)


def is_by_others(one: Work, other: Work) -> bool:
    """Return whether either has several authors that the other lacks, as talks of one title at two meetings do."""
    ours, theirs = ([author.name for author in work.authors] for work in (one, other))
    return min(len(_list_alone(ours, theirs)), len(_list_alone(theirs, ours))) >= SEVERAL


def is_misspelt(one: Work, other: Work) -> bool:
    """Return whether the first authors' names are as alike as with a letter wrong, and their initials are the same."""
    if not one.authors or not other.authors:
        return False
    ours, theirs = (split_name(work.authors[0].name) for work in (one, other))
    is_near = fuzz.ratio(normalise_title(ours.family), normalise_title(theirs.family)) >= _MISSPELT
    return is_near and ours.given[:1].casefold() == theirs.given[:1].casefold()


def _list_alone(names: Sequence[str], others: Sequence[str]) -> list[str]:
    return [name for name in names if not any(_is_same_person(name, other) for other in others)]


def _is_same_person(one: str, other: str) -> bool:
    ours, theirs = name_family(one), name_family(other)
    if ours in _words(other) or theirs in _words(one):
        return True
    given = _words(one) & _words(other)
    return any(len(name) >= _WHOLE for name in given) and fuzz.ratio(ours, theirs) >= _MISSPELT


def name_family(name: str) -> str:
    """Return the last word of a family name, normalised as titles are."""
    return normalise_title(split_name(name).family.split(" ")[-1])


def _words(name: str) -> set[str]:
    return {word for part in name.replace(",", " ").split() if (word := normalise_title(part))}
