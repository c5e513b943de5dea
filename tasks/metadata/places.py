"""Where works appeared, as records say it: whether two say the same place, and whether it is one for preprints."""

from __future__ import annotations

import re

from storage.records.search import Work
from tasks.metadata.venues import is_one_venue

_PREPRINT_DOI = re.compile(
    r"10\.(?:48550/arxiv|2139/ssrn|1101/(?:\d{4}\.|\d{6}$)|20944/preprints|21203/rs|31234/|31235/|31219/|31223/|26434/|"
    r"36227/|22541/|5194/\w+-\d{4}-\d+$|22004/ag\.econ)"
)
_PREPRINT_VENUE = re.compile(
    r"\b(?:\w*rxiv|ssrn|social science research network|research square|preprints?|repec|osf|authorea|zenodo|"
    r"working papers?)\b",
    re.IGNORECASE,
)
# What a repository or a platform of books is called says nothing of where the work appeared.
_REPOSITORY = re.compile(
    r"\(.*(?:universit|institut|librar|directory|laborator|organi[sz]ation|school|college|academy|cent(?:er|re))"
    r"|\b(?:repository|e-?books|press|publish\w*|verlag|pubmed|hal|doaj|figshare|(?:research|scholarship) online)\b"
    r"|^palgrave|^springer|^routledge|^elsevier|^wiley",
    re.IGNORECASE,
)
_SUPPLEMENT = re.compile(r"suppl", re.IGNORECASE)  # the number of an issue, put down as pages
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATED = re.compile(rf"(\d{{1,2}})-({'|'.join(_MONTHS)})", re.IGNORECASE)  # pages 7-23, as a spreadsheet puts them
_EARLY = "1"  # the first page of an article that has no issue yet


def is_preprint(work: Work) -> bool:
    """Return whether a record is of a preprint or working paper: by its type, its DOI or where it appeared."""
    if work.type in ("preprint", "posted-content") or (work.doi and _PREPRINT_DOI.match(work.doi)):
        return True
    return bool(work.venue and _PREPRINT_VENUE.search(work.venue))


def is_published(work: Work) -> bool:
    """Return whether a record says that its work appeared elsewhere than as a preprint."""
    return not is_preprint(work) and bool(work.doi or work.pages or (work.venue and not _REPOSITORY.search(work.venue)))


def agree_in_venue(one: Work, other: Work) -> bool | None:
    """Return whether two works appeared in one journal, book or conference; None where one does not say."""
    if not one.venue or not other.venue:
        return None
    if one.venue != other.venue and (_REPOSITORY.search(one.venue) or _REPOSITORY.search(other.venue)):
        return None
    return is_one_venue(one.venue, other.venue)


def agree_in_volume(one: Work, other: Work) -> bool | None:
    """Return whether two works are in volumes of one number, a series named or not; None where one states none."""
    ours, theirs = _read_volume(one), _read_volume(other)
    return ours == theirs if ours and theirs else None


def fill_same_pages(one: Work, other: Work) -> bool:
    """Return whether two works begin on one page and end on one other; on page 1 each article of some journals does."""
    ours, theirs = _read_pages(one), _read_pages(other)
    return ours == theirs and len(ours) > 1 and ours[0] not in (ours[1], _EARLY)


def agree_in_pages(one: Work, other: Work) -> bool | None:
    """Return whether two works are on the same pages of the same volume; None where one does not say.

    The pages of an article that is out before its issue begin with 1, and say nothing; a chapter that is out before its
    book is an edition of its own.
    """
    ours, theirs = _read_pages(one), _read_pages(other)
    is_in_volume = agree_in_volume(one, other)
    if is_in_volume is False:
        return False
    if not ours or not theirs:
        return None
    if ours[0] == theirs[0]:
        return len(ours) == len(theirs) or None
    if _meet(ours, theirs) or (is_in_volume and _overlap(ours, theirs)):
        return None
    is_early = _EARLY in (ours[0], theirs[0]) and is_in_volume is None
    return None if is_early and not {one.type, other.type} & {"book-chapter"} else False


def name_place(work: Work) -> str:
    """Return volume and first page, as one work alone by its first author has them; "" where either is not stated."""
    volume, pages = _read_volume(work), _read_pages(work)
    return f"{volume} {pages[0]}" if volume and pages else ""


def _meet(ours: list[str], theirs: list[str]) -> bool:
    """Return whether one begins on the page on which the other ends: indexes count an article's parts differently."""
    return ours[-1] == theirs[0] or theirs[-1] == ours[0]


def _overlap(ours: list[str], theirs: list[str]) -> bool:
    """Return whether pages of one volume are in part the same, as where one index counted wrongly."""
    first, second = sorted((int(pages[0]), int(pages[-1])) for pages in (ours, theirs))
    return second[0] <= first[1]


def _read_pages(work: Work) -> list[str]:
    stated = work.pages or ""
    if _SUPPLEMENT.search(stated):
        return []
    if dated := _DATED.fullmatch(stated.strip()):
        month = _MONTHS.index(dated[2].casefold()) + 1
        return [str(number) for number in sorted((int(dated[1]), month))]
    begin, *rest = [number.lstrip("0") for number in re.findall(r"\d+", stated)][:2] or [""]
    return [begin, *(begin[: max(0, len(begin) - len(end))] + end for end in rest)] if begin else []  # 2338-49


def _read_volume(work: Work) -> str:
    """Return the number of a volume, or what stands for it; nothing of a bracket's end, as of "57(1 Suppl. 1)"."""
    stated = work.volume or ""
    found = re.search(r"\d+", stated)
    return "" if stated.count(")") > stated.count("(") else found[0] if found else stated.casefold()
