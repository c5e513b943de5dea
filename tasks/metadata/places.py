"""Where works appeared, as records say it: whether two say the same place, and whether it is one for preprints."""

from __future__ import annotations

import re
import unicodedata

from rapidfuzz import fuzz

from storage.records.search import Work

_SAME_VENUE = 90.0  # similarity of the sets of words, in percent
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
_WORD = re.compile(r"\w+")
_COMMON = re.compile(
    r"journal|international|proceedings|annals|reviews?|bulletin|archives|transactions|conference|acta|advances|the|of|"
    r"and|on|in|for|new|american|european|british|research|annual|frontiers|studies|sciences?"
)
_SUPPLEMENT = re.compile(r"suppl", re.IGNORECASE)  # the number of an issue, put down as pages
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
    ours, theirs = _spell(one.venue), _spell(other.venue)
    if ours == theirs:
        return True
    if _REPOSITORY.search(one.venue) or _REPOSITORY.search(other.venue):
        return None
    if fuzz.token_set_ratio(ours, theirs) >= _SAME_VENUE:
        return True
    first, second = (
        next((word for word in each.split() if not _COMMON.fullmatch(word)), "") for each in (ours, theirs)
    )
    return first == second != ""


def agree_in_pages(one: Work, other: Work) -> bool | None:
    """Return whether two works are on the same pages of the same volume; None where one does not say.

    The pages of an article that is out before its issue begin with 1, and say nothing; a chapter that is out before its
    book is an edition of its own.
    """
    ours, theirs = _read_pages(one), _read_pages(other)
    if one.volume and other.volume and _read_number(one.volume) != _read_number(other.volume):
        return False
    if not ours or not theirs:
        return None
    if ours[0] == theirs[0]:
        return len(ours) == len(theirs) or None
    if _meet(ours, theirs):
        return None
    is_early = _EARLY in (ours[0], theirs[0]) and not (one.volume and other.volume)
    return None if is_early and not {one.type, other.type} & {"book-chapter"} else False


def _spell(venue: str) -> str:
    decomposed = unicodedata.normalize("NFKD", venue.casefold().replace("&amp;", "and").replace("&", "and"))
    plain = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return " ".join(_WORD.findall(plain))


def _meet(ours: list[str], theirs: list[str]) -> bool:
    """Return whether one begins on the page on which the other ends: indexes count an article's parts differently."""
    return ours[-1] == theirs[0] or theirs[-1] == ours[0]


def _read_pages(work: Work) -> list[str]:
    if _SUPPLEMENT.search(work.pages or ""):
        return []
    return [number.lstrip("0") for number in re.findall(r"\d+", work.pages or "")][:2]


def _read_number(volume: str) -> str:
    found = re.search(r"\d+", volume)
    return found[0] if found else volume.casefold()
