"""When the records of two indexes are one work: by an identifier, else by title, first author, year, place and kind.

A preprint and the article it became, an article and its corrigendum, a paper read at a conference and printed later are
works of their own, which the deduplication may link as versions; here only one and the same publication counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, takewhile

from rapidfuzz import fuzz

from storage.records.search import Work
from tasks.metadata.abstracts import share_abstract
from tasks.metadata.likeness import compare_titles, drop_added, is_like
from tasks.metadata.people import (
    SEVERAL,
    is_by_others,
    is_led_by_same,
    is_misspelt,
    name_family,
    share_all,
    share_first,
)
from tasks.metadata.places import (
    agree_in_pages,
    agree_in_venue,
    agree_in_volume,
    fill_same_pages,
    is_preprint,
    is_published,
    name_place,
)
from tasks.metadata.titles import is_heading, normalise_title

_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+?)(?:v\d+)?")
_NUMBERS = ("pmid", "pmcid", "arxiv")
# A work may have several of these under one title.
_CORRECTING = re.compile(
    r"\b(?:errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|corrections? (?:to|of)|(?:author|publisher) correction|"
    r"retraction|expression of concern|reply|rejoinder)\b|^corrections?\b",
    re.IGNORECASE,
)
_TELLING_WORDS = 6  # of a title that no other article of the journal has
_END = 16  # letters and digits at either end of a title, of which one is free of errors
# Years apart: as indexes count them; as a paper is read before it is printed; as an article is out before its issue.
_NEAR, _READ_BEFORE, _ONLINE_FIRST = 1, 2, 3
_ALIAS = 8  # letters at the end that two DOIs of one publication share


class KnownWorks:
    """Works that others are looked for among: by their numbers, place, and by how their titles begin and end."""

    def __init__(self, works: Iterable[Work]) -> None:
        """Take the works that are known at first."""
        self._by_key: dict[str, list[Work]] = defaultdict(list)
        for work in works:
            self.add(work)

    def add(self, work: Work) -> None:
        """Take one more."""
        for key in _list_keys(work):
            self._by_key[key].append(work)

    def find(self, work: Work) -> Work | None:
        """Return the one that a work is, as `find_same` says."""
        alike = {other.work_id: other for key in _list_keys(work) for other in self._by_key.get(key, ())}
        return find_same(work, list(alike.values()))


def _list_keys(work: Work) -> set[str]:
    title = normalise_title(work.title)
    numbers = {f"{scheme} {number}" for scheme in _NUMBERS for number in list_numbers(work, scheme)}
    dois = {f"doi {work.doi}"} if work.doi else set()
    place = name_place(work)
    places = {f"at {place} {name_family(work.authors[0].name)}"} if place and work.authors else set()
    return numbers | dois | places | {f"begins {title[:_END]}", f"ends {title[-_END:]}"}


def find_same(work: Work, known: Sequence[Work]) -> Work | None:
    """Return the one of some works that a work is: of its DOI, else of another number, else of its title; or None."""
    same = [other for other in known if is_same_work(work, other)]
    return min(same, key=lambda other: (*_rank(work, other), other.work_id), default=None)


def _rank(work: Work, other: Work) -> tuple[bool, bool, float]:
    likeness = fuzz.ratio(normalise_title(work.title), normalise_title(other.title))
    return work.doi is None or work.doi != other.doi, not _share_number(work, other, _NUMBERS), -likeness


def is_same_work(one: Work, other: Work) -> bool:
    """Return whether two records are of one publication.

    One DOI, PubMed or PMC number or number of arXiv makes them so, unless both have a DOI and these differ, or it is
    the DOI of all abstracts of a meeting: titles and first authors have nothing in common then. By title they are,
    where a DOI is lacking, if first author, year (within one), venue, volume, pages and kind do not speak against it.
    Two DOIs are of one publication only if all that is known is the same.
    """
    if one.doi and other.doi:
        if one.doi == other.doi:
            return not is_of_others(one, other)
        return _share_own_number(one, other) or _is_alias(one, other)
    if _share_number(one, other, _NUMBERS):
        return True
    return not any(_differ(one, other, scheme) for scheme in _NUMBERS) and _is_alike(one, other)


def list_numbers(work: Work, scheme: str) -> set[str]:
    """Return what a work is called in a scheme (``pmid``, ``pmcid``, ``arxiv``), in one spelling."""
    numbers = {one.value.lower().removeprefix("pmc") for one in work.identifiers if one.scheme == scheme}
    found = _ARXIV_DOI.fullmatch(work.doi or "") if scheme == "arxiv" else None
    return numbers | {found[1]} if found else numbers


def _share_number(one: Work, other: Work, schemes: Sequence[str]) -> bool:
    return any(list_numbers(one, scheme) & list_numbers(other, scheme) for scheme in schemes)


def _differ(one: Work, other: Work, scheme: str) -> bool:
    ours, theirs = list_numbers(one, scheme), list_numbers(other, scheme)
    return bool(ours and theirs) and not ours & theirs


def _share_own_number(one: Work, other: Work) -> bool:
    """Return whether one has the DOI that arXiv gives and the other its number beside the DOI of the publisher."""
    is_own = any(_ARXIV_DOI.fullmatch(work.doi or "") for work in (one, other))
    return is_own and _share_number(one, other, ("arxiv",))


def is_of_others(one: Work, other: Work) -> bool:
    """Return whether works share a DOI of which they are parts: their titles and the people named first differ."""
    if not one.doi or one.doi != other.doi or not one.authors or not other.authors:
        return False
    if compare_titles(one, other) or is_like(one, other, nearly=True):
        return False
    return not is_led_by_same(one, other) and not is_misspelt(one, other)


def _is_alias(one: Work, other: Work) -> bool:
    """Return whether two DOIs are of one publication: two publishers or platforms registered it."""
    if normalise_title(one.title) != normalise_title(other.title) or is_heading(one.title):
        return False
    if is_preprint(one) != is_preprint(other) or not _is_within(one, other, _NEAR) or not share_first(one, other):
        return False
    ends = zip(reversed(one.doi or ""), reversed(other.doi or ""), strict=False)
    shared = len(list(takewhile(lambda pair: pair[0] == pair[1], ends)))
    pages = agree_in_pages(one, other)
    is_in_place = one.volume is not None and one.volume == other.volume and pages is True
    return is_in_place or shared >= _ALIAS or (pages is not False and _has_moved(one, other))


def pair_versions(works: Sequence[Work]) -> list[tuple[str, str]]:
    """Return pairs of ids of works that are versions of one by their titles and by whom they name, sorted.

    Of one and the same title, three words or more, they share the first author, however the name is written, or list
    half of the authors in another order; of titles with a typing error between them, all authors. Whoever is named, a
    work is a version of one with the same abstract whose title is its own, with a subtitle or without. They are two
    years apart at most: as a paper is read before it is printed, or a preprint is out.
    """
    alike: dict[str, list[Work]] = defaultdict(list)
    for work in works:
        alike[normalise_title(work.title)[:_END]].append(work)
    return sorted(
        (one.work_id, other.work_id)
        for group in alike.values()
        for one, other in combinations(sorted(group, key=lambda work: work.work_id), 2)
        if _is_version(one, other)
    )


def _is_version(one: Work, other: Work) -> bool:
    if is_heading(one.title) or not _is_within(one, other, _READ_BEFORE):
        return False
    if _CORRECTING.search(one.title) or _CORRECTING.search(other.title):
        return False
    likeness = compare_titles(one, other)
    if likeness and share_abstract(one, other):
        return True
    if not share_first(one, other):
        return False
    return likeness == "same" or (likeness == "alike" and share_all(one, other))


def _has_moved(one: Work, other: Work) -> bool:
    """Return whether two publishers gave one article of a journal that went from one to the other a DOI each."""
    publishers = {(work.doi or "").partition("/")[0] for work in (one, other)}
    is_long = not is_heading(one.title, _TELLING_WORDS) and len(one.authors) == len(other.authors)
    return len(publishers) > 1 and is_long and agree_in_venue(one, other) is True and share_all(one, other)


def _is_alike(one: Work, other: Work) -> bool:
    is_version = (is_preprint(one) and is_published(other)) or (is_preprint(other) and is_published(one))
    if is_version or _is_reprint(one, other):
        return False
    return _is_in_place(one, other) or _is_of_title(one, other)


def _is_of_title(one: Work, other: Work) -> bool:
    likeness = compare_titles(one, other)
    if likeness is None:
        return False
    venue, pages, is_in_volume = agree_in_venue(one, other), agree_in_pages(one, other), agree_in_volume(one, other)
    is_led = likeness == "same" or (is_in_volume and venue is not False and share_first(one, other))
    if pages and is_led and _is_within(one, other, _NEAR):
        is_placed = venue is not False or is_in_volume or not (one.volume or other.volume)
        return is_placed or (fill_same_pages(one, other) and _is_by_all(one, other))
    if pages is False or _CORRECTING.search(drop_added(one.title)):
        return False
    if likeness == "same" and is_in_volume and _is_by_all(one, other):
        return True
    return venue is not False and _is_by_same(one, other, likeness, is_in_venue=venue is True)


def _is_in_place(one: Work, other: Work) -> bool:
    """Return whether works fill the same pages of one volume: titles may be translated, or a name be misspelt, then.

    Columns of one author in two issues may do so under titles that begin alike, so that theirs have to be near.
    """
    is_of_issue = not one.issue or not other.issue or one.issue == other.issue
    if not fill_same_pages(one, other) or not agree_in_volume(one, other) or not is_of_issue:
        return False
    if not _is_within(one, other, _NEAR):
        return False
    is_in_venue, authors = agree_in_venue(one, other) is True, min(len(one.authors), len(other.authors))
    if is_like(one, other, nearly=authors < SEVERAL):
        return share_all(one, other) or (is_in_venue and is_misspelt(one, other))
    return authors > SEVERAL and is_in_venue and share_all(one, other, 0)


def _is_by_all(one: Work, other: Work) -> bool:
    """Return whether works of one title have all authors and the year in common, so that the venue may be misread."""
    is_signed = bool(one.authors) and share_all(one, other, 0)
    return is_signed and one.year == other.year and not is_heading(one.title)


def _is_by_same(one: Work, other: Work, likeness: str, *, is_in_venue: bool) -> bool:
    """Return whether works of like titles, whose places may be one, are by the same people and of the same time."""
    is_exact, is_of_year = likeness == "same", one.year == other.year
    if not is_in_venue and is_by_others(one, other):
        return False
    if not share_first(one, other):
        is_unsigned = not one.authors or not other.authors
        return is_unsigned and is_exact and is_of_year and (is_in_venue or _is_book(one, other))
    if is_heading(one.title) or is_heading(other.title):
        return is_exact and is_in_venue and (is_of_year or _is_within(one, other, 0 if is_heading(one.title, 2) else 1))
    if likeness == "part":
        # A report may have the title of the article after it less its subtitle, and an author fewer.
        lost, is_near = (1, _is_within(one, other, _NEAR)) if is_in_venue else (0, is_of_year)
        return is_near and share_all(one, other, lost)
    return _is_within(one, other, _ONLINE_FIRST if is_exact and is_in_venue else _NEAR)


def _is_reprint(one: Work, other: Work) -> bool:
    """Return whether one is of an article of a journal and the other of a chapter, be it on the same pages."""
    return any(
        article.type == "article" and article.volume and chapter.type == "book-chapter" and not chapter.volume
        for article, chapter in ((one, other), (other, one))
    )


def _is_book(one: Work, other: Work) -> bool:
    """Return whether two records are of books, whose editors some indexes list as authors."""
    kinds = {one.type, other.type}
    return "book" in kinds and kinds <= {"book", None}


def _is_within(one: Work, other: Work, years: int) -> bool:
    return not one.year or not other.year or abs(one.year - other.year) <= years
